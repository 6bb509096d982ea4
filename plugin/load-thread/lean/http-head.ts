import { maxHeaderSize } from 'node:http'

/** What a response breaks: code and words of llhttp, Node's parser. */
export type Fault = [code: string, reason: string]

const name = "[!#$%&'*+\\-.^`|~\\w]+"
const startLine = /^HTTP\/(0\.9|1\.[01]|2\.0) (\d{3})(?: ([^\r]*))?\r$/
const fieldLine = new RegExp(`^(${name}):[\\t ]*([\\t -~\\x80-\\xff]*)\\r$`)
/** After a chunked body. What tells a length comes too late there. */
export const trailerLine = new RegExp(
  `^(?!content-length:|transfer-encoding:[\\t ]*\\r)${fieldLine.source.slice(1)}`,
  'i'
)
/** What is wrong with a line that is none of these, in this order. */
const startFaults: [RegExp, ...Fault][] = [
  [/^(?!HTTP\/)/, 'INVALID_CONSTANT', 'Expected HTTP/, RTSP/ or ICE/'],
  [/^.{5}(?!(0\.9|1\.[01]|2\.0) )/, 'INVALID_VERSION', 'Invalid HTTP version'],
  [/^.{9}(?!\d{3})/, 'INVALID_STATUS', 'Invalid status code'],
  [/^.{12}[^ \r]/, 'INVALID_STATUS', 'Invalid response status'],
  [/[^\r]$/, 'CR_EXPECTED', 'Missing expected CR after response line'],
  [/^/, 'STRICT', 'Expected LF after CR']
]
const fieldFaults: [RegExp, ...Fault][] = [
  [/^[\t ]/, 'INVALID_HEADER_TOKEN', 'Unexpected whitespace after header value'],
  [new RegExp(`^(?!${name}:)`), 'INVALID_HEADER_TOKEN', 'Invalid header token'],
  [/^[\t -~\x80-\xff]*$/, 'CR_EXPECTED', 'Missing expected CR after header value'],
  [/^[\t -~\x80-\xff]*\r/, 'LF_EXPECTED', 'Missing expected LF after header value'],
  [/^/, 'INVALID_HEADER_TOKEN', 'Invalid header value char']
]

const protocol = 'HTTP/'

/** Reads a head that comes in pieces. */
export class HeadReader {
  text = ''
  fault: Fault | null = null
  version = ''
  status = 0
  reason = ''
  length: number | null = null
  isEncoded = false
  isChunked = false
  connection = new Set<string>() // its words
  keepAlive = ''
  #at = 0 // where the next line begins
  #size = 0 // of what is before it, as Node counts

  /** @returns where it ends; -1: more must come, or there is a fault */
  add(text: string): number {
    this.text += text
    for (let end = 0; (end = this.text.indexOf('\n', this.#at)) !== -1; this.#at = end + 1) {
      const line = this.text.slice(this.#at, end)
      if (line === '\r' && this.version !== '') return end + 1
      this.fault = this.#takeLine(line)
      if (this.fault !== null) return -1
    }
    const rest = this.text.slice(this.#at)
    const begin = rest.replace(/^\r+/, '').slice(0, protocol.length)
    if (this.#size + rest.length >= maxHeaderSize) this.fault = ['HEADER_OVERFLOW', 'Header overflow']
    // Somebody who speaks something else may wait for ever.
    else if (this.version === '' && !protocol.startsWith(begin)) this.fault = faultOf(begin, startFaults)
    return -1
  }

  #takeLine(line: string): Fault | null {
    if (this.version === '') return this.#takeStart(line.replace(/^\r+/, ''))
    const found = fieldLine.exec(line)
    if (found === null) return faultOf(line, fieldFaults)
    const [, field, value] = found
    this.#size += field.length + value.length
    return this.#size < maxHeaderSize ? this.#take(field.toLowerCase(), value) : ['HEADER_OVERFLOW', 'Header overflow']
  }

  #takeStart(line: string): Fault | null {
    const found = startLine.exec(line)
    if (found === null) return line === '' ? null : faultOf(line, startFaults)
    const [, version, status, reason = ''] = found
    Object.assign(this, { version, status: Number(status), reason })
    this.#size = reason.length
    return null
  }

  #take(field: string, value: string): Fault | null {
    if (field === 'content-length') return this.#takeLength(value)
    if (field === 'transfer-encoding') {
      if (this.length !== null)
        return ['INVALID_TRANSFER_ENCODING', "Transfer-Encoding can't be present with Content-Length"]
      if (value === '') return ['INVALID_TRANSFER_ENCODING', 'Empty Transfer-Encoding']
      this.isEncoded = true
      this.isChunked = /(^|,)[\t ]*chunked *$/i.test(value)
    } else if (field === 'connection' || field === 'proxy-connection')
      for (const word of value.split(',')) this.connection.add(trimmed(word).toLowerCase())
    else if (field === 'keep-alive') this.keepAlive ||= value
    return null
  }

  #takeLength(value: string): Fault | null {
    const length = Number.parseInt(value)
    if (this.isEncoded) return ['INVALID_CONTENT_LENGTH', "Content-Length can't be present with Transfer-Encoding"]
    if (this.length !== null) return ['UNEXPECTED_CONTENT_LENGTH', 'Duplicate Content-Length']
    if (!/^\d+[\t ]*$/.test(value)) return ['INVALID_CONTENT_LENGTH', 'Invalid character in Content-Length']
    if (length >= 2 ** 64) return ['INVALID_CONTENT_LENGTH', 'Content-Length overflow']
    this.length = length
    return null
  }
}

function faultOf(line: string, faults: typeof startFaults): Fault {
  const [, ...fault] = faults.find(([wrong]) => wrong.test(line)) ?? faults[0]
  return fault
}

const trimmed = (text: string) => text.replace(/^[\t ]+|[\t ]+$/g, '')

/** The head of a response. Most responses share one with others: those of a second, of one path and one worker. */
export class Head {
  readonly version
  readonly status
  readonly reason
  readonly length // of the body; -1: it is chunked; Infinity: it ends with the connection
  readonly keepsAlive
  readonly hintMs // for how long the server says that it keeps it; Infinity: it says nothing
  readonly text
  #bytes
  #known = new Map<string, string | undefined>()
  #raw: string[] | undefined

  constructor({ version, status, reason, text, keepAlive, connection, ...fields }: HeadReader) {
    this.version = version
    this.status = status
    this.reason = reason
    this.text = text
    this.#bytes = Buffer.from(text, 'latin1')
    this.hintMs = 1000 * Number(/^timeout=(\d+)/.exec(keepAlive)?.[1] ?? Infinity)
    const isEmpty = status === 204 || status === 304 || this.isInformational
    this.length = isEmpty ? 0 : fields.isChunked ? -1 : fields.isEncoded ? Infinity : (fields.length ?? Infinity)
    this.keepsAlive =
      this.length !== Infinity && (version === '1.1' ? !connection.has('close') : connection.has('keep-alive'))
  }

  get isInformational() {
    return this.status >= 100 && this.status < 200
  }

  /** Whether these bytes begin with it: strings of them would take longer. */
  isAt(bytes: Buffer, from: number, end: number) {
    const to = from + this.#bytes.length
    return to <= end && bytes.compare(this.#bytes, 0, this.#bytes.length, from, to) === 0
  }

  /** Names and values in turn, as they came. */
  get raw() {
    const lines = () => this.text.trimStart().split('\r\n').slice(1, -2)
    return (this.#raw ??= lines().flatMap((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), trimmed(line.slice(colon + 1))]
    }))
  }

  /** @returns the first value of that header, in lower case */
  read(header: string) {
    const known = this.#known.get(header)
    if (known !== undefined || this.#known.has(header)) return known
    const found = this.raw.findIndex((part, i) => i % 2 === 0 && part.toLowerCase() === header)
    const value = found === -1 ? undefined : this.raw[found + 1]
    this.#known.set(header, value)
    return value
  }
}
