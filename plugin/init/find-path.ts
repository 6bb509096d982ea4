import { request } from 'node:http'
import { SpeedupError } from '../concepts/errors.ts'

export interface FoundPath {
  path: string // that answers below 400
  from: string | null // the path that leads there by a redirect
}

export type Refused = { path: string, said: string }

/** Tried after those of the source. What only tells that the app is well says little about its speed. */
const usualPaths = ['/api']
const healthPaths = ['/health', '/healthz', '/status']
/** More would be a scan. */
const mostOfSource = 5
const mostOfHealth = 3
const mostRedirects = 5

/**
 * The first path worth asking: `/`, then what the source names, then the usual ones.
 *
 * @param candidates wanted: this one or none
 */
export async function findPath(target: { hostname: string, port: number }, { wanted, paths }: { wanted: string | null, paths: string[] }, signal: AbortSignal): Promise<{ found: FoundPath | null, refused: Refused[] }> {
  const isHealth = (path: string) => /health|ping|status|ready|alive/i.test(path)
  const telling = paths.filter((path) => path !== '/' && !isHealth(path)).slice(0, mostOfSource)
  const all = new Set(['/', ...telling, ...usualPaths, ...[...paths.filter(isHealth), ...healthPaths].slice(0, mostOfHealth)])
  const refused: Refused[] = []
  for (const path of wanted === null ? all : [wanted]) {
    const { led, answer } = await follow(target, path, signal)
    signal.throwIfAborted()
    if (isGood(answer)) return { found: { path: led, from: led === path ? null : path }, refused }
    refused.push({ path, said: answer.said })
  }
  return { found: null, refused }
}

const mostListed = 8

/** @returns such as "/ answers 404, /api answers 401 and 3 more" */
export function listRefused(refused: Refused[]): string {
  const more = refused.length - mostListed
  return `${refused.slice(0, mostListed).map(({ path, said }) => `${path} ${said}`).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Artillery would follow a redirect, too: two requests instead of one, and away from the app, if it leads there. */
async function follow(target: { hostname: string, port: number }, path: string, signal: AbortSignal): Promise<{ led: string, answer: AppAnswer }> {
  let led = path
  for (let hops = 0; ; hops++) {
    const answer = await askApp({ ...target, path: led }, signal)
    if (answer.location === null || answer.status === null || answer.status < 300 || answer.status >= 400) return { led, answer }
    const here = new URL(`${urlOf(target)}${led}`)
    const next = URL.parse(answer.location, here.href)
    if (hops === mostRedirects || next === null || !isSamePlace(next, here)) return { led, answer: { ...answer, said: `leads to ${answer.location}` } }
    led = `${next.pathname}${next.search}`
  }
}

function isSamePlace(one: URL, other: URL) {
  const isHere = ({ hostname }: URL) => /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  return one.origin === other.origin || (one.protocol === other.protocol && one.port === other.port && isHere(one) && isHere(other))
}

function isGood({ status, said }: AppAnswer) {
  return status !== null && status < 400 && !said.startsWith('leads')
}

/**
 * @param from wanted: this one or none; paths: that the source names; askPath: null: nobody knows; mayLoad: one that
 *   nobody named
 * @throws SpeedupError INVALID_SETTINGS
 */
export async function choosePath(target: { hostname: string, port: number }, { wanted, paths, askPath, mayLoad }: { wanted: string | null, paths: string[], askPath: (refused: Refused[]) => Promise<string | null>, mayLoad: (path: string) => Promise<boolean> }, signal: AbortSignal): Promise<FoundPath> {
  const { found, refused } = await findPath(target, { wanted, paths }, signal)
  if (found !== null) {
    const named = found.from ?? found.path
    if (wanted !== null || named === '/' || (await mayLoad(named))) return found
    refused.push({ path: named, said: 'is not wanted' })
  }
  const answer = await askPath(refused)
  if (answer !== null) return choosePath(target, { wanted: answer, paths, askPath, mayLoad }, signal)
  if (wanted !== null) throw new SpeedupError('INVALID_SETTINGS', `The path to ask is ${wanted}, but the app ${refused[0].said} to GET ${wanted}. Give one that it answers with a status below 400: --path </path>.${advice(refused)}`)
  throw new SpeedupError('INVALID_SETTINGS', `No path of the app answers GET with a status below 400. Tried: ${listRefused(refused)}. Give one that does: --path </path>.${advice(refused)}`)
}

function advice(refused: Refused[]) {
  if (refused.every(({ said }) => said.startsWith(noAnswer))) return ` ${ifHttps}.`
  if (!refused.some(({ said }) => /40[13]$/.test(said))) return ''
  return ' What answers 401 or 403 wants a login: choose a path that is open to all now, and let the scenario log in later.'
}

interface AppAnswer {
  status: number | null // null: no answer
  said: string // in words, such as "answers 404"
  location: string | null // where it leads
}

/** What is said where no answer comes, and what may be the reason. */
export const noAnswer = 'gives no HTTP answer'
export const ifHttps = 'If it speaks HTTPS, let it speak HTTP while it is compared'

/**
 * Asks an app that runs here.
 *
 * @returns when all of it has come
 */
export function askApp({ hostname, port, path, patienceSeconds = 10 }: { hostname: string, port: number, path: string, patienceSeconds?: number }, signal: AbortSignal): Promise<AppAnswer> {
  return new Promise((resolve) => {
    const fail = (error: Error) => resolve({ status: null, said: `${noAnswer} (${error.message})`, location: null })
    const options = { host: hostname, port, path, agent: false, signal, headers: { accept: '*/*' }, timeout: patienceSeconds * 1000 }
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

/** @returns with neither path nor last slash */
export function urlOf({ hostname, port }: { hostname: string, port: number }): string {
  return `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
}
