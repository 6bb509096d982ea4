import { ask } from '../app/ask.ts'
import { refuse } from '../concepts/errors.ts'

/**
 * path: that answers below 400; from: the path that leads there by a redirect, or null; isGraphql: asked by POST, with
 * a query
 */
export type FoundPath = { path: string; from: string | null; isGraphql: boolean }
export type Refused = { path: string; said: string }

export interface PathSearch {
  wanted: string | null // this path or none
  paths: string[] // that the source names
  askPath: (refused: Refused[]) => Promise<string | null> // null: nobody knows
  mayLoad: (path: string) => Promise<boolean> // whether a path that nobody named may be asked often
}

/**
 * The first path worth asking: `/`, then those that the source names, then the usual ones. origin: URL of the app,
 * without a path
 */
export async function choosePath(origin: string, search: PathSearch, signal: AbortSignal): Promise<FoundPath> {
  const { wanted, paths, askPath, mayLoad } = search
  const refused: Refused[] = []
  for (const path of wanted === null ? candidates(paths) : [wanted]) {
    const end = await follow(origin, path, signal)
    signal.throwIfAborted()
    const isWanted = end.problem === null && (wanted !== null || path === '/' || (await mayLoad(path)))
    if (isWanted) return { path: end.path, from: end.path === path ? null : path, isGraphql: false }
    refused.push({ path, said: end.problem ?? 'was declined' })
    if (end.problem === null) break
  }
  const answer = await askPath(refused)
  if (answer !== null) return choosePath(origin, { ...search, wanted: answer }, signal)
  const problem =
    wanted === null
      ? `No path of the app answers GET with a status below 400. Tried: ${listRefused(refused)}. Choose one that does`
      : `The app ${refused[0].said} to GET ${wanted}. Choose a path that it answers with a status below 400`
  refuse(`${problem}: --path </path>.${advice(refused)}`)
}

/** At most ten: more would be a scan. A health check says little about the app's speed. */
function candidates(paths: string[]) {
  const isHealth = (path: string) => /health|ping|status|ready|alive/i.test(path)
  const telling = paths.filter((path) => path !== '/' && !isHealth(path)).slice(0, 5)
  return new Set([
    '/',
    ...telling,
    '/api',
    ...[...paths.filter(isHealth), '/health', '/healthz', '/status'].slice(0, 3)
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
