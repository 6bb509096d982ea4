import { randomUUID } from 'node:crypto'
import { isTraced, whyNotAfterHooks, type Params, type Step } from './artillerys-http.ts'
import { findHooks, renderLoopElement, runHooks, withTarget, type StepOptions, type Shared } from './prepare-request.ts'
import { Sending } from './sending.ts'

/**
 * The step of Artillery's engine http that makes a request, with a client of our own in got's place. What it does, and
 * in which order, is what Artillery's does (lib/core/engine_http.ts of 2.0.34), which users' hooks and templates rely
 * on. spec: such as { get: { url: '/' } }
 */
export function requestStep(spec: Params, options: StepOptions): Step {
  const { config, tools, hooks, events } = options
  const name = Object.keys(spec)[0]
  const method = name.toUpperCase()
  const params = spec[name.toLowerCase()]
  const [before, after] = (['beforeRequest', 'afterResponse'] as const).map((place) =>
    [hooks[place] ?? [], params[place] || []].flat()
  )
  const timeout = config.timeout || config.http?.timeout || 10
  const readsBody = after.length > 0 || typeof params.capture === 'object' || typeof params.match === 'object'
  // Hooks tell requests apart by a uuid; to make one takes as long as all templates.
  const isSeen = before.length > 0 || after.length > 0 || Boolean(hooks.onError?.length)
  const shared: Shared = {
    ...options,
    params,
    after,
    readsBody,
    isFixed: !isSeen && isWithoutTemplates(params, config),
    fixed: null
  }
  return (context, callback) => {
    if (!params.url && !params.uri) return callback(new Error('an URL must be specified'), context)
    if (!tools.isProbableEnough(params) || !isMeant(params.ifTrue, context, options))
      return process.nextTick(callback, null, context)
    if (isTraced(events)) return callback(options.lacks('it listens to events of trace:http'), context)
    const sending = new Sending(shared, context, callback)
    if (shared.fixed !== null && !context._enableCookieJar) {
      renderLoopElement(context, tools.template)
      return sending.exchange(shared.fixed.prepared, shared.fixed.request)
    }
    const request: Params = { ...params, url: withTarget(params.url || params.uri, config), method, timeout }
    if (isSeen) Object.assign(request, { uuid: randomUUID(), https: { ...request.https, ...config.tls } })
    if (context._enableCookieJar) request.cookieJar = context._jar
    if (before.length === 0) return sending.send(request)
    return runHooks(findHooks(before, options, context), [request, context, events], (error) => {
      if (error) return callback(error, context)
      const because = whyNotAfterHooks(request, config, context)
      return because === null ? sending.send(request) : callback(options.lacks(`${because}, in a hook`), context)
    })
  }
}

/** Neither templates nor cookies make one user's request another than the next one's. */
function isWithoutTemplates(params: Params, { target, http, defaults }: Params) {
  const cookies = params.cookie ?? http.defaults.cookie ?? defaults.cookie
  return cookies === undefined && !JSON.stringify([params, target, http.defaults, defaults]).includes('{{')
}

function isMeant(condition: string | undefined, context: any, { config, tools }: StepOptions) {
  if (condition === undefined) return true
  try {
    return (config.processor?.[condition] ?? tools.compileExpression(condition))(context.vars)
  } catch {
    // As with Artillery, a condition that can't be evaluated does not count.
    return true
  }
}
