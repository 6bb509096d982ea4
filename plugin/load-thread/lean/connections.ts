import { remembered } from '../watch-requests.ts'
import type { Params } from './artillerys-http.ts'
import { Connection, mannerOf } from './http-connection.ts'

/** As with Artillery's agents, a silent connection is closed after 8 s, or after `http.timeout`. */
const leastSilentMs = 8000

type Waiting = { begin: (connection: Connection) => void }

/** How long some waited, all together: those who still wait, too. */
export class WaitingTime {
  #count = 0
  #ms = 0

  begin() {
    this.#count++
    this.#ms -= performance.now()
  }

  end() {
    this.#count--
    this.#ms += performance.now()
  }

  readMs() {
    return this.#ms + this.#count * performance.now()
  }
}

/** The connections to one origin that some requests share: those that find none free wait, as at Node's agent. */
export class Lane {
  #count = 0
  #free: Connection[] = [] // the last one that became free is used first
  #waiting: Waiting[] = []
  #most // connections
  #open
  #waited
  #isClosing = false

  /** @param waited left out: what is to wait is one user's, who waits for nobody else */
  constructor(most: number, open: () => Connection, waited?: WaitingTime) {
    this.#most = most
    this.#open = open
    this.#waited = waited
  }

  /** The request begins at once, or when a connection is free. */
  add(request: Waiting) {
    const free = this.#free.pop()
    if (free !== undefined) request.begin(free)
    else if (this.#count < this.#most) {
      this.#count++
      request.begin(this.#open())
    } else {
      this.#waited?.begin()
      this.#waiting.push(request)
    }
  }

  release(connection: Connection) {
    const next = this.#waiting.shift()
    if (next !== undefined) {
      this.#waited?.end()
      next.begin(connection)
    } else if (this.#isClosing) connection.close()
    else this.#free.push(connection)
  }

  /** Requests that wait or are in progress are still made. */
  close() {
    this.#isClosing = true
    for (const connection of this.#free.splice(0)) connection.close()
  }
}

/** Where a user's connections are, in Artillery's context of that user. */
export const connectionsOf = Symbol('connections')

/**
 * In the same place: how much later than due a user came, in ms. The user's first request adds it to its latency, so
 * that a busy load generator can't hide how long it would have waited; 0 from then on.
 */
export const behindMs = Symbol('behind')

/** The connections of a user, or those that all users share: one lane for each origin. */
export type Connections = { to: (origin: string) => Lane; close: () => void }

/**
 * @param config of the script; sharedWait: what requests wait for a shared connection, which is no part of their
 * latencies, is added to it
 */
export function prepareConnections({ http, timeout, tls }: Params, sharedWait?: WaitingTime) {
  const seconds = timeout || http.timeout
  const silentMs = typeof seconds === 'number' ? Math.max(leastSilentMs, seconds * 1000) : leastSilentMs
  const manner = mannerOf(silentMs, tls?.rejectUnauthorized)
  const urlOf = remembered((origin: string) => new URL(origin))
  const create = (most: number, waited?: WaitingTime): Connections => {
    const lanes: Lane[] = []
    // A user of its own resumes no TLS session of another.
    const sessions = new Map()
    const to = remembered((origin: string) => {
      const lane = new Lane(most, () => new Connection(urlOf(origin), manner, sessions), waited)
      lanes.push(lane)
      return lane
    })
    return { to, close: () => lanes.forEach((lane) => lane.close()) }
  }
  // With `http.pool`, all users share that many (0: no limit); without it, each user has one of its own to each origin.
  if (http.pool === undefined) return { ofUser: () => create(1), silentMs }
  const { to } = create(Number(http.pool || Infinity), sharedWait)
  const shared = { to, close() {} }
  return { ofUser: () => shared, silentMs }
}
