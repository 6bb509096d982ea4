import { randomUUID } from 'node:crypto'
import { clientError, named, requestError } from './client-error.ts'
import { connectionsOf, type Connections } from './connections.ts'
import { Exchange } from './exchange.ts'
import { completeRequest, isRedirect, redirected, renderLoopElement, renderRequest, withTarget, type PreparedRequest } from './prepare-request.ts'
import { findHooks, runHooks, takeCaptures } from './run-hooks.ts'
import type { Tools } from './artillerys-http.ts'
import type { Recording } from './install.ts'
import type { LeanResponse } from './lean-response.ts'
import type { Metrics } from './metrics.ts'

type Params = Record<string, any>

/** What all requests of a scenario share. */
export interface ScenarioOptions {
  config: Params // of the script
  tools: Tools
  recording: Recording
  silentMs: number // after which a connection on which nothing comes is closed
  metrics: Metrics // of all users
}

interface StepOptions extends ScenarioOptions {
  events: any // Artillery's, of this scenario
  hooks: { beforeRequest?: string[], afterResponse?: string[], onError?: string[] } // of the scenario
}

/** What all requests of a step share. */
interface Shared extends StepOptions {
  params: Params // as the script has them
  after: string[] // hooks of the scenario and of the step
  readsBody: boolean
  isFixed: boolean // each user asks for the same
  fixed: { request: Params, prepared: PreparedRequest } | null // that, once it was made
}

type Callback = (error: any, context: any) => void
export type Step = (context: any, callback: Callback) => unknown

const otherSteps = ['loop', 'parallel', 'think', 'log', 'function']

/** @param spec of a step */
export function isRequest(spec: Params) {
  return otherSteps.every((kind) => spec[kind] === undefined)
}

/**
 * The step of Artillery's engine http that makes a request, with undici in got's place. What it does, and in which order, is
 * what Artillery's does (lib/core/engine_http.ts of 2.0.34), which users' hooks and templates rely on.
 *
 * @param spec of the step, such as { get: { url: '/' } }
 */
export function requestStep(spec: Params, options: StepOptions): Step {
  const { config, tools, hooks, events } = options
  const name = Object.keys(spec)[0]
  const method = name.toUpperCase()
  const params = spec[name.toLowerCase()]
  const before = both(hooks.beforeRequest, params.beforeRequest)
  const after = both(hooks.afterResponse, params.afterResponse)
  const timeout = config.timeout || config.http?.timeout || 10
  const readsBody = after.length > 0 || typeof params.capture === 'object' || typeof params.match === 'object'
  // Hooks tell requests apart by a uuid; to make one takes as long as all templates.
  const isSeen = before.length > 0 || after.length > 0 || Boolean(hooks.onError?.length)
  const shared: Shared = { ...options, params, after, readsBody, isFixed: !isSeen && isWithoutTemplates(params, config), fixed: null }
  return (context, callback) => {
    if (!params.url && !params.uri) return callback(new Error('an URL must be specified'), context)
    if (!tools.isProbableEnough(params) || !isMeant(params.ifTrue, context, options)) return process.nextTick(callback, null, context)
    const sending = new Sending(shared, context, callback)
    if (shared.fixed !== null && !context._enableCookieJar) {
      renderLoopElement(context, tools.template)
      return sending.exchange(shared.fixed.prepared, shared.fixed.request)
    }
    const request: Params = { ...params, url: withTarget(params.url || params.uri, config), method, timeout }
    if (isSeen) request.uuid = randomUUID()
    if (context._enableCookieJar) request.cookieJar = context._jar
    if (before.length === 0) return sending.send(request)
    const found = findHooks(before, config.processor, (name) => tools.template(name, context))
    return runHooks(found, [request, context, events], (error) => (error ? callback(error, context) : sending.send(request)))
  }
}

/** @returns hooks of the scenario, and of the step */
function both(ofScenario: string[] = [], ofStep: string | string[] | undefined): string[] {
  return [...ofScenario, ...[ofStep || []].flat()]
}

/** @returns neither templates nor cookies make one user's request another than the next one's */
function isWithoutTemplates(params: Params, { target, http, defaults }: Params): boolean {
  const cookies = params.cookie ?? http.defaults.cookie ?? defaults.cookie
  return cookies === undefined && !JSON.stringify([params, target, http.defaults, defaults]).includes('{{')
}

/** @param condition a function of the script, or an expression */
function isMeant(condition: string | undefined, context: any, { config, tools }: StepOptions) {
  if (condition === undefined) return true
  try {
    const test = config.processor?.[condition] ?? tools.compileExpression(condition)
    return test(context.vars)
  } catch {
    // As with Artillery, a condition that can't be evaluated does not count.
    return true
  }
}

/** As many as got follows. */
const mostRedirects = 10

/** A user's request, with those that its redirects lead to. It listens to each of their exchanges. */
class Sending {
  readonly readsBody
  timeoutMs = 0
  #shared
  #context
  #callback
  #request!: Params
  /** what is under way, with its cookies */
  #asked!: PreparedRequest
  #redirects = 0
  #failure: Error | null = null

  constructor(shared: Shared, context: any, callback: Callback) {
    this.readsBody = shared.readsBody
    this.#shared = shared
    this.#context = context
    this.#callback = callback
  }

  /** @param request as the hooks have left it */
  send(request: Params) {
    const shared = this.#shared
    const { template } = shared.tools
    const context = this.#context
    this.#request = request
    const url = renderRequest(request, shared.params, shared, context)
    if (!url || !String(url).startsWith('http')) return this.#callback(new Error(`Invalid URL - ${url}`), context)
    if (typeof request.auth === 'object') {
      request.username = template(request.auth.user, context)
      request.password = template(request.auth.pass, context)
      delete request.auth
    }
    let prepared
    try {
      putCookies(request, context, template)
      prepared = completeRequest(request)
    } catch (error) {
      return this.failed(clientError(error as Error, false))
    }
    if (shared.isFixed && !request.cookieJar) shared.fixed = { request, prepared }
    return this.exchange(prepared, request)
  }

  exchange(prepared: PreparedRequest, request: Params) {
    const { metrics, recording, silentMs } = this.#shared
    const cookie = request.cookieJar?.getCookieStringSync(prepared.url.href)
    const asked = cookie ? { ...prepared, headers: { ...prepared.headers, cookie } } : prepared
    const lane = (this.#context[connectionsOf] as Connections).to(prepared.origin)
    const timeoutMs = request.timeout * 1000
    // Without `http.timeout`, got would wait for longer than a connection may be silent.
    this.timeoutMs = timeoutMs <= silentMs ? timeoutMs : 0
    this.#request = request
    this.#asked = asked
    this.#failure = null
    metrics.request()
    lane.add(new Exchange(asked, lane, recording, this))
  }

  begun(response: LeanResponse) {
    const { metrics, events } = this.#shared
    metrics.response(response)
    this.#failure = keepCookies(response, this.#request, this.#context, events)
  }

  ended(response: LeanResponse) {
    const isFollowed = this.#request.followRedirect && isRedirect(response)
    // got does not count the body of a redirect, which nobody reads.
    this.#shared.metrics.end(isFollowed ? 0 : response.bytes)
    this.#context._successCount++
    if (this.#failure !== null) return this.failed(requestError(this.#failure.message))
    return isFollowed ? this.#follow(response) : this.#conclude(response)
  }

  #follow(response: LeanResponse) {
    if (this.#redirects++ === mostRedirects) {
      return this.failed(named('MaxRedirectsError', 'ERR_TOO_MANY_REDIRECTS', `Redirected ${mostRedirects} times. Aborting.`))
    }
    let next
    try {
      next = redirected(this.#asked, response)
    } catch (error) {
      return this.failed(clientError(error as Error, false))
    }
    return this.exchange(next, this.#request)
  }

  /** @param response the last one */
  #conclude(response: LeanResponse) {
    const { params, after, readsBody, config, events, tools } = this.#shared
    const context = this.#context
    const callback = this.#callback
    if (!readsBody) return callback(null, context)
    return takeCaptures(params, response, context, this.#shared, (error, hasFailed) => {
      if (error) return this.failed(error)
      const found = findHooks(after, config.processor, (name) => tools.template(name, context))
      return runHooks(found, [this.#request, response, context, events], (hookError) => {
        callback(hookError || (hasFailed ? new Error('Failed capture or match') : null), context)
      })
    })
  }

  /** Ends the user, after the scenario's `onError` functions. */
  failed(error: any) {
    const { config, events, hooks } = this.#shared
    const found = (hooks.onError ?? []).map((name) => config.processor?.[name])
    runHooks(found, [error, this.#request, this.#context, events], () => this.#callback(error, this.#context))
  }
}

/** Puts the cookies that the script gives into the user's jar, which is used from then on for this request. */
function putCookies(request: Params, context: Params, template: Tools['template']) {
  if (typeof request.cookie !== 'object' && typeof context._defaultCookie !== 'object') return
  request.cookieJar = context._jar
  for (const [name, value] of Object.entries({ ...context._defaultCookie, ...request.cookie })) {
    context._jar.setCookieSync(`${name}=${template(value, context)}`, request.url)
  }
}

/** @returns the error of the request's jar, if it refused a cookie */
function keepCookies(response: LeanResponse, request: Params, context: Params, events: any): Error | null {
  if (!response.has('set-cookie')) return null
  const cookies = response.headers['set-cookie'] as string[]
  try {
    if (request.cookieJar) cookies.forEach((cookie) => request.cookieJar.setCookieSync(cookie, response.url))
  } catch (error) {
    return error as Error
  }
  if (context._enableCookieJar) return null
  // An app that sets cookies switches the user's jar on.
  context._enableCookieJar = true
  for (const cookie of cookies) {
    try {
      context._jar.setCookieSync(cookie, request.url)
    } catch {
      events.emit('error', 'cookie_parse_error_invalid_cookie')
    }
  }
  return null
}
