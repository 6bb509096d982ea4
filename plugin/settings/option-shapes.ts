import { fewestRounds, mostRounds } from '../concepts/run.ts'
import { commands, mostUsers } from '../concepts/generators.ts'
import {
  complete,
  mapOf,
  named,
  number,
  object,
  oneOf,
  oneOrSeveral,
  reject,
  shape,
  text,
  textOrMap,
  truth,
  type Complete,
  type GivenOf,
  type ValueOf
} from './shapes.ts'
import { limits, thresholds } from './demand-shapes.ts'
import { duration, rate } from './quantities.ts'
import { optionsApart, questionFactors, questionLoads, questionOptions, usualLengths } from '../questions/settings.ts'
import { app, programArguments, variant } from './variant-shapes.ts'

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

const platforms = Object.values(commands).flatMap((place) => place?.short ?? [])
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
    oneOf(['auto', 'artillery']),
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
export type GivenOptions = GivenOf<typeof optionShapes.options>
/** Each with its default. */
export type Options = Complete<typeof optionShapes.options>
