import { app, environment, environmentValue, programArguments } from './app-shapes.ts'
import { described, listOf, mapOf, matching, number, object, oneOf, reference, reject, shape, text, truth } from './shapes.ts'
import { share, speedup, thresholds } from './threshold-shapes.ts'
import { variant } from './variant-shapes.ts'

const roundCount = number({ from: 3, to: 30, whole: true })
const aRoundCount = reference({ roundCount })
const roundsMap = object({
  min: described(aRoundCount, 'Rounds before the first look at the result, from 3 to 30. Default: 3.', { default: 3 }),
  max: described(aRoundCount, 'Rounds after which it ends, decided or not, from 3 to 30. Default: 10, or min where that is more.', { default: 10 })
})

const rounds = shape((value, path) => {
  if (typeof value === 'number') return roundCount(value, path)
  if (typeof value !== 'object' || value === null) {
    reject(path, value, 'a whole number from 3 to 30, or a map such as { min: 3, max: 10 }')
  }
  roundsMap(value, path)
}, { anyOf: [aRoundCount.schema, roundsMap.schema] })

const headerName = matching(/^[\w!#$%&'*+.^`|~-]+$/, 'the name of an HTTP header')

const loadFactors = listOf(number({ above: 0, to: 100 }), {
  atLeast: 1,
  distinct: true,
  allowed: 'a list of different numbers above 0, such as [0.5, 0.8, 1, 1.5]'
})

const generator = object({
  command: described(
    oneOf(['run', 'run-fargate', 'run-lambda', 'run-aci']),
    'The command of Artillery that makes the load of each run. run: on this machine. The others: on AWS Fargate, AWS Lambda or Azure, for variants of mode url. Required in this map.'
  ),
  args: described(programArguments, 'Arguments for that command. Default: none.', { examples: [['--region', 'eu-west-1', '--count', 4]] })
})

/** Every option of `config.plugins.speedup`. */
export const optionShapes = object({
  app: described(app, 'The file that starts your app, a path from this file; or a map that says more, such as { script: ../server.js, ready: /health }. Required, but where no variant is started by it.', {
    examples: ['../server.js']
  }),
  variants: described(mapOf(variant), 'The ways to run the app, by name, such as four: { mode: cluster, workers: 4 }; at least two. Default: single, and clustered with as many workers as cores that may be used.', {
    default: { single: { mode: 'single' }, clustered: { mode: 'cluster' } }
  }),
  baseline: described(text, 'The variant that the others are compared with. Default: the first.', { examples: ['single'] }),
  rounds: described(
    rounds,
    'How often each variant is run, from 3 to 30. A map: until every threshold is decided, but min times at least and max times at most. A number: that often. Default: { min: 3, max: 10 }.',
    { default: { min: 3, max: 10 }, examples: [10] }
  ),
  confidence: described(oneOf([0.9, 0.95, 0.99]), 'Of the intervals of the speedups. Default: 0.95.', { default: 0.95 }),
  thresholds: described(
    reference({ thresholds }),
    'What every candidate must reach, such as { p95: 1.3, p99: 1.3 }. Those under a variant, and under a scenario\'s own speedup key, go before these, key by key. Default: none.'
  ),
  pidHeader: described(headerName, 'The response header that names the worker. Default: x-worker-pid.', { default: 'x-worker-pid' }),
  report: described(text, 'Directory for what is kept, a path from where Artillery runs. Default: reports.', { default: 'reports' }),
  onInconclusive: described(
    oneOf(['fail', 'pass']),
    'What comes of a verdict that could not be reached. fail: exit code 2. pass: exit code 0. Default: fail.',
    { default: 'fail' }
  ),
  mix: described(truth, 'Compare the weighted mix of all scenarios as one, not each alone. Default: false.', { default: false }),
  sameAnswers: described(truth, 'Whether all variants must answer alike. Default: true.', { default: true }),
  compareWith: described(
    text,
    'An earlier comparison.json, or the folder that holds it: a path from this file. A speedup that fell below it fails. Default: none.',
    { examples: ['../reports/main'] }
  ),
  load: described(
    loadFactors,
    'Numbers by which the arrivals of config.phases are multiplied: each scenario is compared under each of these loads, and thresholds are for 1. Default: the load as it is written.',
    { examples: [[0.5, 0.8, 1, 1.5]] }
  ),
  generator: described(
    generator,
    'Who makes the load, such as { command: run-lambda, args: [--region, eu-west-1] }; what is known of a run comes then from Artillery\'s own metrics alone. Default: this plugin, on this machine.'
  ),
  client: described(
    oneOf(['auto', 'artillery']),
    'What sends the requests. auto: the plugin\'s lean client, in scenarios that it can run, else Artillery\'s. artillery: always Artillery\'s. Default: auto.',
    { default: 'auto' }
  ),
  // Artillery's own keys, which any plugin's options may have.
  scope: described(text, 'Artillery\'s own: what comes before speedup in the name of the plugin\'s package. Default: artillery-plugin-.'),
  suppressOutput: described(truth, 'Artillery\'s own: print no metrics of this plugin in Artillery\'s summary. Default: false.', { default: false })
})

/** Every key of a scenario's own `speedup:`. */
export const scenarioShapes = object({
  thresholds: described(
    reference({ thresholds }),
    'What every candidate must reach in this scenario, such as { p95: 1.3 }. These go before all others, key by key. Default: none.'
  )
})

/** What is used more than once: the schema says it once, by these names. */
export const definitions = { speedup, share, thresholds, environmentValue, environment, roundCount }
