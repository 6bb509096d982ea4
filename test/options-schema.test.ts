import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { parse } from 'yaml'
import { optionSchema } from '../tools/option-schema.ts'
import type { Options } from '../plugin/concepts/options.ts'
import { expectKept } from './support/golden.ts'

// That the schema says of any option what the shapes say of it is tested in test/settings/option-schema.test.ts.

const root = fileURLToPath(new URL('../', import.meta.url))
const validate = new Ajv2020({ strict: true }).compile(optionSchema())

const withSpeedup = (speedup: unknown) => ({ config: { plugins: { speedup } } })

describe('options.schema.json', () => {
  it('is what the shapes say; UPDATE_GOLDEN=1 mocha test/options-schema.test.ts writes it anew', () => {
    expectKept('plugin/options.schema.json', `${JSON.stringify(optionSchema(), null, 2)}\n`)
  })
})

describe('the schema of an Artillery script', () => {
  const flow = [{ get: { url: '/' } }]
  const usual = {
    config: { target: 'http://127.0.0.1:3030', ...withSpeedup({ app: 'app.js' }).config },
    scenarios: [{ name: 'a', flow }]
  }
  const withScenarios = (...speedups: unknown[]) => ({
    ...usual,
    scenarios: speedups.map((speedup) => ({ flow, speedup }))
  })
  const inEnvironment = (speedup: unknown) => ({ config: { environments: { ci: withSpeedup(speedup).config } } })
  const withVariant = (variant: object) => withSpeedup({ variants: { a: variant } })

  const files = globSync('scenarios/**/*.yml', { cwd: root })
  it('is tried on the scenarios of this repository', () => expect(files).to.include('scenarios/primes.yml'))

  const accepted: Record<string, unknown> = {
    ...Object.fromEntries(files.map((name) => [name, parse(readFileSync(`${root}${name}`, 'utf8'))])),
    'a script with nothing of ours': { config: { target: 'x' }, scenarios: [{ flow }] },
    'a file for --config, which has no scenarios': { config: usual.config },
    'thresholds of a scenario': withScenarios({ thresholds: { p95: 1.3, p99: null } }, {}),
    'an environment with options of its own': inEnvironment({ rounds: 5 }),
    'any other key, and other plugins': {
      ...usual,
      before: { flow },
      config: { ...usual.config, http: { pool: 1 }, plugins: { ensure: null } }
    },
    'whatever Artillery’s own keys hold': {
      config: { target: '{{ target }}', phases: '{{ phases }}', processor: 1 },
      scenarios: [{ name: 1, flow: {} }]
    }
  }
  for (const [what, script] of Object.entries(accepted)) {
    it(`accepts ${what}`, () => {
      validate(script)
      expect(validate.errors).to.equal(null)
    })
  }

  // The first error is the one that an editor shows: the YAML language server, which most editors have.
  const ours = '/config/plugins/speedup'
  const refused: [what: string, script: unknown, place: string, keyword: string][] = [
    ['an unknown option', withSpeedup({ treshold: { p95: 1.3 } }), ours, 'additionalProperties'],
    ['options left empty', withSpeedup(null), ours, 'type'],
    ['an unknown mode', withVariant({ mode: 'clusterd' }), `${ours}/variants/a/mode`, 'enum'],
    ['an unknown key of the app', withSpeedup({ app: { scrpt: 'app.js' } }), `${ours}/app`, 'additionalProperties'],
    ['too few rounds', withSpeedup({ rounds: 2 }), `${ours}/rounds`, 'minimum'],
    ['no worker', withVariant({ workers: 0 }), `${ours}/variants/a/workers`, 'minimum'],
    ['workers that are a text', withVariant({ workers: 'Auto' }), `${ours}/variants/a/workers`, 'enum'],
    ['one number of workers in a list', withVariant({ workers: [2] }), `${ours}/variants/a/workers`, 'minItems'],
    ['a number of workers given twice', withVariant({ workers: [2, 2] }), `${ours}/variants/a/workers`, 'uniqueItems'],
    [
      'an unknown key of an ecosystem file',
      withVariant({ ecosystem: { path: 'a.cjs' } }),
      `${ours}/variants/a/ecosystem`,
      'additionalProperties'
    ],
    ['a command that is a number', withVariant({ command: 1 }), `${ours}/variants/a/command`, 'type'],
    [
      'an unknown option in an environment',
      inEnvironment({ round: 5 }),
      '/config/environments/ci/plugins/speedup',
      'additionalProperties'
    ],
    [
      'an unknown option of a scenario',
      withScenarios({}, { threshold: {} }),
      '/scenarios/1/speedup',
      'additionalProperties'
    ],
    ['a limit without a unit', withSpeedup({ limits: { p95: 200 } }), `${ours}/limits/p95`, 'type'],
    ['a rate without a unit', withSpeedup({ limits: { capacity: '300' } }), `${ours}/limits/capacity`, 'pattern']
  ]
  for (const [what, script, place, keyword] of refused) {
    it(`refuses ${what}, and says first what is wrong where`, () => {
      expect(validate(script)).to.equal(false)
      expect(validate.errors?.[0]).to.include({ instancePath: place, keyword })
    })
  }

  it('offers an editor no map as an example, which would be shown as [object Object], and an empty map for speedup, not every default', () => {
    const examples: unknown[] = []
    JSON.stringify(optionSchema(), (key, value) => (key === 'examples' ? examples.push(...value.flat()) : value))
    expect(examples).to.have.length.above(10)
    for (const example of examples) expect(example).to.not.be.an('object')
    const { config } = (optionSchema() as any).$defs
    expect(config.properties.plugins.properties.speedup).to.have.all.keys('description', 'type', 'allOf')
  })
})

describe('the options that code gives', () => {
  it('are typed, so that a typo in code is found before anything runs', () => {
    const right: Options = {
      app: { script: 'app.js', args: [1] },
      variants: { a: {}, b: { mode: 'cluster', workers: 'auto' } },
      rounds: undefined
    }
    // @ts-expect-error rounds is meant.
    const misspelt = { round: 5 } satisfies Options
    // @ts-expect-error cluster is meant.
    const wrong = { variants: { a: { mode: 'clustered' } } } satisfies Options
    expect(
      [right, misspelt, wrong].map((options) => validate(JSON.parse(JSON.stringify(withSpeedup(options)))))
    ).to.eql([true, false, false])
  })
})
