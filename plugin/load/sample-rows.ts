import { readSamplesFile } from './sample-files.ts'

/** One request, as a line of a samples file has it. */
export interface SampleRow {
  startMs: number
  latencyMs: number
  status: number // NaN: there was no response
  outcome: string // status or error code
  pid: string // of the worker; empty where it is unknown
  isFirst: boolean // on its connection
}

const newline = 10
const comma = 44
const minus = 45
const point = 46
const zero = 48

/**
 * Reads a samples file in pieces, and parses its bytes by hand: making strings of all lines and fields takes four
 * times as long.
 *
 * @param file compressed or not
 * @param visit called for each line but the header, with the same object each time
 */
export async function eachRow(file: string, visit: (row: SampleRow) => void) {
  const parser = new RowParser()
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of readSamplesFile(file)) {
    const bytes = Buffer.concat([rest, piece])
    // A last line without its end was cut off while it was written.
    const end = bytes.lastIndexOf(newline) + 1
    parser.parse(bytes.subarray(0, end), visit)
    rest = bytes.subarray(end)
  }
}

/** number: NaN where it is none */
type Field = { text: string, number: number }

class RowParser {
  #bytes: Buffer = Buffer.alloc(0)
  #at = 0
  #row: SampleRow = { startMs: NaN, latencyMs: NaN, status: NaN, outcome: '', pid: '', isFirst: false }
  /** the few different ones, by hash; of two with the same hash, the one that came last */
  #fields: Map<number, Field> = new Map()

  /** @param bytes whole lines */
  parse(bytes: Buffer, visit: (row: SampleRow) => void) {
    this.#bytes = bytes
    this.#at = 0
    const row = this.#row
    while (this.#at < bytes.length) {
      row.startMs = this.#number()
      row.latencyMs = this.#number()
      const { text, number } = this.#field()
      row.status = number
      row.outcome = text
      row.pid = this.#field().text
      row.isFirst = bytes[this.#at] === zero + 1
      while (bytes[this.#at] !== newline) this.#at++
      this.#at++
      // The header has no number there.
      if (!Number.isNaN(row.startMs)) visit(row)
    }
  }

  /** Not by way of a text, as long as it is a plain decimal fraction of up to 15 characters, which is exact. */
  #number() {
    const bytes = this.#bytes
    const from = this.#at
    let at = bytes[from] === minus ? from + 1 : from
    let digits = 0
    let scale = 0
    for (; ; at++) {
      const digit = bytes[at] - zero
      if (digit >= 0 && digit <= 9) {
        digits = digits * 10 + digit
        scale *= 10
      } else if (bytes[at] === point && scale === 0) scale = 1
      else break
    }
    if (bytes[at] !== comma || at === from || at - from > 15) return this.#field().number
    this.#at = at + 1
    const size = scale === 0 ? digits : digits / scale
    return bytes[from] === minus ? -size : size
  }

  /** @returns empty where the line has no more */
  #field(): Field {
    const bytes = this.#bytes
    const from = this.#at
    let at = from
    let hash = 0
    for (; bytes[at] !== comma && bytes[at] !== newline; at++) hash = (Math.imul(hash, 31) + bytes[at]) | 0
    this.#at = bytes[at] === comma ? at + 1 : at
    const known = this.#fields.get(hash)
    if (known !== undefined && known.text.length === at - from && isAt(known.text, bytes, from)) return known
    const text = bytes.toString('latin1', from, at)
    const field = { text, number: text === '' ? NaN : Number(text) }
    this.#fields.set(hash, field)
    return field
  }
}

function isAt(text: string, bytes: Buffer, from: number) {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) !== bytes[from + i]) return false
  }
  return true
}
