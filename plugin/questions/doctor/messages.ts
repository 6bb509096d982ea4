/** file: an absolute path; column: from 1; isBundle: who wrote it is unknown, as it has no map */
export type CallPlace = { file: string; line: number; column: number; isBundle?: boolean }

/** own: the nearest line of the app's own code; packages: between that and what was called, the nearest first */
export interface Caller {
  own: CallPlace | null
  packages: string[]
  above?: CallPlace[] // outside of packages, that led to own
}

export const nobody: Caller = { own: null, packages: [] }

/** @returns the package that a file belongs to; null: none */
export const packageOf = (file: string) => /(?:^|.*\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? null

/**
 * What is written down in each process of the app while the doctor looks: a line of JSON each, in a file of its PID.
 */
export type Note =
  // a connection, by the port of who asks; what times the HTTP server allows: idle, for the headers, for a request;
  // whether it takes WebSockets
  | { note: 'accepted'; port: number; allowsMs: number[]; hasUpgrades: boolean }
  // before the first connection was accepted, and still there; repeats: by itself, or as it sets itself again
  | { note: 'timer'; everyMs: number; repeats: boolean; caller: Caller }
  // outside of the process, by such a timer; how: in words
  | { note: 'reached'; how: string; caller: Caller }
  // by HTTP, before the first connection was accepted
  | { note: 'requested'; to: string }
  // at: a port, or the path of a Unix socket; refused: it is taken
  | { note: 'listening' | 'refused'; at: number | string; caller: Caller }
  // to: an address with its port, or a Unix socket; count: of those that are open there, with this one
  | { note: 'connected'; to: string; count: number; caller: Caller }
  | { note: 'thread'; caller: Caller }
  // a file, by its absolute path, that the app's own code opens for writing
  | { note: 'written'; file: string; caller: Caller }
  // as it begins: up to which V8 lets its heap grow, and the threads of libuv's pool
  | { note: 'limits'; heapBytes: number; poolThreads: number }
  // in the memory of a process: of sessions, as express-session and @fastify/session have; of how many requests came
  | { note: 'store'; caller: Caller }
  | { note: 'limiter'; caller: Caller }
  // a job of a library that schedules some; everyMs: as it repeats by one timer
  | { note: 'job'; library: string; everyMs?: number; caller: Caller }

/** A request with it is answered so many ms later than the app would. */
export const holdHeader = 'x-artillery-speedup-hold'
