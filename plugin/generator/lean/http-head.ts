import { maxHeaderSize } from 'node:http'

/** What a response breaks: code and words of llhttp, Node's parser. */
export type Fault = [code: string, reason: string]

const token = "[!#$%&'*+\\-.^`|~\\w]"
const text = '[\\t -~\\x80-\\xff]'
const wholeField = new RegExp(`(${token}+):[\\t ]*(${text}*)\\r\\n(?=[^\\t ])`, 'y')
const partOfField = new RegExp(`(${token}*)(?:(:)[\\t ]*(${text}*)(\\r?))?`, 'y')
const startLine = /HTTP\/(\d\.\d) (\d{3})(?: ([^\r\n]*))?\r\n/y
const restOfStartLine = /( ?)[^\r\n]*(\r?)/y
const versions = ['0.9', '1.0', '1.1', '2.0']
const overflow: Fault = ['HEADER_OVERFLOW', 'Header overflow']

/** Where each character of a start line stands, and what is wrong where it does not. */
const startPattern = 'HTTP/9.9 999'
const startFaults: Fault[] = [
  ...Array<Fault>(5).fill(['INVALID_CONSTANT', 'Expected HTTP/, RTSP/ or ICE/']),
  ['INVALID_VERSION', 'Invalid major version'],
  ['INVALID_VERSION', 'Expected dot'],
  ['INVALID_VERSION', 'Invalid minor version'],
  ['INVALID_VERSION', 'Expected space after version'],
  ...Array<Fault>(3).fill(['INVALID_STATUS', 'Invalid status code'])
]

/**
 * Header fields, or those that follow a chunked body, as they come in pieces: what they say of the message. It refuses
 * what llhttp refuses.
 */
export class Fields {
  text = ''
  fault: Fault | null = null
  length: number | null = null
  isEncoded = false
  isChunked = false
  connection: Set<string> = new Set() // its words
  keepAlive = ''
  protected at = 0 // where the next line begins
  protected follows = false // a start line
  #size = 0 // of what is before it, as Node counts

  /** @returns where they end; -1: more must come, or there is a fault */
  add(text: string): number {
    this.text += text
    return this.hasStarted() ? this.#readFields() : -1
  }

  /** Whether a start line, where there is one, is read. */
  protected hasStarted(): boolean {
    return true
  }

  protected refuse(...fault: Fault): false {
    this.fault = fault
    return false
  }

  /** @returns whether there is room for more */
  protected count(size: number): boolean {
    this.#size += size
    return this.#size < maxHeaderSize || this.refuse(...overflow)
  }

  #readFields() {
    const { text } = this
    for (;;) {
      if (text.startsWith('\r\n', this.at)) return this.at + 2
      wholeField.lastIndex = this.at
      const found = wholeField.exec(text)
      if (found === null) {
        this.#checkPart()
        return -1
      }
      const [whole, name, value] = found
      if (!this.count(name.length + value.length) || !this.#take(name.toLowerCase(), value, true)) return -1
      this.at += whole.length
      this.follows = false
    }
  }

  /** What follows is no field, or not a whole one. */
  #checkPart() {
    const { text, at } = this
    if (text.length - at + this.#size >= maxHeaderSize) return this.refuse(...overflow)
    const [first, second] = text.slice(at, at + 2)
    if (first === '\r') return second === undefined || this.refuse('STRICT', 'Expected LF after headers')
    if (first === ' ' && this.follows) return this.refuse('UNEXPECTED_SPACE', 'Unexpected space after start line')
    partOfField.lastIndex = at
    const [part, name, colon = '', value = '', end = ''] = partOfField.exec(text) as RegExpExecArray
    const next = text[at + part.length]
    const odd = end === '' && next !== '\n' ? (next ?? '') : ''
    if (colon !== '' && name !== '' && !this.#take(name.toLowerCase(), value + odd, false)) return false
    if (next === undefined && (name !== '' || colon === '')) return true
    if (colon === '' || name === '') return this.refuse('INVALID_HEADER_TOKEN', 'Invalid header token')
    if (end !== '' && next === '\n') {
      if (at + part.length + 1 === text.length) return true
      return this.refuse('INVALID_HEADER_TOKEN', 'Unexpected whitespace after header value')
    }
    if (end !== '' && value === '') return this.refuse('STRICT', 'Expected LF after CR')
    if (end !== '') return this.refuse('LF_EXPECTED', 'Missing expected LF after header value')
    if (next === '\n' && value !== '') return this.refuse('CR_EXPECTED', 'Missing expected CR after header value')
    return this.refuse('INVALID_HEADER_TOKEN', 'Invalid header value char')
  }

  /** @returns whether a field may be so, as far as it came */
  #take(name: string, value: string, isWhole: boolean): boolean {
    if (name === 'content-length') return this.#takeLength(value, isWhole)
    if (name === 'transfer-encoding' && this.length !== null)
      return this.refuse('INVALID_TRANSFER_ENCODING', "Transfer-Encoding can't be present with Content-Length")
    if (!isWhole) return true
    if (name === 'transfer-encoding') {
      if (value === '') return this.refuse('INVALID_TRANSFER_ENCODING', 'Empty Transfer-Encoding')
      this.isEncoded = true
      this.isChunked = /(^|,)[\t ]*chunked *$/i.test(value)
    } else if (name === 'connection' || name === 'proxy-connection')
      for (const word of value.split(',')) this.connection.add(trimmed(word).toLowerCase())
    else if (name === 'keep-alive' && this.keepAlive === '') this.keepAlive = value
    return true
  }

  #takeLength(value: string, isWhole: boolean) {
    if (this.isEncoded)
      return this.refuse('INVALID_CONTENT_LENGTH', "Content-Length can't be present with Transfer-Encoding")
    if (value === '') return !isWhole || this.refuse('INVALID_CONTENT_LENGTH', 'Empty Content-Length')
    if (this.length !== null) return this.refuse('UNEXPECTED_CONTENT_LENGTH', 'Duplicate Content-Length')
    if (!/^\d+[\t ]*$/.test(value)) return this.refuse('INVALID_CONTENT_LENGTH', 'Invalid character in Content-Length')
    const length = Number.parseInt(value)
    if (length >= 2 ** 64) return this.refuse('INVALID_CONTENT_LENGTH', 'Content-Length overflow')
    if (isWhole) this.length = length
    return true
  }
}

export class HeadFields extends Fields {
  version = ''
  status = 0
  reason = ''

  protected override hasStarted(): boolean {
    if (this.version !== '') return true
    const begin = this.text.search(/[^\r\n]/)
    if (begin === -1) return false
    startLine.lastIndex = begin
    const found = startLine.exec(this.text)
    const part = this.text.slice(begin)
    if (found === null || !versions.includes(found[1])) return this.#checkStart(part)
    const [whole, version, status, reason = ''] = found
    Object.assign(this, { version, status: Number(status), reason })
    this.at = begin + whole.length
    this.follows = true
    return this.count(reason.length)
  }

  /** It is not a whole start line, or none at all. */
  #checkStart(part: string): false {
    for (let i = 0; i < startPattern.length; i++) {
      const [wanted, found] = [startPattern[i], part[i]]
      if (i === 8 && !versions.includes(part.slice(5, 8))) return this.refuse('INVALID_VERSION', 'Invalid HTTP version')
      if (found === undefined) return false
      if (wanted === '9' ? found < '0' || found > '9' : found !== wanted) return this.refuse(...startFaults[i])
    }
    restOfStartLine.lastIndex = startPattern.length
    const [rest, space, end] = restOfStartLine.exec(part) as RegExpExecArray
    const next = part[startPattern.length + rest.length]
    if (space === '' && rest.length > end.length) return this.refuse('INVALID_STATUS', 'Invalid response status')
    if (rest.length >= maxHeaderSize) return this.refuse(...overflow)
    if (next === undefined) return false
    if (end !== '') return this.refuse('STRICT', 'Expected LF after CR')
    return space === ''
      ? this.refuse('INVALID_STATUS', 'Invalid response status')
      : this.refuse('CR_EXPECTED', 'Missing expected CR after response line')
  }
}

export const trimmed = (text: string): string => text.replace(/^[\t ]+|[\t ]+$/g, '')

/** The head of a response. Most responses share one with others: those of a second, of one path and one worker. */
export class Head {
  readonly version
  readonly status
  readonly reason
  readonly length // of the body; -1: it is chunked; Infinity: it ends with the connection
  readonly keepsAlive: boolean
  readonly hintMs // for how long the server says that it keeps it; Infinity: it says nothing
  readonly text
  readonly #known: Map<string, string | undefined> = new Map()
  #raw: string[] | undefined

  constructor({ version, status, reason, text, keepAlive, connection, ...fields }: HeadFields) {
    this.version = version
    this.status = status
    this.reason = reason
    this.hintMs = 1000 * Number(/^timeout=(\d+)/.exec(keepAlive)?.[1] ?? Infinity)
    this.text = text
    const isEmpty = status === 204 || status === 304 || this.isInformational
    this.length = isEmpty ? 0 : fields.isChunked ? -1 : fields.isEncoded ? Infinity : (fields.length ?? Infinity)
    this.keepsAlive =
      this.length !== Infinity && (version === '1.1' ? !connection.has('close') : connection.has('keep-alive'))
  }

  get isInformational(): boolean {
    return this.status >= 100 && this.status < 200
  }

  /** Names and values in turn, as they came. */
  get raw(): string[] {
    if (this.#raw !== undefined) return this.#raw
    const lines = this.text
      .slice(this.text.search(/[^\r\n]/))
      .split('\r\n')
      .slice(1, -2)
    return (this.#raw = lines.flatMap((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), trimmed(line.slice(colon + 1))]
    }))
  }

  /** @returns the first value of that header, in lower case */
  read(name: string): string | undefined {
    const known = this.#known.get(name)
    if (known !== undefined || this.#known.has(name)) return known
    const found = this.raw.findIndex((part, i) => i % 2 === 0 && part.toLowerCase() === name)
    const value = found === -1 ? undefined : this.raw[found + 1]
    this.#known.set(name, value)
    return value
  }
}
