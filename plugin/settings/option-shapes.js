import { described, isMap, listOf, mapOf, matching, number, object, oneOf, orNull, reference, reject, shape, text, truth } from './shapes.js'

/** @type {readonly ['single', 'cluster']} */
export const modes = ['single', 'cluster']

const speedup = orNull(number({ above: 0 }))
const share = orNull(number({ from: 0, to: 1 }))

const takenBack = 'null takes back what a wider level set.'
const latencySpeedup = (/** @type {string} */ what) =>
  described(reference({ speedup }), `Least speedup of ${what}, baseline / candidate: 1.3 is 1.3 times as fast. ${takenBack}`, { examples: [1.3] })

const thresholds = object({
  p50: latencySpeedup('the median latency'),
  p95: latencySpeedup('the 95th percentile of latency'),
  p99: latencySpeedup('the 99th percentile of latency'),
  throughput: described(
    reference({ speedup }),
    `Least speedup of the responses per second, candidate / baseline: 1.3 is 1.3 times as many. ${takenBack}`,
    { examples: [1.3] }
  ),
  fairness: described(
    reference({ share }),
    `Least fairness: the fair share of the requests over the busiest worker's share, from 0 to 1; 1 is even. ${takenBack}`,
    { examples: [0.8] }
  ),
  errorRate: described(
    reference({ share }),
    `Most of the candidate's requests that may fail, from 0 to 1. Without it, nothing is compared where more than 0.05 fail. ${takenBack}`,
    { examples: [0.01] }
  )
})

const environmentValue = shape((value, path) => {
  const fits = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
  if (!fits) reject(path, value, 'a text, a number, true or false')
}, { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] })
const environment = mapOf(reference({ environmentValue }))

const fromSlash = matching(/^\//, 'a path that begins with /, such as /health')
const readyPath = shape((value, path) => {
  text(value, path)
  fromSlash(value, path)
}, fromSlash.schema)

const timeout = number({ above: 0, to: 600 })
const appMap = object({
  script: described(text, 'The file that starts your app: a path from this file. Required in this map.', { examples: ['../server.js'] }),
  args: described(listOf(reference({ environmentValue })), 'Arguments for the app. Default: none.', { examples: [['--verbose']] }),
  env: described(reference({ environment }), 'Environment variables of the app, on top of yours, such as { NODE_ENV: production }. Default: none.'),
  nodeArgs: described(listOf(text), 'Arguments for Node, before the script. Default: none.', { examples: [['--max-old-space-size=512']] }),
  cwd: described(text, 'Working directory of the app: a path from this file. Default: where Artillery runs.', { examples: ['..'] }),
  ready: described(
    readyPath,
    'A path that must answer with a status below 500 before the load starts. Default: an open port is enough.',
    { examples: ['/health'] }
  ),
  readyTimeout: described(timeout, 'Seconds until the app must be ready, at most 600. Default: 10.', { default: 10 }),
  stopTimeout: described(timeout, 'Seconds between SIGTERM and SIGKILL, at most 600. Default: 2.', { default: 2 })
})

// The map comes first in the schema: of a mistake in it, an editor would else say that it is no text.
const app = shape((value, path) => {
  if (typeof value === 'string') return text(value, path)
  if (!isMap(value)) reject(path, value, 'the file that starts your app, or a map such as { script: ../server.js, ready: /health }')
  appMap(value, path)
}, { anyOf: [appMap.schema, text.schema] })

// Its schema is no anyOf: of the number 0, an editor would say that it must be auto.
const workers = shape((value, path) => {
  if (value !== 'auto' && !(Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 256)) {
    reject(path, value, 'a whole number from 1 to 256, or auto')
  }
}, { if: { type: 'string' }, then: { const: 'auto' }, else: { type: 'integer', minimum: 1, maximum: 256 } })

const variant = object({
  mode: described(
    oneOf(modes),
    'single: one process. cluster: several workers on one port, by Node\'s cluster module. Default: the variant\'s name, where it is a mode.'
  ),
  workers: described(
    workers,
    'Processes that serve the app in mode cluster: from 1 to 256, or auto, as many as the cores that may be used. Default: auto.',
    { default: 'auto' }
  ),
  scheduling: described(
    oneOf(['round-robin', 'none']),
    'Who deals out the connections in mode cluster. round-robin: the primary, in turn. none: the kernel. Default: round-robin.',
    { default: 'round-robin' }
  ),
  env: described(reference({ environment }), 'Environment variables of this variant, on top of the app\'s, such as { UV_THREADPOOL_SIZE: 8 }. Default: none.'),
  thresholds: described(
    reference({ thresholds }),
    'What this candidate must reach, such as { p95: 1.5 }. These go before those of all candidates, key by key. Default: none.'
  )
})

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

/** Every option of `config.plugins.speedup`. */
export const optionShapes = object({
  app: described(app, 'The file that starts your app, a path from this file; or a map that says more, such as { script: ../server.js, ready: /health }. Required.', {
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
