import { modeNames } from '../concepts/modes.ts'
import { described, number, object, orNull, reference, listOf, mapOf, matching, reject, shape, text, textOrMap, oneOf, truth, type Shape } from './shapes.ts'

const speedup = orNull(number({ above: 0 }))
const share = orNull(number({ from: 0, to: 1 }))

const takenBack = 'null takes back what a wider level set.'
const latencySpeedup = (what: string) =>
  described(reference({ speedup }), `Least speedup of ${what}, baseline / candidate: 1.3 is 1.3 times as fast. ${takenBack}`, { examples: [1.3] })

/** What a candidate must reach. */
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

/** What stands on a command line. */
const programArguments = listOf(reference({ environmentValue }))

const fromSlash = matching(/^\//, 'a path that begins with /, such as /health')
const readyPath = shape((value, path) => {
  text(value, path)
  fromSlash(value, path)
}, fromSlash.schema)

const timeout = number({ above: 0, to: 600 })
const map = object({
  script: described(text, 'The file that starts your app: a path from this file. Required, but where no variant is started by it.', { examples: ['../server.js'] }),
  args: described(programArguments, 'Arguments for the app. Default: none.', { examples: [['--verbose']] }),
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

/** The option `app`. */
const app = textOrMap(map, 'the file that starts your app, or a map such as { script: ../server.js, ready: /health }')

export const mostWorkers = 256
const workerCount = number({ from: 1, to: mostWorkers, whole: true })
const workerCounts = listOf(workerCount, { atLeast: 2, distinct: true, allowed: 'a list of at least two different numbers, such as [1, 2, 4]; for one, write the number alone' })
const wordsForCores = ['auto', 'max']

// Its schema is no anyOf: of the number 0, an editor would say that it must be auto.
const workers = shape((value, path) => {
  if (Array.isArray(value)) return workerCounts(value, path)
  if (!wordsForCores.includes(value as string) && !(Number.isInteger(value) && Number(value) >= 1 && Number(value) <= mostWorkers)) {
    reject(path, value, `a whole number from 1 to ${mostWorkers}, auto, max, or a list of several numbers`)
  }
}, {
  if: { type: 'array' },
  then: workerCounts.schema,
  else: { if: { type: 'string' }, then: { enum: wordsForCores }, else: workerCount.schema }
})

const ecosystem = object({
  file: described(text, 'The ecosystem file of PM2: a path from this file. Required in this map.', { examples: ['../ecosystem.config.cjs'] }),
  app: described(text, 'The name of the app in the ecosystem file. Default: its only app.', { examples: ['api'] })
})

/**
 * One way to run the app. Which mode takes which of these is said in concepts/modes.ts: an editor could not tell it in
 * a sentence that helps.
 */
const variant = object({
  mode: described(
    oneOf(modeNames),
    'How the app runs. single: one process. command: any program. url: it runs already. Default: the variant\'s name, where it is a mode; else command, url or pm2, by the key of it that is given.'
  ),
  workers: described(
    workers,
    'Processes that serve the app: 1 to 256; auto or max: as many as the cores that may be used; a list: a variant of each. In modes command and url: how many it has. Default: auto.',
    { default: 'auto', examples: [[1, 2, 4]] }
  ),
  sweep: described(oneOf(['auto']), 'auto: a variant of each of 1, 2, 4 ... workers, up to twice the cores that may be used. Default: as many workers as workers says.'),
  scheduling: described(
    oneOf(['round-robin', 'none']),
    'Who deals out the connections in mode cluster. round-robin: the primary, in turn. none: the kernel. Default: round-robin.',
    { default: 'round-robin' }
  ),
  env: described(reference({ environment }), 'Environment variables of this variant, on top of the app\'s, such as { UV_THREADPOOL_SIZE: 8 }. Default: none.'),
  args: described(programArguments, 'Arguments for the app in this variant, after those of app. Default: none.', { examples: [['--threads', 2]] }),
  command: described(
    textOrList(environmentValue, 'a command line, or a list of the program and its arguments, such as [node, server.js]'),
    'In mode command, what starts the app: a line for the shell, or a list of the program and its arguments. PORT is the port of target. Default: none.',
    { examples: ['docker run --rm --network host shop', ['node', 'server.js', '--threads', 2]] }
  ),
  ecosystem: described(
    textOrMap(ecosystem, 'an ecosystem file of PM2, or a map such as { file: ../ecosystem.config.cjs, app: api }'),
    'In mode pm2, the ecosystem file that says how the app runs: a path from this file, or a map with the name of the app in it, too. Default: none.',
    { examples: ['../ecosystem.config.cjs'] }
  ),
  url: described(
    textOrList(text, 'a URL such as https://staging.example.com, or a list of them'),
    'In mode url, where the app runs already: one or a list of http or https URLs. Where all variants have one, config.target is not read, but Artillery wants it: repeat one. Default: none.',
    { examples: ['https://staging.example.com'] }
  ),
  thresholds: described(
    reference({ thresholds }),
    'What this candidate must reach, such as { p95: 1.5 }. These go before those of all candidates, key by key. Default: none.'
  )
})

/** @returns a text, or a list of items */
function textOrList(item: Shape, allowed: string): Shape {
  const items = listOf(item, { atLeast: 1, allowed })
  return shape((value, path) => {
    if (Array.isArray(value)) return items(value, path)
    if (typeof value !== 'string' || !/\S/.test(value)) reject(path, value, allowed)
  }, { if: { type: 'array' }, then: items.schema, else: text.schema })
}

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
