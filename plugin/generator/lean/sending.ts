import type { Dispatcher } from 'undici'
import { cutOff } from '../../concepts/disturbances.ts'
import { asField, remembered, type SeenRequest } from '../watch-requests.ts'
import { clientError, failedCapture, isLost, named, requestError, timedOut } from './client-error.ts'
import { connectionsOf, takeBehind, type Connection, type Connections, type Lane } from './connections.ts'
import { forHooks, LeanResponse } from './lean-response.ts'
import { completeRequest, isRedirect, redirected, renderRequest, type PreparedRequest } from './prepare-request.ts'
import { findHooks, runHooks } from './run-hooks.ts'
import { outcomeOf } from '../passes.ts'
import type { BodyReader } from '../note-answers.ts'
import type { Params } from './artillerys-http.ts'
import type { Callback, Shared } from './request-step.ts'

const usualRedirects = 10 // as many as got follows
const textOf = remembered((status: number) => String(status))

/**
 * A user's request, with those that its redirects lead to, one after the other. It is undici's handler of each, in the
 * older form that gets headers as bytes: the newer form makes strings of all of them, of which few are ever read. It
 * records requests to targets as is done for Artillery's client: from when one is written, or its connection begins to
 * be opened, until the response's headers are in, and to the end of its body.
 */
export class Sending {
  #shared
  #context
  #callback
  #request!: Params
  // Of the request that is in progress:
  #asked!: PreparedRequest
  #lane!: Lane
  #connection!: Connection
  #isRecorded = false
  #isFirst = false
  #startMs = NaN
  #sentMs = NaN
  #behindMs = 0 // how much later than due it comes
  #response: LeanResponse | null = null
  #seen: SeenRequest | null = null // once the headers of its response are in
  #failure: Error | null = null // the jar refused a cookie of the response
  #chunks: Buffer[] = []
  #note: BodyReader | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(shared: Shared, context: any, callback: Callback) {
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
      // The cookies that the script gives are put into the user's jar, which is used from then on for this request.
      if (typeof request.cookie === 'object' || typeof context._defaultCookie === 'object') {
        request.cookieJar = context._jar
        for (const [name, value] of Object.entries({ ...context._defaultCookie, ...request.cookie }))
          context._jar.setCookieSync(`${name}=${template(value, context)}`, request.url)
      }
      prepared = completeRequest(request)
    } catch (error) {
      return this.#fail(clientError(error as Error, false))
    }
    if (shared.isFixed && !request.cookieJar) shared.fixed = { request, prepared }
    return this.exchange(prepared, request)
  }

  exchange(prepared: PreparedRequest, request: Params) {
    const { metrics, recording } = this.#shared
    const cookie = request.cookieJar?.getCookieStringSync(prepared.url.href)
    this.#request = request
    this.#asked = cookie ? { ...prepared, headers: { ...prepared.headers, cookie } } : prepared
    this.#isRecorded = recording.isTarget(prepared.host)
    if (!this.#isRecorded) recording.goesElsewhere(prepared.host)
    this.#lane = (this.#context[connectionsOf] as Connections).to(prepared.origin)
    metrics.request()
    this.#lane.add(this)
  }

  begin(connection: Connection) {
    const { method, path, headers, body } = this.#asked
    this.#connection = connection
    this.#isFirst = true // until it is connected
    this.#seen = null
    this.#behindMs = takeBehind(this.#context)
    this.#startMs = performance.now() - this.#behindMs
    // Without `reset`, undici would close the connection after each HEAD.
    connection.client.dispatch(
      { method: method as Dispatcher.HttpMethod, path, headers, body: body ?? null, reset: false },
      this
    )
  }

  onConnect() {
    const connection = this.#connection
    this.#sentMs = performance.now()
    this.#isFirst = connection.isFresh
    if (!this.#isFirst) this.#startMs = this.#sentMs - this.#behindMs
    const timeoutMs = this.#request.timeout * 1000
    // Without `http.timeout`, got would wait for longer than a connection may be silent.
    if (timeoutMs > 0 && timeoutMs <= this.#shared.silentMs)
      this.#timer = setTimeout(() => connection.end(timedOut(timeoutMs)), timeoutMs)
  }

  onHeaders(status: number, rawHeaders: Buffer[], _resume: () => void, statusText = ''): boolean {
    // Informational: the response is still to come.
    if (status < 200) return true
    const now = performance.now()
    clearTimeout(this.#timer)
    this.#connection.isFresh = false
    const { metrics, recording } = this.#shared
    const asked = this.#asked
    const response = new LeanResponse(asked, status, statusText, rawHeaders, now - this.#sentMs)
    this.#response = response
    if (this.#isRecorded) {
      const { expected, number, name } = this.#shared
      const isExpected = expected?.has(status) === true
      this.#seen = {
        startMs: this.#startMs,
        endMs: now,
        doneMs: NaN,
        status: isExpected ? 0 : status,
        outcome: isExpected ? outcomeOf(status, expected) : textOf(status),
        pid: asField(response.read(recording.pidHeader)),
        isFirst: this.#isFirst,
        request: number,
        user: this.#context
      }
      recording.open.count++
      recording.open.last = name
      this.#note =
        recording.noteAnswer?.(`${asked.method} ${asked.path}`, status, response.read('content-encoding')) ?? null
    }
    metrics.response(response)
    if (response.has('set-cookie')) this.#keepCookies(response)
    return true
  }

  /** @param chunk valid during this call only */
  onData(chunk: Buffer): boolean {
    const response = this.#response as LeanResponse
    response.bytes += chunk.length
    if (this.#shared.readsBody) this.#chunks.push(Buffer.from(chunk))
    this.#note?.update(chunk)
    return true
  }

  onComplete() {
    const response = this.#response as LeanResponse
    const endMs = performance.now()
    Object.assign(response, { startMs: this.#startMs, endMs })
    this.#tell(endMs)
    // Node's client takes a HEAD of unknown length for one that ends with the connection.
    if (this.#asked.method === 'HEAD' && !response.has('content-length') && !response.has('transfer-encoding'))
      this.#connection.end()
    // Not within undici's call, which would catch what a hook throws.
    queueMicrotask(() => {
      this.#note?.end(!this.#connection.client.stats.connected) // by now, undici has closed what does not stay open
      this.#lane.release(this.#connection)
      if (!this.#shared.readsBody) return this.#end(response)
      return response.readBody(this.#chunks, (error) => (error === null ? this.#end(response) : this.#fail(error)))
    })
  }

  onError(cause: Error) {
    clearTimeout(this.#timer)
    const error = Object.assign(clientError(cause, this.#response !== null), { [isLost]: true })
    if (this.#isRecorded) {
      const { recording, number } = this.#shared
      const hasBegun = this.#seen !== null
      if (hasBegun) recording.open.count--
      const now = performance.now()
      recording.see({
        startMs: this.#startMs,
        endMs: now,
        doneMs: now,
        status: null,
        outcome: hasBegun ? cutOff : asField(error.code ?? error.name),
        pid: '',
        isFirst: recording.seesLosses && this.#isFirst,
        request: number,
        user: this.#context
      })
    }
    queueMicrotask(() => {
      this.#lane.release(this.#connection)
      this.#fail(error)
    })
  }

  /** The last byte of the body has come. */
  #tell(doneMs: number) {
    const seen = this.#seen
    if (seen === null) return
    const { recording } = this.#shared
    recording.open.count--
    seen.doneMs = doneMs
    recording.see(seen)
  }

  #keepCookies(response: LeanResponse) {
    const context = this.#context
    const { cookieJar, url } = this.#request
    const cookies = response.headers['set-cookie'] as string[]
    try {
      if (cookieJar) cookies.forEach((cookie) => cookieJar.setCookieSync(cookie, response.url))
    } catch (error) {
      this.#failure = error as Error
      return
    }
    if (context._enableCookieJar) return
    // An app that sets cookies switches the user's jar on.
    context._enableCookieJar = true
    for (const cookie of cookies) {
      try {
        context._jar.setCookieSync(cookie, url)
      } catch {
        this.#shared.events.emit('error', 'cookie_parse_error_invalid_cookie')
      }
    }
  }

  #end(response: LeanResponse) {
    const { after, readsBody, config, events, tools, metrics, lacks } = this.#shared
    const context = this.#context
    const isFollowed = this.#request.followRedirect && isRedirect(response)
    // got does not count the body of a redirect, which it does not read.
    metrics.end(isFollowed ? 0 : response.bytes)
    context._successCount++
    if (this.#failure !== null) return this.#fail(requestError(this.#failure.message))
    if (isFollowed) return this.#follow(response)
    const callback = this.#callback
    if (!readsBody) return callback(null, context)
    return this.#capture(response, (error, hasFailed) => {
      if (error) return this.#fail(error)
      const found = findHooks(after, config.processor, (name) => tools.template(name, context))
      return runHooks(found, [this.#request, forHooks(response, lacks), context, events], (hookError) => {
        callback(hookError || (hasFailed ? failedCapture(response.statusCode) : null), context)
      })
    })
  }

  /** By Artillery's own means. hasFailed: some capture, or some strict match. */
  #capture({ headers, body }: LeanResponse, done: (error: Error | null, hasFailed: boolean) => void) {
    const { params, events, tools } = this.#shared
    tools.captureOrMatch(params, { headers, body }, this.#context, (error, result) => {
      if (error || result === null) return done(error, false)
      const matches = Object.values<any>(result.matches)
      const captures = Object.entries<any>(result.captures)
      const hasFailed =
        matches.some(({ success, strict }) => !success && strict !== false) || captures.some(([, { failed }]) => failed)
      if (hasFailed) return done(null, true)
      for (const { success, expected, got, expression, strict } of matches)
        events.emit('match', success, { expected, got, expression, strict })
      for (const [name, { value }] of captures) tools.set(this.#context.vars, name, value)
      return done(null, false)
    })
  }

  #follow(response: LeanResponse) {
    const { maxRedirects = usualRedirects } = this.#request
    if (this.#asked.redirectUrls.length >= maxRedirects)
      return this.#fail(
        named('MaxRedirectsError', 'ERR_TOO_MANY_REDIRECTS', `Redirected ${maxRedirects} times. Aborting.`)
      )
    let next
    try {
      next = redirected(this.#asked, response)
    } catch (error) {
      return this.#fail(clientError(error as Error, false))
    }
    if (this.#isRecorded) this.#shared.recording.isRedirected(this.#shared.number, next.url.pathname)
    this.#response = null
    this.#chunks = []
    this.#note = null
    return this.exchange(next, this.#request)
  }

  /** Ends the user, after the scenario's `onError` functions. */
  #fail(error: any) {
    const { config, events, hooks } = this.#shared
    const found = (hooks.onError ?? []).map((name) => config.processor?.[name])
    runHooks(found, [error, this.#request, this.#context, events], () => this.#callback(error, this.#context))
  }
}
