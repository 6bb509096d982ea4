// What our primaries have in common: processes that serve nothing themselves and keep the app's workers alive.
import type { ChildProcess } from 'node:child_process'
import { stringify } from 'node:querystring'
import { builtModule } from '../package-files.ts'
import { harmless } from '../processes/harmless.ts'
import { asAppEvent, hearCommands, tell, type NodeOptions } from '../messages/app.ts'

/** @returns arguments for a Node that the process which calls this will start, with our preload in it */
export function preloaded({ nodeArgs, pidHeader, preload = {} }: NodeOptions) {
  const module = builtModule('in-app/preload.js')
  // The preload would take what is left out for an empty text.
  const given = Object.entries(preload).filter(([, value]) => value !== undefined)
  module.search = stringify({ pidHeader, owner: process.pid, ...Object.fromEntries(given) })
  return [...nodeArgs, '--import', module.href]
}

/** Deaths in a row of workers that never listened. */
const earlyDeathsAllowed = 2

/**
 * What tells a crash loop, which must end in a clear error: how many workers died, and not how soon, as that depends on
 * the machine.
 */
export class Deaths {
  count = 0
  #early = 0
  #allowed

  constructor(workers: number) {
    this.#allowed = Math.max(5, 2 * workers)
  }

  listens() {
    this.#early = 0
  }

  /** @returns whether these are too many */
  add(hasListened: boolean) {
    this.count++
    if (!hasListened) this.#early++
    return this.#early > earlyDeathsAllowed || this.count > this.#allowed
  }

  excuse(deaths: number) {
    this.#allowed += deaths
  }
}

const usualWays = {
  /** Tells a worker to leave when it has answered what it was asked, and us that it was told. */
  dismiss(worker: ChildProcess) {
    tell({ event: 'worker-told', pid: Number(worker.pid) })
    worker.kill('SIGTERM')
  },
  /** @returns whether a worker that listens serves those who ask the app: it may have other ports */
  serves: ({ port }: { port: number }) => port === Number(process.env.PORT)
}

/**
 * Starts the workers, and another for each that dies, within limits: a crash loop must end in a clear error. On SIGTERM
 * the workers leave first; when our parent is gone, all of us leave at once.
 *
 * @param start one worker, with an IPC channel
 */
export function keepWorkers(workers: number, start: () => ChildProcess, { dismiss, serves } = usualWays) {
  const deaths = new Deaths(workers)
  const alive = new Set<ChildProcess>()
  const leaving = new Set<ChildProcess>()
  let replaced: ChildProcess | null = null // its successor starts
  let isStopping = false
  hearCommands((command) => (command.command === 'reload' ? void reload() : deaths.excuse(command.deaths)))
  process.on('SIGTERM', stop)
  process.on('disconnect', leaveAtOnce)
  for (let i = 0; i < workers; i++) void add()

  /** @param isExtra beside those that are to be there: none comes in its place. @returns whether it came to listen */
  function add(isExtra = false) {
    const worker = start()
    const { promise: listens, resolve } = Promise.withResolvers<boolean>()
    let hasListened = false
    alive.add(worker)
    const hear = (message: unknown) => {
      const event = asAppEvent(message)
      if (event?.event === 'listening' && serves(event)) {
        hasListened = true
        deaths.listens()
      }
      if (event !== undefined) tell(event)
      if (hasListened) resolve(true)
    }
    worker.on('message', harmless(hear))
    const leave = (code: number | null, signal: string | null) => {
      alive.delete(worker)
      resolve(false)
      if (isStopping) return leaveWhenEmpty()
      const pid = Number(worker.pid)
      if (leaving.delete(worker) || (isExtra && !hasListened)) return void tell({ event: 'worker-left', pid, signal })
      tell({ event: 'worker-exited', pid, code, signal })
      if (deaths.add(hasListened)) giveUp(deaths, stop)
      else if (worker !== replaced) void add()
    }
    worker.once('exit', leave)
    // Also a message that could not be sent is an error, which others of ours and the app's survive. What could not be
    // started has no exit.
    worker.on('error', ({ message }) => {
      if (worker.pid !== undefined) return
      process.stderr.write(`A worker could not be started: ${message}\n`)
      leave(126, null)
    })
    return listens
  }

  /** New code without a gap: for each worker a new one first; only when that listens, the old one is told to leave. */
  async function reload() {
    for (const old of [...alive]) {
      // It may have died meanwhile.
      if (!alive.has(old)) continue
      replaced = old
      const listens = await add(true)
      replaced = null
      if (isStopping) return
      const hasDied = !alive.has(old)
      if (!listens && hasDied) void add()
      if (!listens) return void tell({ event: 'reloaded', problem: 'a new worker exited before it listened' })
      if (hasDied) continue
      leaving.add(old)
      dismiss(old)
    }
    tell({ event: 'reloaded', problem: null })
  }

  /** Workers first: a primary that leaves before them makes them print `write EPIPE`. */
  function stop() {
    if (isStopping) return // many programs take a second SIGTERM for "at once"
    isStopping = true
    for (const worker of alive) worker.kill('SIGTERM')
    leaveWhenEmpty()
  }

  function leaveWhenEmpty() {
    if (alive.size === 0) process.exit(0)
  }
}

/** @param stop tells the other workers to leave; our parent sees to it that they do */
export function giveUp({ count: deaths }: Deaths, stop: () => void) {
  tell({ event: 'gave-up', deaths })
  stop()
}

/** For when our parent is gone: nothing else would end a busy worker. */
export const leaveAtOnce = () => void process.kill(-process.pid, 'SIGKILL')
