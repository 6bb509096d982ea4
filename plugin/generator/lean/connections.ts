import { buildConnector, Client } from 'undici'
import { remembered } from '../watch-requests.ts'

/**
 * As Artillery's agents have it: an idle connection is closed after 4 s, a silent one after 8, or after `http.timeout`.
 */
const idleMs = 4000
const leastSilentMs = 8000
/** What Node's client takes off the time for which a server says that it keeps an idle connection. */
const hintMarginMs = 1000

/**
 * Made once: undici would make one, with its stack, for each connection that is closed: a tenth of a short user's CPU.
 */
const closed = new Error('The connection was closed')

/**
 * A connection to an origin, which sends one request at a time. It is opened when it is needed, and again once closed.
 */
export class Connection {
  client: Client
  isFresh = true // nothing came over it yet
  #open

  constructor(origin: URL, options: Client.Options) {
    this.#open = () => new Client(origin, options).on('connect', () => (this.isFresh = true))
    this.client = this.#open()
  }

  /**
   * Ends the request that it sends, too, as Node's client does: undici's abort would connect once more, to send
   * nothing.
   */
  end(error = closed) {
    const { client } = this
    this.client = this.#open()
    client.destroy(error, () => {})
  }

  close() {
    this.client.destroy(closed, () => {})
  }
}

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

  readMs(): number {
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

  /** @param waited null: what is to wait is one user's, who waits for nobody else */
  constructor(most: number, open: () => Connection, waited: WaitingTime | null) {
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

/** In the same place: how much later than due a user came, in ms. */
export const behindMs = Symbol('behind')

/**
 * What a user's first request adds to its latency, so that a busy load generator can't hide how long it would have
 * waited; 0 from then on.
 */
export function takeBehind(context: { [behindMs]?: number }): number {
  const { [behindMs]: taken = 0 } = context
  context[behindMs] = 0
  return taken
}

/** The connections of a user, or those that all users share: one lane for each origin. */
export type Connections = { to: (origin: string) => Lane; close: () => void }

type ConnectionOptions = {
  http: { pool?: number | string; timeout?: number }
  timeout?: number
  tls?: { rejectUnauthorized?: boolean }
}

/** @param sharedWait what requests wait for a shared connection, which is no part of their latencies, is added to it */
export function prepareConnections({ http, timeout, tls }: ConnectionOptions, sharedWait: WaitingTime | null = null) {
  const seconds = timeout || http.timeout
  const silentMs = typeof seconds === 'number' ? Math.max(leastSilentMs, seconds * 1000) : leastSilentMs
  const certificates = tls?.rejectUnauthorized === undefined ? {} : { rejectUnauthorized: tls.rejectUnauthorized }
  const createOptions = (): Client.Options => ({
    connect: buildConnector({ timeout: silentMs, allowH2: false, ...certificates }),
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    keepAliveTimeoutThreshold: hintMarginMs,
    headersTimeout: silentMs,
    bodyTimeout: silentMs
  })
  const plainOptions = createOptions()
  const urlOf = remembered((origin: string) => new URL(origin))
  const create = (most: number, waited: WaitingTime | null): Connections => {
    const lanes: Lane[] = []
    let secureOptions: Client.Options | undefined
    const to = remembered((origin: string) => {
      const url = urlOf(origin)
      // A user of its own resumes no TLS session of another: the connector keeps those.
      const options = url.protocol === 'https:' ? (secureOptions ??= createOptions()) : plainOptions
      const lane = new Lane(most, () => new Connection(url, options), waited)
      lanes.push(lane)
      return lane
    })
    return { to, close: () => lanes.forEach((lane) => lane.close()) }
  }
  // With `http.pool`, all users share that many (0: no limit); without it, each user has one of its own to each origin.
  const shared = http.pool === undefined ? null : create(Number(http.pool || Infinity), sharedWait)
  return { shared, ofUser: () => create(1, null), silentMs }
}
