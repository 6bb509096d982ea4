import { randomUUID } from 'node:crypto'
import { clientError, named, requestError } from './client-error.ts'
import { connectionsOf, type Connections } from './connections.ts'
import { keepCookies, putCookies, isRedirect, mostRedirects, redirected } from './redirect.ts'
import { Exchange, type PreparedRequest } from './exchange.ts'
import { completeRequest, renderLoopElement, renderRequest, withTarget } from './prepare-request.ts'
import { findHooks, runHooks, takeCaptures } from './run-hooks.ts'
import type { Tools } from './artillerys-http.ts'
import type { LeanMeans } from './install.ts'
import type { LeanResponse } from './lean-response.ts'
import type { Metrics } from './metrics.ts'

interface StepMeans {
  events: any // Artillery's, of this scenario
  hooks: { beforeRequest?: string[], afterResponse?: string[], onError?: string[] } // of the scenario
  config: Record<string, any> // of the script
  tools: Tools
  means: LeanMeans
  silentMs: number // after which a connection on which nothing comes is closed
  metrics: Metrics // of all users of the scenario
}

type Callback = (error: any, context: any) => void

const otherSteps = ['loop', 'parallel', 'think', 'log', 'function']

/** @param spec of a step */
export function isRequest(spec: Record<string, any>) {
  return otherSteps.every((kind) => spec[kind] === undefined)
}

/**
 * The step of Artillery's engine http that makes a request, with undici in got's place. What it does, and in which order, is
 * what Artillery's does (lib/core/engine_http.ts of 2.0.34), which users' hooks and templates rely on.
 *
 * @param spec of the step, such as { get: { url: '/' } }
 */
export function requestStep(spec: Record<string, any>, given: StepMeans): (context: any, callback: Callback) => void {
  const { config, tools, hooks } = given
  const name = Object.keys(spec)[0]
  const method = name.toUpperCase()
  const params = spec[name.toLowerCase()]
  const before = [...(hooks.beforeRequest ?? []), ...[params.beforeRequest ?? []].flat()]
  const timeout = config.timeout || config.http?.timeout || 10
  // For hooks, who tell requests apart by it; it takes as long as all templates.
  const isRead = Boolean(params.afterResponse) || Boolean(hooks.afterResponse?.length)
  const isSeen = before.length > 0 || isRead || Boolean(hooks.onError?.length)
  const readsBody = isRead || typeof params.capture === 'object' || typeof params.match === 'object'
  const isFixed = !isSeen && isWithoutTemplates(params, config)
  /** what is the same each time */
  let fixed: { request: Record<string, any>, prepared: PreparedRequest } | null = null
  const keep = isFixed ? (made: NonNullable<typeof fixed>) => (fixed = made) : () => {}
  return (context, callback) => {
    if (!params.url && !params.uri) return callback(new Error('an URL must be specified'), context)
    if (!tools.isProbableEnough(params) || !isMeant(params.ifTrue, context, given)) return process.nextTick(callback, null, context)
    const sending: Sending = { ...given, params, readsBody, context, callback, keep }
    if (fixed !== null && !context._enableCookieJar) {
      renderLoopElement(context, tools.template)
      return exchange(fixed.prepared, { request: fixed.request, redirects: 0 }, sending)
    }
    const request = { ...params, url: withTarget(params.url || params.uri, config), method, timeout, ...(isSeen ? { uuid: randomUUID() } : null) }
    if (context._enableCookieJar) request.cookieJar = context._jar
    if (before.length === 0) return send(request, sending)
    const found = findHooks(before, config.processor, (name) => tools.template(name, context))
    return runHooks(found, [request, context, given.events], (error) => {
      if (error) return callback(error, context)
      return send(request, sending)
    })
  }
}

/**
 * @param params of a step
 * @param config of the script
 * @returns each user asks for the same: neither templates nor cookies make a difference
 */
function isWithoutTemplates(params: Record<string, any>, { target, http, defaults }: Record<string, any>): boolean {
  const cookies = params.cookie ?? http.defaults.cookie ?? defaults.cookie
  return cookies === undefined && !JSON.stringify([params, target, http.defaults, defaults]).includes('{{')
}

/** @param condition a function of the script, or an expression */
function isMeant(condition: string | undefined, context: any, { config, tools }: StepMeans) {
  if (condition === undefined) return true
  try {
    const test = config.processor?.[condition] ?? tools.compileExpression(condition)
    return test(context.vars)
  } catch {
    // As Artillery has it, a condition that is none does not count.
    return true
  }
}

type Sending = StepMeans & { params: Record<string, any>, readsBody: boolean, context: any, callback: Callback,
  keep: (made: { request: Record<string, any>, prepared: PreparedRequest }) => void }

/** @param request as the hooks have left it */
function send(request: Record<string, any>, sending: Sending) {
  const { params, context, callback, tools } = sending
  const url = renderRequest(request, params, sending)
  if (!url || !String(url).startsWith('http')) return callback(new Error(`Invalid URL - ${url}`), context)
  if (typeof request.auth === 'object') {
    request.username = tools.template(request.auth.user, context)
    request.password = tools.template(request.auth.pass, context)
    delete request.auth
  }
  let prepared
  try {
    putCookies(request, { context, template: tools.template })
    prepared = completeRequest(request)
  } catch (error) {
    return fail(clientError(error as Error, false), request, sending)
  }
  if (!request.cookieJar) sending.keep({ request, prepared })
  return exchange(prepared, { request, redirects: 0 }, sending)
}

function exchange(prepared: PreparedRequest, { request, redirects }: { request: Record<string, any>, redirects: number }, sending: Sending) {
  const { context, events, means, metrics, silentMs, readsBody } = sending
  const cookie = request.cookieJar?.getCookieStringSync(prepared.url.href)
  const asked = cookie ? { ...prepared, headers: { ...prepared.headers, cookie } } : prepared
  const connections = context[connectionsOf] as Connections
  const lane = connections.to(prepared.origin)
  let failure: any = null
  metrics.request()
  const timeoutMs = request.timeout * 1000
  lane.add(
    new Exchange(asked, { lane, means, isRecorded: means.isTarget(asked.host) }, {
      readsBody,
      // Without `http.timeout`, got would wait for longer than a connection may be silent.
      timeoutMs: timeoutMs <= silentMs ? timeoutMs : 0,
      begun(response) {
        metrics.response(response)
        failure = keepCookies(response, { request, context, events })
      },
      ended(response) {
        const isFollowed = request.followRedirect && isRedirect(response)
        // Nobody reads what a redirect says, and got does not count it.
        metrics.end(isFollowed ? 0 : response.bytes)
        context._successCount++
        if (failure !== null) return fail(requestError(failure.message), request, sending)
        if (!isFollowed) return conclude(response, request, sending)
        return follow(response, { prepared: asked, request, redirects }, sending)
      },
      failed: (error) => fail(error, request, sending)
    })
  )
}

function follow(response: LeanResponse, { prepared, request, redirects }: { prepared: PreparedRequest, request: Record<string, any>, redirects: number }, sending: Sending) {
  if (redirects === mostRedirects) return fail(named('MaxRedirectsError', 'ERR_TOO_MANY_REDIRECTS', `Redirected ${mostRedirects} times. Aborting.`), request, sending)
  let next
  try {
    next = redirected(prepared, response)
  } catch (error) {
    return fail(clientError(error as Error, false), request, sending)
  }
  return exchange(next, { request, redirects: redirects + 1 }, sending)
}

/** @param response the last one */
function conclude(response: LeanResponse, request: Record<string, any>, sending: Sending) {
  const { params, readsBody, context, callback, config, events, hooks, tools } = sending
  if (!readsBody) return callback(null, context)
  return takeCaptures(params, { response, context, events, tools }, (error, hasFailed) => {
    if (error) return fail(error, request, sending)
    const after = [...(hooks.afterResponse ?? []), ...[params.afterResponse ?? []].flat()]
    const found = findHooks(after, config.processor, (name) => tools.template(name, context))
    return runHooks(found, [request, response, context, events], (hookError) => {
      if (hookError) return callback(hookError, context)
      return callback(hasFailed ? new Error('Failed capture or match') : null, context)
    })
  })
}

/** Ends the user, after the scenario's `onError` functions. */
function fail(error: any, request: Record<string, any>, { hooks, config, context, events, callback }: Sending) {
  const found = (hooks.onError ?? []).map((name) => config.processor?.[name])
  runHooks(found, [error, request, context, events], () => callback(error, context))
}
