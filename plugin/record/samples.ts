import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { pipeline as flow } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'

/** One request, as a line of a samples file has it. */
export interface SampleRow {
  startMs: number
  latencyMs: number
  status: number // NaN: there was no whole response; 0: the step expects it, whatever it is
  outcome: string // status or error code
  pid: string // of the worker; empty where it is unknown
  isFirst: boolean // the response is the first on its connection
  request: number // of the script, from 1; 0: unknown
  wholeMs: number // until the last byte of the body had come; where none came, as latencyMs
  gapMs: number // the longest time between first and last byte in which none came; 0: less than `leastGapMs`
}

/** One user's way through the flow, as a line of the same file has it: its request is `pass`. */
export interface PassRow {
  startMs: number
  ms: number
  outcome: string // `through`, `cut` by the end of the load, or the cause for which it failed
  served: number // responses below 400
  requests: number
  heldMs: number // for which the user was held up, as the load of another variant had its turn
}

export const passMark = 'pass'
/** Less may be the client's own, until it has heard of the end. */
export const leastGapMs = 1

const ending = '.gz'
const pieceBytes = 262_144
/** After a status that the step expects. */
export const expectedMark = '+'
const [newline, comma, minus, point, zero] = Buffer.from('\n,-.0')

/**
 * Visits each line but the header, always with the same objects. Making strings of all fields would take four times as
 * long.
 */
export async function eachRow(
  file: string,
  visit: (row: SampleRow) => void,
  visitPass: (row: PassRow) => void = () => {}
) {
  const parser = new RowParser(visit, visitPass)
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
    parser.parse(bytes.subarray(0, end))
    rest = bytes.subarray(end)
  }
}

class RowParser {
  #bytes: Buffer = Buffer.alloc(0)
  #at = 0
  #row: SampleRow = {
    startMs: NaN,
    latencyMs: NaN,
    status: NaN,
    outcome: '',
    pid: '',
    isFirst: false,
    request: 0,
    wholeMs: NaN,
    gapMs: 0
  }
  #pass: PassRow = { startMs: NaN, ms: NaN, outcome: '', served: 0, requests: 0, heldMs: 0 }
  #visit
  #visitPass
  /** by hash; of two with the same hash, the one that came last; number: NaN where the text is not a number */
  #fields = new Map<number, { text: string; number: number }>()

  constructor(visit: (row: SampleRow) => void, visitPass: (row: PassRow) => void) {
    this.#visit = visit
    this.#visitPass = visitPass
  }

  parse(bytes: Buffer) {
    this.#bytes = bytes
    this.#at = 0
    while (this.#at < bytes.length) {
      this.#line()
      while (bytes[this.#at] !== newline) this.#at++
      this.#at++
    }
  }

  #line() {
    const bytes = this.#bytes
    const row = this.#row
    row.startMs = this.#number()
    row.latencyMs = row.wholeMs = this.#number()
    const { text, number } = this.#field()
    row.outcome = text
    row.status = number
    const pid = this.#field()
    row.pid = pid.text
    const first = this.#field()
    row.isFirst = first.number === 1
    row.request = row.gapMs = 0
    // The header has no number there.
    if (Number.isNaN(row.startMs)) return
    if (bytes[this.#at] === newline) return this.#visit(row)
    const request = this.#field()
    const lastMs = bytes[this.#at] === newline ? NaN : this.#number()
    if (request.text === passMark) {
      const { startMs, latencyMs: ms, outcome } = row
      this.#visitPass(
        Object.assign(this.#pass, {
          startMs,
          ms,
          outcome,
          served: pid.number || 0,
          requests: first.number,
          heldMs: lastMs
        })
      )
      return
    }
    row.request = request.number || 0
    if (!Number.isNaN(lastMs)) row.wholeMs = lastMs
    if (bytes[this.#at] !== newline) row.gapMs = this.#number() || 0
    this.#visit(row)
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
    const isAtEnd = bytes[at] === newline
    if (!(bytes[at] === comma || isAtEnd) || at === from || at - from > 15) return this.#field().number
    this.#at = isAtEnd ? at : at + 1
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
    const field = { text, number: numberIn(text) }
    this.#fields.set(hash, field)
    return field
  }
}

/** @returns not a number: it is none. Of a status that its step expects: 0, which is as good as any below 400 */
function numberIn(text: string) {
  if (text.endsWith(expectedMark)) return 0
  return text === '' ? NaN : Number(text)
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
export async function compressSamples(folder: string, name: string) {
  const file = join(folder, name)
  const part = `${file}${ending}.part`
  try {
    // Where no single request was recorded, there is the header alone.
    if (statSync(file).size <= samplesHeader.length) return name
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
export function findSamples(folder: string, name: string) {
  const other = name.endsWith(ending) ? name.slice(0, -ending.length) : name + ending
  return !existsSync(join(folder, name)) && existsSync(join(folder, other)) ? other : name
}

/** Outcomes of a pass; any other one is the cause for which it failed. */
export const gotThrough = 'through'
/** The load ended it: it neither failed nor got through. */
export const wasCut = 'cut'
/** First line of a samples file. A pass of a user has other fields, and is marked where a request is. */
export const samplesHeader = 'start_ms,latency_ms,status,worker_pid,first_on_connection,request,whole_ms,gap_ms\n'
