import { askApp } from './ask-app.js'
/** @import { AppAnswer } from './ask-app.js' */

/**
 * @typedef {object} FoundPath
 * @property {string} path that answers below 400
 * @property {string | null} from the path that leads there by a redirect
 *
 * @typedef {{ path: string, said: string }} Refused
 */

/** Tried after those of the source. What only tells that the app is well says little about its speed. */
const usualPaths = ['/api', '/api/v1']
const healthPaths = ['/health', '/healthz', '/api/health', '/ping', '/status']
const mostAsked = 60
const mostRedirects = 5

/**
 * The first path worth asking: `/`, then what the source names, then the usual ones.
 *
 * @param {{ hostname: string, port: number }} target
 * @param {{ wanted: string | null, paths: string[] }} candidates wanted: this one or none
 * @param {AbortSignal} signal
 * @returns {Promise<{ found: FoundPath | null, refused: Refused[] }>}
 */
export async function findPath(target, { wanted, paths }, signal) {
  const isHealth = (/** @type {string} */ path) => /health|ping|status|ready|alive/i.test(path)
  const all = ['/', ...paths.filter((path) => !isHealth(path)), ...usualPaths, ...paths.filter(isHealth), ...healthPaths]
  /** @type {Refused[]} */
  const refused = []
  for (const path of wanted === null ? [...new Set(all)].slice(0, mostAsked) : [wanted]) {
    const { led, answer } = await follow(target, path, signal)
    signal.throwIfAborted()
    if (isGood(answer)) return { found: { path: led, from: led === path ? null : path }, refused }
    refused.push({ path, said: answer.said })
  }
  return { found: null, refused }
}

const mostListed = 8

/** @param {Refused[]} refused @returns {string} such as "/ answers 404, /api answers 401 and 3 more" */
export function listRefused(refused) {
  const more = refused.length - mostListed
  return `${refused.slice(0, mostListed).map(({ path, said }) => `${path} ${said}`).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/**
 * Artillery would follow a redirect, too: two requests instead of one, and away from the app, if it leads there.
 *
 * @param {{ hostname: string, port: number }} target
 * @param {string} path
 * @param {AbortSignal} signal
 * @returns {Promise<{ led: string, answer: AppAnswer }>}
 */
async function follow(target, path, signal) {
  let led = path
  for (let hops = 0; ; hops++) {
    const answer = await askApp({ ...target, path: led }, signal)
    if (answer.location === null || answer.status === null || answer.status < 300 || answer.status >= 400) return { led, answer }
    const here = `http://${target.hostname}:${target.port}`
    const next = URL.parse(answer.location, `${here}${led}`)
    if (hops === mostRedirects || next === null || next.origin !== here) return { led, answer: { ...answer, said: `leads to ${answer.location}` } }
    led = `${next.pathname}${next.search}`
  }
}

/** @param {AppAnswer} answer */
function isGood({ status, said }) {
  return status !== null && status < 400 && !said.startsWith('leads')
}
