import { once } from 'node:events'
import { protocolCause, ask } from './ask.ts'
import { modes } from '../concepts/modes.ts'
import { clockMs } from '../machine/clock.ts'
import type { Life } from '../concepts/spans.ts'
import type { OwnedProcess } from '../processes/owned-process.ts'
import { holderOf, listeningPaths, listeningPorts } from './listeners.ts'
import { asAppEvent, type UsageReport } from '../messages/app.ts'
import { explainTaken, isListening } from './port.ts'
import type { StartRequest } from './runner.ts'

export type AppState = ReturnType<typeof nothingReported>

/** What the app's processes have reported so far. */
export const nothingReported = () => ({
  expected: null as number | null, // workers that there will be, where only the app's own files say it
  areStarting: false, // some have yet to tell whoever keeps them that they are ready
  // one for each server of each living process
  listeners: [] as { pid: number; port: number; address: string; cores?: number }[],
  restarts: 0, // workers that died and were started again
  forks: 0, // cluster workers that the app started itself
  lastDeath: null as string | null, // how the last worker died
  gaveUpAfter: null as number | null, // deaths, when the primary starts no more
  usage: [] as UsageReport[],
  lives: [] as Life[], // of the processes that listened
  told: [] as { pid: number; atMs: number }[] // old workers that were told to leave
})

/**
 * @param port of the target: who listens there serves; stop: called where its workers are given up
 * @returns kept up to date
 */
export function followState({ child }: OwnedProcess, port: number | null = null, stop: () => unknown = () => {}) {
  const state = nothingReported()
  const leave = (pid: number, signal: string | null) => {
    state.listeners = state.listeners.filter((listener) => listener.pid !== pid)
    endLives(state, pid, signal !== null)
  }
  child.on('message', (message) => {
    const event = asAppEvent(message)
    switch (event?.event) {
      case 'expecting':
        state.expected = event.workers
        state.areStarting = event.areStarting === true
        break
      case 'listening':
        state.listeners.push(event)
        if (event.port === port && state.lives.every(({ pid, toMs }) => pid !== event.pid || toMs !== null))
          state.lives.push({ pid: event.pid, fromMs: clockMs(), toMs: null, bySignal: false })
        break
      case 'worker-exited':
        leave(event.pid, event.signal)
        state.restarts++
        state.lastDeath = event.signal === null ? `exit code ${event.code}` : `signal ${event.signal}`
        break
      case 'worker-left':
        leave(event.pid, event.signal)
        break
      case 'worker-told':
        state.told.push({ pid: event.pid, atMs: clockMs() })
        break
      case 'forked':
        state.forks++
        break
      case 'usage':
        state.usage.push(event.report)
        break
      case 'gave-up':
        state.gaveUpAfter = event.deaths
        void stop()
    }
  })
  return state
}

/** @param pid of who is gone; null: all of them */
export function endLives({ lives }: AppState, pid: number | null, bySignal: boolean) {
  for (const life of lives) {
    if (life.toMs === null && (pid === null || life.pid === pid)) Object.assign(life, { toMs: clockMs(), bySignal })
  }
}

/** @returns PIDs of the processes that listen on it */
export const listenersOn = ({ listeners }: AppState, port: number) => [
  ...new Set(listeners.filter((listener) => listener.port === port).map(({ pid }) => pid))
]

/**
 * seenPorts, seenPaths: where processes listen that report nothing, as the system sees it; isTaken: another program
 * listens on the target's port; readyAnswer: what the ready path did, null: it was not asked
 */
export type Unready = Exclude<Awaited<ReturnType<typeof waitUntilReady>>, string>

const pollMs = 50

/** @returns Unready: it took longer than allowed. @throws SpeedupError PORT_TAKEN */
export async function waitUntilReady(
  { app, variant, target, pidHeader, preload: { usualPort = NaN } = {} }: StartRequest,
  owned: OwnedProcess,
  state: AppState,
  signal: AbortSignal
) {
  const deadline = performance.now() + app.readyTimeoutSeconds * 1000
  const reportsNothing = () =>
    modes[variant.mode].outside !== undefined || (variant.mode === 'single' && state.listeners.length === 0)
  // Whether to ask: every worker that can report listens; a process that reports nothing may listen at any time.
  const mayListen = () =>
    reportsNothing() ||
    (!state.areStarting && listenersOn(state, target.port).length >= (variant.workers ?? state.expected ?? Infinity))
  const unready = app.ready === null ? null : askingIfReady(new URL(app.ready, target.url), pidHeader)
  let [readyAnswer, isTaken]: [string | null, boolean] = [null, false]
  while (performance.now() < deadline) {
    signal.throwIfAborted()
    // The primary starts no more; those of its workers that drain their connections first have their time.
    if (state.gaveUpAfter !== null) await owned.exited
    if (owned.exit() !== null) return 'gone'
    const isAnswered = mayListen() && (await isListening(target))
    // Whoever listens may have come since the port was free. Who reports that it listens does, but it may share the
    // port.
    const holder =
      isAnswered && (reportsNothing() || variant.mode === 'reusePort') ? holderOf(target.port, owned.kin) : 'ours'
    if (holder === 'another comparison') throw explainTaken(variant, target)
    // What a command starts may be another's to run, as a container is.
    isTaken = holder === 'a stranger' && variant.mode !== 'command'
    const listens = isAnswered && !isTaken
    // It will not come to listen on PORT.
    if (!listens && reportsNothing() && usualPort > 0 && listeningPorts(owned.kin).includes(usualPort)) break
    readyAnswer = listens && unready !== null ? await unready(listenersOn(state, target.port).map(String)) : null
    if (listens && readyAnswer === null) return 'ready'
    // Not for long: a server in a process that can't report is found by trying.
    const enough = AbortSignal.any([signal, AbortSignal.timeout(pollMs)])
    await Promise.race([once(owned.child, 'message', { signal: enough }).catch(() => {}), owned.exited])
  }
  const [seenPorts, seenPaths] = reportsNothing() ? [listeningPorts(owned.kin), listeningPaths(owned.kin)] : [[], []]
  return { seenPorts, seenPaths, isTaken, readyAnswer }
}

/** So many good answers a worker in a row are enough where the workers can't be told apart, or a kernel chooses one. */
const answersEach = 10

/**
 * @returns asks as many times at once as there are workers, each on a connection of its own, which reach them in turn;
 *   null: each has been ready; else what one did instead, in words
 */
function askingIfReady(url: URL, pidHeader: string) {
  const ready = new Set<unknown>()
  let inARow = 0
  let words = 'did not reach every worker'
  return async (pids: string[]) => {
    const workers = Math.max(1, pids.length)
    const replies = await Promise.all(
      Array.from({ length: workers }, () => ask(url, { anyCertificate: true, patienceMs: 2000 }))
    )
    const bad = replies.filter(({ status }) => status === null || status >= 500)
    for (const reply of replies) if (!bad.includes(reply)) ready.add(reply.headers[pidHeader])
    inARow = bad.length > 0 ? 0 : inARow + workers
    const missing = pids.filter((pid) => !ready.has(pid)).length
    if (inARow > 0 && (workers === 1 || inARow >= answersEach * workers)) return null
    if (pids.length > 0 && missing === 0) return null
    if (bad.length === 0) return words
    const [{ status, error }] = bad
    const from = ready.size === 0 ? '' : ` from ${missing < workers ? missing : 'some'} of ${workers} workers`
    const { advice } = protocolCause(error?.code ?? '') ?? {}
    const why = [error?.message, advice].filter((part) => part !== undefined).join('. ')
    return (words = (status === null ? `failed (${why})` : `answered ${status}`) + from)
  }
}
