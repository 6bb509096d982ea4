import { request } from 'node:http'
/** @import { Agent } from 'node:http' */

/**
 * @typedef {object} AppAnswer
 * @property {number | null} status null: no answer
 * @property {string} said in words, such as "answers 404"
 * @property {string | null} location where it leads
 */

const patienceSeconds = 10

/**
 * Asks an app that runs here.
 *
 * @param {{ hostname: string, port: number, path: string, agent?: Agent }} what
 * @param {AbortSignal} signal
 * @returns {Promise<AppAnswer>} when all of it has come
 */
export function askApp({ hostname, port, path, agent }, signal) {
  return new Promise((resolve) => {
    const fail = (/** @type {Error} */ error) => resolve({ status: null, said: `gives no HTTP answer (${error.message})`, location: null })
    const options = { host: hostname, port, path, agent: agent ?? false, signal, headers: { accept: '*/*' }, timeout: patienceSeconds * 1000 }
    const asked = request(options, (response) => {
      const { statusCode = 0, headers } = response
      response.resume().once('error', fail)
      response.once('end', () => resolve({ status: statusCode, said: `answers ${statusCode}`, location: headers.location ?? null }))
    })
    asked.once('timeout', () => asked.destroy(new Error(`none within ${patienceSeconds} s`)))
    asked.once('error', fail)
    asked.end()
  })
}
