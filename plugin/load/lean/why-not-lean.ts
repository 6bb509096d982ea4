// What the lean client leaves to Artillery's, each with a test that looks for it.

/** Keys of a request that only Artillery's client heeds. */
const requestKeys = {
  formData: 'it uploads a form (formData)',
  http2: 'it asks for HTTP/2 (http2)',
  https: 'it sets https options of its own',
  encoding: 'it sets an encoding',
  allowGetBody: 'it sends a body with GET (allowGetBody)'
}

/** Headers that undici does not let a user set. */
const ownHeaders = ['expect', 'keep-alive', 'transfer-encoding', 'upgrade']

/** Methods that got refuses to send a body with, in words of its own. */
const bodiless = ['get', 'head']

/**
 * @param config of the script
 * @returns in words, after "because"; null: nothing keeps it from the lean client
 */
export function whyNotLean(scenario: Record<string, any>, config: Record<string, any>, env: NodeJS.ProcessEnv): string | null {
  return whyNotHere(config, env) ?? requestsOf(scenario.flow).map(([method, params]) => whyNotRequest(method, params)).find((why) => why !== null) ?? whyNotHeaders(headersByDefault(config))
}

function whyNotHere({ http = {}, tls = {}, plugins = {} }: Record<string, any>, env: NodeJS.ProcessEnv) {
  const proxy = ['HTTP_PROXY', 'HTTPS_PROXY'].find((name) => env[name])
  if (proxy !== undefined) return `${proxy} is set`
  const tracing = http.distributedTracing
  if (tracing && tracing.enabled !== false) return 'http.distributedTracing is on'
  if ([plugins['publish-metrics'] ?? []].flat().some((target) => target?.traces !== undefined)) return 'publish-metrics asks for traces'
  if (http.extendedMetrics === true || globalArtillery()?.runtimeOptions?.extendedHTTPMetrics) return 'http.extendedMetrics is on'
  if (/http|\*/.test(env.DEBUG ?? '')) return 'DEBUG asks for what Artillery’s client says'
  const option = Object.keys(tls).find((key) => key !== 'rejectUnauthorized')
  return option === undefined ? null : `config.tls.${option} is set`
}

function globalArtillery(): any {
  return (globalThis as any).artillery
}

/** @returns method and parameters of each request, those in loops and the like too */
function requestsOf(flow: unknown): [string, Record<string, any>][] {
  return [flow ?? []].flat(Infinity).flatMap((step: any) => {
    if (typeof step !== 'object' || step === null) return []
    if (step.loop || step.parallel) return requestsOf(step.loop ?? step.parallel)
    const [method, params] = Object.entries(step)[0] ?? []
    return typeof params === 'object' && params !== null ? [[String(method).toLowerCase(), params]] : []
  })
}

function whyNotRequest(method: string, params: Record<string, any>): string | null {
  const [, why] = Object.entries(requestKeys).find(([key]) => params[key] !== undefined) ?? []
  if (why !== undefined) return why
  const bodies = ['json', 'body', 'form'].filter((key) => params[key] !== undefined)
  if (bodies.length > 0 && bodiless.includes(method)) return `it sends a body with ${method.toUpperCase()} (${bodies[0]})`
  if (params.body !== undefined && typeof params.body !== 'string') return 'it has a body that is no text'
  if (bodies.length > 1 && params.form !== undefined) return `it sends ${bodies.join(' and ')} at once`
  return whyNotHeaders(params.headers)
}

function headersByDefault(config: Record<string, any>) {
  return config.http?.defaults?.headers ?? config.defaults?.headers
}

function whyNotHeaders(headers: Record<string, unknown> | undefined) {
  const header = Object.keys(headers ?? {}).find((name) => ownHeaders.includes(name.toLowerCase()) || name.includes('{{'))
  return header === undefined ? null : `it sets the header ${header} itself`
}
