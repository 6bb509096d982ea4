import { createHash } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import type { Answer } from '../concepts/run.ts'

/** Enough to see that answers differ. */
const answersOfEach = 60
const mostRequests = 500

/** Gets a response's bytes as they cross the wire. */
export interface BodyReader {
  update: (chunk: Buffer | string) => unknown
  end: () => void
}

/** @returns null: enough answers to this request are noted */
export type NoteAnswer = (request: string, status: number) => BodyReader | null

/** Notes status and body's hash of each response of a target, a line each. Only in runs that are not measured; nothing else of a response is kept. */
export function createAnswerNotes(file: string): NoteAnswer {
  const noted: Map<string, number> = new Map()
  return (request, status) => {
    const count = noted.get(request) ?? 0
    if (count >= answersOfEach || (count === 0 && noted.size >= mostRequests)) return null
    noted.set(request, count + 1)
    const hash = createHash('sha256')
    return {
      update: (chunk) => hash.update(chunk),
      end() {
        const answer: Answer = { request, status, hash: hash.digest('base64url').slice(0, 22) }
        appendFileSync(file, `${JSON.stringify(answer)}\n`)
      }
    }
  }
}

/** Has a response of Node's client read on its way into the stream: a reader of our own would set it flowing before Artillery reads. */
export function readAlong(response: IncomingMessage, { update, end }: BodyReader) {
  const push = response.push.bind(response)
  let ended = false
  response.push = (chunk, encoding) => {
    // A connection that closes ends the body once more.
    if (!ended && chunk === null) end()
    else if (!ended) update(chunk)
    ended ||= chunk === null
    return push(chunk, encoding)
  }
}
