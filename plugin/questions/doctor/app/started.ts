import { once } from 'node:events'
import type { Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { acceptorOf } from '../../../app/listeners.ts'
import { send, Unseen, type Answer, type Pass, type Request, type Sent } from '../../../app/pass.ts'
import type { RunningVariant } from '../../../app/runner.ts'
import type { Target } from '../../../concepts/settings.ts'
import { membersOf } from '../../../processes/members.ts'
import { namesIn, readIfThere } from '../../../processes/proc.ts'
import type { FindingCode } from '../concepts.ts'
import type { CallPlace, Caller, Note } from '../messages.ts'
import { connecting } from './connecting.ts'
import { originally } from './places.ts'

/** What users send. requests: to be asked alone; null: those that a pass has asked; hasSockets: by socket.io, too */
export interface Flow {
  passes: Pass[]
  requests: Request[] | null
  hasSockets: boolean
}

/** How the app was started, and what may be done to it. */
export interface Watching {
  target: Target
  home: string // the app's folder
  folder: string // where its processes write their notes
  flow: Flow
  steps: number // that users may go, all together
  spent: { requests: number } // over all that runs
  left: () => number // requests that the checks after this one do not need
  isCommand: boolean
  isAlone: boolean // as one process, as far as is known
  isIdle: boolean // a connection is left alone
  /** Beside this one, on a port of its own. @returns how long it took, or why it failed; null: not tried */
  startAgain: () => Promise<number | string | null>
}

/** The app as it runs now, in one of both ways. */
export type Started = Awaited<ReturnType<typeof watchStarted>>

/** What a user has sent, in order. cut: what would have been next, but for the requests that we may send */
type Walk = { steps: (Sent & { answer: Answer })[]; cut: string | null }

/** place: in the app's own code; null: unknown, or nowhere */
export type Found = { code: FindingCode; sentence: string; place?: CallPlace | null }

/** What was found, and a text: what was looked at and is well, if nothing was found. */
export type Said = readonly (Found | string | false)[]

export const findingsIn = (said: Said) => said.filter((each) => typeof each === 'object')

/** A check: what it does, and what it concludes from that. */
export interface Check<Look = any> {
  title: string // in words
  /** whom it has to know: left out: one; notes: also from inside */
  needs?: 'nobody' | 'each worker' | 'notes'
  spends?: number // requests to each process, at most
  /** While it runs; in both ways, one after the other. single: what was seen in the first way */
  look: (app: Started, single?: Look) => Promise<Look> | Look
  /** workers: what follows is told for so many */
  conclude: (seen: { single: Look; clustered: Look; workers: number }) => Said
}

/** What it concludes from is of the type that it sees. */
export const checkOf = <Look>(check: Check<Look>) => check

const ofItself = 'the app forks its workers by itself; name the file that each of them runs'
const ofCommand =
  'its processes cannot be seen from inside, as it is started by a command; name the app for that: ' +
  'npx artillery-speedup doctor server.js'

export const mostRequests = 200
const mostRead = 2
const mostAnswered = 3
/** We wait no longer for what an app says of itself. */
export const mostIdleSeconds = 10

export async function watchStarted(running: RunningVariant, watching: Watching, signal: AbortSignal) {
  const { target, home, folder, flow, steps, spent, isCommand, isAlone, isIdle } = watching
  const { kin, reported } = running
  const { forks, workerPids } = reported()
  const outside = forks !== undefined ? ofItself : isCommand ? ofCommand : null
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
  /** @returns what it has noted of these kinds */
  const notes = <Kind extends Note['note']>(worker: string, ...kinds: Kind[]) =>
    read(worker)
      .map((note) => ('caller' in note ? { ...note, caller: asWritten(note.caller) } : note))
      .filter((note): note is Extract<Note, { note: Kind }> => kinds.some((kind) => kind === note.note))
  const noted = ({ localPort }: Socket) =>
    namesIn(folder)
      .map((name) => name.replace('.ndjson', ''))
      .find((name) => read(name).some((note) => note.note === 'accepted' && note.port === localPort))
  let pids: string[] = []
  const seen = (socket: Socket) => {
    const known = acceptorOf(socket, pids)
    if (known !== undefined || kin === null) return known
    // To look for them takes as long as ten times to ask them.
    pids = (membersOf(kin) ?? []).map(({ pid }) => String(pid))
    return acceptorOf(socket, pids)
  }
  const { open, connectTo, ...connections } = connecting(
    target,
    { whoAccepted: outside === null ? noted : seen, isOutside: outside !== null },
    signal
  )
  const workers =
    outside === null ? workerPids : outside === ofCommand ? await connections.findWorkers(isAlone ? 1 : 2) : []
  /** @param worker undefined: any. @throws Unseen */
  const ask = async (worker: string | undefined, request: Request) => {
    if (spent.requests >= mostRequests) throw new Unseen(`${mostRequests} requests were sent, and no more are`)
    const socket = await connectTo(worker)
    spent.requests++
    const named = `${request.method} ${request.path}`
    const closing = { ...request, headers: { connection: 'close', ...request.headers } }
    const answer = await send({ createConnection: () => socket }, target, closing, signal).catch((error) => {
      signal.throwIfAborted()
      throw new Unseen(`${named} got no answer (${error.message})`)
    })
    // Who keeps it would keep an app that waits for that before it leaves.
    socket.destroy()
    if (answer.status === 429) throw new Unseen(`the app limits the rate of requests (429 to ${named})`)
    return answer
  }
  const walked = new Map<number, Promise<Walk>>()
  /**
   * A user of the flow, by number. workerOf: by number, left out: the first one, as often as that is asked, once.
   *
   * @throws Unseen
   */
  const walk = (user: number, most: number, workerOf?: (sent: Sent, step: number) => number): Promise<Walk> => {
    if (workerOf === undefined) {
      const first = walked.get(user) ?? walk(user, most, () => 0)
      walked.set(user, first)
      return first
    }
    const found: Walk = { steps: [], cut: null }
    const next = async (sent: Sent) => {
      const { request } = sent
      const at = found.steps.length
      if (at >= most) throw new Unseen((found.cut ??= `${request.method} ${request.path}`))
      const answer = await ask(workers[workerOf(sent, at)], request)
      found.steps.push({ ...sent, answer })
      return answer
    }
    return flow.passes[user](next).then(
      () => found,
      (error) => (found.cut === null ? Promise.reject(error) : found)
    )
  }
  /**
   * What can be asked alone, at least one: what a user on the way through the flow has read, with all that it was
   * given; else its first request.
   *
   * @throws Unseen
   */
  const requests = async () => {
    if (flow.requests !== null) return flow.requests
    const all = (await walk(0, steps)).steps
    const read = all.filter(({ request, answer }) => request.method === 'GET' && answer.status < 400)
    return (read.length > 0 ? read.slice(-mostRead) : all.slice(0, 1)).map(({ request }) => request)
  }
  let answered: ReturnType<typeof askEach> | undefined
  const askEach = async () => {
    const all = []
    for (const request of (await requests()).slice(0, mostAnswered)) {
      const answers: (Answer & { of: number })[] = []
      // Twice at first: what goes round with the workers is no count.
      for (const times of [2, 1])
        for (const [of, worker] of workers.entries())
          for (let i = 0; i < times; i++) answers.push({ ...(await ask(worker, request)), of })
      all.push({ path: `${request.method} ${request.path}`, answers })
    }
    return all
  }
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
    ...watching,
    ...connections,
    running,
    outside, // why its workers can't be seen from inside; null: they can
    workers, // PIDs
    port: target.port, // of its own
    folder: dirname(folder), // of what we write about it
    /** In seconds, of a connection to a single process after its answer; null: it was still open; NaN: not known */
    idleFor: isIdle ? leaveIdle().catch(() => NaN) : NaN,
    notes,
    ask,
    walk,
    requests,
    /** To each of these, three answers of each worker, in turn; of: of which. @throws Unseen */
    answers: () => (answered ??= askEach())
  }
}
