// What our primaries have in common: processes that serve nothing themselves and keep the app's workers alive.
import type { ChildProcess } from 'node:child_process'
import type { Variant } from '../concepts/settings.ts'
import { builtModule } from '../package-files.ts'
import { asAppEvent, hearCommands, tell } from './messages.ts'

type PreloadOptions = { nodeArgs: string[], pidHeader: string }
/** The one argument of each primary's script, as JSON; hostname: of the target. */
export type WorkerOptions = PreloadOptions & Pick<Variant, 'args' | 'scheduling'> & { script: string, workers: number, hostname: string }

/** @returns arguments for a Node that the process which calls this will start, with our preload in it */
export function preloaded({ nodeArgs, pidHeader }: PreloadOptions): string[] {
  const preload = builtModule('app/preload.js')
  preload.search = String(new URLSearchParams({ pidHeader, owner: String(process.pid) }))
  return [...nodeArgs, '--import', preload.href]
}

/** Deaths in a row of workers that never listened. */
const earlyDeathsAllowed = 2
/** Time for the other workers to leave after giving up: a worker that drains its connections first may take long. */
const patienceMs = 1000

/**
 * Starts the workers, and another for each that dies, within limits: a crash loop must end in a clear error. On SIGTERM the workers leave
 * first; when our parent is gone, all of us leave at once.
 *
 * On command it brings in new workers without a gap: for each a new one first, and when that listens, the old one is told to leave.
 *
 * @param start one worker, with an IPC channel
 * @param dismiss tells one to leave when it has answered what it was asked
 */
export function keepWorkers(workers: number, start: () => ChildProcess, dismiss = (worker: ChildProcess): unknown => worker.kill('SIGTERM')) {
  const deathsAllowed = Math.max(5, 2 * workers)
  const alive: Set<ChildProcess> = new Set()
  const leaving: Map<ChildProcess, number> = new Map() // since when, by performance.now()
  let [stopping, deaths, earlyDeaths] = [false, 0, 0]
  const leaveWhenEmpty = () => alive.size === 0 && process.exit(0)
  /** Workers first: a primary that leaves before them makes them print `write EPIPE`. */
  const stop = () => {
    stopping = true
    for (const worker of alive) worker.kill('SIGTERM')
    leaveWhenEmpty()
  }
  /** @returns whether it came to listen */
  const add = (): Promise<boolean> => {
    const worker = start()
    const { promise: listens, resolve } = Promise.withResolvers<boolean>()
    let hasListened = false
    alive.add(worker)
    worker.on('message', (message) => {
      const event = asAppEvent(message)
      if (event?.event === 'listening') [hasListened, earlyDeaths] = [true, 0]
      if (event !== undefined) tell(event)
      if (hasListened) resolve(true)
    })
    worker.once('exit', (code, signal) => {
      alive.delete(worker)
      resolve(false)
      if (stopping) return leaveWhenEmpty()
      const since = leaving.get(worker)
      if (since !== undefined) return void tell({ event: 'worker-left', pid: Number(worker.pid), ms: performance.now() - since })
      deaths++
      if (!hasListened) earlyDeaths++
      tell({ event: 'worker-exited', pid: Number(worker.pid), code, signal })
      if (earlyDeaths <= earlyDeathsAllowed && deaths <= deathsAllowed) return void add()
      tell({ event: 'gave-up', deaths })
      stop()
      setTimeout(leaveAtOnce, patienceMs).unref()
    })
    return listens
  }
  const reload = async () => {
    for (const old of [...alive]) {
      if (!(await add())) return tell({ event: 'reloaded', problem: 'a new worker did not come to listen' })
      leaving.set(old, performance.now())
      dismiss(old)
    }
    tell({ event: 'reloaded', problem: null })
  }
  hearCommands(() => void reload())
  process.on('SIGTERM', stop)
  process.on('disconnect', leaveAtOnce)
  for (let i = 0; i < workers; i++) void add()
}

/** For when our parent is gone: nothing else would end a busy worker. */
export const leaveAtOnce = () => void process.kill(-process.pid, 'SIGKILL')
