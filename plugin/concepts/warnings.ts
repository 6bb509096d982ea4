/** the worst first. problem: the result may be wrong; warning: it may be worse than it could be; note: good to know */
export const severities = ['problem', 'warning', 'note'] as const

export type Severity = typeof severities[number]

interface WarningKind {
  /** under which the page lists it */
  title: string
  /** the worst first; of several, the check chooses */
  severities: readonly Severity[]
  /** only where it leaves no verdict on a metric: why, in a few words, and as a clause */
  noVerdict?: { inShort: string, clause: (baseline: string) => string }
  /** in Markdown */
  seen: string
  /** what to do, in Markdown */
  advice: string
}

/** All warnings, in the order and the words of the README. */
export const warningKinds = {
  'different-answers': {
    title: 'The same answers', severities: ['problem'],
    noVerdict: { inShort: 'other answers than the baseline’s', clause: (baseline) => `it does not answer as ${baseline} does` },
    seen: 'a candidate answers otherwise than the baseline: no verdict',
    advice: 'keep sessions, counters and caches where all workers find them; if answers differ by nature, `sameAnswers: false`'
  },
  errors: {
    title: 'Errors', severities: ['problem'],
    noVerdict: {
      inShort: 'too many errors',
      clause: () => 'too many of its requests failed, and errors are answered faster than real work'
    },
    seen: 'a candidate failed more often than `errorRate` allows: no verdict on its speedups',
    advice: 'mend the app, or lower the load'
  },
  'generator-saturated': {
    title: 'Load generator', severities: ['problem'],
    noVerdict: { inShort: 'the load generator was too busy', clause: () => 'the load generator was too busy' },
    seen: 'a load thread was more than 80 % busy, or would have been, had the variant been as fast as the baseline: no verdict',
    advice: 'fewer users, or `think` time between requests; `arrivalRate`, which spreads users over load threads; heavier work; more cores; do ' +
      'without what keeps the [lean client](#the-load-generators-client) from making the load'
  },
  'machine-disturbed': {
    title: 'Machine', severities: ['problem', 'warning'],
    seen: 'others took more than 30 %, 10 % of the machine',
    advice: 'stop what else runs there, or repeat it at a quieter time'
  },
  'baseline-saturated': {
    title: 'Saturation', severities: ['problem', 'warning'],
    noVerdict: { inShort: 'the baseline could not keep up', clause: (baseline) => `${baseline} could not keep up with the users who came` },
    seen: 'users came faster than the baseline could serve them: no verdict on latencies; a problem where one is required',
    advice: 'judge by throughput, lower the arrival rate, or let a fixed number of users ask in a loop'
  },
  'throughput-fixed': {
    title: 'Saturation', severities: ['problem'],
    noVerdict: { inShort: 'users come at a fixed rate', clause: () => 'users come at the same rate whatever the app does' },
    seen: 'more throughput is required than users come: no verdict on it',
    advice: 'require a latency, or raise the arrival rate above what one process can do'
  },
  'candidate-saturated': {
    title: 'Saturation', severities: ['warning'],
    seen: 'a candidate could not keep up, although the baseline could',
    advice: 'find out why; to compare latencies, lower the arrival rate'
  },
  'users-skipped': {
    title: 'Load generator', severities: ['warning'],
    seen: '`maxVusers` made the load less than the scenario says',
    advice: 'raise `maxVusers`, or lower the arrival rate'
  },
  'uneven-distribution': {
    title: 'Distribution', severities: ['warning', 'note'],
    seen: `the busiest worker took 1.2 times its fair share or more; or, of a command or a URL, idle workers can't be seen, so that the fairness ` +
      `is unknown`,
    advice: 'let more users come; `scheduling: round-robin`; mode `cluster` in place of `reuse-port`; tell how many there are by `workers`'
  },
  'worker-stalled': {
    title: 'App', severities: ['warning'],
    seen: 'a process stood still, or computed in one piece, for more than a second',
    advice: 'find what blocks its event loop, or what stopped it'
  },
  'worker-restarted': {
    title: 'App', severities: ['warning'],
    seen: 'workers died under load and were forked again',
    advice: 'find out why'
  },
  'scenario-errors': {
    title: 'Errors', severities: ['warning'],
    seen: 'Artillery counted errors that no unanswered request explains: users did not do what the scenario says',
    advice: 'mend the scenario'
  },
  'unattributed-responses': {
    title: 'Distribution', severities: ['warning', 'note'],
    seen: 'responses without the header, so that nobody knows which worker made them; a note where a command or a URL sends none',
    advice: 'let the app keep `pidHeader`; let nothing else answer in its place; see [Who answers](#who-answers)'
  },
  'too-few-requests': {
    title: 'Repeatability', severities: ['problem', 'warning', 'note'],
    noVerdict: { inShort: 'too few responses in a run', clause: () => 'a run has too few responses for it' },
    seen: 'below 200 latencies a run for p95, 1,000 for p99, a warning where it is required; below 10,000 for p99.9: no verdict',
    advice: 'longer runs, or judge by p50'
  },
  'too-noisy': {
    title: 'Repeatability', severities: ['warning'],
    seen: 'even 30 rounds would hardly decide',
    advice: 'longer runs, a quieter machine, or ask for less'
  },
  'threshold-within-noise': {
    title: 'Repeatability', severities: ['warning', 'note'],
    seen: 'a threshold nearer to 1 than what about five rounds can decide; a note once it is decided',
    advice: 'a threshold farther from 1, longer runs, or more rounds'
  },
  'different-machine': {
    title: 'Earlier result', severities: ['warning'],
    seen: 'the result of `compareWith` comes from another CPU, or from another number of cores: in that case no verdict on what fell',
    advice: 'compare with a result of this machine'
  },
  'different-variant': {
    title: 'Earlier result', severities: ['warning'],
    seen: 'a candidate had another number of workers in the result of `compareWith`: no verdict on what fell',
    advice: 'as many workers as then, or another result'
  },
  'different-client': {
    title: 'Earlier result', severities: ['warning'],
    seen: 'the load was made by another [client](#the-load-generators-client) than in the result of `compareWith`: speedups may differ by that alone',
    advice: 'measure the earlier result again, or choose `client`'
  },
  'telemetry-missing': {
    title: 'App', severities: ['note'],
    seen: 'a process did not tell how busy it was',
    advice: 'let the app keep its IPC channel open, and start no servers in processes of its own'
  },
  'unsteady-answers': {
    title: 'The same answers', severities: ['note'],
    seen: 'the baseline answers differently each time, so answers could not be compared',
    advice: 'nothing, if that is meant'
  },
  'app-killed': {
    title: 'App', severities: ['note'],
    seen: 'the app did not leave on SIGTERM in time',
    advice: 'let it end on SIGTERM, or raise `app.stopTimeout`'
  },
  'outlier-round': {
    title: 'Repeatability', severities: ['note'],
    seen: 'a round far from the others was pulled in',
    advice: 'nothing; if it happens often, a quieter machine'
  }
} as const satisfies Record<string, WarningKind>

type WarningKinds = typeof warningKinds

export type WarningCode = keyof WarningKinds

/** of a measurement that carries no verdict */
export type Reason = { [Code in WarningCode]: WarningKinds[Code] extends { noVerdict: unknown } ? Code : never }[WarningCode]

/** those that the check of a warning may give it */
export type SeverityOf<Code extends WarningCode> = WarningKinds[Code]['severities'][number]
