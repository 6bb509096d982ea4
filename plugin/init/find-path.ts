import { askApp, urlOf, type AppAnswer } from './ask-app.ts'

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
