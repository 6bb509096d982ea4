import { createHash, hash as hashOf } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { orLost } from '../messages/load.ts'
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
export type NoteAnswer = (request: string, status: number, encoding: string | undefined) => BodyReader | null

/**
 * Notes each response of a target, a line each: its status, its content by a hash, and what it took to bring it. Only
 * in runs that are not measured; nothing else of a response is kept.
 */
export function createAnswerNotes(file: string): NoteAnswer {
  const noted = new Map<string, number>()
  return (request, status, encoding) => {
    const count = noted.get(request) ?? 0
    if (count >= answersOfEach || (count === 0 && noted.size >= mostRequests)) return null
    noted.set(request, count + 1)
    const named = (encoding ?? '').trim().toLowerCase()
    const decode = Object.hasOwn(decoders, named) ? decoders[named] : null
    const wire = createHash('sha256')
    const chunks: Buffer[] = []
    let bytes = 0
    return {
      update(chunk) {
        bytes += Buffer.byteLength(chunk)
        wire.update(chunk)
        // A chunk of the lean client's is valid during this call only.
        if (decode !== null && bytes <= mostBytes) chunks.push(Buffer.from(chunk as Buffer))
      },
      end(closes) {
        const content = decode === null || bytes > mostBytes ? null : decoded(Buffer.concat(chunks), decode)
        const whole = content === null ? wire.digest('base64url') : hashOf('sha256', content, 'base64url')
        // Where there is no body, none is encoded, whatever is said.
        const answer: Answer = {
          request,
          status,
          hash: whole.slice(0, 22),
          bytes,
          encoding: bytes === 0 || named === 'identity' ? '' : named,
          closes
        }
        orLost(file, () => appendFileSync(file, `${JSON.stringify(answer)}\n`))
      }
    }
  }
}

/** @returns null: it is not what it is said to be, or too large */
function decoded(wire: Buffer, decode: (typeof decoders)[string]) {
  try {
    return decode(wire, { maxOutputLength: mostBytes })
  } catch {
    return null
  }
}

/**
 * Has a response of Node's client read on its way into the stream: a reader of our own would set it flowing before
 * Artillery reads.
 */
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
