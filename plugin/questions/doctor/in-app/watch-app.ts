// Loaded into each process of the app while the doctor looks, and at no other time: it notes what the app makes that
// each worker would make again. All goes on as it would without it.
import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter } from 'node:events'
import fs from 'node:fs'
import type { ClientRequest, IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import { Socket, type Server } from 'node:net'
import { syncBuiltinESMExports } from 'node:module'
import { join, resolve } from 'node:path'
import timers from 'node:timers'
import promises from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { getHeapStatistics } from 'node:v8'
import { harmless, watchChannel } from '../../../processes/harmless.ts'
import { packageFile } from '../../../package-files.ts'
import { limiters, schedulers, schedulingFrameworks } from '../concepts.ts'
import { holdHeader, nobody, packageOf, type Caller, type CallPlace, type Note } from '../messages.ts'

type Repeating = { _destroyed?: boolean }
type Timer = Extract<Note, { note: 'timer' }>
type Reach = (how: string) => void
type Write = (note: Note) => void

const ours = packageFile('')
/** Of one call, through a framework that registers plugins and decorators. */
const deepest = 100
/** In a bundle, packages are told from the app by its map, which is read elsewhere. */
const mostAbove = 10

/** @param folder where the notes go */
export function watch(folder: string) {
  // Before anybody changes it.
  const { appendFileSync } = fs
  const file = join(folder, `${process.pid}.ndjson`)
  const write = harmless((note: Note) => appendFileSync(file, `${JSON.stringify(note)}\n`))
  const poolThreads = Number(process.env.UV_THREADPOOL_SIZE) || 4
  write({ note: 'limits', heapBytes: getHeapStatistics().heap_size_limit, poolThreads })
  let isStarting = true
  const { noteTimers, reach } = watchTimers(write)
  watchChannel('net.server.socket', ({ socket }: { socket: Socket & { server?: HttpServer } }) => {
    if (isStarting) noteTimers()
    isStarting = false
    const { keepAliveTimeout, keepAliveTimeoutBuffer = 0, headersTimeout, requestTimeout } = socket.server ?? {}
    // 0: never, with any buffer.
    const idleMs = keepAliveTimeout && keepAliveTimeout + keepAliveTimeoutBuffer
    const allowsMs = [idleMs, headersTimeout, requestTimeout].filter((ms) => ms !== undefined)
    const hasUpgrades = (socket.server?.listenerCount('upgrade') ?? 0) > 0
    write({ note: 'accepted', port: Number(socket.remotePort), allowsMs, hasUpgrades })
  })
  const noteRequest = (to: string) => isStarting && write({ note: 'requested', to })
  watchChannel('http.client.request.start', ({ request }: { request: ClientRequest }) => noteRequest(request.host))
  watchChannel('undici:request:create', ({ request }: { request: { origin: URL } }) =>
    noteRequest(new URL(request.origin).host)
  )
  watchChannel('child_process', () => reach('starts a process'))
  const callers = new WeakMap<Server, Caller>()
  watchChannel('tracing:net.server.listen:asyncStart', ({ server }: { server: Server }) =>
    callers.set(server, callerNow())
  )
  watchChannel('tracing:net.server.listen:asyncEnd', ({ server }: { server: Server }) => {
    const at = server.address()
    if (at !== null)
      write({ note: 'listening', at: typeof at === 'string' ? at : at.port, caller: callers.get(server)! })
  })
  watchChannel('tracing:net.server.listen:error', ({ server, error }: { server: Server; error: any }) =>
    write({ note: 'refused', at: error.port ?? error.address, caller: callers.get(server)! })
  )
  watchChannel('worker_threads', () => write({ note: 'thread', caller: callerNow() }))
  watchChannel('http.server.request.start', hold)
  watchSockets(write, reach)
  watchStores(write)
  watchFiles(write, reach)
  // For modules that import them by name.
  syncBuiltinESMExports()
}

/**
 * Hears of each call of a function, after it, as nobody else does. prepare: before it; what it says is heard, too, and
 * it may change the arguments
 */
function watchCalls(
  of: any,
  name: string,
  hear: (result: any, self: any, args: any[], prepared: any) => void,
  prepare: (args: any[]) => unknown = () => {}
) {
  const call = of[name]
  const [before, after] = [harmless(prepare), harmless(hear)]
  const watching = function (this: unknown, ...args: unknown[]) {
    const prepared = before(args)
    const result = call.apply(this, args)
    after(result, this, args, prepared)
    return result
  }
  of[name] = Object.defineProperties(watching, Object.getOwnPropertyDescriptors(call))
}

/** @returns who has called us, as the stack shows it now */
const callerNow = () => harmless(readStack)() ?? nobody

function readStack() {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = deepest
  const lines = String(new Error('to see the stack').stack).split('\n')
  Error.stackTraceLimit = stackTraceLimit
  const packages = new Set<string>()
  const places: CallPlace[] = []
  for (const text of lines) {
    const [, url, line, column] = /[\s(]((?:file:\/\/)?\/[^()]*):(\d+):(\d+)\)?$/.exec(text) ?? []
    if (url === undefined) continue
    const file = url.startsWith('file:') ? fileURLToPath(url) : url
    if (file.startsWith(ours)) continue
    const name = packageOf(file)
    if (name === null) places.push({ file, line: Number(line), column: Number(column) })
    else if (places.length === 0) packages.add(name)
    else break
  }
  const [own = null, ...above] = places.slice(0, mostAbove)
  return { own, packages: [...packages], above }
}

function watchSockets(write: Write, reach: Reach) {
  const open = new Map<string, number>()
  const counted = (to: string, more: number) => open.set(to, (open.get(to) ?? 0) + more).get(to)!
  watchCalls(Socket.prototype, 'connect', (socket: Socket) => {
    const caller = callerNow()
    socket.once('connect', () => {
      const { remoteAddress, remotePort } = socket
      const to = remoteAddress === undefined ? 'a Unix socket' : `${remoteAddress.replace('::ffff:', '')}:${remotePort}`
      reach(`connects to ${to}`)
      write({ note: 'connected', to, count: counted(to, 1), caller })
      socket.once('close', () => counted(to, -1))
    })
  })
  // A pipe, such as that of the console, has no address.
  watchCalls(Socket.prototype, 'write', (_result, { remoteAddress, remotePort }) => {
    if (remoteAddress !== undefined) reach(`writes to ${remoteAddress}:${remotePort}`)
  })
}

const writers = ['open', 'openSync', 'writeFile', 'writeFileSync', 'appendFile', 'appendFileSync']
/** They keep what they compiled. */
const compilers = ['tsx', 'ts-node', '@swc-node/register', 'jiti']
const writingFlags = fs.constants.O_WRONLY | fs.constants.O_RDWR

/** One that is closed after each write is open at no moment that we look at. */
function watchFiles(write: Write, reach: Reach) {
  const known = new Set<string>()
  const note = (name: string, [path, flags]: unknown[]) => {
    const isForWriting = typeof flags === 'number' ? flags & writingFlags : /[wa+]/.test(`${flags}`)
    if (name.startsWith('open') && !isForWriting) return
    const file = resolve(path instanceof URL ? fileURLToPath(path) : String(path))
    reach(`writes ${file}`)
    const caller = callerNow()
    if (known.has(file) || caller.own === null || caller.packages.some((name) => compilers.includes(name))) return
    known.add(file)
    write({ note: 'written', file, caller })
  }
  for (const api of [fs, fs.promises])
    for (const name of writers.filter((name) => name in api))
      watchCalls(api, name, (_result, _self, args) => note(name, args))
}

/** Each is an event emitter. */
const watchStores = (write: Write) =>
  watchCalls(EventEmitter, 'init', (_result, made) => {
    if (made.constructor.name === 'MemoryStore') write({ note: 'store', caller: callerNow() })
  })

/** As if the app took longer: for a request that is in progress when the app is told to leave. */
function hold({ request: { headers, socket }, response }: { request: IncomingMessage; response: ServerResponse }) {
  const ms = Number(headers[holdHeader] ?? 0)
  const { end } = response
  if (ms === 0) return
  // A body whose length is known has arrived before its end.
  socket.cork()
  const send = () => socket.uncork()
  setTimeout(harmless(send), ms)
  response.end = (...args: any[]) => {
    const answer = () => end.apply(response, args as any)
    setTimeout(harmless(answer), ms)
    return response
  }
}

/**
 * @returns noteTimers: writes down which have been made so far and are still there, and looks at no more; reach: to be
 * called where the process does something outside of itself
 */
function watchTimers(write: Write) {
  const found = new Map<Repeating, Timer>()
  const within = new AsyncLocalStorage<Timer & { hasReached?: true }>()
  const places = new Set<string>()
  let isWatching = true
  const noted = (name: string, args: unknown[]) => {
    const [act, ms] = args
    const caller = callerNow()
    const { own, packages } = caller
    if (packages.some((name) => limiters.includes(name))) write({ note: 'limiter', caller })
    const library = packages.find((name) => schedulers.includes(name))
    // One that is set again by itself has no caller of the app's.
    if (library !== undefined && (own !== null || packages.some((name) => schedulingFrameworks.includes(name))))
      write({ note: 'job', library, caller, ...(name === 'setInterval' && { everyMs: Number(ms) }) })
    if (own === null || packages.length > 0) return undefined
    const place = `${own.file}:${own.line}`
    const isAct = typeof act === 'function'
    const repeats = name === 'setInterval' || places.has(place) || (isAct && /\bsetTimeout\b/.test(String(act)))
    places.add(place)
    const timer: Timer = { note: 'timer', everyMs: Number(isAct ? ms : act) || 1, repeats, caller }
    if (isAct)
      args[0] = function (this: unknown, ...given: unknown[]) {
        return within.run(timer, () => act.apply(this, given))
      }
    return timer
  }
  for (const api of [timers, promises])
    for (const name of ['setInterval', 'setTimeout'] as const) {
      const hear = (made: Repeating, _self: unknown, _args: unknown[], timer?: Timer) => {
        if (timer === undefined) return
        found.set(made, timer)
        const end = () => found.delete(made)
        if (made instanceof Promise) made.then(end, end)
      }
      watchCalls(api, name, hear, (args) => (isWatching ? noted(name, args) : undefined))
      if (api === timers) Object.assign(globalThis, { [name]: timers[name] })
    }
  return {
    noteTimers() {
      isWatching = false
      for (const [timer, note] of found) if (!timer._destroyed) write(note)
    },
    reach: harmless((how: string) => {
      const timer = within.getStore()
      if (timer === undefined || timer.hasReached) return
      timer.hasReached = true
      write({ note: 'reached', how, caller: timer.caller })
    })
  }
}
