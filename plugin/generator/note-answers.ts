import { createHash } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { toTargets, type Host } from './watch-requests.ts'
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

export function noteAnswers(targets: readonly Host[], note: NoteAnswer) {
  const isTarget = toTargets(targets)
  subscribe('http.client.response.finish', (message) => {
    const { request, response } = message as { request: ClientRequest, response: IncomingMessage }
    if (!isTarget(String(request.getHeader('host')))) return
    const reader = note(`${request.method} ${request.path}`, Number(response.statusCode))
    if (reader === null) return
    // The body is seen on its way into the stream: a reader of our own would set it flowing before Artillery reads.
    const push = response.push.bind(response)
    let ended = false
    response.push = (chunk, encoding) => {
      // A connection that closes ends the body once more.
      if (!ended && chunk === null) reader.end()
      else if (!ended) reader.update(chunk)
      ended ||= chunk === null
      return push(chunk, encoding)
    }
  })
}
