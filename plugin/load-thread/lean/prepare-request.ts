import { validateHeaderName, validateHeaderValue } from 'node:http'
import { stringify } from 'node:querystring'
import { remembered, type Recording } from '../watch-requests.ts'
import { requestError, type Lacks } from './client-error.ts'
import type { Params, Tools } from './artillerys-http.ts'
import { serverNameOf, type WireRequest } from './http-connection.ts'
import type { Head } from './http-head.ts'
import type { Metrics } from './metrics.ts'

/** What all requests of a scenario share. */
export interface ScenarioOptions {
  config: Params // of the script
  tools: Tools
  recording: Recording
  silentMs: number // after which a connection on which nothing comes is closed
  metrics: Metrics // of all users
  lacks: Lacks
}

/** events: Artillery's; hooks: of the scenario */
export type StepOptions = ScenarioOptions & {
  number: number // of the request, as the script has it, from 1
  name: string // of it
  expected: Set<number> | null // statuses above 299 that the step expects; null: none
  events: any
  hooks: { beforeRequest?: string[]; afterResponse?: string[]; onError?: string[] }
}

/** What all requests of a step share. */
export type Shared = StepOptions & {
  params: Params // as the script has them
  after: string[] // hooks of the scenario and of the step
  readsBody: boolean
  isFixed: boolean // each user asks for the same
  fixed: { request: Params; prepared: PreparedRequest } | null // that, once it was made
}

export interface PreparedRequest {
  method: string
  url: URL // never changed: another request may share it
  origin: string // of it
  path: string // with the query
  host: string // as in the header of that name
  headers: Params // lower case
  body: string | Buffer | undefined
  decompress: boolean
  redirectUrls: URL[] // that led to it
  wire?: WireRequest // once it was sent
}

const ownHeaders = { 'user-agent': 'Artillery (https://artillery.io)' }
const encodings = 'gzip, deflate, br, zstd'

/**
 * Fills in templates and defaults, in the order in which Artillery's client does, so that hooks and templates see the
 * same. Returns the URL.
 *
 * @param request params, which the script has, as the step's hooks have left them; gets what Artillery adds
 */
export function renderRequest(
  request: Params,
  params: Params,
  { config, tools: { template } }: { config: Params; tools: Params },
  context: Params
) {
  if (request.json) {
    request.json = template(request.json, context)
    delete request.body
  } else if (request.body) request.body = template(request.body, context)
  renderLoopElement(context, template)
  for (const key of ['name', 'uri', 'url']) if (request[key]) request[key] = template(request[key], context)
  request.followRedirect ??= true
  if (params.qs) request.searchParams = stringify(template(params.qs, context))
  request.decompress = typeof params.gzip === 'boolean' ? params.gzip : true
  if (params.form) {
    request.form = Object.fromEntries(
      Object.entries(request.form).map(([key, value]) => [key, template(value, context)])
    )
  }
  const byDefault = config.http.defaults.headers || config.defaults.headers || ownHeaders
  const headers: Params = {}
  for (const given of [byDefault, params.headers, request.headers]) {
    if (given) for (const name of Object.keys(given)) headers[name.toLowerCase()] = template(given[name], context)
  }
  request.headers = headers
  request.url = withTarget(template(request.uri || request.url, context), config)
  delete request.uri
  if (typeof request.auth === 'object') {
    request.username = template(request.auth.user, context)
    request.password = template(request.auth.pass, context)
    delete request.auth
  }
  return request.url
}

export function renderLoopElement(context: Params, template: Tools['template']) {
  const { vars } = context
  if (vars.$loopElement) vars.$loopElement = template(vars.$loopElement, context)
}

export const withTarget = (url: string, config: Params) =>
  typeof url === 'string' && url.startsWith('/') ? config.target + url : url

/** Reading these from a URL takes time; most requests share a few URLs. */
const partsOfText = remembered((url: string) => partsOf(new URL(url)), 1000)

const partsOf = (url: URL) => ({ url, origin: url.origin, host: url.host, path: url.pathname + url.search })

/** What got does with what Artillery hands it: a rendered request. Throws as got would. */
export function completeRequest(request: Params): PreparedRequest {
  const { method, headers, decompress } = request
  let parts = partsOfText(request.url)
  if (request.searchParams !== undefined) {
    const url = new URL(parts.url)
    url.search = new URLSearchParams(request.searchParams).toString()
    parts = partsOf(url)
  }
  const { url, origin, path } = parts
  checkProtocol(url)
  for (const name of Object.keys(headers)) {
    if (headers[name] === undefined) delete headers[name]
    else if (headers[name] === null)
      throw requestError(`Use \`undefined\` instead of \`null\` to delete the \`${name}\` header`)
  }
  const body = bodyOf(request)
  if (decompress) headers['accept-encoding'] ??= encodings
  // Where the script has headers by default, Artillery does not add its own name, and got adds its.
  headers['user-agent'] ??= 'got (https://github.com/sindresorhus/got)'
  for (const name of Object.keys(headers)) {
    validateHeaderName(name)
    validateHeaderValue(name, headers[name])
  }
  const { username = decodeURIComponent(url.username), password = decodeURIComponent(url.password) } = request
  if (username || password) headers.authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  return { method, url, origin, path, host: headers.host ?? parts.host, headers, body, decompress, redirectUrls: [] }
}

function checkProtocol({ protocol }: URL) {
  if (protocol === 'http:' || protocol === 'https:') return
  throw Object.assign(new TypeError(`Unsupported protocol: ${protocol}`), { code: 'ERR_UNSUPPORTED_PROTOCOL' })
}

function bodyOf({ method, headers, json, form, body }: Params) {
  const bodies = [json, form, body].filter((value) => value !== undefined)
  if (bodies.length === 0) return undefined
  if (bodies.length > 1) throw requestError('Expected value which is `undefined`, received value of type `Object`.')
  if (method === 'GET' || method === 'HEAD') throw requestError(`The \`${method}\` method cannot be used with a body`)
  if (body !== undefined) {
    if (typeof body === 'string' || Buffer.isBuffer(body)) return body
    throw requestError(`The \`body\` option must be a string or a Buffer, and not ${typeof body}`)
  }
  headers['content-type'] ??= form === undefined ? 'application/json' : 'application/x-www-form-urlencoded'
  return form === undefined ? JSON.stringify(json) : new URLSearchParams(form).toString()
}

/** Methods whose requests have no body, and need not say so. */
const bodiless = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']

/** @param timeoutMs for the response to begin; 0: any time */
export function toWire({ method, path, host, headers, body }: PreparedRequest, timeoutMs: number): WireRequest {
  const { connection = 'keep-alive', host: _own, ...others } = headers
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: ${connection}\r\n`
  for (const name of Object.keys(others)) for (const value of [others[name]].flat()) head += `${name}: ${value}\r\n`
  const content = Buffer.from(body ?? '')
  const isTold = others['content-length'] !== undefined || (content.length === 0 && bodiless.includes(method))
  head += isTold ? '\r\n' : `content-length: ${content.length}\r\n\r\n`
  return {
    bytes: content.length === 0 ? head : Buffer.concat([Buffer.from(head, 'latin1'), content]),
    isHead: method === 'HEAD',
    closes: /(^|\W)close($|\W)/i.test(String(connection)),
    serverName: serverNameOf(host),
    timeoutMs
  }
}

const redirectCodes = new Set([300, 301, 302, 303, 304, 307, 308])

export const isRedirect = (head: Pick<Head, 'status' | 'read'>) =>
  redirectCodes.has(head.status) && Boolean(head.read('location'))

/** The request that a redirect leads to, as got makes it. Throws where it leads nowhere. */
export function redirected(request: PreparedRequest, status: number, location: string): PreparedRequest {
  // In UTF-8, which a header is not by itself.
  const url = new URL(Buffer.from(location, 'latin1').toString(), request.url)
  checkProtocol(url)
  const kept = { ...request.headers }
  const isElsewhere = url.hostname !== request.url.hostname || url.port !== request.url.port
  if (isElsewhere) for (const name of ['host', 'cookie', 'authorization']) delete kept[name]
  const asksForGet = status === 303 && request.method !== 'GET' && request.method !== 'HEAD'
  return {
    ...request,
    wire: undefined,
    ...partsOf(url),
    host: kept.host ?? url.host,
    headers: kept,
    redirectUrls: [...request.redirectUrls, url],
    ...(asksForGet && { method: 'GET', body: undefined })
  }
}

/**
 * Calls functions of the script one after the other, as Artillery does: plain functions with a callback as their last
 * argument, async ones without. What a function throws goes to the caller, as there: before a request, a promise of the
 * user's fails with it; after a response, there is no such promise, and the load thread ends. undefined: a function
 * that is not in the script.
 */
export function runHooks(
  hooks: readonly (Function | undefined)[],
  args: readonly unknown[],
  done: (error: any) => void
) {
  let next = 0
  const step = (error: any) => {
    if (error || next === hooks.length) return done(error || null)
    const hook = hooks[next++]
    if (hook === undefined) return step(null)
    if (hook.constructor.name === 'Function') return hook(...args, step)
    return hook(...args).then(step, step)
  }
  step(null)
}

export function findHooks(names: readonly string[], { config, tools }: ScenarioOptions, context: Params) {
  return names.map((written) => {
    const name = tools.template(written, context)
    const hook: Function | undefined = config.processor?.[name]
    // In the words of Artillery's own client, which says so at each request.
    if (!hook) process.stdout.write(`WARNING: custom function ${name} could not be found\n`)
    return hook
  })
}
