import { setTimeout as delay } from 'node:timers/promises'
import { workerDisturbances, type Disturbance, type Disturbed } from '../concepts/disturbances.ts'
import { asAppEvent, asCommand } from './messages.ts'
import { listenersOn, type AppState } from './readiness.ts'
import type { OwnedProcess } from '../processes/owned-process.ts'
import type { StartRequest } from './modes.ts'

/** restart: stops the app and starts it again; null: a process of its own keeps the workers, and knows how to replace them */
type Hit = { request: StartRequest, owned: OwnedProcess, state: AppState, restart: (() => Promise<void>) | null, turn: number, signal: AbortSignal }

/**
 * Does to the app what is to happen to it; never rejects. Its workers are taken in turn.
 *
 * @returns when it is over: the last worker goes on, or all are new
 */
export async function disturb(disturbance: Disturbance, hit: Hit): Promise<Disturbed> {
  // Not every supervisor tells whom it has replaced.
  const workers = listenersOn(hit.state, hit.request.target.port).filter(isThere)
  const pids = disturbance.of === 'all' ? workers : workers.slice(hit.turn % Math.max(1, workers.length)).slice(0, 1)
  const found = { ...disturbance, pids, beganMs: Date.now(), leftMs: [] as number[] }
  if (pids.length === 0) return { ...found, doneMs: null, problem: 'no worker was known that could be hit' }
  try {
    if (disturbance.kind === 'reload') await reload(hit, found.leftMs)
    else await signalAll(pids, disturbance.kind, disturbance.seconds, hit.signal)
    return { ...found, doneMs: Date.now(), problem: null }
  } catch (error) {
    return { ...found, doneMs: null, problem: (error as Error).message }
  }
}

async function signalAll(pids: number[], kind: keyof typeof workerDisturbances, seconds: number | null, signal: AbortSignal) {
  const [first, later] = workerDisturbances[kind].signals
  for (const pid of pids) send(pid, first)
  if (later === undefined) return
  try {
    await delay(1000 * Number(seconds), undefined, { signal })
  } finally {
    // Whatever comes: a process that stands still would not even hear that it is to leave.
    for (const pid of pids) send(pid, later)
  }
}

/** @returns false: it is gone */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

const isThere = (pid: number) => send(pid, 0)

async function reload({ owned: { child, exited }, restart }: Hit, leftMs: number[]) {
  if (restart !== null) return restart()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const hear = (message: unknown) => {
    const event = asAppEvent(message)
    if (event?.event === 'worker-left') leftMs.push(Math.round(event.ms))
    if (event?.event === 'reloaded') event.problem === null ? resolve() : reject(new Error(event.problem))
  }
  // Old workers may leave long after all are new.
  child.on('message', hear)
  child.send(asCommand({ command: 'reload' }), () => {})
  await Promise.race([promise, exited.then(() => Promise.reject(new Error('what keeps the workers ended')))])
}
