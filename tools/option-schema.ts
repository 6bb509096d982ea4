import { definitions } from '../plugin/settings/shapes.ts'
import { optionShapes, scenarioShapes } from '../plugin/settings/option-shapes.ts'
import type { JsonSchema } from '../plugin/settings/shapes.ts'

/**
 * The JSON Schema of a whole Artillery script, as it stands in options.schema.json: by it an editor completes and
 * checks our options. They are closed; what is Artillery's is described, and left open.
 */
export function optionSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:artillery-plugin-speedup:options:1',
    title: 'artillery-plugin-speedup',
    description:
      'Completes and checks the options of artillery-plugin-speedup in an Artillery script. Everything else in the script is open.',
    type: 'object',
    properties: {
      config: { $ref: '#/$defs/config' },
      scenarios: { description: 'What users do. Each scenario is compared on its own.', type: 'array', items: scenario }
    },
    $defs: { config, options: optionShapes.schema, ...definitions }
  }
}

// Anything else is right, too: Artillery fills in templates later. Told of no type, an editor that completes the key
// writes no colon.
const mostlyList = { anyOf: [{ type: 'array' }, {}] }

const properties = {
  target: {
    description:
      'The http or https URL on this machine where the app listens. The app is started there; PORT is set to this port. ' +
      'Where every variant has a url, any of these.',
    examples: ['http://127.0.0.1:3000']
  },
  phases: {
    description:
      'How many users come, and when. duration: seconds. arrivalCount: users in all. arrivalRate: users per second. ' +
      'Such as [{ duration: 1, arrivalCount: 20 }].',
    ...mostlyList
  },
  processor: {
    description: 'A file of functions for the scenarios: a path from this file.',
    examples: ['./functions.js']
  },
  environments: {
    description: 'By name, what goes before this config when Artillery runs with --environment.',
    type: 'object',
    additionalProperties: { $ref: '#/$defs/config' }
  },
  plugins: {
    description: "Artillery's plugins, by name.",
    type: 'object',
    properties: {
      speedup: {
        description: 'The options of artillery-plugin-speedup: how much faster is the app when it is clustered?',
        // Not beside the description: an editor that completes speedup would write every default below it.
        type: 'object',
        allOf: [{ $ref: '#/$defs/options' }]
      }
    }
  }
}
const config = { description: 'How the load comes, and on whom.', type: 'object', properties }

const scenario: JsonSchema = {
  type: 'object',
  properties: {
    name: {
      description: 'Its name in the report. With several scenarios, each needs one of its own.',
      examples: ['search']
    },
    flow: { description: 'What one user does, step by step, such as [{ get: { url: / } }].', ...mostlyList },
    speedup: {
      description: 'The options of artillery-plugin-speedup for this scenario alone.',
      ...scenarioShapes.schema
    }
  }
}
