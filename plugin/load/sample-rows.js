import { readSamplesFile } from './sample-files.js'

/**
 * One request, as a line of a samples file has it.
 *
 * @typedef {object} SampleRow
 * @property {number} startMs
 * @property {number} latencyMs
 * @property {number} status NaN: there was no response
 * @property {string} outcome status or error code
 * @property {string} pid of the worker; empty where it is unknown
 * @property {boolean} isFirst on its connection
 */

const newline = 10
const comma = 44
const minus = 45
const point = 46
const zero = 48

/**
 * Reads a samples file in pieces, and parses its bytes by hand: making strings of all lines and fields takes four
 * times as long.
 *
 * @param {string} file compressed or not
 * @param {(row: SampleRow) => void} visit called for each line but the header, with the same object each time
 */
export async function eachRow(file, visit) {
  const parser = new RowParser()
  /** @type {Buffer} */
  let rest = Buffer.alloc(0)
  for await (const piece of readSamplesFile(file)) {
    const bytes = Buffer.concat([rest, piece])
    // A last line without its end was cut off while it was written.
    const end = bytes.lastIndexOf(newline) + 1
    parser.parse(bytes.subarray(0, end), visit)
    rest = bytes.subarray(end)
  }
}

/** @typedef {{ text: string, number: number }} Field number: NaN where it is none */

class RowParser {
  /** @type {Buffer} */
  #bytes = Buffer.alloc(0)
  #at = 0
  /** @type {SampleRow} */
  #row = { startMs: NaN, latencyMs: NaN, status: NaN, outcome: '', pid: '', isFirst: false }
  /** @type {Map<number, Field>} the few different ones, by hash; of two with the same hash, the one that came last */
  #fields = new Map()

  /**
   * @param {Buffer} bytes whole lines
   * @param {(row: SampleRow) => void} visit
   */
  parse(bytes, visit) {
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

  /** @returns {Field} empty where the line has no more */
  #field() {
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

/**
 * @param {string} text
 * @param {Buffer} bytes
 * @param {number} from
 */
function isAt(text, bytes, from) {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) !== bytes[from + i]) return false
  }
  return true
}
