import { installLeanClient, type LeanOrder, type Report } from './lean/install.ts'
import { loopUsers } from './loop-users.ts'
import { addToPass, type SeenPass } from './passes.ts'
import { metricNames } from '../record/metrics.ts'
import { gotThrough, wasCut } from '../record/samples.ts'
import type { MetricsOrder } from '../messages/load.ts'
import type { Script } from '../concepts/settings.ts'
import { addUpQuickly, calmArrivals, lookBriskly } from '../internals/tune-artillery.ts'
import { watchRequests, type Listeners, type SeenRequest } from './watch-requests.ts'
import type { Events } from './lean/metrics.ts'

/** In a load thread of an `artillery run` that is known by its metrics alone, wherever that is: adds to them. */
export function meterLoad(order: MetricsOrder, script: Script) {
  const listeners = { ...meterFlows(script), open: { count: 0, last: '' }, isRedirected() {} }
  makeLoad(order, script, listeners, (line, events) => {
    if (line.source === 'client') events?.emit('counter', metricNames.client + line.name, 1)
  })
  lookBriskly()
}

/** In a load thread: has its users sent by the lean client, to their targets, as often as they should. */
export function makeLoad(order: LeanOrder, script: Script, listeners: Listeners, report: Report) {
  const { see } = listeners
  const own = {
    ...listeners,
    see(request: SeenRequest) {
      if (request.user !== null) addToPass(request.user, request.status, request.outcome)
      see(request)
    }
  }
  watchRequests(order, own)
  installLeanClient({ ...order, mixed: order.isMix ? script.scenarios : [] }, own, report)
  loopUsers(order, listeners.seePass)
  spreadUsers(script, order.targets)
  calmArrivals()
  addUpQuickly()
}

/** An app that gives each response a name of its own would make as many metrics; so would hosts and causes. */
const mostWorkers = 500
const mostNames = 20

/** In a load thread: adds requests and passes to Artillery's metrics, which reach us from wherever this is. */
export function meterFlows(script: Script) {
  let metrics: Events | undefined
  // Artillery hands over its metrics with each user; there are no requests that count before the first one.
  addHooks(script, 'to meter requests', {
    beforeScenario(_context, events: Events, done) {
      metrics = events
      metrics.emit('histogram', metricNames.userAt, performance.timeOrigin + performance.now())
      done()
    }
  })
  const count = (name: string) => metrics?.emit('counter', name, 1)
  const add = (name: string, value: number) => metrics?.emit('histogram', name, value)
  const pids = new Set<string>()
  const names = new Set<string>()
  const countOneOf = (kind: string, name: string) => {
    if (names.size < mostNames) names.add(name)
    count(kind + (names.has(name) ? name : 'other'))
  }
  const seePass = ({ outcome, served, requests }: SeenPass) => {
    if (outcome === wasCut) return
    if (outcome === gotThrough) return count(metricNames.passes)
    countOneOf(metricNames.failedPasses, outcome)
    if (served === requests) count(metricNames.failedOtherwise)
  }
  const see = ({ startMs, endMs, status, outcome, pid, isFirst }: SeenRequest) => {
    if (metrics === undefined) return
    count(metricNames.requests)
    add(metricNames.requestAt, performance.timeOrigin + startMs)
    add(metricNames.requestAt, performance.timeOrigin + endMs)
    if (status === null || status >= 400) count(metricNames.failures + outcome)
    else {
      const latencyUs = (endMs - startMs) * 1000
      add(metricNames.latency.all, latencyUs)
      add(isFirst ? metricNames.latency.first : metricNames.latency.later, latencyUs)
    }
    if (status === null) return
    if (isFirst) count(metricNames.connections)
    if (pid !== '' && pids.size < mostWorkers) pids.add(pid)
    if (!pids.has(pid)) count(metricNames.unattributed)
    else {
      count(metricNames.workerRequests + pid)
      if (isFirst) count(metricNames.workerConnections + pid)
    }
  }
  return { see, seePass, goesElsewhere: (host: string) => countOneOf(metricNames.elsewhere, host) }
}

const chosen = Symbol('chosen')

/**
 * In a load thread: sends each user to the next target, with all requests to it that go to Artillery's target, the
 * first one, which Artillery has put before all URLs that begin with /. Other URLs, and other engines than http, stay
 * as they are.
 */
export function spreadUsers(script: Script, targets: readonly { url: string }[]) {
  if (targets.length < 2) return
  const base = targets[0].url
  // http://127.0.0.1:80 is not the beginning of http://127.0.0.1:8080/
  const isOfTarget = (url: string) => url.startsWith(base) && ['/', '?', '#', undefined].includes(url[base.length])
  // Of many threads, each with few users, not all may begin at the same target.
  let next = Math.floor(Math.random() * targets.length)
  addHooks(script, 'to spread users', {
    beforeScenario(context, _events, done) {
      const { url } = targets[next++ % targets.length]
      context[chosen] = url
      // For scripts that write {{ target }}.
      context.vars.target = url
      done()
    },
    beforeRequest(request, context, _events, done) {
      const url = context[chosen]
      if (url !== undefined && isOfTarget(request.url)) request.url = url + request.url.slice(base.length)
      done()
    }
  })
}

/**
 * In a load thread: has each scenario of the engine http call these functions before the script's own. purpose:
 * different for each set.
 */
function addHooks({ config, scenarios }: Script, purpose: string, hooks: Record<string, (...args: any[]) => void>) {
  // A user of a mix may meet those of several scenarios.
  const met = new WeakSet<object>()
  const { beforeScenario } = hooks
  const once = (context: object, events: unknown, done: () => void) => {
    if (met.has(context)) return done()
    met.add(context)
    return beforeScenario(context, events, done)
  }
  for (const [place, hook] of Object.entries({ ...hooks, beforeScenario: once })) {
    const name = `artillery-plugin-speedup ${place} ${purpose}`
    // What an import gave can't be added to, before Artillery 2.0.34.
    config.processor = { ...config.processor, [name]: hook }
    for (const scenario of scenarios) {
      if ((scenario.engine ?? config.engine ?? 'http') === 'http')
        scenario[place] = [name, ...[scenario[place] ?? []].flat()]
    }
  }
}
