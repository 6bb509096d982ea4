import { randomUUID } from 'node:crypto'
import { clientError, named, requestError } from './client-error.ts'
import { connectionsOf, type Connections } from './connections.ts'
import { keepCookies, putCookies, isRedirect, mostRedirects, redirected } from './redirect.ts'
import { Exchange, type PreparedRequest } from './exchange.ts'
import { completeRequest, renderLoopElement, renderRequest, withTarget } from './prepare-request.ts'
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

export interface StepOptions extends ScenarioOptions {
  events: any // Artillery's, of this scenario
  hooks: { beforeRequest?: string[], afterResponse?: string[], onError?: string[] } // of the scenario
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
  const timeout = config.timeout || config.http?.timeout || 10
  const isRead = Boolean(params.afterResponse) || Boolean(hooks.afterResponse?.length)
  const readsBody = isRead || typeof params.capture === 'object' || typeof params.match === 'object'
  // For hooks, who tell requests apart by a uuid; it takes as long as all templates.
  const isSeen = before.length > 0 || isRead || Boolean(hooks.onError?.length)
  const isFixed = !isSeen && isWithoutTemplates(params, config)
  let fixed: { request: Params, prepared: PreparedRequest } | null = null
  const keep = (request: Params, prepared: PreparedRequest) => {
    if (isFixed && !request.cookieJar) fixed = { request, prepared }
  }
  const shared = { ...options, params, readsBody, keep }
  return (context, callback) => {
    if (!params.url && !params.uri) return callback(new Error('an URL must be specified'), context)
    if (!tools.isProbableEnough(params) || !isMeant(params.ifTrue, context, options)) return process.nextTick(callback, null, context)
    const sending = new Sending(shared, context, callback)
    if (fixed !== null && !context._enableCookieJar) {
      renderLoopElement(context, tools.template)
      return sending.exchange(fixed.prepared, fixed.request)
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
function both(ofScenario: string[] | undefined, ofStep: string | string[] | undefined): string[] {
  return [...(ofScenario ?? []), ...[ofStep ?? []].flat()]
}

/** @returns each user asks for the same: neither templates nor cookies make a difference */
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
    // As Artillery has it, a condition that is none does not count.
    return true
  }
}

/** What all requests of a step share. keep: what each of them is, if all are the same. */
interface Shared extends StepOptions {
  params: Params
  readsBody: boolean
  keep: (request: Params, prepared: PreparedRequest) => void
}

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
    const { params, tools: { template }, keep } = this.#shared
    const context = this.#context
    this.#request = request
    const url = renderRequest(request, params, this.#shared, context)
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
    keep(request, prepared)
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
    // Nobody reads what a redirect says, and got does not count it.
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
    const { params, readsBody, config, events, hooks, tools } = this.#shared
    const context = this.#context
    const callback = this.#callback
    if (!readsBody) return callback(null, context)
    return takeCaptures(params, response, context, this.#shared, (error, hasFailed) => {
      if (error) return this.failed(error)
      const found = findHooks(both(hooks.afterResponse, params.afterResponse), config.processor, (name) => tools.template(name, context))
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
