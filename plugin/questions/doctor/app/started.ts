import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { send, Unseen, type Answer, type Pass, type Request } from '../../../app/pass.ts'
import type { RunningVariant } from '../../../app/runner.ts'
import type { Target } from '../../../concepts/settings.ts'
import { namesIn, readIfThere } from '../../../processes/proc.ts'
import type { Conclusion } from '../concepts.ts'
import type { Caller, Note } from '../messages.ts'
import { originally } from './places.ts'
import type { Flow } from './flow.ts'

/** The app as it runs now, in one of both ways. workers: PIDs */
export interface Started {
  workers: string[]
  port: number // of its own
  folder: string // of what we write about it
  flow: Flow
  /** What can be asked alone, at least one. @throws Unseen */
  requests: () => Promise<Request[]>
  running: RunningVariant
  outside: string | null // why its workers can't be seen from inside; null: they can
  isAlone: boolean // as one process, as far as is known
  /** In seconds, of a connection to a single process after its answer; null: it was still open; NaN: not known */
  idleFor: Promise<number | null>
  /** Beside this one, on a port of its own. @returns how long it took, or why it failed; null: not tried */
  startAgain: () => Promise<number | string | null>
  notes: (worker: string) => Note[]
  /** A connection to each worker, after which it has noted what it made as it started. @throws Unseen */
  reachAll: () => Promise<void>
  /** worker: undefined: any. @throws Unseen */
  ask: (worker: string | undefined, request: Request) => Promise<Answer>
}

/** workers: what follows is told for so many */
export interface Seen<Look> {
  single: Look
  clustered: Look
  workers: number
}

/** A check: one file, with what it does and what it concludes from that. */
export interface Check<Look = any> {
  title: string // in words, for where nothing was found or seen
  isOutside?: true // it needs to see no process from inside
  look: (app: Started) => Promise<Look> | Look // while it runs; in both ways, one after the other
  conclude: (seen: Seen<Look>) => Conclusion
}

const ofItself = 'the app forks its workers by itself; name the file that each of them runs'
const ofCommand =
  'its processes cannot be seen from inside, as it is started by a command; name the app for that: npx artillery-speedup doctor server.js'

export const mostRequests = 200
const mostRead = 2
const patienceMs = 10_000
/** We wait no longer for what an app says of itself. */
export const mostIdleSeconds = 10

/**
 * @param home the app's folder; folder: where its processes write their notes; isIdle: a connection is left alone
 * @param spent counts requests over all that runs
 */
export function watchStarted(
  running: RunningVariant,
  {
    target,
    home,
    folder,
    isCommand,
    isIdle,
    spent,
    ...given
  }: {
    target: Target
    home: string
    folder: string
    isCommand: boolean
    isIdle: boolean
    spent: { requests: number }
  } & Pick<Started, 'flow' | 'startAgain' | 'isAlone'>,
  signal: AbortSignal
): Started & { close: () => void } {
  const { flow } = given
  const callers = new Map<string, Caller>()
  const asWritten = (caller: Caller) => {
    const key = JSON.stringify(caller)
    return callers.get(key) ?? callers.set(key, originally(caller, home)).get(key)!
  }
  const read = (worker: string): Note[] =>
    readIfThere(join(folder, `${worker}.ndjson`))
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  const notes = (worker: string) =>
    read(worker).map((note) => ('caller' in note ? { ...note, caller: asWritten(note.caller) } : note))
  const open = async () => {
    const socket = connect(target.port, target.hostname)
    socket.on('error', () => {})
    await once(socket, 'connect', { signal })
    return socket
  }
  const spare: { socket: Socket; worker: string }[] = []
  /** As the kernel or the primary deals them out, until it is this worker's turn. */
  const connectTo = async (worker: string | undefined) => {
    if (worker === undefined) return open()
    const kept = spare.findIndex((each) => each.worker === worker && !each.socket.destroyed)
    if (kept >= 0) return spare.splice(kept, 1)[0].socket
    for (let tries = 0; tries < 50; tries++) {
      const socket = await open()
      const { localPort } = socket
      const acceptedBy = () =>
        namesIn(folder)
          .map((name) => name.replace('.ndjson', ''))
          .find((name) => read(name).some((note) => note.note === 'accepted' && note.port === localPort))
      let owner: string | undefined
      for (const begun = performance.now(); owner === undefined && performance.now() - begun < patienceMs;) {
        await delay(5, undefined, { signal })
        owner = acceptedBy()
      }
      if (owner === worker) return socket
      spare.push({ socket, worker: owner ?? '' })
      if (owner === undefined) break
    }
    throw new Unseen('it is unknown which of its processes accepts a connection')
  }
  const { forks, workerPids } = running.reported()
  const outside = forks !== undefined ? ofItself : isCommand ? ofCommand : null
  const workers = outside === null ? workerPids : []
  const ask: Started['ask'] = async (worker, request) => {
    if (spent.requests >= mostRequests) throw new Unseen(`${mostRequests} requests were sent, and no more are`)
    const socket = await connectTo(worker)
    spent.requests++
    const closing = { ...request, headers: { connection: 'close', ...request.headers } }
    const answer = await send({ createConnection: () => socket }, target, closing, signal).catch((error) => {
      signal.throwIfAborted()
      throw new Unseen(`${request.method} ${request.path} got no answer (${error.message})`)
    })
    // Who keeps it would keep an app that waits for that before it leaves.
    socket.destroy()
    if (answer.status === 429)
      throw new Unseen(`the app limits the rate of requests (429 to ${request.method} ${request.path})`)
    return answer
  }
  let found: Promise<Request[]> | null = null
  const requests = () =>
    (found ??= flow.requests === null ? askedIn(flow.passes[0], workers[0], ask) : Promise.resolve(flow.requests))
  const leaveIdle = async () => {
    const [{ path }] = await requests()
    const socket = await open()
    spent.requests++
    socket.write(`HEAD ${path} HTTP/1.1\r\nhost: ${target.hostname}:${target.port}\r\n\r\n`)
    let answeredMs = NaN
    socket.on('data', () => (answeredMs = performance.now()))
    const end = AbortSignal.any([signal, AbortSignal.timeout((mostIdleSeconds + 1) * 1000)])
    const isClosed = await once(socket, 'close', { signal: end }).then(
      () => true,
      () => false
    )
    socket.destroy()
    return isClosed ? (performance.now() - answeredMs) / 1000 : null
  }
  return {
    ...given,
    outside,
    workers,
    port: target.port,
    folder: dirname(folder),
    async reachAll() {
      for (const worker of workers) spare.push({ socket: await connectTo(worker), worker })
    },
    idleFor: isIdle ? leaveIdle().catch(() => NaN) : Promise.resolve(NaN),
    running,
    notes,
    ask,
    requests,
    close: () => spare.forEach(({ socket }) => socket.destroy())
  }
}

/** @returns what a user on the way through the flow has read, with all that it was given; else its first request */
async function askedIn(pass: Pass, worker: string | undefined, ask: Started['ask']) {
  const all: Request[] = []
  const read: Request[] = []
  await pass(async ({ request }) => {
    const answer = await ask(worker, request)
    all.push(request)
    if (request.method === 'GET' && answer.status < 400) read.push(request)
    return answer
  })
  return read.length > 0 ? read.slice(-mostRead) : all.slice(0, 1)
}
