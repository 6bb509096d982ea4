/** own: the nearest line of the app's own code; packages: between that and what was called, the nearest first */
export interface Caller {
  own: { file: string; line: number } | null // an absolute path
  packages: string[]
}

/** What is written down in each process of the app while the doctor looks: a line of JSON each, in a file of its PID. */
export type Note =
  // a connection, by the port of who asks; keepAliveMs: of the HTTP server
  | { note: 'accepted'; port: number; keepAliveMs: number | null }
  // that repeats; before the first connection was accepted
  | { note: 'timer'; everyMs: number; caller: Caller }
  // at: a port, or the path of a Unix socket; refused: it is taken
  | { note: 'listening' | 'refused'; at: number | string; caller: Caller }
  // to: an address with its port, or the path of a Unix socket; id: until it is closed
  | { note: 'connected'; id: number; to: string; caller: Caller }
  | { note: 'closed'; id: number }
  | { note: 'thread'; caller: Caller }
  // a file, by its absolute path, that the app's own code opens for writing
  | { note: 'written'; file: string; caller: Caller }
  // as it begins: up to which V8 lets it grow
  | { note: 'heap'; mostBytes: number }
  // in the memory of a process: of sessions, as express-session and @fastify/session have; of how many requests came
  | { note: 'store'; caller: Caller }
  | { note: 'limiter'; caller: Caller }
  // a job of a library that schedules some
  | { note: 'job'; library: string; caller: Caller }

/** Libraries whose timers are jobs, with those that others wrap around them: what these schedule, the app has ordered. */
export const schedulers = ['node-cron', 'cron', 'node-schedule', 'croner', 'toad-scheduler']
export const schedulingFrameworks = ['@nestjs/schedule', 'fastify-cron']

/** Rate limiters that count in the memory of a process, unless they have another store. */
export const limiters = ['express-rate-limit', '@fastify/rate-limit', 'hono-rate-limiter']

/** A request with it is answered so many ms later than the app would. */
export const holdHeader = 'x-artillery-speedup-hold'
