import { metrics } from '../plugin/concepts/metrics.ts'
import { modeNames } from '../plugin/concepts/modes.ts'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { parse } from 'yaml'
import { clientChoices, commands } from '../plugin/concepts/generators.ts'
import { optionSchema } from '../tools/option-schema.ts'
import type { Options } from '../plugin/concepts/options.ts'
import { choicesIn, propertiesOf, typeOf } from './support/vocabulary.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const file = `${root}plugin/options.schema.json`

describe('options.schema.json', () => {
  it('is what the shapes say; UPDATE_GOLDEN=1 mocha test/options-schema.test.ts writes it anew', () => {
    const text = `${JSON.stringify(optionSchema(), null, 2)}\n`
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text)
    expect(readFileSync(file, 'utf8')).to.equal(text)
  })
})

const ajv = new Ajv2020({ strict: true })
const validate = ajv.compile(optionSchema())
const flow = [{ get: { url: '/' } }]
const withSpeedup = (speedup: unknown) => ({ config: { plugins: { speedup } } })

describe('the schema of an Artillery script', () => {
  const usual = { config: { target: 'http://127.0.0.1:3030', ...withSpeedup({ app: 'app.js' }).config }, scenarios: [{ name: 'a', flow }] }
  const withScenarios = (...speedups: unknown[]) => ({ ...usual, scenarios: speedups.map((speedup) => ({ flow, speedup })) })
  const inEnvironment = (speedup: unknown) => ({ config: { environments: { ci: withSpeedup(speedup).config } } })

  const files = globSync('scenarios/**/*.yml', { cwd: root })
  it('is tried on the scenarios of this repository', () => expect(files).to.include('scenarios/primes.yml'))

  const accepted: [string, unknown][] = [
    ...files.map((name): [string, unknown] => [name, parse(readFileSync(`${root}${name}`, 'utf8'))]),
    ['a script with nothing of ours', { config: { target: 'x' }, scenarios: [{ flow }] }],
    ['a file for --config, which has no scenarios', { config: usual.config }],
    ['thresholds of a scenario', withScenarios({ thresholds: { p95: 1.3, p99: null } }, {})],
    ['an environment with options of its own', inEnvironment({ rounds: 5 })],
    ['any other key, and other plugins',
      { ...usual, before: { flow }, config: { ...usual.config, http: { pool: 1 }, plugins: { ensure: null } } }],
    ['whatever Artillery’s own keys hold', {
      config: { target: '{{ target }}', phases: '{{ phases }}', processor: 1 }, scenarios: [{ name: 1, weight: 2, flow: {} }]
    }]
  ]
  for (const [what, script] of accepted) {
    it(`accepts ${what}`, () => {
      validate(script)
      expect(validate.errors).to.equal(null)
    })
  }

  const refused: [string, unknown, string][] = [
    ['an unknown option', withSpeedup({ treshold: { p95: 1.3 } }), '/config/plugins/speedup'],
    ['options left empty', withSpeedup(null), '/config/plugins/speedup'],
    ['a wrong type', withSpeedup({ mix: 'yes' }), '/config/plugins/speedup/mix'],
    ['an unknown mode', withSpeedup({ variants: { a: { mode: 'clusterd' } } }), '/config/plugins/speedup/variants/a/mode'],
    ['a threshold on an unknown metric', withSpeedup({ thresholds: { p90: 1 } }), '/config/plugins/speedup/thresholds'],
    ['an unknown option in an environment', inEnvironment({ round: 5 }), '/config/environments/ci/plugins/speedup'],
    ['an unknown option of a scenario', withScenarios({}, { threshold: {} }), '/scenarios/1/speedup'],
    ['an option that only all scenarios together have', withScenarios({ rounds: 5 }), '/scenarios/0/speedup'],
    ['a threshold of a scenario that is a text', withScenarios({ thresholds: { p95: '1.3' } }), '/scenarios/0/speedup/thresholds/p95']
  ]
  for (const [what, script, place] of refused) {
    it(`refuses ${what}`, () => {
      expect(validate(script)).to.equal(false)
      expect(validate.errors?.[0].instancePath).to.equal(place)
    })
  }
})

// As the YAML language server shows it, the one that most editors have.
describe('what an editor makes of the schema of an Artillery script', () => {
  const mistakes: [string, object, string][] = [
    ['an unknown key of the app', { app: { scrpt: 'app.js' } }, 'additionalProperties'],
    ['too few rounds', { rounds: 2 }, 'minimum'],
    ['no worker', { variants: { a: { workers: 0 } } }, 'minimum'],
    ['workers that are a text', { variants: { a: { workers: 'Auto' } } }, 'enum'],
    ['one number of workers in a list', { variants: { a: { workers: [2] } } }, 'minItems'],
    ['a number of workers given twice', { variants: { a: { workers: [2, 2] } } }, 'uniqueItems'],
    ['an unknown key of an ecosystem file', { variants: { a: { ecosystem: { path: 'a.cjs' } } } }, 'additionalProperties'],
    ['a command that is a number', { variants: { a: { command: 1 } } }, 'type'],
    ['no load', { load: [0] }, 'exclusiveMinimum'],
    ['an unknown generator', { generator: { command: 'run-azure' } }, 'enum'],
    ['a threshold of 0', { thresholds: { p95: 0 } }, 'exclusiveMinimum']
  ]
  for (const [what, speedup, keyword] of mistakes) {
    it(`first says what is wrong with ${what}`, () => {
      validate(withSpeedup(speedup))
      expect(validate.errors?.[0].keyword).to.equal(keyword)
    })
  }

  it('is offered no map as an example, which would be shown as [object Object]', () => {
    const examples: unknown[] = []
    JSON.stringify(optionSchema(), (key, value) => (key === 'examples' ? examples.push(...value.flat()) : value))
    expect(examples).to.have.length.above(10)
    for (const example of examples) expect(example).to.not.be.an('object')
  })

  it('is offered an empty map for speedup, not every default', () => {
    const { config } = (optionSchema() as any).$defs
    expect(config.properties.plugins.properties.speedup).to.have.all.keys('description', 'type', 'allOf')
  })
})

describe('the words of the schema of the options', () => {
  const { $defs } = optionSchema() as any
  const { app, variants, rounds, confidence, onInconclusive, generator, client } = $defs.options.properties
  const variant = variants.additionalProperties.properties
  const choicesOf = (type: string, property: string) => choicesIn(typeOf(type, property))

  const objects: [string, object][] = [
    ['Options', $defs.options.properties],
    ['AppOptions', app.anyOf[0].properties],
    ['VariantOptions', variant],
    ['RoundsOptions', rounds.anyOf[1].properties],
    ['Thresholds', $defs.thresholds.properties],
    ['GeneratorOptions', generator.properties]
  ]
  for (const [name, properties] of objects) {
    it(`are those of the vocabulary for the properties of ${name}`, () => {
      expect(Object.keys(properties)).to.have.length.above(1)
      expect([...(name === 'Thresholds' ? metrics : []), ...propertiesOf(name)]).to.eql(Object.keys(properties))
    })
  }

  const choices: [string, (string | number)[], (string | number)[]][] = [
    ['confidence', confidence.enum, choicesOf('Options', 'confidence')],
    ['onInconclusive', onInconclusive.enum, choicesOf('Options', 'onInconclusive')],
    ['client', client.enum, Object.keys(clientChoices)],
    ['scheduling', variant.scheduling.enum, choicesOf('VariantOptions', 'scheduling')],
    ['workers', variant.workers.else.then.enum, choicesOf('VariantOptions', 'workers')],
    ['sweep', variant.sweep.enum, choicesOf('VariantOptions', 'sweep')],
    ['mode', variant.mode.enum, modeNames],
    ['generator.command', generator.properties.command.enum, Object.keys(commands)]
  ]
  for (const [name, inSchema, inVocabulary] of choices) {
    it(`are those of the vocabulary for the choices of ${name}`, () => {
      expect(inSchema).to.not.be.empty
      expect(inVocabulary).to.eql(inSchema)
    })
  }

  it('are typed, so that a typo in code is found before anything runs', () => {
    const variants: Options['variants'] = { a: {}, b: { mode: 'cluster', workers: 'auto' } }
    const right: Options = { app: { script: 'app.js', args: [1] }, variants, rounds: undefined }
    // @ts-expect-error rounds is meant.
    const misspelt = { round: 5 } satisfies Options
    // @ts-expect-error cluster is meant.
    const wrong = { variants: { a: { mode: 'clustered' } } } satisfies Options
    const validateOptions = ajv.compile({ $ref: 'urn:artillery-plugin-speedup:options:1#/$defs/options' })
    expect([JSON.parse(JSON.stringify(right)), misspelt, wrong].map((options) => validateOptions(options))).to.eql([true, false, false])
  })
})
