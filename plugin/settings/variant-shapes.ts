import { modeNames } from '../concepts/modes.ts'
import {
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
  severalOf,
  text,
  textOrMap,
  type GivenOf,
  type Shape
} from './shapes.ts'
import { limits, thresholds } from './demand-shapes.ts'
import { cpuCount, duration, memoryAmount } from './quantities.ts'
import { namedCounts, type CountNames } from '../questions/concepts.ts'
import { appOptions, variantOptions } from '../questions/settings.ts'

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
export const programArguments = listOf(environmentValue)
const severalLists = 'a list of at least two different lists, such as [[], [--verbose]]; for one, write the list alone'

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
    matching(/^\//, 'a path that begins with /, such as /health'),
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
const workerWords = ['auto', ...namedCounts.map(([name]) => name as CountNames)] as const
/** Numbers of workers, or of instances. */
export const countOrSeveral = listOr(
  severalOf(
    workerCount,
    'a list of at least two different numbers, such as [1, 2, 4]; for one, write the number alone'
  ),
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

/** From 20 on: our preload needs `--import`, and older ones are no longer kept up. */
const nodeVersion = quoted(/^(?:[2-9]\d)(?:\.\d+){0,2}$/, 'a version of Node from 20 on, such as "22" or "24.1.0"')

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
    'Number of processes: at most 16, or 8 per core if that is more. auto: one per core. A list: a variant for each. ' +
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
    oneOrSeveral(oneOf(['round-robin', 'none']), 'a list of two different ones, such as [round-robin, none]'),
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
    oneOrSeveral(
      nodeVersion,
      'a list of at least two different versions, such as ["22", "24"]; for one, write it alone'
    ),
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

/** As they are written. */
export type GivenApp = GivenOf<typeof app.options>
export type GivenVariant = GivenOf<typeof variant.options>
