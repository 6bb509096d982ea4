import { request } from 'node:http'
import { SpeedupError } from '../concepts/errors.ts'

/** where an app listens */
export interface Place {
  hostname: string // by which it is reached
  port: number
}

export interface FoundPath {
  path: string // that answers below 400
  from: string | null // the path that leads there by a redirect
}

export type Refused = { path: string, said: string }

export interface PathSearch {
  wanted: string | null // this path or none
  paths: string[] // that the source names
  askPath: (refused: Refused[]) => Promise<string | null> // null: nobody knows
  mayLoad: (path: string) => Promise<boolean> // whether a path that nobody named may be asked often
}

/**
 * The first path worth asking: `/`, then those that the source names, then the usual ones.
 *
 * @throws SpeedupError INVALID_SETTINGS
 */
export async function choosePath(place: Place, search: PathSearch, signal: AbortSignal): Promise<FoundPath> {
  const { wanted, paths, askPath, mayLoad } = search
  const refused: Refused[] = []
  for (const path of wanted === null ? candidates(paths) : [wanted]) {
    const end = await follow(place, path, signal)
    signal.throwIfAborted()
    if (end.problem !== null) refused.push({ path, said: end.problem })
    else if (wanted !== null || path === '/' || (await mayLoad(path))) return { path: end.path, from: end.path === path ? null : path }
    else {
      refused.push({ path, said: 'is not wanted' })
      break
    }
  }
  const answer = await askPath(refused)
  if (answer !== null) return choosePath(place, { ...search, wanted: answer }, signal)
  throw new SpeedupError('INVALID_SETTINGS', (wanted === null
    ? `No path of the app answers GET with a status below 400. Tried: ${listRefused(refused)}. Give one that does`
    : `The path to ask is ${wanted}, but the app ${refused[0].said} to GET ${wanted}. Give one that it answers with a status below 400`
  ) + `: --path </path>.${advice(refused)}`)
}

/** Tried after those of the source. A path that only tells that the app is well says little about its speed. */
const healthPaths = ['/health', '/healthz', '/status']
/** More would be a scan. */
const mostOfSource = 5
const mostOfHealth = 3

function candidates(paths: string[]) {
  const isHealth = (path: string) => /health|ping|status|ready|alive/i.test(path)
  const telling = paths.filter((path) => path !== '/' && !isHealth(path)).slice(0, mostOfSource)
  return new Set(['/', ...telling, '/api', ...[...paths.filter(isHealth), ...healthPaths].slice(0, mostOfHealth)])
}

const mostRedirects = 5

/**
 * Artillery would follow a redirect, too: two requests instead of one, and away from the app, if it leads there.
 *
 * @returns problem: null: the path at the end answers below 400
 */
async function follow(place: Place, path: string, signal: AbortSignal): Promise<{ path: string, problem: string | null }> {
  for (let hops = 0; ; hops++) {
    const { status, said, location } = await askApp(place, path, signal)
    if (status === null || status >= 400) return { path, problem: said }
    if (status < 300 || location === null) return { path, problem: null }
    const here = `${urlOf(place)}${path}`
    const next = URL.parse(location, here)
    const isAway = next === null || originOf(next) !== originOf(new URL(here))
    if (isAway || hops === mostRedirects) return { path, problem: `leads to ${location}` }
    path = `${next.pathname}${next.search}`
  }
}

/** This machine has several names. */
function originOf({ origin }: URL) {
  return origin.replace(/\/\/(?:127\.0\.0\.1|\[::1\])(?=:|$)/, '//localhost')
}

const mostListed = 8

/** @returns such as "/ answers 404, /api answers 401 and 3 more" */
export function listRefused(refused: Refused[]): string {
  const more = refused.length - mostListed
  return `${refused.slice(0, mostListed).map(({ path, said }) => `${path} ${said}`).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function advice(refused: Refused[]) {
  if (refused.every(({ said }) => said.startsWith(noAnswer))) return ` ${ifHttps}.`
  if (!refused.some(({ said }) => /40[13]$/.test(said))) return ''
  return ' What answers 401 or 403 wants a login: choose a path that is open to all now, and let the scenario log in later.'
}

/** What is said where no answer comes, and what may be the reason. */
export const noAnswer = 'gives no HTTP answer'
export const ifHttps = 'If it speaks HTTPS, let it speak HTTP while it is compared'

interface Answer {
  status: number | null // null: no answer
  said: string // in words, such as "answers 404"
  location: string | null // where it leads
}

/** Asks an app that runs here. Resolves when all of the answer has come. */
export function askApp({ hostname, port }: Place, path: string, signal: AbortSignal, patienceSeconds = 10): Promise<Answer> {
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
export function urlOf({ hostname, port }: Place): string {
  return `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
}
