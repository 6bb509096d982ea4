import { modeNames } from '../concepts/modes.ts'
import { metricFacts, metrics, percentiles } from '../concepts/metrics.ts'
import { fewestRounds, mostRounds } from '../concepts/run.ts'
import { clientChoices, commands } from '../concepts/generators.ts'
import {
  complete, duration, fitting, isTimeText, isWithin, listOf, listOr, mapOf, matching, number, object, oneOf, orNull, refuseValue, reject, shape, text, textOrMap, timeWithUnit, truth,
  type JsonSchema, type Shape
} from './shapes.ts'

/** What is used more than once: the schema says it once, by these names. */
export const definitions: Record<string, JsonSchema> = {}

function named(name: string, inner: Shape): Shape {
  definitions[name] = inner.schema
  return shape((value, path) => inner(value, path), { $ref: `#/$defs/${name}` })
}

const ratio = number({ above: 0 })
const speedup = named('speedup', orNull(shape((value, path) => {
  if (isTimeText(value)) refuseValue(path, value, `but a threshold is a speedup, such as 1.3. For a time, write limits: { ${path.replace(/^.*thresholds\./, '')}: ${value} }.`)
  ratio(value, path)
}, ratio.schema)))
const share = named('share', orNull(number({ from: 0, to: 1 })))

const takenBack = 'null takes back what a wider level set.'
const quotients = { lower: 'baseline / candidate: 1.3 is 1.3 times as fast', higher: 'candidate / baseline: 1.3 is 1.3 times as many' }

const thresholds = named('thresholds', object({
  ...Object.fromEntries(metrics.map((metric) => [metric,
    [speedup, `Least speedup of ${metricFacts[metric].what}, ${quotients[metricFacts[metric].better]}. ${takenBack}`, { examples: [1.3] }]])),
  fairness: [share, `Least fairness: the fair share of the requests over the busiest worker's share, from 0 to 1; 1 is even. ${takenBack}`,
    { examples: [0.8] }],
  errorRate: [share, `Has become limits.errorRate, but goes on working: the largest share of the candidate's requests that may fail. ${takenBack}`, { examples: [0.01] }],
  lost: [share, `With disturb: the largest share of the requests that a disturbance may cost; 0: that none was seen. ${takenBack}`, { examples: [0, 0.001] }],
  recovery: [orNull(duration({ above: 0 })), `With disturb: the longest time until all is as before, such as 2s. ${takenBack}`, { examples: [1, '500ms'] }],
  bump: [orNull(number({ from: 1 })), `With disturb: how many times as high p95 may be meanwhile. ${takenBack}`, { examples: [2] }]
}))

const largestTime = named('largestTime', orNull(timeWithUnit))
const limits = named('limits', object({
  ...Object.fromEntries(percentiles.map((metric) => [metric,
    [largestTime, `Largest value of ${metricFacts[metric].what}, with its unit: 200ms or 0.2s. ${takenBack}`, { examples: ['200ms'] }]])),
  throughput: [orNull(number({ above: 0 })), `Fewest responses per second. ${takenBack}`, { examples: [300] }],
  errorRate: [share, 'Largest share of failed requests, from 0 to 1; 0: that none failed. ' +
    `Without it, nothing is compared where more than 0.05 fail. ${takenBack}`, { examples: [0.01] }]
}, Object.fromEntries(['fairness', 'lost', 'recovery', 'bump'].map((key) => [key, `${key} belongs to thresholds`]))))

const scalar = fitting((value) => typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value),
  'a text, a number, true or false', { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] })
const environmentValue = named('environmentValue', scalar)
const environment = named('environment', mapOf(environmentValue))
const programArguments = listOf(environmentValue)

const readyPath = matching(/^\//, 'a path that begins with /, such as /health')
const timeout = duration({ above: 0, to: 600 })

/** The option `app`, where it is a map. */
export const app = object({
  script: [text, 'The file that starts your app: a path from this file. Required, but where no variant is started by it.',
    { examples: ['../server.js'] }],
  args: [programArguments, 'Arguments for the app.', { otherwise: 'none', examples: [['--verbose']] }],
  env: [environment, 'Environment variables of the app, on top of yours, such as { NODE_ENV: production }.', { otherwise: 'none' }],
  nodeArgs: [listOf(text), 'Arguments for Node, before the script.', { otherwise: 'none', examples: [['--max-old-space-size=512']] }],
  cwd: [text, 'Working directory of the app: a path from this file.', { otherwise: 'where Artillery runs', examples: ['..'] }],
  ready: [readyPath, 'A path that must answer with a status below 500 before the load starts.',
    { otherwise: 'an open port is enough', examples: ['/health'] }],
  readyTimeout: [timeout, 'How long the app may take to be ready, such as 30s: at most 600 seconds.', { default: 10, otherwise: '10 seconds' }],
  stopTimeout: [timeout, 'Time between SIGTERM and SIGKILL, such as 5s: at most 600 seconds.', { default: 2, otherwise: '2 seconds' }]
})

export const mostUsers = 10_000
export const mostWorkers = 256
const workerBounds = { from: 1, to: mostWorkers, whole: true }
const workerCount = number(workerBounds)
const several = 'a list of at least two different numbers, such as [1, 2, 4]; for one, write the number alone'
const workerCounts = listOf(workerCount, { atLeast: 2, distinct: true, allowed: several })
const workerWords = ['auto', 'max']
const countOrWord = fitting((value) => workerWords.includes(value as string) || isWithin(value, workerBounds),
  `a whole number from 1 to ${mostWorkers}, auto, max, or a list of several numbers`,
  { if: { type: 'string' }, then: { enum: workerWords }, else: workerCount.schema })

const ecosystem = object({
  file: [text, 'The ecosystem file of PM2: a path from this file. Required in this map.', { examples: ['../ecosystem.config.cjs'] }],
  app: [text, 'The name of the app in the ecosystem file.', { otherwise: 'its only app', examples: ['api'] }]
})

/** A list or a single one, neither of them empty. */
const oneOrMore = (item: Shape, allowed: string) => listOr(listOf(item, { atLeast: 1, allowed }), matching(/\S/, allowed))

/** One way to run the app. The schema does not say which mode takes what: no editor could tell it in a sentence that helps. */
export const variant = object({
  mode: [oneOf(modeNames), 'How the app runs. single: one process. command: any program. url: it runs already.',
    { otherwise: 'the variant\'s name, where it is a mode; else command, url or pm2, by the key of it that is given' }],
  workers: [listOr(workerCounts, countOrWord),
    'Processes that serve the app: 1 to 256; auto or max: as many as the cores that may be used; a list: a variant of each. ' +
      'In modes command and url: how many it has.', { default: 'auto', examples: [[1, 2, 4]] }],
  sweep: [oneOf(['auto']), 'auto: a variant of each of 1, 2, 4 ... workers, up to twice the cores that may be used.',
    { otherwise: 'as many workers as workers says' }],
  scheduling: [oneOf(['round-robin', 'none']),
    'Who deals out the connections in mode cluster. round-robin: the primary, in turn. none: the kernel.', { default: 'round-robin' }],
  env: [environment, 'Environment variables of this variant, on top of the app\'s, such as { UV_THREADPOOL_SIZE: 8 }.', { otherwise: 'none' }],
  args: [programArguments, 'Arguments for the app in this variant, after those of app.', { otherwise: 'none', examples: [['--threads', 2]] }],
  command: [oneOrMore(scalar, 'a command line, or a list of the program and its arguments, such as [node, server.js]'),
    'In mode command, what starts the app: a line for the shell, or a list of the program and its arguments. PORT is the port of target.',
    { otherwise: 'none', examples: ['docker run --rm --network host shop', ['node', 'server.js', '--threads', 2]] }],
  reload: [matching(/\S/, 'a line for the shell'),
    'In mode command, with disturb: the line for the shell that brings in new workers. PID is the process of the command: of a line, its shell, unless it begins with exec.',
    { otherwise: 'none', examples: ['kill -HUP $PID'] }],
  ecosystem: [textOrMap(ecosystem, 'an ecosystem file of PM2, or a map such as { file: ../ecosystem.config.cjs, app: api }'),
    'In mode pm2, the ecosystem file that says how the app runs: a path from this file, or a map with the name of the app in it, too.',
    { otherwise: 'none', examples: ['../ecosystem.config.cjs'] }],
  url: [oneOrMore(text, 'a URL such as https://staging.example.com, or a list of them'),
    'In mode url, where the app runs already: one or a list of http or https URLs. ' +
      'Where all variants have one, config.target is not read, but Artillery wants it: repeat one.',
    { otherwise: 'none', examples: ['https://staging.example.com'] }],
  thresholds: [thresholds,
    'What this candidate must reach, such as { p95: 1.5 }. These go before those of all candidates, key by key.', { otherwise: 'none' }],
  limits: [limits, 'What this variant must keep, such as { p95: 200ms }. These go before those of all variants, key by key.', { otherwise: 'none' }]
})

const roundCount = named('roundCount', number({ from: fewestRounds, to: mostRounds, whole: true }))

/** The option `rounds`, where it is a map. */
export const roundsMap = object({
  min: [roundCount, 'Rounds before the first look at the result, from 3 to 30.', { default: 3 }],
  max: [roundCount, 'Rounds after which it ends, decided or not, from 3 to 30.', { default: 10, otherwise: '10, or min where that is more' }]
})
const rounds = shape((value, path) => {
  if (typeof value === 'number') return roundCount(value, path)
  if (typeof value === 'object' && value !== null) return roundsMap(value, path)
  reject(path, value, 'a whole number from 3 to 30, or a map such as { min: 3, max: 10 }')
}, { anyOf: [roundCount.schema, roundsMap.schema] })

const different = 'a list of different numbers above 0, such as [0.5, 0.8, 1, 1.5]'
const platforms = Object.values(commands).flatMap(({ place }) => place?.short ?? [])
const generator = object({
  command: [oneOf(Object.keys(commands)), 'The command of Artillery that makes the load of each run. run: on this machine. ' +
      `The others: on ${platforms.slice(0, -1).join(', ')} or ${platforms.at(-1)}, for variants of mode url. Required in this map.`],
  args: [programArguments, 'Arguments for that command.', { otherwise: 'none', examples: [['--region', 'eu-west-1', '--count', 4]] }]
})

const hit = oneOf(['worker', 'all'])
const disturbance = object({
  kill: [hit, 'Ends a worker at once (SIGKILL); worker: one, in turn; all: all of them.'],
  terminate: [hit, 'Tells a worker to leave (SIGTERM).'],
  freeze: [hit, 'Stops a worker for some seconds (SIGSTOP), as if it hung.'],
  reload: [fitting((value) => value === true, 'true', { const: true }), 'Brings in new workers, each variant in its own way; single stops and starts.'],
  seconds: [duration({ above: 0, to: 600 }), 'How long it is frozen, such as 2s.'],
  at: [duration({ from: 0, to: 3600 }), 'When it happens: the time since the load began, such as 4s.']
})

const users = number({ from: 1, to: mostUsers, whole: true })
const loadTime = duration({ above: 0, to: 3600 })

/** Every option of `config.plugins.speedup`. */
export const optionShapes = object({
  app: [textOrMap(app, 'the file that starts your app, or a map such as { script: ../server.js, ready: /health }'),
    'The file that starts your app, a path from this file; or a map that says more, such as { script: ../server.js, ready: /health }. ' +
      'Required, but where no variant is started by it.', { examples: ['../server.js'] }],
  users: [users, 'Users who come within a second and go through the flow again and again, each on a connection of its own, in the place of config.phases.',
    { otherwise: 'config.phases', examples: [20] }],
  seconds: [loadTime, 'How long users go on in each run, such as 8s: no request begins later, and those under way are finished.',
    { otherwise: 'as long as is best in the time, or 8 seconds with rounds or generator', examples: [8] }],
  variants: [mapOf(variant), 'The ways to run the app, by name, such as four: { mode: cluster, workers: 4 }; at least two.', {
    default: { single: { mode: 'single' }, clustered: { mode: 'cluster' } },
    otherwise: 'single, and clustered with as many workers as cores that may be used'
  }],
  baseline: [text, 'The variant that the others are compared with.', { otherwise: 'the first', examples: ['single'] }],
  rounds: [rounds, 'How often each variant is run, from 3 to 30. ' +
      'A map: until every threshold is decided, but min times at least and max times at most. A number: that often.',
    { default: complete(roundsMap), otherwise: '{ min: 3, max: 10 }', examples: [10] }],
  time: [duration({ above: 0 }), 'How long it may take, such as 90s or 5m: as many rounds, and as long runs, as tell most.',
    { otherwise: 'what rounds say; or 30 s for each variant, where the length of the runs is free', examples: ['60s'] }],
  warmUp: [duration({ from: 0, to: 600 }), 'Time at the start of each run that is loaded, but not counted, such as 3s.',
    { otherwise: 'a third of the load, at most 1.5 seconds', examples: [3, '500ms'] }],
  confidence: [oneOf([0.9, 0.95, 0.99]), 'Of the intervals of the speedups.', { default: 0.95 }],
  disturb: [listOf(disturbance), 'What happens to the app in each run, such as { kill: worker, at: 4 }: then it is told what is lost, and not how fast it is.',
    { otherwise: 'nothing' }],
  thresholds: [thresholds, 'What every candidate must reach, such as { p95: 1.3, p99: 1.3 }. ' +
      'Those under a variant, and under a scenario\'s own speedup key, go before these, key by key.', { otherwise: 'none' }],
  limits: [limits, 'What every variant must keep, the baseline included, such as { p95: 200ms, throughput: 300 }. ' +
      'Those under a variant, and under a scenario\'s own speedup key, go before these, key by key.', { otherwise: 'none' }],
  pidHeader: [matching(/^[\w!#$%&'*+.^`|~-]+$/, 'the name of an HTTP header'),
    'The response header that names the worker.', { default: 'x-worker-pid' }],
  report: [text, 'Directory for what is kept, a path from where Artillery runs.', { default: 'reports' }],
  onInconclusive: [oneOf(['fail', 'pass']),
    'What comes of a verdict that could not be reached. fail: exit code 2. pass: exit code 0.', { default: 'fail' }],
  mix: [truth, 'Compare the weighted mix of all scenarios as one, not each alone.', { default: false }],
  sameAnswers: [truth, 'Whether all variants must answer alike.', { default: true }],
  compareWith: [text, 'An earlier comparison.json, or the folder that holds it: a path from this file. A speedup that fell below it fails.',
    { otherwise: 'none', examples: ['../reports/main'] }],
  load: [listOf(number({ above: 0, to: 100 }), { atLeast: 1, distinct: true, allowed: different }),
    'Numbers by which users, or the arrivals of config.phases, are multiplied: each scenario is compared under each of these loads, and thresholds are for 1.',
    { otherwise: 'the load as it is written', examples: [[0.5, 0.8, 1, 1.5]] }],
  generator: [generator, 'Who makes the load, such as { command: run-lambda, args: [--region, eu-west-1] }; ' +
      'what is known of a run comes then from Artillery\'s own metrics alone.', { otherwise: 'this plugin, on this machine' }],
  client: [oneOf(Object.keys(clientChoices)), 'What sends the requests. auto: the plugin\'s lean client, in scenarios that it can run, ' +
      'else Artillery\'s. artillery: always Artillery\'s.', { default: 'auto' }],
  // Artillery's own keys, which any plugin's options may have.
  scope: [text, 'Artillery\'s own: what comes before speedup in the name of the plugin\'s package.', { otherwise: 'artillery-plugin-' }],
  suppressOutput: [truth, 'Artillery\'s own: print no metrics of this plugin in Artillery\'s summary.', { default: false }]
})

/** Every key of a scenario's own `speedup:`. */
export const scenarioShapes = object({
  users: [users, 'The users of this scenario. This goes before plugins.speedup.users.', { otherwise: 'those of plugins.speedup', examples: [20] }],
  seconds: [loadTime, 'How long they go on. This goes before plugins.speedup.seconds.', { otherwise: 'that of plugins.speedup', examples: [8] }],
  thresholds: [thresholds,
    'What every candidate must reach in this scenario, such as { p95: 1.3 }. These go before all others, key by key.', { otherwise: 'none' }],
  limits: [limits, 'What every variant must keep in this scenario, such as { p95: 200ms }. These go before all others, key by key.', { otherwise: 'none' }]
})
