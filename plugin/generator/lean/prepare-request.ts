import { validateHeaderName, validateHeaderValue } from 'node:http'
import { stringify } from 'node:querystring'
import { remembered } from '../watch-requests.ts'
import { requestError } from './client-error.ts'
import type { Tools } from './artillerys-http.ts'
import type { PreparedRequest } from './exchange.ts'

type Params = Record<string, any>
type Options = { config: Params, tools: Pick<Tools, 'template'> }

const ownHeaders = { 'user-agent': 'Artillery (https://artillery.io)' }
const { brotli, zstd } = process.versions
const encodings = ['gzip', 'deflate', ...(brotli ? ['br'] : []), ...(zstd ? ['zstd'] : [])].join(', ')

/**
 * Fills in templates and defaults, in the order in which Artillery's client does, so that hooks and templates see the same.
 *
 * @param request the step's parameters, as its hooks have left them; gets what Artillery adds to it
 * @param params the step's parameters, as the script has them
 * @returns its URL
 */
export function renderRequest(request: Params, params: Params, { config, tools: { template } }: Options, context: Params): string {
  if (request.json) {
    request.json = template(request.json, context)
    delete request.body
  } else if (request.body) request.body = template(request.body, context)
  renderLoopElement(context, template)
  for (const key of ['name', 'uri', 'url']) {
    if (request[key]) request[key] = template(request[key], context)
  }
  request.followRedirect ??= true
  if (params.qs) request.searchParams = stringify(template(params.qs, context))
  request.decompress = typeof params.gzip === 'boolean' ? params.gzip : true
  if (params.form) {
    const fields = Object.entries(request.form)
    request.form = Object.fromEntries(fields.map(([key, value]) => [key, template(value, context)]))
  }
  const byDefault = config.http.defaults.headers || config.defaults.headers || ownHeaders
  const headers: Params = {}
  for (const given of [byDefault, params.headers, request.headers]) {
    if (given) for (const name of Object.keys(given)) headers[name.toLowerCase()] = template(given[name], context)
  }
  request.headers = headers
  request.url = withTarget(template(request.uri || request.url, context), config)
  delete request.uri
  return request.url
}

export function renderLoopElement(context: Params, template: Tools['template']) {
  const { vars } = context
  if (vars.$loopElement) vars.$loopElement = template(vars.$loopElement, context)
}

export function withTarget(url: string, config: Params) {
  return typeof url === 'string' && url.startsWith('/') ? config.target + url : url
}

/** url: never to be changed, it may be another request's, too */
type Place = { url: URL, origin: string, host: string, path: string }

/** What is asked of a URL again and again, and takes it some time to tell. */
const placeOf = remembered((url: string) => partsOf(new URL(url)), 1000)

export function partsOf(url: URL): Place {
  return { url, origin: url.origin, host: url.host, path: url.pathname + url.search }
}

/**
 * What got does with what Artillery hands it.
 *
 * @param request rendered
 * @throws as got would
 */
export function completeRequest(request: Params): PreparedRequest {
  const { method, headers, decompress } = request
  let place = placeOf(request.url)
  if (request.searchParams !== undefined) {
    const url = new URL(place.url)
    url.search = new URLSearchParams(request.searchParams).toString()
    place = partsOf(url)
  }
  const { url, origin, path } = place
  checkProtocol(url)
  for (const name of Object.keys(headers)) {
    if (headers[name] === undefined) delete headers[name]
    else if (headers[name] === null) throw requestError(`Use \`undefined\` instead of \`null\` to delete the \`${name}\` header`)
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
  return { method, url, origin, path, host: headers.host ?? place.host, headers, body, decompress }
}

/** @throws as got would */
export function checkProtocol({ protocol }: URL) {
  if (protocol === 'http:' || protocol === 'https:') return
  throw Object.assign(new TypeError(`Unsupported protocol: ${protocol}`), { code: 'ERR_UNSUPPORTED_PROTOCOL' })
}

function bodyOf({ method, headers, json, form, body }: Params): string | Buffer | undefined {
  const bodies = [json, form, body].filter((value) => value !== undefined)
  if (bodies.length === 0) return undefined
  if (bodies.length > 1) throw requestError('Expected value which is `undefined`, received value of type `Object`.')
  if (method === 'GET' || method === 'HEAD') throw requestError(`The \`${method}\` method cannot be used with a body`)
  if (body !== undefined) {
    if (typeof body === 'string' || Buffer.isBuffer(body)) return body
    throw requestError(`The \`body\` option must be a string or a Buffer, and not ${typeof body}`)
  }
  if (form !== undefined) {
    headers['content-type'] ??= 'application/x-www-form-urlencoded'
    return new URLSearchParams(form).toString()
  }
  headers['content-type'] ??= 'application/json'
  return JSON.stringify(json)
}
