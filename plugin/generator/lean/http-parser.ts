import { maxHeaderSize } from 'node:http'
import { Fields, Head, HeadFields, type Fault } from './http-head.ts'

/** Who hears of a response. bytes: valid during the call only */
export interface Hearer {
  hasHead: (head: Head) => void
  hasBody: (bytes: Buffer, from: number, to: number) => void
}

/** A head that came before says all that another one of the same text does. */
export type KnownHeads = Map<string, Head>
const mostKnown = 500
const mostLooked = 4096 // bytes: a head is short

const nothingYet = new Head(Object.assign(new HeadFields(), { text: 'nothing yet' }))

type State =
  | 'head'
  | 'body'
  | 'size'
  | 'extension'
  | 'size end'
  | 'chunk'
  | 'chunk CR'
  | 'chunk LF'
  | 'trailers'
  | 'closed'
  | 'done'

const [cr, lf, semicolon] = Buffer.from('\r\n;')
const mostChunk = 2 ** 64
const token = "[!#$%&'*+\\-.^`|~\\w]*"
const quoted = '"(?:[\\t !#-\\[\\]-~\\x80-\\xff]|\\\\[\\t -~\\x80-\\xff])*'
/** What comes after a chunk's size: all of it, and as far as it came. */
const [extensions, partOfExtensions] = [`"`, `(?:"|\\\\?$)`].map(
  (end) => new RegExp(`^(?:;(?! )${token}(?:=${token}(?:${quoted}${end})?)?)*$`)
)

/**
 * Reads a response that comes in pieces of any size, as llhttp does, Node's own parser. It keeps nothing of a body, and
 * goes on where a piece ends.
 */
export class ResponseParser {
  fault: Fault | null = null
  head: Head | null = null
  #state: State = 'done'
  #isHead = false // it was asked for the head alone
  #left = 0 // of the body, or of a chunk
  #digits = 0 // of the size of a chunk
  #extension = ''
  #fields: HeadFields | Fields | null = null
  #last: Head = nothingYet
  readonly #known

  constructor(known: KnownHeads) {
    this.#known = known
  }

  get isDone(): boolean {
    return this.#state === 'done'
  }

  begin(isHead: boolean) {
    this.#isHead = isHead
    this.#state = 'head'
    this.head = this.fault = this.#fields = null
  }

  /** Whether it ends where the connection does. */
  get endsHere(): boolean {
    return this.#state === 'body' && this.#left === Infinity
  }

  /** @returns where the response ends, or the piece; after a fault, it does not matter */
  read(bytes: Buffer, end: number, hearer: Hearer): number {
    let at = 0
    while (at < end && this.#state !== 'done' && this.fault === null) at = this.#readPart(bytes, at, end, hearer)
    return at
  }

  #readPart(bytes: Buffer, at: number, end: number, hearer: Hearer): number {
    switch (this.#state) {
      case 'head':
        return this.#readHead(bytes, at, end, hearer)
      case 'body':
      case 'chunk': {
        const to = Math.min(end, at + this.#left)
        this.#left -= to - at
        if (this.#left === 0) this.#state = this.#state === 'body' ? 'done' : 'chunk CR'
        hearer.hasBody(bytes, at, to)
        return to
      }
      case 'size':
        return this.#readSize(bytes[at], at)
      case 'extension':
        return this.#readExtension(bytes, at, end)
      case 'size end':
        if (bytes[at] !== lf) this.fault = ['STRICT', 'Expected LF after chunk size']
        this.#state = this.#left === 0 ? 'trailers' : 'chunk'
        return at + 1
      case 'chunk CR':
        if (bytes[at] === lf) this.fault = ['CR_EXPECTED', 'Missing expected CR after chunk data']
        else if (bytes[at] !== cr) this.fault = ['STRICT', 'Expected LF after chunk data']
        this.#state = 'chunk LF'
        return at + 1
      case 'chunk LF':
        if (bytes[at] !== lf) this.fault = ['STRICT', 'Expected LF after chunk data']
        this.#beginChunk()
        return at + 1
      case 'closed':
        if (bytes[at] !== cr && bytes[at] !== lf) this.fault = ['CLOSED_CONNECTION', 'Data after `Connection: close`']
        return at + 1
      default:
        return this.#readTrailers(bytes, at, end)
    }
  }

  #readHead(bytes: Buffer, at: number, end: number, hearer: Hearer) {
    const text = bytes.toString('latin1', at, Math.min(end, at + mostLooked))
    // Most often it is that of the response before.
    let head = this.#fields === null && text.startsWith(this.#last.text) ? this.#last : null
    let next = at + this.#last.text.length
    if (head === null && this.#fields === null) {
      const length = text.indexOf('\r\n\r\n') + 4
      head = this.#known.get(text.slice(0, length)) ?? null
      next = at + length
    }
    if (head === null) {
      const fields = (this.#fields ??= new HeadFields()) as HeadFields
      const before = fields.text.length
      const length = fields.add(text)
      this.fault = fields.fault
      if (length === -1) return at + text.length
      next = at + length - before
      fields.text = fields.text.slice(0, length)
      head = new Head(fields)
      if (this.#known.size === mostKnown) this.#known.clear()
      this.#known.set(fields.text, head)
      this.#fields = null
    }
    this.#last = head
    // What is switched to, nobody here speaks.
    if (head.isInformational && head.status !== 101) {
      if (!head.keepsAlive) this.#state = 'closed'
      return next
    }
    this.head = head
    this.#left = this.#isHead || head.status === 101 ? 0 : head.length
    if (this.#left === -1) this.#beginChunk()
    else this.#state = this.#left === 0 ? 'done' : 'body'
    if (head.status !== 101) hearer.hasHead(head)
    return next
  }

  #beginChunk() {
    this.#state = 'size'
    this.#left = this.#digits = 0
    this.#extension = ''
  }

  #readSize(byte: number, at: number) {
    const digit = valueOf(byte)
    if (digit !== -1) {
      this.#digits++
      this.#left = 16 * this.#left + digit
      if (this.#left >= mostChunk) this.fault = ['INVALID_CHUNK_SIZE', 'Chunk size overflow']
    } else if (this.#digits > 0 && byte === cr) this.#state = 'size end'
    else if (this.#digits > 0 && byte === semicolon) {
      this.#state = 'extension'
      return at
    } else if (this.#digits > 0 && byte === lf) this.fault = ['CR_EXPECTED', 'Missing expected CR after chunk size']
    else this.fault = ['INVALID_CHUNK_SIZE', 'Invalid character in chunk size']
    return at + 1
  }

  #readExtension(bytes: Buffer, at: number, end: number) {
    const found = bytes.indexOf(cr, at)
    const isWhole = found !== -1 && found < end
    const to = isWhole ? found : end
    this.#extension += bytes.toString('latin1', at, to)
    if (this.#extension.length > maxHeaderSize) this.fault = ['CHUNK_EXTENSIONS_OVERFLOW', 'Chunk extensions overflow']
    else if (/\n/.test(this.#extension) && extensions.test(this.#extension.split('\n')[0]))
      this.fault = ['CR_EXPECTED', 'Missing expected CR after chunk extension name']
    else if (
      !(isWhole ? extensions : partOfExtensions).test(this.#extension) ||
      (isWhole && /;$/.test(this.#extension))
    )
      this.fault = ['STRICT', 'Invalid character in chunk extensions']
    if (!isWhole) return to
    this.#state = 'size end'
    return to + 1
  }

  #readTrailers(bytes: Buffer, at: number, end: number) {
    const fields = (this.#fields ??= Object.assign(new Fields(), { isEncoded: true }))
    const text = bytes.toString('latin1', at, Math.min(end, at + mostLooked))
    const before = fields.text.length
    const length = fields.add(text)
    this.fault = fields.fault
    if (length === -1) return at + text.length
    this.#state = 'done'
    return at + length - before
  }
}

/** @returns of a hexadecimal digit; -1: it is none */
function valueOf(byte: number) {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}
