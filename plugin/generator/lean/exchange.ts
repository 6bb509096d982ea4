import type { Dispatcher } from 'undici'
import { asField } from '../watch-requests.ts'
import { clientError, TimedOut } from './client-error.ts'
import { LeanResponse } from './lean-response.ts'
import type { BodyReader } from '../note-answers.ts'
import type { LeanMeans } from './install.ts'
import type { OpenConnection, OpenLane } from './connections.ts'

export interface PreparedRequest {
  method: string
  url: URL
  origin: string // of it
  path: string // with the query
  host: string // as in the header of that name
  headers: Record<string, any> // lower case
  body: string | Buffer | undefined
  decompress: boolean
}

interface Listener {
  readsBody: boolean
  timeoutMs: number // from when the request is written until the response begins; 0: as long as the connection lives
  begun: (response: LeanResponse) => void
  ended: (response: LeanResponse) => void
  failed: (error: NodeJS.ErrnoException) => void // instead of ended
}

/**
 * One request and its response, on the connection that it gets: undici's handler of both, in the form that gets headers as
 * they came (in the newer one, undici makes strings of all of them, of which few are ever read). Every request to a target is
 * recorded here, by the definition that holds for Artillery's client, too: from when it is written, or its connection
 * begins to be opened, until the headers of the response are in.
 */
export class Exchange {
  #request
  #lane
  #means
  #listener
  #connection: OpenConnection | null = null
  #isFirst = false
  #isRecorded
  #startMs = NaN
  #sentMs = NaN
  #response: LeanResponse | null = null
  #chunks: Buffer[] = []
  #note: BodyReader | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(request: PreparedRequest, { lane, means, isRecorded }: { lane: OpenLane, means: LeanMeans, isRecorded: boolean }, listener: Listener) {
    this.#request = request
    this.#lane = lane
    this.#means = means
    this.#isRecorded = isRecorded
    this.#listener = listener
  }

  begin(connection: OpenConnection) {
    const { method, path, headers, body } = this.#request
    this.#connection = connection
    this.#startMs = performance.now()
    // Without `reset`, undici would close the connection after each HEAD.
    connection.client.dispatch({ method: method as Dispatcher.HttpMethod, path, headers, body: body ?? null, reset: false }, this)
  }

  onConnect() {
    const connection = this.#connection as OpenConnection
    this.#sentMs = performance.now()
    this.#isFirst = connection.isFresh
    if (!this.#isFirst) this.#startMs = this.#sentMs
    const { timeoutMs } = this.#listener
    if (timeoutMs > 0) this.#timer = setTimeout(() => connection.end(new TimedOut(timeoutMs)), timeoutMs)
  }

  /**
   * @param rawHeaders names and values in turn
   * @returns to go on
   */
  onHeaders(status: number, rawHeaders: Buffer[], _resume: () => void, statusText: string = ''): boolean {
    // Informational: the response is still to come.
    if (status < 200) return true
    const now = performance.now()
    clearTimeout(this.#timer)
    const connection = this.#connection as OpenConnection
    connection.isFresh = false
    const { method, path, url, decompress } = this.#request
    this.#response = new LeanResponse({ status, statusText, rawHeaders, url, method, decompress, firstByteMs: now - this.#sentMs })
    if (this.#isRecorded) {
      const { pidHeader, see, noteAnswer } = this.#means
      see({ startMs: this.#startMs, endMs: now, status, outcome: asText(status), pid: asField(this.#response.read(pidHeader)), isFirst: this.#isFirst })
      this.#note = noteAnswer(`${method} ${path}`, status)
    }
    this.#listener.begun(this.#response)
    return true
  }

  /**
   * @param chunk valid during this call only
   * @returns to go on
   */
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
    // Not within undici's call: it takes for its own what a hook throws.
    queueMicrotask(() => {
      this.#lane.release(this.#connection as OpenConnection)
      if (!this.#listener.readsBody) return this.#listener.ended(response)
      return response.readBody(this.#chunks, (error) => (error === null ? this.#listener.ended(response) : this.#listener.failed(error)))
    })
  }

  onError(cause: Error) {
    clearTimeout(this.#timer)
    const error = clientError(cause, this.#response !== null)
    if (this.#isRecorded && this.#response === null) {
      this.#means.see({ startMs: this.#startMs, endMs: performance.now(), status: null, outcome: asField(error.code ?? error.name), pid: '', isFirst: false })
    }
    queueMicrotask(() => {
      this.#lane.release(this.#connection as OpenConnection)
      this.#listener.failed(error)
    })
  }
}

const texts: Map<number, string> = new Map()

function asText(status: number) {
  let text = texts.get(status)
  if (text === undefined) texts.set(status, (text = String(status)))
  return text
}
