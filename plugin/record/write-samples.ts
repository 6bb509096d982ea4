import { writeSync } from 'node:fs'
import { orLost } from '../messages/load.ts'
import { leastGapMs, passMark, type PassRow, type SampleRow } from './samples.ts'

const pieceBytes = 65_536 // some 2,500 lines, which take some 20 microseconds to write
const numbersBytes = 128 // more than four numbers take, whatever they are
/** What an app answers with may differ each time, and be long: neither must fill the memory. */
const mostMiddles = 1024
const mostFieldBytes = 1024
/** In place of a request's number. */
const ofPass = -1
/** A pass has fewer requests: their number is a part of a key. */
const firstSpan = 2 ** 24
const [newline, comma, minus, point, zero] = Buffer.from('\n,-.0')

/** gapMs left out: all of it came at once */
export type RowParts = Pick<SampleRow, 'outcome' | 'pid' | 'isFirst' | 'request'> & Partial<Pick<SampleRow, 'gapMs'>>

/**
 * Writes lines for samples.ts as bytes, in a buffer that never grows: toFixed() and strings that are joined take three
 * times as long.
 */
export class SampleWriter {
  #descriptor
  #file
  #bytes = Buffer.allocUnsafeSlow(pieceBytes)
  #length = 0
  // what stands between the numbers of a line: by request and isFirst, outcome and PID
  #middles = new Map<number, Map<string, Map<string, Buffer>>>()
  #known = 0

  /** @param descriptor of a file that is open for appending, which takes whole lines from several threads */
  constructor(descriptor: number, file: string) {
    this.#descriptor = descriptor
    this.#file = file
  }

  add(startMs: number, latencyMs: number, { outcome, pid, isFirst, request, gapMs }: RowParts, wholeMs: number) {
    this.#line(startMs, latencyMs, this.#middleOf(outcome, pid, isFirst ? 1 : 0, request), wholeMs, gapMs)
  }

  addPass(startMs: number, ms: number, { outcome, served, requests, heldMs }: Omit<PassRow, 'startMs' | 'ms'>) {
    this.#line(startMs, ms, this.#middleOf(outcome, String(served), requests, ofPass), heldMs)
  }

  #line(startMs: number, ms: number, middle: Buffer, lastMs: number, gapMs = 0) {
    if (this.#length + numbersBytes + middle.length > pieceBytes) this.write()
    this.#number(startMs)
    this.#bytes[this.#length++] = comma
    this.#number(ms)
    for (let i = 0; i < middle.length; i++) this.#bytes[this.#length++] = middle[i]
    this.#number(lastMs)
    if (gapMs >= leastGapMs) {
      this.#bytes[this.#length++] = comma
      this.#number(gapMs)
    }
    this.#bytes[this.#length++] = newline
  }

  write() {
    const bytes = this.#bytes.subarray(0, this.#length)
    this.#length = 0
    orLost(this.#file, () => {
      for (let at = 0; at < bytes.length;) at += writeSync(this.#descriptor, bytes, at)
    })
  }

  #middleOf(outcome: string, pid: string, first: number, request: number) {
    const key = request * firstSpan + first
    const known = this.#middles.get(key)?.get(outcome)?.get(pid)
    if (known !== undefined) return known
    if (this.#known++ === mostMiddles) {
      this.#middles.clear()
      this.#known = 1
    }
    const fields = [outcome.slice(0, mostFieldBytes), pid.slice(0, mostFieldBytes), first]
    const middle = Buffer.from(`,${fields.join()},${request === ofPass ? passMark : request},`)
    const byOutcome = this.#middles.get(key) ?? new Map<string, Map<string, Buffer>>()
    const byPid = byOutcome.get(outcome) ?? new Map<string, Buffer>()
    this.#middles.set(key, byOutcome.set(outcome, byPid.set(pid, middle)))
    return middle
  }

  /** Writes milliseconds to the microsecond, with three decimals. */
  #number(ms: number) {
    const microseconds = Math.round(Math.abs(ms) * 1000)
    const whole = Math.floor(microseconds / 1000)
    // `| 0` makes something else of 25 days, and of what is no number at all.
    if (!(whole < 2 ** 31)) {
      this.#length += this.#bytes.write(ms.toFixed(3), this.#length)
      return
    }
    const bytes = this.#bytes
    if (ms < 0 && microseconds > 0) bytes[this.#length++] = minus
    let digits = 1
    for (let bound = 10; whole >= bound; bound *= 10) digits++
    const end = this.#length + digits
    for (let at = end - 1, rest = whole | 0; at >= this.#length; at--) {
      const next = (rest / 10) | 0
      bytes[at] = zero + rest - next * 10
      rest = next
    }
    const decimals = (microseconds - whole * 1000) | 0
    bytes[end] = point
    bytes[end + 1] = zero + ((decimals / 100) | 0)
    bytes[end + 2] = zero + (((decimals / 10) | 0) % 10)
    bytes[end + 3] = zero + (decimals % 10)
    this.#length = end + 4
  }
}
