import type { Dispatcher } from 'undici'
import { asField, remembered } from '../watch-requests.ts'
import { clientError, TimedOut } from './client-error.ts'
import { LeanResponse } from './lean-response.ts'
import type { BodyReader } from '../note-answers.ts'
import type { Connection, Lane } from './connections.ts'
import type { Recording } from './install.ts'
import type { PreparedRequest } from './prepare-request.ts'

interface Listener {
  readsBody: boolean
  timeoutMs: number // from when the request is written until the response begins; 0: as long as the connection lives
  begun(response: LeanResponse): void
  ended(response: LeanResponse): void
  failed(error: NodeJS.ErrnoException): void // instead of ended
}

const textOf = remembered((status: number) => String(status))

/**
 * One request and its response, on the connection that it gets. It is undici's handler of both, in the older form that gets headers as
 * bytes: the newer form makes strings of all of them, of which few are ever read. Every request to a target is recorded here, with the
 * latency of Artillery's client: from when it is written, or its connection begins to be opened, until the response's headers are in.
 */
export class Exchange {
  #request
  #lane
  #recording
  #listener
  #connection: Connection | null = null
  #isFirst = false
  #isRecorded
  #startMs = NaN
  #sentMs = NaN
  #response: LeanResponse | null = null
  #chunks: Buffer[] = []
  #note: BodyReader | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(request: PreparedRequest, lane: Lane, recording: Recording, listener: Listener) {
    this.#request = request
    this.#lane = lane
    this.#recording = recording
    this.#isRecorded = recording.isTarget(request.host)
    this.#listener = listener
  }

  begin(connection: Connection) {
    const { method, path, headers, body } = this.#request
    this.#connection = connection
    this.#startMs = performance.now()
    // Without `reset`, undici would close the connection after each HEAD.
    connection.client.dispatch({ method: method as Dispatcher.HttpMethod, path, headers, body: body ?? null, reset: false }, this)
  }

  onConnect() {
    const connection = this.#connection as Connection
    this.#sentMs = performance.now()
    this.#isFirst = connection.isFresh
    if (!this.#isFirst) this.#startMs = this.#sentMs
    const { timeoutMs } = this.#listener
    if (timeoutMs > 0) this.#timer = setTimeout(() => connection.end(new TimedOut(timeoutMs)), timeoutMs)
  }

  /** @returns to go on */
  onHeaders(status: number, rawHeaders: Buffer[], _resume: () => void, statusText: string = ''): boolean {
    // Informational: the response is still to come.
    if (status < 200) return true
    const now = performance.now()
    clearTimeout(this.#timer)
    const connection = this.#connection as Connection
    connection.isFresh = false
    const response = new LeanResponse(this.#request, status, statusText, rawHeaders, now - this.#sentMs)
    this.#response = response
    if (this.#isRecorded) {
      const { pidHeader, see, noteAnswer } = this.#recording
      const pid = asField(response.read(pidHeader))
      see({ startMs: this.#startMs, endMs: now, status, outcome: textOf(status), pid, isFirst: this.#isFirst })
      this.#note = noteAnswer(`${this.#request.method} ${this.#request.path}`, status)
    }
    this.#listener.begun(response)
    return true
  }

  /** @param chunk valid during this call only */
  onData(chunk: Buffer): boolean {
    const response = this.#response as LeanResponse
    response.bytes += chunk.length
    if (this.#listener.readsBody) this.#chunks.push(Buffer.from(chunk))
    this.#note?.update(chunk)
    return true
  }

  onComplete() {
    const response = this.#response as LeanResponse
    response.totalMs = performance.now() - this.#startMs
    this.#note?.end()
    // Node's client takes a HEAD of unknown length for one that ends with the connection.
    if (this.#request.method === 'HEAD' && !response.has('content-length') && !response.has('transfer-encoding')) this.#connection?.end()
    // Not within undici's call, which would catch what a hook throws.
    queueMicrotask(() => {
      const listener = this.#listener
      this.#lane.release(this.#connection as Connection)
      if (!listener.readsBody) return listener.ended(response)
      return response.readBody(this.#chunks, (error) => (error === null ? listener.ended(response) : listener.failed(error)))
    })
  }

  onError(cause: Error) {
    clearTimeout(this.#timer)
    const error = clientError(cause, this.#response !== null)
    if (this.#isRecorded && this.#response === null) {
      const outcome = asField(error.code ?? error.name)
      this.#recording.see({ startMs: this.#startMs, endMs: performance.now(), status: null, outcome, pid: '', isFirst: false })
    }
    queueMicrotask(() => {
      this.#lane.release(this.#connection as Connection)
      this.#listener.failed(error)
    })
  }
}
