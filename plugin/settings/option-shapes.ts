import { modeNames } from '../concepts/modes.ts'
import { fewestRounds, mostRounds } from '../concepts/run.ts'
import { clientChoices, commands, mostUsers } from '../concepts/generators.ts'
import {
  complete,
  duration,
  fitting,
  isWithin,
  listOf,
  listOr,
  mapOf,
  matching,
  named,
  number,
  object,
  oneOf,
  oneOrSeveral,
  oneOrSeveralLists,
  quoted,
  reject,
  severalOf,
  shape,
  text,
  textOrMap,
  truth,
  type Complete,
  type GivenOf,
  type Shape,
  type ValueOf
} from './shapes.ts'
import { limits, thresholds } from './demand-shapes.ts'
import { cpuCount, memoryAmount, rate } from './quantities.ts'
import { namedCounts, type CountNames } from '../questions/concepts.ts'
import {
  appOptions,
  optionsApart,
  questionFactors,
  questionLoads,
  questionOptions,
  usualLengths,
  variantOptions
} from '../questions/settings.ts'

const scalar = fitting<string | number | boolean>(
  (value) => typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value),
  'a string, a number, true or false',
  { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] }
)
const environmentValue = named('environmentValue', scalar)
const environment = named('environment', mapOf(environmentValue))
const severalValues = 'a list of at least two different values, such as [5, 10, 20]; for one, write the value alone'
const severalMaps = 'a list of at least two different maps, such as [{}, { POOL: 20 }]; for one, write the map alone'
/** Of a variant, of which a list makes several. */
const environments = listOr(severalOf(environment, severalMaps), mapOf(oneOrSeveral(environmentValue, severalValues)))
const programArguments = listOf(environmentValue)
const severalLists = 'a list of at least two different lists, such as [[], [--verbose]]; for one, write the list alone'

const readyPath = matching(/^\//, 'a path that begins with /, such as /health')
const timeout = duration({ above: 0, to: 600 })

/** The option `app`, where it is a map. */
export const app = object({
  script: [
    text,
    'The file that starts your app, relative to this file. Required if any variant uses it.',
    null,
    '../server.js'
  ],
  args: [programArguments, 'Arguments for the app.', 'none', ['--verbose']],
  env: [environment, 'Environment variables for the app, added to yours, such as { NODE_ENV: production }.', 'none'],
  nodeArgs: [listOf(text), 'Arguments for Node, before the script.', 'none', ['--max-old-space-size=512']],
  cwd: [text, 'Working directory of the app, relative to this file.', 'where Artillery runs', '..'],
  ...appOptions,
  ready: [
    readyPath,
    'A path that must answer with a status below 500, in every worker, before the load starts.',
    'an open port is enough',
    '/health'
  ],
  readyTimeout: [
    timeout,
    'Maximum time for the app to become ready, such as 30s, up to 600 seconds.',
    { default: '10s' }
  ],
  stopTimeout: [timeout, 'Time between SIGTERM and SIGKILL, such as 5s, up to 600 seconds.', { default: '2s' }],
  pidHeader: [
    matching(/^[\w!#$%&'*+.^`|~-]+$/, 'the name of an HTTP header'),
    'The response header that names the worker, also of apps that commands start, or that already run.',
    { default: 'x-worker-pid' }
  ]
})

const mostWorkers = 256
const workerBounds = { from: 1, to: mostWorkers, whole: true }
const workerCount = number(workerBounds)
const several = 'a list of at least two different numbers, such as [1, 2, 4]; for one, write the number alone'
const workerCounts = severalOf(workerCount, several)
const workerWords = ['auto', ...namedCounts.map(([name]) => name as CountNames)] as const
/** Numbers of workers, or of instances. */
export const countOrSeveral = listOr(
  workerCounts,
  fitting<number | (typeof workerWords)[number]>(
    (value) => workerWords.some((word) => word === value) || isWithin(value, workerBounds),
    `a whole number from 1 to ${mostWorkers}, ${workerWords.join(', ')}, or a list of several numbers`,
    { if: { type: 'string' }, then: { enum: workerWords }, else: workerCount.schema }
  )
)

const ecosystem = object({
  file: [text, 'The PM2 ecosystem file, relative to this file. Required in this map.', null, '../ecosystem.config.cjs'],
  app: [text, 'The name of the app in the ecosystem file.', 'its only app', 'api']
})

/** A list or a single one, neither of them empty. */
const oneOrMore = <Value>(item: Shape<Value>, allowed: string) =>
  listOr(listOf(item, { atLeast: 1, allowed }), matching(/\S/, allowed))

const severalVersions = 'a list of at least two different versions, such as ["22", "24"]; for one, write it alone'
/** From 20 on: our preload needs `--import`, and older ones are no longer kept up. */
const nodeVersion = quoted(/^(?:[2-9]\d)(?:\.\d+){0,2}$/, 'a version of Node from 20 on, such as "22" or "24.1.0"')

const distribution = oneOf(['round-robin', 'none'])

/**
 * One way to run the app. The schema does not say which mode takes what: no editor could tell it in a sentence that
 * helps.
 */
export const variant = object({
  mode: [
    oneOf(modeNames),
    'How the app runs. single: one process. command: any program. url: an app that already runs.',

    "the variant's name if it is a mode; else by its command, url, ecosystem, instances, cpus or memory; else cluster with workers, single without"
  ],
  workers: [
    countOrSeveral,
    'Number of processes: at most 16, or 8 per core if that is more. auto: one per core. ' +
      'A list: a variant for each. ' +
      namedCounts.map(([name, { example, most }]) => `${name}: ${example} ${most}. `).join('') +
      'Modes command and url: how many there are. Mode ports: in each instance, else 1.',
    { default: 'auto' },
    2,
    ...workerWords,
    [1, 2, 4]
  ],
  instances: [
    countOrSeveral,
    'In mode ports: number of instances behind a load balancer. Each is one process, or a cluster of workers, with a port of its own. Written as workers.',
    'one per usable core, or 1 with cpus or memory',
    4
  ],
  cpus: [
    oneOrSeveral(cpuCount, 'a list of at least two different numbers of cores, such as [0.5, 1, 2]'),
    'In mode ports: CPU quota of each instance, in cores, as a container has it. It needs Linux, and the right to make cgroups. A list: a variant for each.',
    'as many as there are',
    0.5,
    '500m'
  ],
  memory: [
    oneOrSeveral(memoryAmount, 'a list of at least two different amounts of memory, such as [256Mi, 512Mi]'),
    'In mode ports: memory limit of each instance, as a container has it. The kernel kills what exceeds it. A list: a variant for each.',
    'as much as there is',
    '512Mi',
    '1GiB'
  ],
  scheduling: [
    oneOrSeveral(distribution, 'a list of two different ones, such as [round-robin, none]'),
    'What distributes connections in mode cluster. round-robin: the primary, in turn. none: the kernel. A list: a variant for each.',
    { default: 'round-robin' }
  ],
  env: [
    environments,
    "Environment variables for this variant, added to the app's, such as { UV_THREADPOOL_SIZE: 8 }. A list of values, such as { POOL: [5, 10, 20] }, or of whole maps: a variant for each.",
    'none'
  ],
  args: [
    oneOrSeveralLists(programArguments, severalLists),
    'Arguments for the app in this variant, after those of app. A list of lists: a variant for each.',
    'none',
    ['--threads', 2]
  ],
  command: [
    oneOrMore(scalar, 'a command line, or a list of the program and its arguments, such as [node, server.js]'),
    'In mode command: how to start the app, as a shell command line, or a list of the program and its arguments. PORT is set to the port of target.',
    'none',
    'docker run --rm --init -p 127.0.0.1:$PORT:3000 shop',
    ['node', 'server.js', '--threads', 2]
  ],
  reload: [
    matching(/\S/, 'a shell command line'),
    'In mode command, for a reload: the shell command line that replaces the workers. PID is set to the process of command: its shell for a command line, unless that begins with exec.',
    'none',
    'kill -HUP $PID'
  ],
  ecosystem: [
    textOrMap(ecosystem, 'a PM2 ecosystem file, or a map such as { file: ../ecosystem.config.cjs, app: api }'),
    'In mode pm2: the ecosystem file that describes the app, relative to this file; or a map with the file and the name of the app in it.',
    'none',
    '../ecosystem.config.cjs'
  ],
  url: [
    oneOrMore(text, 'a URL such as https://staging.example.com, or a list of them'),
    'In mode url: where the app is already running, one http or https URL or a list of them. ' +
      'If all variants have one, config.target is ignored, but Artillery requires it: repeat one.',
    'none',
    'https://staging.example.com'
  ],
  ...variantOptions,
  node: [
    oneOrSeveral(nodeVersion, severalVersions),
    'The version of Node that runs the app, 20 or later, in quotes. It is installed from npm if it is not the one that runs Artillery. A list: a variant for each.',
    'the Node that runs Artillery',
    '22',
    '24.1.0'
  ],
  nodeArgs: [
    oneOrSeveralLists(listOf(text), severalLists),
    'Arguments for Node in this variant, after those of app. A list of lists: a variant for each.',
    'none',
    ['--max-semi-space-size=64'],
    [[], ['--max-semi-space-size=64']]
  ],
  thresholds: [
    thresholds,
    'What this candidate must reach, such as { p95: 1.5 }. These override those of all candidates, key by key.',
    'none'
  ],
  limits: [
    limits,
    'Absolute limits for this variant, such as { p95: 200ms }. These override those of all variants, key by key.',
    'none'
  ]
})

const roundCount = named('roundCount', number({ from: fewestRounds, to: mostRounds, whole: true }))

/** The option `rounds`, where it is a map. */
export const roundsMap = object({
  min: [roundCount, 'Minimum number of rounds, from 3 to 30.', { default: 3 }],
  max: [
    roundCount,
    'Maximum number of rounds, decided or not, from 3 to 30.',
    { default: 10, words: '10, or min if that is more' }
  ]
})
const rounds = shape<number | ValueOf<typeof roundsMap>>(
  (value, path) => {
    if (typeof value === 'number') return roundCount(value, path)
    if (typeof value === 'object' && value !== null) return roundsMap(value, path)
    reject(path, value, 'a whole number from 3 to 30, or a map such as { min: 3, max: 10 }')
  },
  { anyOf: [roundCount.schema, roundsMap.schema] }
)

const platforms = Object.values(commands).flatMap(({ place }) => place?.short ?? [])
export const generator = object({
  command: [
    oneOf(Object.keys(commands) as (keyof typeof commands)[]),
    'The Artillery command that generates the load of each run. run: on this machine. ' +
      `The others: on ${platforms.slice(0, -1).join(', ')} or ${platforms.at(-1)}, for variants of mode url.`,
    'this plugin, on this machine'
  ],
  args: [programArguments, 'Arguments for that command.', 'none', ['--region', 'eu-west-1', '--count', 4]],
  ssh: [
    oneOrSeveral(text, 'a list of at least two machines, such as [load1, load2]; for one, write the name alone'),
    'Another machine that makes the load, by its name for ssh, or several that share its users: with all that a load from this machine knows. config.target is then an address of this machine that they reach.',
    'this machine',
    'load1',
    'bench@10.0.0.7',
    ['load1', 'load2']
  ],
  client: [
    oneOf(Object.keys(clientChoices) as (keyof typeof clientChoices)[]),
    "What sends the requests. auto: the plugin's lean client where it can run the scenario, " +
      "otherwise Artillery's. artillery: always Artillery's.",
    { default: 'auto' }
  ]
})

const users = number({ from: 1, to: mostUsers, whole: true })
const loadTime = duration({ above: 0, to: 3600 })

/** Every option of `config.plugins.speedup`. */
export const optionShapes = object({
  app: [
    textOrMap(app, 'the file that starts your app, or a map such as { script: ../server.js, ready: /health }'),
    'The file that starts your app, relative to this file; or a map with more options, such as { script: ../server.js, ready: /health }. ' +
      'Required if any variant uses it.',
    null,
    '../server.js'
  ],
  users: [
    users,
    'Number of users, who all arrive within a second and repeat the flow, each on its own connection. Replaces config.phases.',
    'config.phases',
    20
  ],
  duration: [
    loadTime,
    'How long the users go on in each run, such as 8s: no request begins later, and those in progress finish.',
    ['chosen to use time best', '8 seconds with rounds or generator', ...usualLengths].join('; '),
    '8s'
  ],
  rate: [
    rate,
    'Rate at which users arrive, at random, for the time of duration; each goes through the flow once. Replaces config.phases.',
    'config.phases',
    '50/s'
  ],
  variants: [
    mapOf(variant),
    'The ways to run the app, by name, such as four: { mode: cluster, workers: 4 }. At least two.',
    {
      default: { single: { mode: 'single' }, clustered: { mode: 'cluster' } },
      words: 'single, and clustered with one worker per usable core'
    }
  ],
  baseline: [text, 'The variant that the others are compared with.', 'the first', 'single'],
  rounds: [
    rounds,
    'How often each variant runs, from 3 to 30. ' +
      'A map: until every threshold is decided, at least min times and at most max times. A number: exactly that often.',
    {
      default: complete(roundsMap),
      words: '{ min: 3, max: 10 } with duration or phases; else as many as fit into time'
    },
    10
  ],
  time: [
    duration({ above: 0 }),
    'Maximum duration of the comparison, such as 90s or 5m. It chooses the rounds, and the length of runs if that is free.',

    'set by rounds; with users alone (no duration, rounds or phases), 30 s for each variant of each scenario',
    '60s'
  ],
  warmUp: [
    duration({ from: 0, to: 600 }),
    'Time at the start of each run that does not count, such as 3s.',
    'a third of the load, at most 1.5 seconds',
    '3s',
    '500ms'
  ],
  alternate: [
    oneOf(['runs', 'slices']),
    'How variants alternate within a round. slices: all are started together, each on its own port, and loaded in turns ' +
      'of about a second. runs: each is started, loaded and stopped by itself.',
    'slices, where users go on and can pause'
  ],
  confidence: [oneOf([0.9, 0.95, 0.99]), 'Confidence level of the intervals.', { default: 0.95 }],
  ...questionOptions,
  thresholds: [
    thresholds,
    'What every candidate must reach, such as { p95: 1.3, p99: 1.3 }. ' +
      "Those of a variant, or of a scenario's own speedup key, override these, key by key.",
    'none'
  ],
  limits: [
    limits,
    'Absolute limits for every variant, including the baseline, such as { p95: 200ms, throughput: 300/s }. ' +
      "Those of a variant, or of a scenario's own speedup key, override these, key by key.",
    'none'
  ],
  report: [text, 'Directory for reports, relative to where Artillery runs.', { default: 'reports' }],
  onInconclusive: [
    oneOf(['fail', 'pass']),
    'Whether inconclusive results fail. fail: exit code 2. pass: exit code 0.',
    { default: 'fail' }
  ],
  mix: [
    truth,
    'Compare the weighted mix of all scenarios as one, instead of each scenario alone: each pass of a user draws one.',
    { default: false }
  ],
  latencyTo: [
    oneOf(['first-byte', 'last-byte']),
    'Where the time of a response ends. By default, that is the last byte where bodies take more than a tenth of it, as a run before all measured ones shows, else the first byte.',
    'as the bodies ask for',
    'last-byte'
  ],
  compareAnswers: [truth, 'Whether all variants must give the same answers.', { default: true }],
  compareWith: [
    text,
    'An earlier comparison.json or its folder, relative to this file; or a folder of several, of which the level since it last changed counts. A speedup that fell below it fails.',
    'none',
    '../reports/main'
  ],
  ...questionLoads,
  ...questionFactors,
  generator: [
    generator,
    "What generates the load: another machine, { ssh: load1 }; a command of Artillery's, { command: run-lambda }, of which only its own metrics are known; " +
      'or what sends the requests: { client: artillery }.',
    'this plugin, on this machine'
  ],
  ...optionsApart,
  // Artillery's own keys, which any plugin's options may have.
  scope: [
    text,
    "Artillery's own option: the prefix of the plugin's package name, before speedup.",
    'artillery-plugin-'
  ],
  suppressOutput: [
    truth,
    "Artillery's own option: omit this plugin's metrics from Artillery's summary.",
    { default: false }
  ]
})

/** Every key of a scenario's own `speedup:`. */
export const scenarioShapes = object({
  users: [
    users,
    'The number of users of this scenario. Overrides plugins.speedup.users.',
    'those of plugins.speedup',
    20
  ],
  duration: [loadTime, 'How long they go on. Overrides plugins.speedup.duration.', 'that of plugins.speedup', '8s'],
  thresholds: [
    thresholds,
    'What every candidate must reach in this scenario, such as { p95: 1.3 }. These override all others, key by key.',
    'none'
  ],
  limits: [
    limits,
    'Absolute limits for every variant in this scenario, such as { p95: 200ms }. These override all others, key by key.',
    'none'
  ]
})

/** As they are written. */
export type GivenApp = GivenOf<typeof app.options>
export type GivenVariant = GivenOf<typeof variant.options>
export type GivenOptions = GivenOf<typeof optionShapes.options>
/** Each with its default. */
export type Options = Complete<typeof optionShapes.options>
