import { ask } from '../app/ask.ts'
import { refuse } from '../concepts/errors.ts'

/** ms: of an answer to one who asks alone */
export type TimedPath = { path: string; ms: number }
/**
 * path: that answers below 400; from: the path that leads there by a redirect, or null; isGraphql: asked by POST, with
 * a query; others: that answer, too, the slowest first
 */
export type FoundPath = { path: string; from: string | null; isGraphql: boolean; others: TimedPath[] }
export type Refused = { path: string; said: string }

export interface PathSearch {
  wanted: string | null // this path or none
  paths: string[] // that the source names
  askPath: (refused: Refused[]) => Promise<string | null> // null: nobody knows
  mayLoad: (path: string) => Promise<boolean> // whether a path that nobody named may be asked often
}

/**
 * The path worth asking, of `/`, those that the source names, and the usual ones: the one whose answer takes the
 * longest, as there is most to gain, or the first of them where none takes noticeably longer.
 *
 * @param origin URL of the app, without a path
 */
export async function choosePath(origin: string, search: PathSearch, signal: AbortSignal): Promise<FoundPath> {
  const { wanted, paths, askPath, mayLoad } = search
  const refused: Refused[] = []
  const found: (TimedPath & { from: string | null })[] = []
  for (const path of wanted === null ? candidates(paths) : [wanted]) {
    // What only tells of health is for an app where nothing else answers.
    if (isHealth(path) && found.length > 0) break
    const end = await follow(origin, path, signal)
    signal.throwIfAborted()
    if (end.problem !== null) refused.push({ path, said: end.problem })
    else if (found.every((other) => other.path !== end.path)) {
      const ms = wanted === null ? await timeOf(origin, end.path, signal) : 0
      found.push({ path: end.path, from: end.path === path ? null : path, ms })
    }
  }
  const slowestFirst = found.toSorted((a, b) => b.ms - a.ms)
  const [first] = found
  if (first !== undefined) {
    const [slowest] = slowestFirst
    const isSlower = slowest.ms >= muchSlower * first.ms && slowest.ms - first.ms >= slowerMs
    const { path, from } = isSlower ? slowest : first
    const others = slowestFirst.filter((one) => one.path !== path).map((one) => ({ path: one.path, ms: one.ms }))
    const isNamed = wanted !== null || path === '/' || from === '/'
    if (isNamed || (await mayLoad(from ?? path))) return { path, from, isGraphql: false, others }
    refused.push({ path: from ?? path, said: 'was declined' })
  }
  const answer = await askPath(refused)
  if (answer !== null) return choosePath(origin, { ...search, wanted: answer }, signal)
  const problem =
    wanted === null
      ? `No path of the app answers GET with a status below 400. Tried: ${listRefused(refused)}. Choose one that does`
      : `The app ${refused[0].said} to GET ${wanted}. Choose a path that it answers with a status below 400`
  refuse(`${problem}: --path </path>.${advice(refused)}`)
}

const muchSlower = 2
const slowerMs = 1
const timesAsked = 5

/** @returns median, in ms: the first answers of an app take longer than the others */
async function timeOf(origin: string, path: string, signal: AbortSignal): Promise<number> {
  const all: number[] = []
  for (const begun = performance.now(); all.length < timesAsked && performance.now() - begun < 1000;) {
    const asked = performance.now()
    await askApp(`${origin}${path}`, signal)
    all.push(performance.now() - asked)
  }
  signal.throwIfAborted()
  return all.sort((a, b) => a - b)[all.length >> 1]
}

const isHealth = (path: string) => /health|ping|status|ready|alive/i.test(path)
/** Names of what does something, which a trial must not. */
const changes = /log-?out|sign-?out|delete|remove|destroy|drop|reset|send|stop|shut-?down|restart|purge|clear|flush/i

/** At most ten: more would be a scan. A health check says little about the app's speed. */
function candidates(paths: string[]) {
  const harmless = paths.filter((path) => !changes.test(path))
  const telling = harmless.filter((path) => path !== '/' && !isHealth(path)).slice(0, 5)
  return new Set([
    '/',
    ...telling,
    '/api',
    ...[...harmless.filter(isHealth), '/health', '/healthz', '/status'].slice(0, 3)
  ])
}

const mostRedirects = 5

/** Artillery would follow a redirect, too: two requests instead of one, and away from the app, if it leads there. */
async function follow(
  origin: string,
  path: string,
  signal: AbortSignal
): Promise<{ path: string; problem: string | null }> {
  for (let hops = 0; ; hops++) {
    const here = `${origin}${path}`
    const { status, said, location } = await askApp(here, signal)
    if (status === null || status >= 400) return { path, problem: said }
    if (location === null) return { path, problem: null }
    const next = URL.parse(location, here)
    if (next === null || originOf(next) !== originOf(new URL(here)) || hops === mostRedirects)
      return { path, problem: `redirects to ${location}` }
    path = `${next.pathname}${next.search}`
  }
}

/** This machine has several names. */
const originOf = ({ origin }: URL) => origin.replace(/\/\/(?:127\.0\.0\.1|\[::1\])(?=:|$)/, '//localhost')

/** @returns such as "/ answers 404, /api answers 401 and 3 more" */
export function listRefused(refused: Refused[]): string {
  const more = refused.length - 8
  return `${refused
    .slice(0, 8)
    .map(({ path, said }) => `${path} ${said}`)
    .join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function advice(refused: Refused[]) {
  if (refused.every(({ said }) => said.startsWith(noAnswer))) return ` ${ifHttps}.`
  if (!refused.some(({ said }) => /40[13]$/.test(said))) return ''
  return ' Paths that answer 401 or 403 need a login: choose a public path now, and add the login to the scenario later.'
}

/** What is said where no answer comes, and what may be the reason. */
export const noAnswer = 'sends no HTTP response'
export const ifHttps = 'If it uses HTTPS, make it use HTTP during the comparison'

/** @returns said: in words, such as "answers 404" */
export async function askApp(url: string, signal: AbortSignal) {
  const { status, location, error } = await ask(new URL(url), { anyCertificate: false, patienceMs: 10_000 }, signal)
  return { status, said: status === null ? `${noAnswer} (${error?.message})` : `answers ${status}`, location }
}
