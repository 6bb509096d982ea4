import { createHash } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import type { IncomingMessage } from 'node:http'
import type { Answer } from '../concepts/run.ts'

/** Enough to see that answers differ. */
const answersOfEach = 60
const mostRequests = 500
/** Larger ones are compared as they crossed the wire. */
const mostBytes = 8_388_608

const decoders: Record<string, (wire: Buffer, options: { maxOutputLength: number }) => Buffer> = {
  gzip: gunzipSync,
  // Some servers leave the header of zlib out, which has 8 in the lower half of its first byte.
  deflate: (wire, options) => ((wire[0] & 0x0f) === 8 ? inflateSync : inflateRawSync)(wire, options),
  br: brotliDecompressSync,
  zstd: zstdDecompressSync
}

/** Gets a response's bytes as they cross the wire. closes: the connection ends with it */
export interface BodyReader {
  update: (chunk: Buffer | string) => unknown
  end: (closes: boolean) => void
}

/** @returns null: enough answers to this request are noted */
export type NoteAnswer = (request: string, status: number, encoding: () => string | undefined) => BodyReader | null

/**
 * Notes each response of a target, a line each: its status, its content by a hash, and what it took to bring it. Only in runs that are not
 * measured; nothing else of a response is kept.
 */
export function createAnswerNotes(file: string): NoteAnswer {
  const noted: Map<string, number> = new Map()
  return (request, status, encoding) => {
    const count = noted.get(request) ?? 0
    if (count >= answersOfEach || (count === 0 && noted.size >= mostRequests)) return null
    noted.set(request, count + 1)
    const named = (encoding() ?? '').trim().toLowerCase()
    const body = new Body(Object.hasOwn(decoders, named) ? decoders[named] : null)
    return {
      update: (chunk) => body.add(chunk),
      end(closes) {
        // Where there is no body, none is encoded, whatever is said.
        const answer: Answer = { request, status, hash: body.hash(), bytes: body.bytes, encoding: body.bytes === 0 || named === 'identity' ? '' : named, closes }
        appendFileSync(file, `${JSON.stringify(answer)}\n`)
      }
    }
  }
}

class Body {
  bytes = 0
  #hash = createHash('sha256') // of what crossed the wire
  #decode
  #chunks: Buffer[] = [] // where it is to be decoded

  constructor(decode: (typeof decoders)[string] | null) {
    this.#decode = decode
  }

  add(chunk: Buffer | string) {
    this.bytes += Buffer.byteLength(chunk)
    this.#hash.update(chunk)
    // A chunk of undici's is valid during this call only.
    if (this.#decode !== null && this.bytes <= mostBytes) this.#chunks.push(Buffer.from(chunk as Buffer))
  }

  /** Of its content, as far as that can be had: the same may be encoded in several ways. */
  hash() {
    let hash = this.#hash
    if (this.#decode !== null && this.bytes <= mostBytes) {
      try {
        hash = createHash('sha256').update(this.#decode(Buffer.concat(this.#chunks), { maxOutputLength: mostBytes }))
      } catch {}
    }
    return hash.digest('base64url').slice(0, 22)
  }
}

/** Has a response of Node's client read on its way into the stream: a reader of our own would set it flowing before Artillery reads. */
export function readAlong(response: IncomingMessage, { update, end }: BodyReader, closes: () => boolean) {
  const push = response.push.bind(response)
  let ended = false
  response.push = (chunk, encoding) => {
    // A connection that closes ends the body once more.
    if (!ended && chunk === null) end(closes())
    else if (!ended) update(chunk)
    ended ||= chunk === null
    return push(chunk, encoding)
  }
}
