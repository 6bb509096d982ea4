import { createRequire } from 'node:module'
import { asDefault, findInArtillery } from '../../internals/artillerys-modules.ts'

export type Callback = (error: any, context: any) => void

export type Step = (context: any, callback: Callback) => unknown

export type Params = Record<string, any>

/** What Artillery's engine http makes requests with, which engines of others get handed as `helpers`. */
export interface Tools {
  template: (value: any, context: any) => any
  captureOrMatch: (
    params: any,
    response: { body: string; headers: Params },
    context: any,
    done: (error: Error | null, result: any) => void
  ) => void
  isProbableEnough: (params: any) => boolean
  compileExpression: (expression: string) => (vars: Params) => any
  set: (object: object, path: string, value: unknown) => unknown // by a path such as `user.name`
}

/** @param artillery as findInArtillery's. @returns null: it has it elsewhere, or another one */
export const findArtillerysHttp = (artillery?: string): { Engine: { prototype: Params }; tools: Tools } | null =>
  findInArtillery(artillery, (require, { engine, commons }) => {
    const Engine = asDefault(require(engine))
    const { template, captureOrMatch, isProbableEnough } = asDefault(require(commons)).engine_util
    const own = createRequire(require.resolve(engine))
    const filtrex = own('filtrex')
    const tools = {
      template,
      captureOrMatch,
      isProbableEnough,
      compileExpression: filtrex.compileExpression ?? filtrex,
      set: own('lodash').set
    }
    const { createScenario, step, setInitialContext } = Engine.prototype
    const used = [createScenario, step, setInitialContext, ...Object.values(tools)]
    return used.every((found) => typeof found === 'function') ? { Engine, tools } : undefined
  })

/** @param spec of a step. @returns whether it makes no request itself */
export const sendsNothing = (spec: Params) =>
  ['loop', 'parallel', 'think', 'log', 'function'].some((kind) => spec[kind] !== undefined)

/** Keys of a request that only Artillery's client supports. */
const requestKeys = {
  formData: 'it uploads a form (formData)',
  http2: 'it uses HTTP/2 (http2)',
  https: 'it sets its own https options',
  encoding: 'it sets an encoding',
  allowGetBody: 'it sends a body with GET (allowGetBody)'
}

/** Headers that change how a request is sent. */
const ownHeaders = ['expect', 'transfer-encoding', 'upgrade']

/**
 * @returns what the lean client leaves to Artillery's, in words after "because"; null: the lean client can run the
 * scenario
 */
export function whyNotLean(scenario: Params, config: Params, env: NodeJS.ProcessEnv) {
  const headersByDefault = config.http?.defaults?.headers ?? config.defaults?.headers
  return (
    whyNotHere(config, env) ??
    requestsOf(scenario.flow)
      .map(whyNotRequest)
      .find((why) => why !== null) ??
    whyNotHeaders(headersByDefault)
  )
}

function whyNotHere({ http = {}, tls = {}, plugins = {} }: Params, env: NodeJS.ProcessEnv) {
  const proxy = ['HTTP_PROXY', 'HTTPS_PROXY'].find((name) => env[name])
  if (proxy !== undefined) return `${proxy} is set`
  const tracing = http.distributedTracing
  if (tracing && tracing.enabled !== false) return 'http.distributedTracing is on'
  if ([plugins['publish-metrics'] ?? []].flat().some((target) => target?.traces !== undefined))
    return 'publish-metrics collects traces'
  const { runtimeOptions } = (globalThis as any).artillery ?? {}
  if (http.extendedMetrics === true || runtimeOptions?.extendedHTTPMetrics) return 'http.extendedMetrics is on'
  if (/http|\*/.test(env.DEBUG ?? '')) return 'DEBUG logs what Artillery’s client does'
  const option = Object.keys(tls).find((key) => key !== 'rejectUnauthorized')
  return option === undefined ? null : `config.tls.${option} is set`
}

const requestsOf = (flow: unknown): [string, Params][] =>
  [flow ?? []].flat(Infinity).flatMap((step: any) => {
    if (typeof step !== 'object' || step === null) return []
    if (step.loop || step.parallel) return requestsOf(step.loop ?? step.parallel)
    const [method, params] = Object.entries(step)[0] ?? []
    return typeof params === 'object' && params !== null ? [[String(method).toLowerCase(), params]] : []
  })

function whyNotRequest([method, params]: [string, Params]) {
  const bodies = ['json', 'body', 'form'].filter((key) => params[key] !== undefined)
  const why = whyNotOptions(params)
  if (why !== null) return why
  // got refuses these, in words of its own.
  if (bodies.length > 0 && ['get', 'head'].includes(method))
    return `it sends a body with ${method.toUpperCase()} (${bodies[0]})`
  return bodies.length > 1 && params.form !== undefined ? `it sends ${bodies.join(' and ')} at once` : null
}

/** @param params of a request, as the script or its hooks have them */
function whyNotOptions(params: Params) {
  const [, why] = Object.entries(requestKeys).find(([key]) => params[key] !== undefined) ?? []
  if (why !== undefined) return why
  const { body = '', followRedirect = true, maxRedirects = 0 } = params
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return 'its body is not text'
  if (typeof followRedirect !== 'boolean') return 'it decides which redirects it follows (followRedirect)'
  if (typeof maxRedirects !== 'number') return 'its maxRedirects is no number'
  return whyNotHeaders(params.headers)
}

/** @param config of the script, whose tls each request has, too; context: of the user, whose jar it may have */
export function whyNotAfterHooks({ https = {}, ...request }: Params, { tls = {} }: Params, context: Params) {
  if (Object.keys(https).some((key) => https[key] !== tls[key])) return requestKeys.https
  if (![undefined, context._jar].includes(request.cookieJar)) return 'it sets its own cookie jar'
  return whyNotOptions(request)
}

const traces = ['request', 'response', 'capture', 'error'].map((name) => `trace:http:${name}`)

/** @returns whether somebody wants to hear of each request what only Artillery's client tells */
export const isTraced = (events: { listenerCount: (name: string) => number }) =>
  traces.some((name) => events.listenerCount(name) > 0)

function whyNotHeaders(headers: Record<string, unknown> | null | undefined) {
  // null: the key was left empty
  const header = Object.keys(headers ?? {}).find(
    (name) => ownHeaders.includes(name.toLowerCase()) || name.includes('{{')
  )
  return header === undefined ? null : `it sets the header ${header} itself`
}
