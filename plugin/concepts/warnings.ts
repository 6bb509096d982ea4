import { questionDiagnoses } from '../questions/concepts.ts'
import { questionBounds, questionWarnings, type questionTitles } from '../questions/concepts-codes.ts'
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
  dependsOnDemand?: true // it stands against some demands of the metric, and not against others
  hidesGains?: true // and makes none: a speedup that was shown in spite of it holds
  isLessLoad?: true // the app was loaded less than was asked for, so that a throughput it reached was reached
}

export type Title =
  | 'The same answers'
  | 'Errors'
  | 'Load generator'
  | 'Saturation'
  | (typeof questionTitles)[number]
  | 'Machine'
  | 'App'
  | 'Limits of CPU and memory'
  | 'Distribution'
  | 'Earlier result'
  | 'Repeatability'
  | 'Figures'

/** @param all the worst first; of several, the check chooses */
const kind = <const All extends readonly Severity[]>(title: Title, ...all: All) => ({ title, severities: all })

/** All warnings, in the order of docs/codes.md. */
export const warningKinds = {
  'different-answers': {
    ...kind('The same answers', 'problem'),
    noVerdict: {
      inShort: 'answers differ from the baseline’s',
      clause: (baseline) => `it answers differently from ${baseline}`
    }
  },
  'different-encoding': {
    ...kind('The same answers', 'problem'),
    noVerdict: {
      inShort: 'only one of the two compresses',
      clause: (baseline) => `its responses are encoded differently from those of ${baseline}`
    }
  },
  'different-connections': {
    ...kind('The same answers', 'problem', 'warning'),
    noVerdict: {
      inShort: 'connections are kept by one of the two only',
      clause: (baseline) => `only one of it and ${baseline} keeps connections open`
    }
  },
  'different-sizes': {
    ...kind('The same answers', 'problem', 'warning'),
    noVerdict: {
      inShort: 'smaller responses than the baseline’s',
      clause: (baseline) => `its responses are smaller than those of ${baseline}`
    }
  },
  errors: {
    ...kind('Errors', 'problem'),
    noVerdict: {
      inShort: 'too many errors',
      clause: () => 'too many requests failed, and errors return faster than real work'
    }
  },
  'requests-elsewhere': {
    ...kind('Errors', 'problem'),
    noVerdict: {
      inShort: 'users went elsewhere',
      clause: () => 'many requests went to another host or port, and are in no figure'
    }
  },
  redirected: {
    ...kind('Errors', 'problem'),
    noVerdict: { inShort: 'users were sent to one place', clause: () => 'most requests were redirected to one place' }
  },
  'never-asked': {
    ...kind('Errors', 'problem', 'warning'),
    noVerdict: { inShort: 'most requests were never sent', clause: () => 'most requests of the script were never sent' }
  },
  'too-few-passes': {
    ...kind('Repeatability', 'problem'),
    noVerdict: {
      inShort: 'too few passes through the flow',
      clause: () => 'what counts holds too few passes of users through the flow'
    }
  },
  'different-mix': {
    ...kind('The same answers', 'problem'),
    noVerdict: {
      inShort: 'the shares of the requests differ',
      clause: () => 'the shares of the requests of the flow differ between the variants'
    }
  },
  'generator-saturated': {
    ...kind('Load generator', 'problem', 'warning'),
    noVerdict: {
      inShort: 'the load generator was too busy',
      clause: () => 'the load generator was too busy',
      isLessLoad: true,
      hidesGains: true
    }
  },
  'cores-taken': {
    ...kind('Machine', 'problem', 'warning'),
    noVerdict: {
      inShort: 'the load generator or others took its cores',
      clause: () => 'the load generator or other programs took cores that it needed',
      dependsOnDemand: true,
      hidesGains: true
    }
  },
  'out-of-reach': {
    ...kind('Machine', 'problem'),
    noVerdict: {
      inShort: 'this machine, or this load, does not allow as much',
      clause: () => 'this machine, or this load, does not allow as much',
      dependsOnDemand: true,
      hidesGains: true
    }
  },
  'impossible-throughput': {
    ...kind('Machine', 'problem'),
    noVerdict: {
      inShort: 'more was answered than the cores can serve',
      clause: () => 'more was answered than the cores can serve'
    }
  },
  'users-missing': {
    ...kind('Saturation', 'problem', 'warning'),
    noVerdict: {
      inShort: 'too few of the users took part',
      isLessLoad: true,
      clause: () => 'too few of the users took part in what was measured'
    }
  },
  'idle-under-load': {
    ...kind('Saturation', 'problem'),
    noVerdict: {
      inShort: 'the app was idle while users waited',
      isLessLoad: true,
      clause: () => 'the app was idle while users waited for it'
    }
  },
  'connections-dropped': kind('Saturation', 'warning'),
  'cost-changed': kind('Machine', 'warning', 'note'),
  'clusters-itself': {
    ...kind('App', 'problem', 'warning'),
    noVerdict: {
      inShort: 'the baseline clusters itself',
      clause: (baseline) => `${baseline} is not one process: the app clusters itself`
    }
  },
  'busy-at-rest': kind('App', 'warning'),
  'not-in-turns': kind('Repeatability', 'note'),
  'machine-disturbed': kind('Machine', 'problem', 'warning'),
  'baseline-saturated': {
    ...kind('Saturation', 'problem', 'warning'),
    noVerdict: {
      inShort: 'the baseline could not keep up',
      clause: (baseline) => `${baseline} could not keep up with the arrival rate`
    }
  },
  'throughput-fixed': {
    ...kind('Saturation', 'problem'),
    noVerdict: {
      inShort: 'users arrive at a fixed rate',
      clause: () => 'users arrive at the same rate whatever the app does',
      dependsOnDemand: true
    }
  },
  'candidate-saturated': {
    ...kind('Saturation', 'problem', 'warning'),
    noVerdict: {
      inShort: 'it could not keep up',
      clause: (_, variant) => `${variant} could not keep up with the arrival rate`
    }
  },
  ...questionBounds,
  'broken-figure': kind('Figures', 'problem', 'warning'),
  ...questionWarnings,
  'out-of-memory': kind('Limits of CPU and memory', 'warning'),
  throttled: kind('Limits of CPU and memory', 'warning', 'note'),
  oversubscribed: kind('Limits of CPU and memory', 'note'),
  'workers-measured': kind('Limits of CPU and memory', 'note'),
  'quota-throttled': kind('Limits of CPU and memory', 'warning'),
  hyperthreads: kind('Limits of CPU and memory', 'note'),
  'think-in-ms': kind('Load generator', 'warning'),
  'still-warming': kind('App', 'warning'),
  'generator-cold': kind('Load generator', 'warning'),
  'users-skipped': kind('Load generator', 'warning'),
  'uneven-distribution': kind('Distribution', 'warning', 'note'),
  'worker-stalled': kind('App', 'warning'),
  'worker-restarted': {
    ...kind('App', 'problem', 'warning'),
    noVerdict: { inShort: 'workers kept dying', clause: () => 'workers kept dying in one of the two only' }
  },
  'scenario-errors': kind('Errors', 'warning'),
  'unattributed-responses': kind('Distribution', 'warning', 'note'),
  'too-few-requests': {
    ...kind('Repeatability', 'problem', 'note'),
    noVerdict: { inShort: 'too few responses in a run', clause: () => 'a run had too few responses' }
  },
  'two-kinds': {
    ...kind('Repeatability', 'problem', 'note'),
    noVerdict: {
      inShort: 'a fast and a slow kind of responses meet there',
      clause: () => 'a fast and a slow kind of responses meet at this percentile'
    }
  },
  'too-noisy': kind('Repeatability', 'warning'),
  'threshold-within-noise': kind('Repeatability', 'warning', 'note'),
  'different-machine': kind('Earlier result', 'warning'),
  'different-variant': kind('Earlier result', 'warning'),
  'different-client': kind('Earlier result', 'warning'),
  'different-load': kind('Earlier result', 'warning'),
  'different-alternation': kind('Earlier result', 'warning'),
  'telemetry-missing': kind('App', 'note'),
  'profile-missing': kind('App', 'note'),
  'unsteady-answers': kind('The same answers', 'note'),
  'slow-start': kind('App', 'note'),
  'app-killed': kind('App', 'note'),
  'above-bound': kind('Figures', 'warning'),
  'outlier-round': kind('Repeatability', 'note')
} as const satisfies Record<string, WarningKind>

type WarningKinds = typeof warningKinds

export type WarningCode = keyof WarningKinds

/** @returns whether that is so of what it says of a verdict, if it withholds one */
const saysOf = (what: keyof NoVerdict) => (code: WarningCode) => {
  const all: WarningKind = warningKinds[code]
  return all.noVerdict?.[what] === true
}

export const dependsOnDemand = saysOf('dependsOnDemand')
export const hidesGains = saysOf('hidesGains')
export const isLessLoad = saysOf('isLessLoad')

/** Why a metric gets no verdict. */
export type Reason = {
  [Code in WarningCode]: WarningKinds[Code] extends { noVerdict: unknown } ? Code : never
}[WarningCode]

/** @param code of a warning, or of anything else */
export const isReason = (code: string): code is Reason =>
  'noVerdict' in ((warningKinds as Record<string, object>)[code] ?? {})

/** The severities that the check of a warning may choose. */
export type SeverityOf<Code extends WarningCode> = WarningKinds[Code]['severities'][number]

/** What of an earlier result makes its speedups another thing, in a sentence: of each, a warning tells. */
export const earlierDifferences = {
  machine: 'another machine',
  load: 'another load',
  client: 'another HTTP client',
  variant: 'another number of workers'
}

export type EarlierDifference = keyof typeof earlierDifferences

/** Why a candidate is faster, or is not: in the order of docs/codes.md. */
export const diagnosisCodes = [
  'cpu-bound',
  'more-workers',
  'quota-bound',
  'machine-full',
  'too-many-workers',
  'uneven',
  'waiting',
  'body',
  'version',
  'few-users',
  'idle',
  'partly-busy',
  'blocked',
  'garbage-collection',
  'contention',
  'busy-elsewhere',
  'generator-bound',
  'not-one-process',
  'different-errors',
  ...questionDiagnoses,
  'same',
  'unknown'
] as const

export type DiagnosisCode = (typeof diagnosisCodes)[number]

/** The load or the machine may be in the way of a gain. */
export const mayHideGain: readonly DiagnosisCode[] = [
  'few-users',
  'generator-bound',
  'machine-full',
  'more-workers',
  'uneven'
]
