// What our primaries have in common: processes that serve nothing themselves and keep the app's workers alive.
import type { ChildProcess } from 'node:child_process'
import type { Variant } from '../concepts/settings.ts'
import { builtModule } from '../package-files.ts'
import { asAppEvent, tell } from './messages.ts'

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
 * @param start one worker, with an IPC channel
 */
export function keepWorkers(workers: number, start: () => ChildProcess) {
  const deathsAllowed = Math.max(5, 2 * workers)
  const alive: Set<ChildProcess> = new Set()
  let [stopping, deaths, earlyDeaths] = [false, 0, 0]
  const leaveWhenEmpty = () => alive.size === 0 && process.exit(0)
  /** Workers first: a primary that leaves before them makes them print `write EPIPE`. */
  const stop = () => {
    stopping = true
    for (const worker of alive) worker.kill('SIGTERM')
    leaveWhenEmpty()
  }
  const add = () => {
    const worker = start()
    let hasListened = false
    alive.add(worker)
    worker.on('message', (message) => {
      const event = asAppEvent(message)
      if (event?.event === 'listening') [hasListened, earlyDeaths] = [true, 0]
      if (event !== undefined) tell(event)
    })
    worker.once('exit', (code, signal) => {
      alive.delete(worker)
      if (stopping) return leaveWhenEmpty()
      deaths++
      if (!hasListened) earlyDeaths++
      tell({ event: 'worker-exited', pid: Number(worker.pid), code, signal })
      if (earlyDeaths <= earlyDeathsAllowed && deaths <= deathsAllowed) return add()
      tell({ event: 'gave-up', deaths })
      stop()
      setTimeout(leaveAtOnce, patienceMs).unref()
    })
  }
  process.on('SIGTERM', stop)
  process.on('disconnect', leaveAtOnce)
  for (let i = 0; i < workers; i++) add()
}

/** For when our parent is gone: nothing else would end a busy worker. */
export const leaveAtOnce = () => void process.kill(-process.pid, 'SIGKILL')
