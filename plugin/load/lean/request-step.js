import { randomUUID } from 'node:crypto'
import { clientError, named, requestError } from './client-error.js'
import { connectionsOf } from './connections.js'
import { keepCookies, putCookies } from './cookies.js'
import { Exchange } from './exchange.js'
import { completeRequest, renderLoopElement, renderRequest, withTarget } from './prepare-request.js'
import { isRedirect, mostRedirects, redirected } from './redirect.js'
import { findHooks, runHooks } from './run-hooks.js'
import { takeCaptures } from './take-captures.js'
/**
 * @import { Tools } from './artillerys-http.js'
 * @import { Connections } from './connections.js'
 * @import { PreparedRequest } from './exchange.js'
 * @import { LeanMeans } from './install.js'
 * @import { LeanResponse } from './lean-response.js'
 * @import { Metrics } from './metrics.js'
 *
 * @typedef {object} StepMeans
 * @property {any} events Artillery's, of this scenario
 * @property {{ beforeRequest?: string[], afterResponse?: string[], onError?: string[] }} hooks of the scenario
 * @property {Record<string, any>} config of the script
 * @property {Tools} tools
 * @property {LeanMeans} means
 * @property {number} silentMs after which a connection on which nothing comes is closed
 * @property {Metrics} metrics of all users of the scenario
 *
 * @typedef {(error: any, context: any) => void} Callback
 */

const otherSteps = ['loop', 'parallel', 'think', 'log', 'function']

/** @param {Record<string, any>} spec of a step */
export function isRequest(spec) {
  return otherSteps.every((kind) => spec[kind] === undefined)
}

/**
 * The step of Artillery's engine http that makes a request, with undici in got's place. What it does, and in which order, is
 * what Artillery's does (lib/core/engine_http.ts of 2.0.34), which users' hooks and templates rely on.
 *
 * @param {Record<string, any>} spec of the step, such as { get: { url: '/' } }
 * @param {StepMeans} given
 * @returns {(context: any, callback: Callback) => void}
 */
export function requestStep(spec, given) {
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
  /** @type {{ request: Record<string, any>, prepared: PreparedRequest } | null} what is the same each time */
  let fixed = null
  const keep = isFixed ? (/** @type {NonNullable<typeof fixed>} */ made) => (fixed = made) : () => {}
  return (context, callback) => {
    if (!params.url && !params.uri) return callback(new Error('an URL must be specified'), context)
    if (!tools.isProbableEnough(params) || !isMeant(params.ifTrue, context, given)) return process.nextTick(callback, null, context)
    /** @type {Sending} */
    const sending = { ...given, params, readsBody, context, callback, keep }
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
 * @param {Record<string, any>} params of a step
 * @param {Record<string, any>} config of the script
 * @returns {boolean} each user asks for the same: neither templates nor cookies make a difference
 */
function isWithoutTemplates(params, { target, http, defaults }) {
  const cookies = params.cookie ?? http.defaults.cookie ?? defaults.cookie
  return cookies === undefined && !JSON.stringify([params, target, http.defaults, defaults]).includes('{{')
}

/**
 * @param {string | undefined} condition a function of the script, or an expression
 * @param {any} context
 * @param {StepMeans} given
 */
function isMeant(condition, context, { config, tools }) {
  if (condition === undefined) return true
  try {
    const test = config.processor?.[condition] ?? tools.compileExpression(condition)
    return test(context.vars)
  } catch {
    // As Artillery has it, a condition that is none does not count.
    return true
  }
}

/**
 * @typedef {StepMeans & { params: Record<string, any>, readsBody: boolean, context: any, callback: Callback,
 *   keep: (made: { request: Record<string, any>, prepared: PreparedRequest }) => void }} Sending
 */

/**
 * @param {Record<string, any>} request as the hooks have left it
 * @param {Sending} sending
 */
function send(request, sending) {
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
    return fail(clientError(/** @type {Error} */ (error), false), request, sending)
  }
  if (!request.cookieJar) sending.keep({ request, prepared })
  return exchange(prepared, { request, redirects: 0 }, sending)
}

/**
 * @param {PreparedRequest} prepared
 * @param {{ request: Record<string, any>, redirects: number }} of
 * @param {Sending} sending
 */
function exchange(prepared, { request, redirects }, sending) {
  const { context, events, means, metrics, silentMs, readsBody } = sending
  const cookie = request.cookieJar?.getCookieStringSync(prepared.url.href)
  const asked = cookie ? { ...prepared, headers: { ...prepared.headers, cookie } } : prepared
  const connections = /** @type {Connections} */ (context[connectionsOf])
  const lane = connections.to(prepared.origin)
  /** @type {any} */
  let failure = null
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

/**
 * @param {LeanResponse} response
 * @param {{ prepared: PreparedRequest, request: Record<string, any>, redirects: number }} of
 * @param {Sending} sending
 */
function follow(response, { prepared, request, redirects }, sending) {
  if (redirects === mostRedirects) return fail(named('MaxRedirectsError', 'ERR_TOO_MANY_REDIRECTS', `Redirected ${mostRedirects} times. Aborting.`), request, sending)
  let next
  try {
    next = redirected(prepared, response)
  } catch (error) {
    return fail(clientError(/** @type {Error} */ (error), false), request, sending)
  }
  return exchange(next, { request, redirects: redirects + 1 }, sending)
}

/**
 * @param {LeanResponse} response the last one
 * @param {Record<string, any>} request
 * @param {Sending} sending
 */
function conclude(response, request, sending) {
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

/**
 * Ends the user, after the scenario's `onError` functions.
 *
 * @param {any} error
 * @param {Record<string, any>} request
 * @param {Sending} sending
 */
function fail(error, request, { hooks, config, context, events, callback }) {
  const found = (hooks.onError ?? []).map((name) => config.processor?.[name])
  runHooks(found, [error, request, context, events], () => callback(error, context))
}
