import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { pipeline as flow } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'

/** One request, as a line of a samples file has it. */
export interface SampleRow {
  startMs: number
  latencyMs: number
  status: number // NaN: there was no response
  outcome: string // status or error code
  pid: string // of the worker; empty where it is unknown
  isFirst: boolean // the response is the first on its connection
}

const ending = '.gz'
const pieceBytes = 262_144
const [newline, comma, minus, point, zero] = Buffer.from('\n,-.0')

/**
 * Visits each line but the header, always with the same object. Making strings of all fields would take four times as
 * long.
 */
export async function eachRow(file: string, visit: (row: SampleRow) => void) {
  const parser = new RowParser()
  const stream = createReadStream(file, { highWaterMark: pieceBytes })
  // Errors of both streams reach this loop.
  const pieces: Readable = file.endsWith(ending)
    ? pipeline(stream, createGunzip({ chunkSize: pieceBytes }), () => {})
    : stream
  let rest = Buffer.alloc(0)
  for await (const piece of pieces) {
    const bytes = Buffer.concat([rest, piece])
    // A last line without its end was cut off while it was written.
    const end = bytes.lastIndexOf(newline) + 1
    parser.parse(bytes.subarray(0, end), visit)
    rest = bytes.subarray(end)
  }
}

class RowParser {
  #bytes: Buffer = Buffer.alloc(0)
  #at = 0
  #row: SampleRow = { startMs: NaN, latencyMs: NaN, status: NaN, outcome: '', pid: '', isFirst: false }
  /** by hash; of two with the same hash, the one that came last; number: NaN where the text is not a number */
  #fields: Map<number, { text: string; number: number }> = new Map()

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

  /** Without a string, where it is a plain decimal fraction of up to 15 characters, which is exact. */
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

function isAt(text: string, bytes: Buffer, from: number) {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) !== bytes[from + i]) return false
  }
  return true
}

/**
 * Compresses a samples file in place: to a quarter, at 75 MB a second; better levels take up to three times as long for
 * a tenth less. At any moment either file is there as a whole. Where it can't be compressed, as on a full disk, it
 * stays. Returns the name of what is there.
 */
export async function compressSamples(folder: string, name: string): Promise<string> {
  const file = join(folder, name)
  const part = `${file}${ending}.part`
  try {
    const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: pieceBytes })
    await flow(createReadStream(file, { highWaterMark: pieceBytes }), gzip, createWriteStream(part))
    await rename(part, file + ending)
  } catch {
    await rm(part, { force: true })
    return name
  }
  // Some systems keep a file as long as another program reads it: then both are there.
  await rm(file).catch(() => {})
  return name + ending
}

/**
 * @returns name of what is there of a samples file that was kept: a user may have decompressed or compressed it since
 */
export function findSamples(folder: string, name: string): string {
  const other = name.endsWith(ending) ? name.slice(0, -ending.length) : name + ending
  return !existsSync(join(folder, name)) && existsSync(join(folder, other)) ? other : name
}
