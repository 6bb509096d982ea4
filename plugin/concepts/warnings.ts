import { questionDiagnoses } from '../questions/concepts.ts'
import { questionWarnings } from '../questions/concepts-codes.ts'
/** the worst first. problem: the result may be wrong; warning: it may be worse than it could be; note: good to know */
export const severities = ['problem', 'warning', 'note'] as const

export type Severity = (typeof severities)[number]

interface WarningKind {
  title: string // under which the page lists it
  severities: readonly Severity[] // the worst first; of several, the check chooses
  noVerdict?: NoVerdict // only where the verdict on a metric is withheld: why
}

interface NoVerdict {
  inShort: string
  clause: (baseline: string, variant: string) => string
  traits?: readonly Trait[]
}

/**
 * dependsOnDemand: it stands against some demands of the metric, and not against others; hidesGains: and makes none: a
 * speedup that was shown in spite of it holds; isLessLoad: the app was loaded less than was asked for, so that a
 * throughput it reached was reached
 */
type Trait = 'dependsOnDemand' | 'hidesGains' | 'isLessLoad'

/** @param all the worst first; of several, the check chooses */
const kind = <Title extends string, const All extends readonly Severity[]>(title: Title, ...all: All) => ({
  title,
  severities: all
})

/** Withholds the verdict on a metric. @param clause left out: as in short */
const withheld = <Kind extends object>(
  kind: Kind,
  inShort: string,
  clause: string | NoVerdict['clause'] = inShort,
  ...traits: Trait[]
) => ({ ...kind, noVerdict: { inShort, clause: typeof clause === 'string' ? () => clause : clause, traits } })

/** All warnings, in the order of docs/codes.md. */
export const warningKinds = {
  'different-answers': withheld(
    kind('The same answers', 'problem'),
    'answers differ from the baseline’s',
    (baseline) => `it answers differently from ${baseline}`
  ),
  'different-encoding': withheld(
    kind('The same answers', 'problem'),
    'only one of the two compresses',
    (baseline) => `its responses are encoded differently from those of ${baseline}`
  ),
  'different-connections': withheld(
    kind('The same answers', 'problem', 'warning'),
    'connections are kept by one of the two only',
    (baseline) => `only one of it and ${baseline} keeps connections open`
  ),
  'different-sizes': withheld(
    kind('The same answers', 'problem', 'warning'),
    'smaller responses than the baseline’s',
    (baseline) => `its responses are smaller than those of ${baseline}`
  ),
  errors: withheld(
    kind('Errors', 'problem'),
    'too many errors',
    'too many requests failed, and errors return faster than real work'
  ),
  'requests-elsewhere': withheld(
    kind('Errors', 'problem'),
    'users went elsewhere',
    'many requests went to another host or port, and are in no figure'
  ),
  redirected: withheld(
    kind('Errors', 'problem'),
    'users were sent to one place',
    'most requests were redirected to one place'
  ),
  'never-asked': withheld(
    kind('Errors', 'problem', 'warning'),
    'most requests were never sent',
    'most requests of the script were never sent'
  ),
  'too-few-passes': withheld(
    kind('Repeatability', 'problem'),
    'too few passes through the flow',
    'what counts holds too few passes of users through the flow'
  ),
  'different-mix': withheld(
    kind('The same answers', 'problem'),
    'the shares of the requests differ',
    'the shares of the requests of the flow differ between the variants'
  ),
  'generator-saturated': withheld(
    kind('Load generator', 'problem', 'warning'),
    'the load generator was too busy',
    undefined,
    'hidesGains',
    'isLessLoad'
  ),
  'network-full': withheld(
    kind('Load generator', 'problem'),
    'the network was full',
    undefined,
    'hidesGains',
    'isLessLoad'
  ),
  'load-host-slow': withheld(
    kind('Load generator', 'problem'),
    'a machine that made the load was slow',
    'one of the machines that made the load was slower than the others',
    'hidesGains',
    'isLessLoad'
  ),
  'cores-taken': withheld(
    kind('Machine', 'problem', 'warning'),
    'its cores were taken',
    'the load generator or other programs took cores that it needed',
    'dependsOnDemand',
    'hidesGains'
  ),
  'out-of-reach': withheld(
    kind('Machine', 'problem'),
    'this machine, or this load, does not allow as much',
    undefined,
    'dependsOnDemand',
    'hidesGains'
  ),
  'impossible-throughput': withheld(kind('Machine', 'problem'), 'more was answered than the cores can serve'),
  'users-missing': withheld(
    kind('Saturation', 'problem', 'warning'),
    'too few of the users took part',
    'too few of the users took part in what was measured',
    'isLessLoad'
  ),
  'idle-under-load': withheld(
    kind('Saturation', 'problem'),
    'the app was idle while users waited',
    'the app was idle while users waited for it',
    'isLessLoad'
  ),
  'connections-dropped': kind('Saturation', 'warning'),
  'cost-changed': kind('Machine', 'warning', 'note'),
  'clusters-itself': withheld(
    kind('App', 'problem', 'warning'),
    'the baseline clusters itself',
    (baseline) => `${baseline} is not one process: the app clusters itself`
  ),
  'busy-at-rest': kind('App', 'warning'),
  'not-in-turns': kind('Repeatability', 'note'),
  'machine-disturbed': kind('Machine', 'problem', 'warning'),
  'baseline-saturated': withheld(
    kind('Saturation', 'problem', 'warning'),
    'the baseline could not keep up',
    (baseline) => `${baseline} could not keep up with the arrival rate`
  ),
  'throughput-fixed': withheld(
    kind('Saturation', 'problem'),
    'users arrive at a fixed rate',
    'users arrive at the same rate whatever the app does',
    'dependsOnDemand'
  ),
  'candidate-saturated': withheld(
    kind('Saturation', 'problem', 'warning'),
    'it could not keep up',
    (_, variant) => `${variant} could not keep up with the arrival rate`
  ),
  ...questionWarnings,
  'broken-figure': kind('Figures', 'problem', 'warning'),
  'out-of-memory': kind('Limits of CPU and memory', 'warning'),
  throttled: kind('Limits of CPU and memory', 'warning', 'note'),
  oversubscribed: kind('Limits of CPU and memory', 'note'),
  'workers-measured': kind('Limits of CPU and memory', 'note'),
  'quota-throttled': kind('Limits of CPU and memory', 'warning'),
  hyperthreads: kind('Limits of CPU and memory', 'note'),
  'think-in-ms': kind('Load generator', 'warning'),
  'still-warming': kind('App', 'warning'),
  'generator-cold': kind('Load generator', 'warning'),
  'network-lossy': kind('Load generator', 'warning'),
  'network-far': kind('Load generator', 'note'),
  'users-skipped': kind('Load generator', 'warning'),
  'uneven-distribution': kind('Distribution', 'warning', 'note'),
  'worker-stalled': kind('App', 'warning'),
  'worker-restarted': withheld(
    kind('App', 'problem', 'warning'),
    'workers kept dying',
    'workers kept dying in one of the two only'
  ),
  'scenario-errors': kind('Errors', 'warning'),
  'unattributed-responses': kind('Distribution', 'warning', 'note'),
  'too-few-requests': withheld(
    kind('Repeatability', 'problem', 'note'),
    'too few responses in a run',
    'a run had too few responses'
  ),
  'two-kinds': withheld(
    kind('Repeatability', 'problem', 'note'),
    'a fast and a slow kind of responses meet there',
    'a fast and a slow kind of responses meet at this percentile'
  ),
  'too-noisy': kind('Repeatability', 'warning'),
  'threshold-within-noise': kind('Repeatability', 'warning', 'note'),
  'different-machine': kind('Earlier result', 'warning'),
  'different-variant': kind('Earlier result', 'warning'),
  'different-client': kind('Earlier result', 'warning'),
  'different-load': kind('Earlier result', 'warning'),
  'different-alternation': kind('Earlier result', 'warning'),
  'telemetry-missing': kind('App', 'note'),
  'unsteady-answers': kind('The same answers', 'note'),
  'slow-start': kind('App', 'note'),
  'app-killed': kind('App', 'note'),
  'above-bound': kind('Figures', 'warning'),
  'outlier-round': kind('Repeatability', 'note')
} as const satisfies Record<string, WarningKind>

type WarningKinds = typeof warningKinds

export type WarningCode = keyof WarningKinds

export type Title = WarningKinds[WarningCode]['title']

/** @returns whether that is so of what it says of a verdict, if it withholds one */
const saysOf = (trait: Trait) => (code: WarningCode) => {
  const all: WarningKind = warningKinds[code]
  return all.noVerdict?.traits?.includes(trait) === true
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
