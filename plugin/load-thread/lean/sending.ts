import { cutOff } from '../../concepts/requests.ts'
import { asField, remembered, type SeenRequest } from '../watch-requests.ts'
import { clientError, failedCapture, isLost, named, requestError } from './client-error.ts'
import { behindMs, connectionsOf, type Connections, type Lane } from './connections.ts'
import { forHooks, isTooLarge, LeanResponse } from './lean-response.ts'
import {
  completeRequest,
  findHooks,
  isRedirect,
  redirected,
  renderRequest,
  runHooks,
  toWire,
  type PreparedRequest,
  type Shared
} from './prepare-request.ts'
import { outcomeOf } from '../passes.ts'
import type { BodyReader } from '../note-answers.ts'
import type { Params, Callback } from './artillerys-http.ts'
import type { Connection, Exchange } from './http-connection.ts'
import type { Head } from './http-head.ts'

const usualRedirects = 10 // as many as got follows
const textOf = remembered((status: number) => String(status))

/**
 * A user's request, with those that its redirects lead to, one after the other. It records requests to targets as is
 * done for Artillery's client: from when one is written, or its connection begins to be opened, until the response's
 * headers are in, and to the end of its body.
 */
export class Sending implements Exchange {
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
  #headMs = NaN
  #cameMs = NaN // when the last piece of the response came
  #head!: Head
  #bytes = 0 // of its body, as they crossed the wire
  #seen: SeenRequest | null = null // once the headers of its response are in
  #failure: Error | null = null // the jar refused a cookie of the response
  #chunks: Buffer[] = []
  #note: BodyReader | null = null

  constructor(shared: Shared, context: any, callback: Callback) {
    this.#shared = shared
    this.#context = context
    this.#callback = callback
  }

  /** @param request as the hooks have left it */
  send(request: Params) {
    const shared = this.#shared
    const context = this.#context
    this.#request = request
    const url = renderRequest(request, shared.params, shared, context)
    if (!url || !String(url).startsWith('http')) return this.#callback(new Error(`Invalid URL - ${url}`), context)
    let prepared
    try {
      // The cookies that the script gives are put into the user's jar, which is used from then on for this request.
      if (typeof request.cookie === 'object' || typeof context._defaultCookie === 'object') {
        request.cookieJar = context._jar
        for (const [name, value] of Object.entries({ ...context._defaultCookie, ...request.cookie }))
          context._jar.setCookieSync(`${name}=${shared.tools.template(value, context)}`, request.url)
      }
      prepared = completeRequest(request)
    } catch (error) {
      return this.#fail(clientError(error as Error))
    }
    if (shared.isFixed && !request.cookieJar) shared.fixed = { request, prepared }
    return this.exchange(prepared, request)
  }

  exchange(prepared: PreparedRequest, request: Params) {
    const { metrics, recording } = this.#shared
    const cookie = request.cookieJar?.getCookieStringSync(prepared.url.href)
    this.#request = request
    this.#asked = cookie ? { ...prepared, headers: { ...prepared.headers, cookie }, wire: undefined } : prepared
    this.#isRecorded = recording.isTarget(prepared.host)
    if (!this.#isRecorded) recording.goesElsewhere(prepared.host)
    this.#lane = (this.#context[connectionsOf] as Connections).to(prepared.origin)
    metrics.request()
    this.#lane.add(this)
  }

  begin(connection: Connection) {
    const nowMs = performance.now()
    const asked = this.#asked
    this.#connection = connection
    this.#isFirst = true // until it is connected
    this.#seen = null
    this.#startMs = nowMs - (this.#context[behindMs] ?? 0)
    this.#context[behindMs] = 0
    asked.wire ??= toWire(asked, this.#timeoutMs)
    connection.send(asked.wire, this, nowMs)
  }

  /** Without `http.timeout`, got would wait for longer than a connection may be silent. */
  get #timeoutMs() {
    const timeoutMs = this.#request.timeout * 1000
    return timeoutMs > 0 && timeoutMs <= this.#shared.silentMs ? timeoutMs : 0
  }

  isSent(nowMs: number) {
    this.#sentMs = nowMs
    this.#isFirst = this.#connection.isFresh
  }

  hasHead(head: Head) {
    const now = this.#connection.nowMs
    const { status } = head
    const { metrics, recording } = this.#shared
    this.#head = head
    this.#headMs = this.#cameMs = now
    if (this.#isRecorded) {
      const { expected, number, name } = this.#shared
      const isExpected = expected?.has(status)
      this.#seen = {
        startMs: this.#startMs,
        endMs: now,
        doneMs: NaN,
        gapMs: 0,
        status: isExpected ? 0 : status,
        outcome: isExpected ? outcomeOf(status, expected) : textOf(status),
        pid: asField(head.read(recording.pidHeader)),
        isFirst: this.#isFirst,
        request: number,
        user: this.#context
      }
      recording.open.count++
      recording.open.last = name
      const { method, path } = this.#asked
      const location = status >= 300 && status < 400 && head.read('location')
      if (location && !isExpected)
        recording.isRedirected({ request: number, method, location, isFollowed: this.#isFollowed })
      this.#note = recording.noteAnswer?.(`${method} ${path}`, status, head.read('content-encoding')) ?? null
    }
    metrics.response(status, now - this.#sentMs)
    if (head.read('set-cookie') !== undefined) this.#keepCookies(head)
  }

  hasBody(bytes: Buffer, from: number, to: number) {
    this.#bytes += to - from
    this.#come(this.#connection.nowMs)
    if (this.#shared.readsBody && !isTooLarge(this.#bytes)) this.#chunks.push(Buffer.from(bytes.subarray(from, to)))
    this.#note?.update(bytes.subarray(from, to))
  }

  hasEnded(nowMs: number, closes: boolean) {
    this.#come(nowMs)
    const seen = this.#seen
    if (seen !== null) {
      const { recording } = this.#shared
      recording.open.count--
      seen.doneMs = nowMs
      recording.see(seen)
    }
    this.#note?.end(closes)
    this.#lane.release(this.#connection)
    if (!this.#shared.readsBody) return this.#end(null)
    if (isTooLarge(this.#bytes)) return this.#fail(requestError('Body too large for captures and hooks'))
    const firstByteMs = this.#headMs - this.#sentMs
    const times = { startMs: this.#startMs, headMs: this.#headMs, endMs: nowMs, firstByteMs }
    const response = new LeanResponse(this.#asked, this.#head, times)
    return response.readBody(this.#chunks, (error) => (error === null ? this.#end(response) : this.#fail(error)))
  }

  hasFailed(cause: NodeJS.ErrnoException) {
    const error = Object.assign(clientError(cause), { [isLost]: true })
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
        isFirst: recording.seesConnections && this.#isFirst,
        request: number,
        user: this.#context
      })
    }
    this.#lane.release(this.#connection)
    this.#fail(error)
  }

  #come(nowMs: number) {
    if (this.#seen !== null) this.#seen.gapMs = Math.max(Number(this.#seen.gapMs), nowMs - this.#cameMs)
    this.#cameMs = nowMs
  }

  #keepCookies({ raw }: Head) {
    const context = this.#context
    const { cookieJar, url } = this.#request
    const cookies = raw.filter((_, i) => i % 2 === 1 && raw[i - 1].toLowerCase() === 'set-cookie')
    try {
      if (cookieJar) cookies.forEach((cookie) => cookieJar.setCookieSync(cookie, this.#asked.url.href))
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

  /** @param response null: nobody reads it */
  #end(response: LeanResponse | null) {
    const { after, events, metrics, lacks } = this.#shared
    const context = this.#context
    const isFollowed = this.#isFollowed
    // got does not count the body of a redirect, which it does not read.
    metrics.end(isFollowed ? 0 : this.#bytes)
    context._successCount++
    if (this.#failure !== null) return this.#fail(requestError(this.#failure.message))
    if (isFollowed) return this.#follow()
    const callback = this.#callback
    if (response === null) return callback(null, context)
    return this.#capture(response, (error, hasFailed) => {
      if (error) return this.#fail(error)
      const args = [this.#request, forHooks(response, lacks), context, events]
      return runHooks(findHooks(after, this.#shared, context), args, (hookError) => {
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

  get #isFollowed() {
    return Boolean(this.#request.followRedirect) && isRedirect(this.#head)
  }

  #follow() {
    const { maxRedirects = usualRedirects } = this.#request
    if (this.#asked.redirectUrls.length >= maxRedirects)
      return this.#fail(
        named('MaxRedirectsError', 'ERR_TOO_MANY_REDIRECTS', `Redirected ${maxRedirects} times. Aborting.`)
      )
    let next
    try {
      next = redirected(this.#asked, this.#head.status, this.#head.read('location') ?? '')
    } catch (error) {
      return this.#fail(clientError(error as Error))
    }
    this.#bytes = 0
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
