/** How grave a finding is; the worst first. unknown: it could not be seen */
export const levels = ['breaks', 'costs', 'look', 'unknown'] as const
export type Level = (typeof levels)[number]

/** Everything that can be found, in the order of docs/codes.md. */
export const findingLevels = {
  'fails-as-cluster': 'breaks',
  'state-in-process': 'breaks',
  'no-sticky-sessions': 'breaks',
  'limit-per-process': 'breaks',
  'count-per-process': 'breaks',
  'etag-per-process': 'costs',
  'repeated-job': 'breaks',
  'repeated-timer': 'look',
  'pool-times-workers': 'costs',
  'shared-port': 'look',
  'port-of-one': 'look',
  'shared-file': 'look',
  'keep-alive-too-short': 'look',
  'already-clustered': 'look',
  'threads-times-workers': 'costs',
  'workers-above-cores': 'costs',
  'memory-times-workers': 'costs',
  'heap-times-workers': 'look',
  'slow-start': 'costs',
  'second-start': 'look',
  'child-processes': 'look',
  'sigterm-cuts': 'costs',
  'sigterm-ignored': 'costs',
  'not-seen': 'unknown'
} satisfies Record<string, Level>
export type FindingCode = keyof typeof findingLevels

/** file: as from the app's folder */
export type CodePlace = { file: string; line: number }

export interface Finding {
  code: FindingCode
  level: Level
  check: string // by its name
  sentence: string // what was seen, and what follows for the workers
  place: CodePlace | null // in the app's own code; null: unknown, or nowhere
}

export type Found = Pick<Finding, 'code' | 'sentence'> & { place?: CodePlace | null }

/** What one check says. fine: what was looked at and is well, if nothing was found; null: nothing to tell */
export interface Conclusion {
  findings: Found[]
  fine: string | null
}

export interface Examination {
  app: string // its file, as from the app's folder
  workers: number // that it is to have
  seconds: number
  requests: number // sent
  checks: string[] // made, by name
  findings: Finding[] // the gravest first
  accepted: Finding[] // by whoever asked: they count no more
  fine: string[]
}
