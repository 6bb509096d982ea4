import { ask } from '../app/ask.ts'
import { refuse } from '../concepts/errors.ts'
import { graphqlContent, type Content } from './requests.ts'

/**
 * path: that answers below 400; from: the path that leads there by a redirect, or null; isGraphql: asked by POST, with
 * a query; others: that answer, too, the slowest first, with the time of an answer to one who asks alone
 */
type FoundPath = { path: string; from: string | null; isGraphql: boolean; others: { path: string; ms: number }[] }
export type Refused = { path: string; said: string }

export interface PathSearch {
  wanted: string | null // this path or none
  content: Content // what is sent there
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
  const { wanted, content, askPath, mayLoad } = search
  const { found, refused } = await tryPaths(origin, search, signal, (url) =>
    wanted === null ? timeOf(url, content, signal) : 0
  )
  const slowestFirst = found.toSorted((a, b) => b.ms - a.ms)
  const [first] = found
  if (first !== undefined) {
    const [slowest] = slowestFirst
    const isSlower = slowest.ms >= muchSlower * first.ms && slowest.ms - first.ms >= slowerMs
    const { path, from } = isSlower ? slowest : first
    const others = slowestFirst.filter((other) => other.path !== path)
    const isNamed = wanted !== null || path === '/' || from === '/'
    if (isNamed || (await mayLoad(from ?? path))) return { path, from, isGraphql: false, others }
    refused.push({ path: from ?? path, said: 'was declined' })
  }
  const answer = await askPath(refused)
  if (answer !== null) return choosePath(origin, { ...search, wanted: answer }, signal)
  const problem =
    wanted === null
      ? `No path of the app answers ${content.method} with a status below 400. Tried: ${listRefused(refused)}. Choose one that does`
      : `The app ${refused[0].said} to ${content.method} ${wanted}. Choose a path that it answers with a status below 400`
  refuse(`${problem}: --path </path>.${advice(refused)}`)
}

/**
 * What answers below 400, of `/`, the paths that the source names, and the usual ones; or of the wanted one.
 * @param time what an answer takes, in ms; left out: that is not wanted
 * @returns requests: how many were sent, those of time apart
 */
export async function tryPaths(
  origin: string,
  { wanted, content, paths }: Pick<PathSearch, 'wanted' | 'content' | 'paths'>,
  signal: AbortSignal,
  time: (url: string) => Promise<number> | number = () => 0
) {
  const refused: Refused[] = []
  const found: { path: string; from: string | null; ms: number }[] = []
  let requests = 0
  for (const path of wanted === null ? candidates(paths) : [wanted]) {
    // What only tells of health is for an app where nothing else answers.
    if (isHealth(path) && found.length > 0) break
    const end = await follow(origin, { path, content }, signal)
    requests += end.requests
    signal.throwIfAborted()
    if (end.problem !== null) refused.push({ path, said: end.problem })
    else if (found.every((other) => other.path !== end.path))
      found.push({ path: end.path, from: end.path === path ? null : path, ms: await time(`${origin}${end.path}`) })
  }
  return { found, refused, requests }
}

const muchSlower = 1.3
const slowerMs = 0.3
const timesAsked = 5

/** @returns in ms, of the quickest answer: an app's first take longer, and others when something else runs */
async function timeOf(url: string, content: Content, signal: AbortSignal) {
  const all: number[] = []
  for (const begun = performance.now(); all.length < timesAsked && performance.now() - begun < 1000;) {
    const asked = performance.now()
    await askApp(url, signal, content)
    all.push(performance.now() - asked)
  }
  signal.throwIfAborted()
  return Math.min(...all)
}

const isHealth = (path: string) => /health|ping|status|ready|alive/i.test(path)

/** At most ten: more would be a scan. A health check says little about the app's speed. */
function candidates(paths: string[]) {
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
async function follow(origin: string, { path, content }: { path: string; content: Content }, signal: AbortSignal) {
  for (let requests = 1; ; requests++) {
    const here = `${origin}${path}`
    const { status, said, location } = await askApp(here, signal, content)
    if (status === null || status >= 400) return { path, problem: said, requests }
    // Where what was sent has been taken, the next request is another one.
    if (location === null || content.method !== 'GET') return { path, problem: null, requests }
    const next = URL.parse(location, here)
    if (next === null || originOf(next) !== originOf(new URL(here)) || requests > mostRedirects)
      return { path, problem: `redirects to ${location}`, requests }
    path = `${next.pathname}${next.search}`
  }
}

/** This machine has several names. */
const originOf = ({ origin }: URL) => origin.replace(/\/\/(?:127\.0\.0\.1|\[::1\])(?=:|$)/, '//localhost')

/** @returns such as "/ answers 404, /api answers 401 and 3 more" */
export function listRefused(refused: Refused[]) {
  const more = refused.length - 8
  return `${refused
    .slice(0, 8)
    .map(({ path, said }) => `${path} ${said}`)
    .join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function advice(refused: Refused[]) {
  if (refused.every(({ said }) => said.startsWith(noAnswer))) return ` ${ifHttps}.`
  if (refused.some(({ said }) => /40[13]$/.test(said)))
    return " Paths that answer 401 or 403 need a header (-H '<name>: <value>') or a login (--login '/login @login.json')."
  return ' What is not a plain GET: --method, --body and -H, with --path.'
}

/** What is said where no answer comes, and what may be the reason. */
export const noAnswer = 'sends no HTTP response'
export const ifHttps = 'If it uses HTTPS, make it use HTTP during the comparison'

/** @returns said: in words, such as "answers 404" */
export async function askApp(url: string, signal: AbortSignal, content?: Content) {
  const { status, location, error } = await ask(new URL(url), { anyCertificate: false, patienceMs, content }, signal)
  return { status, said: status === null ? `${noAnswer} (${error?.message})` : `answers ${status}`, location }
}

/** Of packages that serve GraphQL: a client depends on `graphql`, too, and its app may take a query for an order. */
const servers =
  /^(?:@apollo\/server|@nestjs\/graphql|apollo-server(?:-.+)?|express-graphql|graphql-http|graphql-yoga|mercurius)$/
/** GraphQL Yoga's, Mercurius' and NestJS'; that of frameworks which keep their API apart; Apollo Server's. */
const usualPaths = ['/graphql', '/api/graphql', '/']
const patienceMs = 10_000

/**
 * Where a GraphQL server answers queries: its pages and health checks answer GET, but its work is done elsewhere.
 * @param origin URL of the app, without a path; dependencies: of its package; wanted: this path or none; headers: sent
 * along. @returns null: nowhere
 */
export async function findGraphql(
  origin: string,
  { dependencies, wanted, headers }: { dependencies: Set<string>; wanted: string | null; headers: Content['headers'] },
  signal: AbortSignal
) {
  if (![...dependencies].some((name) => servers.test(name))) return null
  for (const path of wanted === null ? usualPaths : [wanted]) {
    const asked = fetch(`${origin}${path}`, {
      ...graphqlContent(headers),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
    })
    // A page may be the answer to any POST.
    const text = await asked.then((response) => response.text()).catch(() => '')
    signal.throwIfAborted()
    if (/"data"\s*:\s*\{\s*"__typename"\s*:/.test(text)) return { path, from: null, isGraphql: true, others: [] }
  }
  return null
}
