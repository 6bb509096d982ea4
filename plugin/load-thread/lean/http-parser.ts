import { maxHeaderSize } from 'node:http'
import { Head, HeadReader, trailerLine, type Fault } from './http-head.ts'

/** Who hears of a response. bytes: valid during the call only */
export interface Hearer {
  hasHead: (head: Head) => void
  hasBody: (bytes: Buffer, from: number, to: number) => void
}

/** A head that came before says all that another one of the same text does. */
export type KnownHeads = Map<string, Head>
const mostKnown = 500
const mostLooked = 4096 // bytes: a head is short
const nothingYet = new Head(Object.assign(new HeadReader(), { text: 'nothing yet' }))

type State = 'head' | 'body' | 'size' | 'chunk' | 'chunk end' | 'trailers' | 'closed' | 'done'

const lf = 10
const mostChunk = 2 ** 64
const token = "[!#$%&'*+\\-.^`|~\\w]*"
const quoted = '"(?:[\\t !#-\\[\\]-~\\x80-\\xff]|\\\\[\\t -~\\x80-\\xff])*"'
const sizeLine = new RegExp(`^([\\da-f]+)(?:;(?![ \\r])${token}(?:=${token}(?:${quoted})?)?)*\\r$`, 'i')

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
  #line = '' // about a chunk, or a trailer, as far as it came
  #reader: HeadReader | null = null // of a head of which a part has come
  #last = nothingYet
  #known

  constructor(known: KnownHeads) {
    this.#known = known
  }

  get isDone() {
    return this.#state === 'done'
  }

  /** Whether it ends where the connection does. */
  get endsHere() {
    return this.#state === 'body' && this.#left === Infinity
  }

  begin(isHead: boolean) {
    this.#isHead = isHead
    this.#state = 'head'
    this.head = this.fault = this.#reader = null
    this.#line = ''
  }

  /** @returns where the response ends, or the piece; after a fault, it does not matter */
  read(bytes: Buffer, end: number, hearer: Hearer) {
    let at = 0
    while (at < end && this.#state !== 'done' && this.fault === null) at = this.#readPart(bytes, at, end, hearer)
    return at
  }

  #readPart(bytes: Buffer, at: number, end: number, hearer: Hearer) {
    const state = this.#state
    if (state === 'head') return this.#readHead(bytes, at, end, hearer)
    if (state === 'closed') {
      if (!/[\r\n]/.test(String.fromCharCode(bytes[at])))
        this.fault = ['CLOSED_CONNECTION', 'Data after `Connection: close`']
      return at + 1
    }
    if (state === 'size' || state === 'chunk end' || state === 'trailers') return this.#readLine(bytes, at, end)
    const to = Math.min(end, at + this.#left)
    this.#left -= to - at
    if (this.#left === 0) this.#state = state === 'body' ? 'done' : 'chunk end'
    hearer.hasBody(bytes, at, to)
    return to
  }

  #readHead(bytes: Buffer, at: number, end: number, hearer: Hearer) {
    // Most often it is that of the response before.
    let head = this.#reader === null && this.#last.isAt(bytes, at, end) ? this.#last : null
    let next = at + this.#last.text.length
    const text = head === null ? bytes.toString('latin1', at, Math.min(end, at + mostLooked)) : ''
    if (head === null && this.#reader === null) {
      const length = text.indexOf('\r\n\r\n') + 4
      head = this.#known.get(text.slice(0, length)) ?? null
      next = at + length
    }
    if (head === null) {
      const reader = (this.#reader ??= new HeadReader())
      const before = reader.text.length
      const length = reader.add(text)
      this.fault = reader.fault
      if (length === -1) return at + text.length
      next = at + length - before
      reader.text = reader.text.slice(0, length)
      head = new Head(reader)
      if (this.#known.size === mostKnown) this.#known.clear()
      this.#known.set(head.text, head)
      this.#reader = null
    }
    this.#last = head
    // What is switched to, nobody here speaks.
    if (head.isInformational && head.status !== 101) {
      if (!head.keepsAlive) this.#state = 'closed'
      return next
    }
    this.head = head
    this.#left = this.#isHead || head.status === 101 ? 0 : head.length
    this.#state = this.#left === 0 ? 'done' : this.#left === -1 ? 'size' : 'body'
    if (head.status !== 101) hearer.hasHead(head)
    return next
  }

  /** The size of a chunk, what ends it, or a trailer. */
  #readLine(bytes: Buffer, at: number, end: number) {
    const found = bytes.indexOf(lf, at)
    const isWhole = found !== -1 && found < end
    const to = isWhole ? found : end
    this.#line += bytes.toString('latin1', at, to)
    if (this.#line.length > maxHeaderSize) this.fault = ['CHUNK_EXTENSIONS_OVERFLOW', 'Chunk extensions overflow']
    if (!isWhole) return to
    const line = this.#line
    this.#line = ''
    if (this.#state === 'size') this.#takeSize(sizeLine.exec(line)?.[1])
    else if (line === '\r') this.#state = this.#state === 'trailers' ? 'done' : 'size'
    else if (this.#state !== 'trailers') this.fault = ['STRICT', 'Expected LF after chunk data']
    else if (!trailerLine.test(line)) this.fault = ['INVALID_HEADER_TOKEN', 'Invalid header token']
    return to + 1
  }

  #takeSize(digits: string | undefined) {
    this.#left = Number.parseInt(digits ?? '', 16)
    this.#state = this.#left === 0 ? 'trailers' : 'chunk'
    if (digits === undefined) this.fault = ['INVALID_CHUNK_SIZE', 'Invalid character in chunk size']
    else if (this.#left >= mostChunk) this.fault = ['INVALID_CHUNK_SIZE', 'Chunk size overflow']
  }
}
