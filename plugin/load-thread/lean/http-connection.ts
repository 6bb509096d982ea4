import { connect as connectPlainly, isIP, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { hangUp, parseError, socketTimeout, timedOut } from './client-error.ts'
import { ResponseParser, type Hearer, type KnownHeads } from './http-parser.ts'

/** As Artillery's agents have it: an idle connection is closed after 4 s. */
const idleMs = 4000
/** What Node's client takes off the time for which a server says that it keeps an idle connection. */
const hintMarginMs = 1000

/** What connections have in common. */
type Manner = ReturnType<typeof mannerOf>

/** @param silentMs after which one on which nothing comes is closed */
export const mannerOf = (silentMs: number, rejectUnauthorized?: boolean) => ({
  silentMs,
  rejectUnauthorized,
  deadlines: new Deadlines(),
  heads: new Map() as KnownHeads,
  buffer: Buffer.allocUnsafeSlow(65_536) // into which all of them are read: nothing stays there
})

/**
 * One timer for all connections: to move a deadline is all that a request costs, as most of what could time out never
 * does.
 */
class Deadlines {
  #limited = new Set<Connection>()
  #timer: NodeJS.Timeout | undefined
  #dueMs = Infinity // when the timer ends

  add(connection: Connection) {
    this.#limited.add(connection)
  }

  delete(connection: Connection) {
    this.#limited.delete(connection)
  }

  set(connection: Connection, deadlineMs: number) {
    connection.deadlineMs = deadlineMs
    if (deadlineMs < this.#dueMs) this.#wait(deadlineMs)
  }

  #wait(dueMs: number) {
    clearTimeout(this.#timer)
    this.#dueMs = dueMs
    // Where nothing else is under way, there is nobody to tell.
    if (dueMs < Infinity) this.#timer = setTimeout(() => this.#expire(), dueMs - performance.now()).unref()
  }

  #expire() {
    const nowMs = performance.now()
    this.#dueMs = Infinity
    for (const connection of this.#limited) if (connection.deadlineMs <= nowMs) connection.expire()
    let nextMs = Infinity
    for (const { deadlineMs } of this.#limited) nextMs = Math.min(nextMs, deadlineMs)
    this.#wait(nextMs)
  }
}

/** What goes over the wire, and what a connection must know of it. */
export interface WireRequest {
  bytes: string | Buffer // text in latin1
  isHead: boolean
  closes: boolean // the connection, after the response
  serverName: string // for TLS; empty: none
  timeoutMs: number // for the response to begin; 0: for as long as a connection may be silent
}

/** Who hears of a response, or of its end without one. Times are as performance.now() counts. */
export interface Exchange extends Hearer {
  isSent: (nowMs: number) => void // in a moment
  hasEnded: (nowMs: number, closes: boolean) => void
  hasFailed: (cause: NodeJS.ErrnoException) => void
}

/**
 * A connection to an origin, which sends one request at a time. It is opened when it is needed, and again once closed.
 * Who hears of an end finds it ready for the next request, and may throw: nothing is left to do here.
 */
export class Connection {
  isFresh = true // nothing came over it yet
  deadlineMs = Infinity // when it expires, as performance.now() counts, unless it is told another time before
  nowMs = NaN // when what is being read came
  #isSecure
  #options
  #manner
  #sessions
  #parser
  #socket: Socket | null = null
  #serverName = ''
  #isOpen = false
  #exchange: Exchange | null = null // in progress
  #request!: WireRequest

  /** @param sessions of TLS, by the server's name, of those who may resume one another's */
  constructor({ protocol, hostname, port }: URL, manner: Manner, sessions: Map<string, Buffer>) {
    this.#isSecure = protocol === 'https:'
    const callback = (length: number) => {
      this.#read(length)
      return true
    }
    this.#options = {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || (this.#isSecure ? 443 : 80)),
      noDelay: true,
      onread: { buffer: manner.buffer, callback }
    }
    this.#manner = manner
    this.#sessions = sessions
    this.#parser = new ResponseParser(manner.heads)
  }

  send(request: WireRequest, exchange: Exchange, nowMs: number) {
    this.#exchange = exchange
    this.#request = request
    // Another name is another server, with a certificate of its own.
    if (this.#isSecure && this.#serverName !== request.serverName) this.#drop()
    if (this.#socket === null) this.#open(request.serverName, nowMs)
    else this.#write(this.#socket, nowMs)
  }

  /** Ends the request that it sends, too. */
  close(cause: Error | null = null) {
    const exchange = this.#exchange
    this.#exchange = null
    this.#drop()
    // An error, with its stack, takes a tenth of a short user's CPU.
    exchange?.hasFailed(cause ?? hangUp(this.#isReading))
  }

  expire() {
    if (this.#exchange === null) return this.#drop()
    const { timeoutMs } = this.#request
    return this.close(this.#isOpen && !this.#isReading && timeoutMs > 0 ? timedOut(timeoutMs) : socketTimeout())
  }

  /** Whether the head of the response is here. */
  get #isReading() {
    return this.#isOpen && this.#parser.head !== null
  }

  #drop() {
    const socket = this.#socket
    this.#socket = null
    this.#manner.deadlines.delete(this)
    socket?.destroy()
  }

  #open(serverName: string, nowMs: number) {
    const { deadlines, silentMs } = this.#manner
    const socket = this.#isSecure ? this.#connectSecurely(serverName) : connectPlainly(this.#options)
    this.#socket = socket
    this.#serverName = serverName
    this.#isOpen = false
    this.isFresh = true
    deadlines.add(this)
    deadlines.set(this, nowMs + silentMs)
    const isGone = () => this.#socket !== socket
    const end = () => isGone() || this.#isCut()
    socket
      .once(this.#isSecure ? 'secureConnect' : 'connect', () => {
        if (isGone()) return
        this.#isOpen = true
        this.#write(socket, performance.now())
      })
      .on('error', (error) => {
        this.#sessions.delete(serverName)
        if (!isGone()) this.close(error)
      })
      .on('end', end)
      .on('close', end)
  }

  #connectSecurely(serverName: string) {
    const { rejectUnauthorized } = this.#manner
    return connectSecurely({
      ...this.#options,
      ALPNProtocols: ['http/1.1'],
      session: this.#sessions.get(serverName),
      servername: serverName,
      ...(rejectUnauthorized !== undefined && { rejectUnauthorized })
    }).on('session', (session) => this.#sessions.set(serverName, session))
  }

  #write(socket: Socket, nowMs: number) {
    const { bytes, isHead, timeoutMs } = this.#request
    const { deadlines, silentMs } = this.#manner
    this.#parser.begin(isHead)
    this.#exchange?.isSent(nowMs)
    deadlines.set(this, nowMs + (timeoutMs || silentMs))
    socket.write(bytes, 'latin1')
  }

  #read(length: number) {
    const exchange = this.#exchange
    const parser = this.#parser
    const { buffer, deadlines, silentMs } = this.#manner
    // Nobody asked.
    if (exchange === null) return this.#drop()
    this.nowMs = performance.now()
    const end = parser.read(buffer, length, exchange)
    if (parser.fault !== null) return this.close(parseError(...parser.fault))
    if (parser.isDone) return this.#hasEnded(exchange, end === length)
    if (parser.head !== null) deadlines.set(this, this.nowMs + silentMs)
  }

  /** By the other side. */
  #isCut() {
    const exchange = this.#exchange
    if (exchange === null || !this.#isReading || !this.#parser.endsHere) return this.close()
    this.nowMs = performance.now()
    return this.#hasEnded(exchange, false)
  }

  /** @param isAll nothing came after the response */
  #hasEnded(exchange: Exchange, isAll: boolean) {
    const { head } = this.#parser
    if (head === null || head.status === 101) return this.close(hangUp(false))
    const keptMs = Math.min(idleMs, head.hintMs - hintMarginMs)
    const isKept = isAll && head.keepsAlive && !this.#request.closes && keptMs > 0
    this.#exchange = null
    this.isFresh = false
    if (isKept) this.#manner.deadlines.set(this, this.nowMs + keptMs)
    else this.#drop()
    exchange.hasEnded(this.nowMs, !isKept)
  }
}

/** @param host as in the header of that name */
export function serverNameOf(host: string) {
  const name = host.replace(/:\d*$/, '')
  return host.startsWith('[') || isIP(name) > 0 ? '' : name
}
