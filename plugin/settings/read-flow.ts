import { secondsOf, sum } from './phases.ts'
import { isMap, refuse, reject } from './shapes.ts'
import { nameOfRequest } from '../concepts/requests.ts'
import { list } from '../concepts/wording.ts'
import type { Script } from '../concepts/settings.ts'

/** A scenario of the script, or of the options for all of them; place: its path in the script. */
export type Placed = Script & { place: string }
/** What the options say of the users of all scenarios. */
type Users = { users?: number; duration?: string }

const top = 'plugins.speedup'
const example = 'for example users: 20 and duration: 8s'

/**
 * The users of each scenario, who go through its flow again and again; all null where config.phases says when users
 * come.
 *
 * @param phases `config.phases`; undefined: the script has none
 */
export function readLoops(scenarios: Placed[], options: Users, phases: unknown) {
  const found = scenarios.map((scenario) => ({
    users: valueOf(scenario, 'users', options),
    duration: valueOf(scenario, 'duration', options),
    scenario
  }))
  const withUsers = found.find(({ users }) => users !== null)
  if (withUsers?.users && phases !== undefined)
    refuse(
      `${withUsers.users.path} and config.phases are both set (--solo sets phases, too), and both define the users. Remove one of them: ` +
        'with users, each repeats the flow until the time is up; with phases, as often as the flow says.'
    )
  if (withUsers === undefined) {
    const { path } = found.find(({ duration }) => duration !== null)?.duration ?? {}
    const ifPhases = phases === undefined ? '' : ' Or remove it, because config.phases defines the load.'
    if (path !== undefined)
      refuse(`${path} is set, but users is not. Add ${top}.users, ${example}, and remove config.phases.${ifPhases}`)
    if (phases !== undefined) return found.map(() => null)
    refuse(
      `The script has no load: neither ${top}.users nor config.phases is set. Add users to the options of speedup, ${example}: ` +
        '20 users then repeat the flow for 8 seconds. Or let them arrive all the time, for example rate: 50/s and duration: 20s; or add config.phases.'
    )
  }
  for (const key of ['users', 'duration'] as const) {
    const has = found.find((one) => one[key] !== null)
    const lacks = found.find((one) => one[key] === null)
    if (has !== undefined && lacks !== undefined)
      refuse(
        `${nameOf(lacks.scenario)} has no ${key}, but ${nameOf(has.scenario)} has. Add ${key} to ${lacks.scenario.place}.speedup, or set ${top}.${key} for all scenarios.`
      )
  }
  return found.map(({ users, duration }) => ({
    users: Number(users?.value),
    seconds: duration && secondsOf(duration.value)
  }))
}

/** The nearest level wins. */
function valueOf({ place, speedup }: Placed, key: keyof Users, options: Users) {
  const own = speedup?.[key]
  const all = options[key]
  if (own !== undefined) return { value: own, path: `${place}.speedup.${key}` }
  return all === undefined ? null : { value: all, path: `${top}.${key}` }
}

const nameOf = ({ place, name }: Placed) => `${place}${name === undefined ? '' : ` (${name})`}`

/**
 * What may make requests differ from user to user, or from pass to pass. What is drawn anew for each request is as
 * likely however fast the app is.
 */
const varies = /\{\{(?!\s*\$(?:random|uuid))|"(?:ifTrue|beforeRequest)":/

/**
 * @param scenario of the script; defaults: of its requests
 * @returns after how many requests those of a user begin anew, the same ones for every user; 1: a single step sends
 * all; null: that can't be told
 */
export function requestCycle(scenario: Script, defaults: unknown) {
  if (varies.test(JSON.stringify([scenario, defaults]))) return null
  if (requestsIn(scenario.flow, () => 1) === 1) return 1
  return requestsIn(scenario.flow, ({ count }) => (/^\d+$/.test(String(count)) ? Number(count) : NaN)) || null
}

export const requestMethods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options']

/** @returns such as the steps of a flow: Artillery flattens lists in lists */
export const mapsIn = (list: unknown): Script[] => (Array.isArray(list) ? list.flat(Infinity).filter(isMap) : [])

/** @param timesOf of a loop; not a number: unknown */
function requestsIn(flow: unknown, timesOf: (loop: Script) => number): number {
  return sum(mapsIn(flow), (step) => {
    if ('loop' in step) return timesOf(step) * requestsIn(step.loop, timesOf)
    return requestMethods.some((name) => name in step) ? 1 : requestsIn(step.parallel, timesOf)
  })
}

/** What to do instead, for the engines that Artillery brings. */
const advice: Record<string, string> = {
  ws: 'Put the HTTP requests that its users also make into a scenario of the engine http.',
  socketio: 'Put the HTTP requests that its users also make into a scenario of the engine http.',
  playwright: 'Put the HTTP requests that its pages make into a scenario of the engine http.'
}

const engineOf = ({ engine }: Script, config: Script) => String(engine ?? config.engine ?? 'http')

/**
 * Speedups are ratios of the latencies of HTTP responses. A scenario of another engine would be loaded, and nothing of
 * it counted.
 *
 * @param scenarios those to be compared; all: of the script
 * @throws SpeedupError INVALID_SETTINGS
 */
export function checkEngines(scenarios: Script[], all: Script[], config: Script) {
  const refused = scenarios.find((scenario) => engineOf(scenario, config) !== 'http')
  if (refused === undefined) return checkHttp2(scenarios)
  const engine = engineOf(refused, config)
  const others = all
    .filter((scenario) => engineOf(scenario, config) === 'http' && scenario.name !== undefined)
    .map(({ name }) => JSON.stringify(name))
  const problem =
    `${refused.place}${refused.name === undefined ? '' : ` (${JSON.stringify(refused.name)})`} uses the engine ${engine}, ` +
    'which cannot be compared: a speedup is a ratio of HTTP response times, so only the engine http is supported.'
  const remedy =
    others.length > 0
      ? `Run ${others.length === 1 ? 'the scenario that uses it' : 'one of those that use it'} with --scenario-name: ${list(others)}.`
      : (advice[engine] ?? 'Write the requests as a scenario of the engine http.')
  refuse(`${problem} ${remedy}`)
}

/** @returns of the requests of a flow, in its order, as `toldNames` takes them */
export const requestNames = (flow: unknown) =>
  stepsOf(flow).flatMap((step) => (requestMethods.some((method) => method in step) ? [nameOfRequest(step)] : []))

/** What a function sends by itself is no request of a user's. @throws SpeedupError INVALID_SETTINGS */
export function checkRequests(scenarios: Placed[]) {
  for (const scenario of scenarios) {
    const kinds = [...new Set(stepsOf(scenario.flow).flatMap((step) => Object.keys(step).slice(0, 1)))]
    if (kinds.length === 0 || kinds.some((kind) => !['think', 'log', 'function'].includes(kind))) continue
    refuse(
      `${nameOf(scenario)} sends no request: its flow has only steps of the kind ${list(kinds)}. ` +
        'Add a request, for example get: { url: / }, or leave the scenario out with --scenario-name.'
    )
  }
}

/** @returns those in loops too */
const stepsOf = (flow: unknown): Script[] =>
  mapsIn([flow]).flatMap(({ loop, parallel = loop, ...others }) =>
    parallel === undefined ? others : stepsOf(parallel)
  )

/** Artillery takes anything, also what lets no user ever have a connection: the load would wait for ever. */
export function checkPool({ http }: Script) {
  const pool = http?.pool
  // It takes none, or 0, for no pool.
  if (!pool || (['number', 'string'].includes(typeof pool) && Number(pool) >= 1)) return
  reject(
    'config.http.pool',
    pool,
    'a number of connections that all users share, 1 or more, or be left out: then each user has one of its own'
  )
}

/** What tells when a response begins sees HTTP/1.1 alone. */
function checkHttp2(scenarios: Script[]) {
  const hasHttp2 = (step: Script) => requestMethods.some((method) => step[method]?.http2 === true)
  const refused = scenarios.find(({ flow }) => stepsOf(flow).some(hasHttp2))
  if (refused === undefined) return
  refuse(
    `${refused.place} has a request with http2: true, but only HTTP/1.1 can be measured. ` +
      'Remove http2 from its requests to compare the app over HTTP/1.1.'
  )
}
