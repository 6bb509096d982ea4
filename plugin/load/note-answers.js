import { createHash } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import { toTargets } from './to-targets.js'
/**
 * @import { ClientRequest, IncomingMessage } from 'node:http'
 * @import { Answer, Target } from '../vocabulary.js'
 */

/** Enough to see that answers differ. */
const answersOfEach = 60
const mostRequests = 500

/**
 * @typedef {object} BodyReader of a response's bytes, as they cross the wire
 * @property {(chunk: Buffer | string) => unknown} update
 * @property {() => void} end
 */

/**
 * Notes what the app answers: a line for each response of a target, with its status and a hash of its body.
 * Only in runs that are not measured. Neither headers nor bodies are kept.
 *
 * @param {string} file
 * @returns {(request: string, status: number) => BodyReader | null} called with each response; null: enough is known of these
 */
export function createAnswerNotes(file) {
  /** @type {Map<string, number>} */
  const noted = new Map()
  return (request, status) => {
    const count = noted.get(request) ?? 0
    if (count >= answersOfEach || (count === 0 && noted.size >= mostRequests)) return null
    noted.set(request, count + 1)
    const hash = createHash('sha256')
    return {
      update: (chunk) => hash.update(chunk),
      end() {
        /** @type {Answer} */
        const answer = { request, status, hash: hash.digest('base64url').slice(0, 22) }
        appendFileSync(file, `${JSON.stringify(answer)}\n`)
      }
    }
  }
}

/**
 * Notes the answers to Node's client.
 *
 * @param {readonly Pick<Target, 'hostname' | 'port'>[]} targets
 * @param {ReturnType<typeof createAnswerNotes>} note
 */
export function noteAnswers(targets, note) {
  const isMeant = toTargets(targets)
  subscribe('http.client.response.finish', (message) => {
    const { request, response } = /** @type {{ request: ClientRequest, response: IncomingMessage }} */ (message)
    if (!isMeant(String(request.getHeader('host')))) return
    const reader = note(`${request.method} ${request.path}`, Number(response.statusCode))
    if (reader !== null) readBody(response, reader)
  })
}

/**
 * Sees the body on its way into the stream: a reader of our own would set it flowing before Artillery reads.
 *
 * @param {IncomingMessage} response
 * @param {BodyReader} reader
 */
function readBody(response, reader) {
  const push = response.push.bind(response)
  let ended = false
  response.push = (chunk, encoding) => {
    // A connection that closes ends the body once more.
    if (!ended && chunk === null) reader.end()
    else if (!ended) reader.update(chunk)
    ended ||= chunk === null
    return push(chunk, encoding)
  }
}
