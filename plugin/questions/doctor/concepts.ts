/** How grave a finding is; the worst first. unknown: it could not be seen */
export const levels = ['breaks', 'costs', 'look', 'unknown'] as const
type Level = (typeof levels)[number]

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
  'sigterm-late': 'look',
  'not-seen': 'unknown'
} satisfies Record<string, Level>
export type FindingCode = keyof typeof findingLevels

/** What the doctor adds to shapes that are everybody's. */
export interface DoctorAdds {
  options: {
    /** for `artillery-speedup doctor`: codes of findings that are known and count no more */
    doctor?: { accept?: FindingCode[] }
  }
}

/** file: as from the app's folder; text: that line, where it can be read */
export type CodePlace = { file: string; line: number; text?: string }

export interface Finding {
  code: FindingCode
  level: Level
  check: string // by its name
  title: string // of that, in words
  sentence: string // what was seen, and what follows for the workers; or why it was not seen
  place: CodePlace | null // in the app's own code; null: unknown, or nowhere
}

export interface Examination {
  app: string // its file, as from the app's folder
  workers: number // that it is to have
  seconds: number
  requests: number // sent
  checks: string[] // made, by name
  findings: Finding[] // the gravest first
  accepted: Finding[] // by whoever asked: they count no more
  fine: { title: string; text: string }[]
}

/**
 * Libraries whose timers are jobs, with those that others wrap around them: what these schedule, the app has ordered.
 */
export const schedulers = ['node-cron', 'cron', 'node-schedule', 'croner', 'toad-scheduler']
export const schedulingFrameworks = ['@nestjs/schedule', 'fastify-cron']

/** Rate limiters that count in the memory of a process, unless they have another store. */
export const limiters = ['express-rate-limit', '@fastify/rate-limit', 'hono-rate-limiter']

export const doctor = {
  next: {
    question: 'Would it break anything?',
    command: 'doctor',
    packages: [...schedulers, ...limiters, 'express-session', '@fastify/session', 'csurf', 'socket.io']
  }
}
