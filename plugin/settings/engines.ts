import { list } from '../concepts/wording.ts'
import { requestMethods } from './describe-load.ts'
import { refuse, reject } from './shapes.ts'

type Scenario = Record<string, any> // of the script

/** What to do instead, for the engines that Artillery brings. */
const advice: Record<string, string> = {
  ws: 'Put the HTTP requests that its users also make into a scenario of the engine http.',
  socketio: 'Put the HTTP requests that its users also make into a scenario of the engine http.',
  playwright: 'Put the HTTP requests that its pages make into a scenario of the engine http.'
}

const engineOf = ({ engine }: Scenario, config: Record<string, any>) => String(engine ?? config.engine ?? 'http')

/**
 * Speedups are ratios of the latencies of HTTP responses. A scenario of another engine would be loaded, and nothing of
 * it counted.
 *
 * @param scenarios those to be compared; all: of the script
 * @throws SpeedupError INVALID_SETTINGS
 */
export function checkEngines(scenarios: Scenario[], all: Scenario[], config: Record<string, any>) {
  const refused = scenarios.find((scenario) => engineOf(scenario, config) !== 'http')
  if (refused === undefined) return checkHttp2(scenarios, all)
  const engine = engineOf(refused, config)
  const others = all
    .filter((scenario) => engineOf(scenario, config) === 'http' && scenario.name !== undefined)
    .map(({ name }) => JSON.stringify(name))
  const problem =
    `scenarios[${all.indexOf(refused)}]${refused.name === undefined ? '' : ` (${JSON.stringify(refused.name)})`} uses the engine ${engine}, ` +
    'which cannot be compared: a speedup is a ratio of HTTP response times, so only the engine http is supported.'
  const remedy =
    others.length > 0
      ? `Run ${others.length === 1 ? 'the scenario that uses it' : 'one of those that use it'} with --scenario-name: ${list(others)}.`
      : (advice[engine] ?? 'Write the requests as a scenario of the engine http.')
  refuse(`${problem} ${remedy}`)
}

/** Artillery takes anything, also what lets no user ever have a connection: the load would wait for ever. */
export function checkPool({ http }: Record<string, any>) {
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
function checkHttp2(scenarios: Scenario[], all: Scenario[]) {
  const refused = scenarios.find(({ flow }) => hasHttp2(flow))
  if (refused === undefined) return
  refuse(
    `scenarios[${all.indexOf(refused)}] has a request with http2: true, but only HTTP/1.1 can be measured. ` +
      'Remove http2 from its requests to compare the app over HTTP/1.1.'
  )
}

function hasHttp2(step: unknown): boolean {
  if (Array.isArray(step)) return step.some(hasHttp2)
  if (typeof step !== 'object' || step === null) return false
  const { loop, parallel, ...others } = step as Scenario
  return hasHttp2([loop, parallel]) || requestMethods.some((method) => others[method]?.http2 === true)
}
