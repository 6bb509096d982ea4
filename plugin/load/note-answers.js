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
 * Notes what the app answers: a line for each response of a target, with its status and a hash of its body.
 * Only in runs that are not measured. Neither headers nor bodies are kept.
 *
 * @param {readonly Pick<Target, 'hostname' | 'port'>[]} targets
 * @param {string} file
 */
export function noteAnswers(targets, file) {
  const isMeant = toTargets(targets)
  /** @type {Map<string, number>} */
  const noted = new Map()
  subscribe('http.client.response.finish', (message) => {
    const { request, response } = /** @type {{ request: ClientRequest, response: IncomingMessage }} */ (message)
    if (!isMeant(request)) return
    const name = `${request.method} ${request.path}`
    const count = noted.get(name) ?? 0
    if (count >= answersOfEach || (count === 0 && noted.size >= mostRequests)) return
    noted.set(name, count + 1)
    hashBody(response, (hash) => {
      /** @type {Answer} */
      const answer = { request: name, status: Number(response.statusCode), hash }
      appendFileSync(file, `${JSON.stringify(answer)}\n`)
    })
  })
}

/**
 * Sees the body on its way into the stream: a reader of our own would set it flowing before Artillery reads.
 *
 * @param {IncomingMessage} response
 * @param {(hash: string) => void} done called when the whole body has come
 */
function hashBody(response, done) {
  const hash = createHash('sha256')
  const push = response.push.bind(response)
  let ended = false
  response.push = (chunk, encoding) => {
    // A connection that closes ends the body once more.
    if (!ended && chunk === null) done(hash.digest('base64url').slice(0, 22))
    else if (!ended) hash.update(chunk)
    ended ||= chunk === null
    return push(chunk, encoding)
  }
}
