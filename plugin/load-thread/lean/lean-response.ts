import { IncomingMessage, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib'
import type { Lacks } from './client-error.ts'
import type { Head } from './http-head.ts'
import type { PreparedRequest } from './prepare-request.ts'

/** Headers of which Node's client keeps the first only. */
const single = new Set([
  'age',
  'authorization',
  'content-length',
  'content-type',
  'etag',
  'expires',
  'from',
  'host',
  'if-modified-since',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'proxy-authorization',
  'referer',
  'retry-after',
  'server',
  'user-agent'
])

/** Bytes of a body that captures or hooks read: each user may have one, and few bytes may be decoded to any number. */
const mostRead = 2 ** 27
const limits = { maxOutputLength: mostRead }
type Decoded = (error: Error | null, plain: Buffer) => void

const decoders: Record<string, (wire: Buffer, options: typeof limits, done: Decoded) => void> = {
  gzip: gunzip,
  // Some servers leave the header of zlib out, which has 8 in the lower half of its first byte.
  deflate: (wire, ...more) => ((wire[0] & 0x0f) === 8 ? inflate(wire, ...more) : inflateRaw(wire, ...more)),
  br: brotliDecompress,
  zstd: zstdDecompress
}

/** As performance.now() counts, but for the time from sending to the head. */
type Times = { startMs: number; headMs: number; endMs: number; firstByteMs: number }

/** What a hook of Artillery's gets to see: what there is of Node's IncomingMessage, got's timings, and the body. */
export class LeanResponse {
  readonly statusCode
  readonly statusMessage
  readonly httpVersion
  readonly requestUrl
  readonly url
  readonly redirectUrls
  body: string = '' // once it was read
  complete = true
  isFromCache = false
  retryCount = 0
  #request
  #head
  #times
  #headers: Record<string, any> | undefined

  constructor(request: PreparedRequest, head: Head, times: Times) {
    this.statusCode = head.status
    this.statusMessage = head.reason || (STATUS_CODES[head.status] ?? '')
    this.httpVersion = head.version
    this.requestUrl = request.url
    this.url = request.url.href
    this.redirectUrls = request.redirectUrls
    this.#request = request
    this.#head = head
    this.#times = times
  }

  get ok() {
    return this.statusCode >= 200 && this.statusCode < 300
  }

  get rawHeaders() {
    return this.#head.raw
  }

  /** As Node's client has them: lower case, joined where one came more than once. */
  get headers() {
    return (this.#headers ??= nodeHeaders(this.rawHeaders))
  }

  /** In milliseconds, as got has them, without the parts of the time before the request was written. */
  get timings() {
    const { startMs, headMs, endMs, firstByteMs: firstByte } = this.#times
    const at = (ms: number) => Math.round(performance.timeOrigin + ms)
    return {
      start: at(startMs),
      response: at(headMs),
      end: at(endMs),
      phases: {
        wait: 0,
        dns: 0,
        tcp: 0,
        tls: undefined,
        request: 0,
        firstByte,
        download: endMs - headMs,
        total: endMs - startMs
      }
    }
  }

  readBody(chunks: Buffer[], done: (error: NodeJS.ErrnoException | null) => void) {
    const wire = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
    const { decompress, method } = this.#request
    const isEncoded = decompress && wire.length > 0 && method !== 'HEAD' && ![204, 205, 304].includes(this.statusCode)
    const decode = isEncoded ? decoders[String(this.headers['content-encoding'] ?? '').toLowerCase()] : undefined
    if (decode === undefined) {
      this.body = wire.toString()
      return done(null)
    }
    return decode(wire, limits, (error, plain) => {
      if (error === null) this.body = plain.toString()
      done(error)
    })
  }
}

export const isTooLarge = (bytes: number) => bytes > mostRead

const anyResponse = new IncomingMessage(new Socket())
/** What one has whose request was sent by Node, or got. */
const added = ['req', 'upgrade', 'ip', 'request', 'rawBody']
const unknownTimes = ['socket', 'lookup', 'connect', 'secureConnect', 'upload', 'wait', 'dns', 'tcp', 'tls', 'request']

/** What the lean client has of them, or a hook has set, is there. */
const isUnknown = (name: string, response: LeanResponse) =>
  added.includes(name) || (name in anyResponse && !(name in response))

/** @param lacks makes an error, which a hook gets that reads what only Artillery's client knows */
export function forHooks(seen: LeanResponse, lacks: Lacks, path = 'response'): LeanResponse {
  const isResponse = path === 'response'
  return new Proxy<any>(seen, {
    get(target, name) {
      const place = `${path}.${String(name)}`
      if (typeof name === 'string' && (isResponse ? isUnknown(name, target) : unknownTimes.includes(name)))
        throw lacks(`a hook reads ${place}`)
      const value = target[name]
      return name === 'timings' || name === 'phases' ? forHooks(value, lacks, place) : value
    },
    ownKeys(target) {
      if (isResponse) throw lacks('a hook reads all of a response')
      return Reflect.ownKeys(target)
    }
  })
}

function nodeHeaders(raw: readonly string[]) {
  const headers: Record<string, any> = {}
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i].toLowerCase()
    const value = raw[i + 1]
    if (name === 'set-cookie') (headers[name] ??= []).push(value)
    else if (headers[name] === undefined) headers[name] = value
    else if (!single.has(name)) headers[name] += `${name === 'cookie' ? '; ' : ', '}${value}`
  }
  return headers
}
