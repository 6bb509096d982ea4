import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { SpeedupError } from '../concepts/errors.ts'
import { modes } from '../concepts/modes.ts'
import { listenersOn, type AppState } from './app-state.ts'
import { ask } from './ask.ts'
import { explainDelay } from './explain.ts'
import { isListening } from './port.ts'
import type { Target, Variant } from '../concepts/settings.ts'
import type { OwnedProcess } from '../processes/owned-process.ts'
import type { StartRequest } from './start-variant.ts'
import { membersOf, type Kin } from '../processes/members.ts'
import { openFiles, readIfThere } from '../processes/proc.ts'

const pollMs = 50

/**
 * @returns false: the app has left
 * @throws SpeedupError APP_NOT_READY: it took longer than allowed
 */
export async function waitUntilReady(started: StartRequest & { process: OwnedProcess, state: AppState }, signal: AbortSignal): Promise<boolean> {
  const { app, variant, target, logFile, process, state } = started
  const deadline = performance.now() + app.readyTimeoutSeconds * 1000
  let readyAnswer: string | null = null
  while (performance.now() < deadline) {
    signal.throwIfAborted()
    if (process.exit() !== null) return false
    if (state.gaveUpAfter !== null) {
      // Those of its workers that drain their connections first would go on.
      await process.kill()
      return false
    }
    const listens = mayListen(state, variant, target.port) && (await isListening(target))
    readyAnswer = listens && app.ready !== null ? await askIfReady(target, app.ready) : null
    if (listens && readyAnswer === null) return true
    await news(process, signal)
  }
  const seenPorts = tellsNothing(state, variant) ? listeningPorts(process.kin) : []
  throw new SpeedupError('APP_NOT_READY', explainDelay({ variant, app, target, state, seenPorts, logFile, readyAnswer }))
}

/** Whether it is worth asking: every worker that can tell us listens; what tells nothing may do so at any time. */
function mayListen(state: AppState, variant: Variant, port: number) {
  const workers = variant.workers ?? state.expected
  return tellsNothing(state, variant) || (workers !== null && listenersOn(state, port).length >= workers)
}

function tellsNothing({ listeners }: AppState, { mode }: Variant) {
  return modes[mode].outside !== null || (mode === 'single' && listeners.length === 0)
}

/** @returns null: ready; else what it did instead, in words */
async function askIfReady(target: Target, path: string): Promise<string | null> {
  const { status, error } = await ask(new URL(path, target.url), { anyCertificate: true, patienceMs: 2000 })
  if (status === null) return `failed (${error?.message})`
  return status < 500 ? null : `answered ${status}`
}

/**
 * Waits for the next message or the end of the app, but not for long: a server in a process that can't tell us
 * is found by trying.
 */
async function news({ child, exited }: OwnedProcess, signal: AbortSignal) {
  const enough = new AbortController()
  const until = { signal: AbortSignal.any([signal, enough.signal]) }
  await Promise.race([once(child, 'message', until), delay(pollMs, undefined, until), exited].map((event) => event.catch(() => {})))
  enough.abort()
}

/**
 * On which ports a process, or one that it started, listens: also those that tell us nothing.
 *
 * @returns TCP, lowest first; empty where there is no /proc
 */
export function listeningPorts(kin: Kin, proc: string = '/proc'): number[] {
  const files = new Set((membersOf(kin, proc) ?? []).flatMap(({ pid }) => openFiles(`${proc}/${pid}`)))
  const listeners = ['tcp', 'tcp6'].flatMap((name) => listenersIn(`${proc}/net/${name}`))
  return [...new Set(listeners.filter(({ socket }) => files.has(socket)).map(({ port }) => port))].sort((a, b) => a - b)
}

/** The kernel's number of the state LISTEN. */
const listening = '0A'

function listenersIn(table: string) {
  const rows = readIfThere(table).split('\n').map((row) => row.trim().split(/\s+/))
  return rows.filter(([, , , state]) => state === listening).map(([, local, , , , , , , , inode]) => ({
    port: Number.parseInt(local.split(':')[1], 16),
    socket: `socket:[${inode}]`
  }))
}
