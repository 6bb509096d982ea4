// Loaded into each process of the app while the doctor looks, and at no other time: it notes what the app makes that each
// worker would make again. All goes on as it would without it.
import { EventEmitter } from 'node:events'
import fs from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket, type Server } from 'node:net'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import timers from 'node:timers'
import { getHeapStatistics } from 'node:v8'
import { harmless, watchChannel } from '../../../processes/harmless.ts'
import { holdHeader, schedulers, schedulingFrameworks, type Caller, type Note } from '../messages.ts'
import { callerNow } from './callers.ts'

type Repeating = NodeJS.Timeout & { _destroyed?: boolean }

/** @param folder where the notes go */
export function watchApp(folder: string) {
  // Before anybody changes it.
  const { appendFileSync } = fs
  const file = join(folder, `${process.pid}.ndjson`)
  const write = harmless((note: Note) => appendFileSync(file, `${JSON.stringify(note)}\n`))
  write({ note: 'heap', mostBytes: getHeapStatistics().heap_size_limit })
  const noteTimers = watchTimers(write)
  watchChannel('net.server.socket', ({ socket }: { socket: Socket & { server?: Server } }) => {
    noteTimers()
    const { keepAliveTimeout: keepAliveMs = null } = (socket.server ?? {}) as { keepAliveTimeout?: number }
    write({ note: 'accepted', port: Number(socket.remotePort), keepAliveMs })
  })
  const callers = new WeakMap<Server, Caller>()
  watchChannel('tracing:net.server.listen:asyncStart', ({ server }: { server: Server }) =>
    callers.set(server, callerNow())
  )
  watchChannel('tracing:net.server.listen:asyncEnd', ({ server }: { server: Server }) => {
    const at = server.address()
    if (at !== null)
      write({ note: 'listening', at: typeof at === 'string' ? at : at.port, caller: callers.get(server)! })
  })
  watchChannel('worker_threads', () => write({ note: 'thread', caller: callerNow() }))
  watchChannel('http.server.request.start', hold)
  watchSockets(write)
  watchStores(write)
  // For modules that import them by name.
  syncBuiltinESMExports()
}

function watchSockets(write: (note: Note) => void) {
  const { connect } = Socket.prototype
  let id = 0
  const note = harmless((socket: Socket) => {
    const own = ++id
    const caller = callerNow()
    socket.once('connect', () => {
      const { remoteAddress, remotePort } = socket
      const to = remoteAddress === undefined ? 'a Unix socket' : `${remoteAddress.replace('::ffff:', '')}:${remotePort}`
      write({ note: 'connected', id: own, to, caller })
    })
    socket.once('close', () => write({ note: 'closed', id: own }))
  })
  Socket.prototype.connect = function (this: Socket, ...args: any[]) {
    note(this)
    return connect.apply(this, args as any)
  }
}

/** Each is an event emitter. */
function watchStores(write: (note: Note) => void) {
  const emitter: Record<string, any> = EventEmitter
  const { init } = emitter
  const note = harmless((made: object) => {
    if (made.constructor.name === 'MemoryStore') write({ note: 'store', caller: callerNow() })
  })
  emitter.init = function (this: object, ...args: unknown[]) {
    note(this)
    return init.apply(this, args)
  }
}

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

/** @returns writes down which have been made so far and are still there; at its first call only */
function watchTimers(write: (note: Note) => void) {
  const { setInterval, setTimeout } = timers
  const found = new Map<Repeating, Note>()
  let isWatching = true
  const note = harmless((timer: Repeating, everyMs: number, repeats: boolean) => {
    const caller = callerNow()
    const { own, packages } = caller
    const library = packages.find((name) => schedulers.includes(name))
    if (library === undefined) {
      if (repeats && own !== null && packages.length === 0) found.set(timer, { note: 'timer', everyMs, caller })
    }
    // One that is set again by itself has no caller of the app's.
    else if (own !== null || packages.some((name) => schedulingFrameworks.includes(name)))
      write({ note: 'job', library, caller })
  })
  const watching = <Act extends (...args: any[]) => NodeJS.Timeout>(set: Act) =>
    Object.defineProperties(function (this: unknown, ...args: Parameters<Act>) {
      const timer = set.apply(this, args)
      if (isWatching) note(timer, Number(args[1]) || 1, set.name === 'setInterval')
      return timer
    }, Object.getOwnPropertyDescriptors(set)) as unknown as Act
  Object.assign(timers, { setInterval: watching(setInterval), setTimeout: watching(setTimeout) })
  Object.assign(globalThis, { setInterval: timers.setInterval, setTimeout: timers.setTimeout })
  return () => {
    if (!isWatching) return
    isWatching = false
    for (const [timer, note] of found) if (!timer._destroyed) write(note)
  }
}
