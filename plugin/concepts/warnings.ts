/** the worst first. problem: the result may be wrong; warning: it may be worse than it could be; note: good to know */
export const severities = ['problem', 'warning', 'note'] as const

export type Severity = (typeof severities)[number]

interface WarningKind {
  title: Title // under which the page lists it
  severities: readonly Severity[] // the worst first; of several, the check chooses
  noVerdict?: NoVerdict // only where the verdict on a metric is withheld: why
}

interface NoVerdict {
  inShort: string
  clause: (baseline: string, variant: string) => string
  isLessLoad?: true // the app was loaded less than was asked for, so that a throughput it reached was reached
}

export type Title =
  | 'The same answers'
  | 'Errors'
  | 'Load generator'
  | 'Saturation'
  | 'Capacity'
  | 'Machine'
  | 'App'
  | 'Limits of CPU and memory'
  | 'Distribution'
  | 'Earlier result'
  | 'Repeatability'
  | 'Figures'

/** All warnings, in the order of docs/codes.md. */
export const warningKinds = {
  'different-answers': {
    title: 'The same answers',
    severities: ['problem'],
    noVerdict: {
      inShort: 'answers differ from the baseline’s',
      clause: (baseline) => `it answers differently from ${baseline}`
    }
  },
  'different-encoding': {
    title: 'The same answers',
    severities: ['problem'],
    noVerdict: {
      inShort: 'only one of the two compresses',
      clause: (baseline) => `its responses are encoded differently from those of ${baseline}`
    }
  },
  'different-connections': {
    title: 'The same answers',
    severities: ['problem', 'warning'],
    noVerdict: {
      inShort: 'connections are kept by one of the two only',
      clause: (baseline) => `only one of it and ${baseline} keeps connections open`
    }
  },
  'different-sizes': {
    title: 'The same answers',
    severities: ['problem', 'warning'],
    noVerdict: {
      inShort: 'smaller responses than the baseline’s',
      clause: (baseline) => `its responses are smaller than those of ${baseline}`
    }
  },
  errors: {
    title: 'Errors',
    severities: ['problem'],
    noVerdict: {
      inShort: 'too many errors',
      clause: () => 'too many requests failed, and errors return faster than real work'
    }
  },
  'generator-saturated': {
    title: 'Load generator',
    severities: ['problem'],
    noVerdict: {
      inShort: 'the load generator was too busy',
      clause: () => 'the load generator was too busy',
      isLessLoad: true
    }
  },
  'impossible-throughput': {
    title: 'Machine',
    severities: ['problem'],
    noVerdict: {
      inShort: 'more was answered than the cores can serve',
      clause: () => 'more was answered than the cores can serve'
    }
  },
  'users-missing': {
    title: 'Saturation',
    severities: ['problem', 'warning'],
    noVerdict: {
      inShort: 'too few of the users took part',
      isLessLoad: true,
      clause: () => 'too few of the users took part in what was measured'
    }
  },
  'idle-under-load': {
    title: 'Saturation',
    severities: ['problem'],
    noVerdict: {
      inShort: 'the app was idle while users waited',
      isLessLoad: true,
      clause: () => 'the app was idle while users waited for it'
    }
  },
  'connections-dropped': { title: 'Saturation', severities: ['warning'] },
  'cost-changed': { title: 'Machine', severities: ['warning', 'note'] },
  'clusters-itself': {
    title: 'App',
    severities: ['problem', 'warning'],
    noVerdict: {
      inShort: 'the baseline clusters itself',
      clause: (baseline) => `${baseline} is not one process: the app clusters itself`
    }
  },
  'busy-at-rest': { title: 'App', severities: ['warning'] },
  'not-in-turns': { title: 'Repeatability', severities: ['note'] },
  'machine-disturbed': { title: 'Machine', severities: ['problem', 'warning'] },
  'baseline-saturated': {
    title: 'Saturation',
    severities: ['problem', 'warning'],
    noVerdict: {
      inShort: 'the baseline could not keep up',
      clause: (baseline) => `${baseline} could not keep up with the arrival rate`
    }
  },
  'throughput-fixed': {
    title: 'Saturation',
    severities: ['problem'],
    noVerdict: {
      inShort: 'users arrive at a fixed rate',
      clause: () => 'users arrive at the same rate whatever the app does'
    }
  },
  'candidate-saturated': {
    title: 'Saturation',
    severities: ['problem', 'warning'],
    noVerdict: {
      inShort: 'it could not keep up',
      clause: (_, variant) => `${variant} could not keep up with the arrival rate`
    }
  },
  'not-reached': {
    title: 'Capacity',
    severities: ['problem'],
    noVerdict: {
      inShort: 'not kept under any load',
      clause: () => 'one of the two misses the service level even under the least load'
    }
  },
  'not-exhausted': {
    title: 'Capacity',
    severities: ['problem', 'warning'],
    noVerdict: {
      inShort: 'the load generator cannot generate more load',
      clause: () => 'one of the two carries more than the load generator can generate'
    }
  },
  'broken-figure': { title: 'Figures', severities: ['problem', 'warning'] },
  'capacity-falls': { title: 'Capacity', severities: ['warning'] },
  'out-of-memory': { title: 'Limits of CPU and memory', severities: ['warning'] },
  throttled: { title: 'Limits of CPU and memory', severities: ['warning', 'note'] },
  oversubscribed: { title: 'Limits of CPU and memory', severities: ['note'] },
  'workers-measured': { title: 'Limits of CPU and memory', severities: ['note'] },
  'users-skipped': { title: 'Load generator', severities: ['warning'] },
  'uneven-distribution': { title: 'Distribution', severities: ['warning', 'note'] },
  'worker-stalled': { title: 'App', severities: ['warning'] },
  'worker-restarted': {
    title: 'App',
    severities: ['problem', 'warning'],
    noVerdict: { inShort: 'workers kept dying', clause: () => 'workers kept dying in one of the two only' }
  },
  'scenario-errors': { title: 'Errors', severities: ['warning'] },
  'unattributed-responses': { title: 'Distribution', severities: ['warning', 'note'] },
  'too-few-requests': {
    title: 'Repeatability',
    severities: ['problem', 'warning', 'note'],
    noVerdict: { inShort: 'too few responses in a run', clause: () => 'a run had too few responses' }
  },
  'too-noisy': { title: 'Repeatability', severities: ['warning'] },
  'threshold-within-noise': { title: 'Repeatability', severities: ['warning', 'note'] },
  'different-machine': { title: 'Earlier result', severities: ['warning'] },
  'different-variant': { title: 'Earlier result', severities: ['warning'] },
  'different-client': { title: 'Earlier result', severities: ['warning'] },
  'different-alternation': { title: 'Earlier result', severities: ['warning'] },
  'telemetry-missing': { title: 'App', severities: ['note'] },
  'profile-missing': { title: 'App', severities: ['note'] },
  'unsteady-answers': { title: 'The same answers', severities: ['note'] },
  'slow-start': { title: 'App', severities: ['note'] },
  'app-killed': { title: 'App', severities: ['note'] },
  'outlier-round': { title: 'Repeatability', severities: ['note'] }
} as const satisfies Record<string, WarningKind>

type WarningKinds = typeof warningKinds

export type WarningCode = keyof WarningKinds

/** Why a metric gets no verdict. */
export type Reason = {
  [Code in WarningCode]: WarningKinds[Code] extends { noVerdict: unknown } ? Code : never
}[WarningCode]

/** The severities that the check of a warning may choose. */
export type SeverityOf<Code extends WarningCode> = WarningKinds[Code]['severities'][number]
