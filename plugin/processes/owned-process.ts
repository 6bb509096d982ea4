import { randomUUID } from 'node:crypto'
import { appendFileSync, statSync, truncateSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { ChildProcess } from 'node:child_process'
import type { Guard } from './guard.ts'
import { readEnd } from './last-lines.ts'
import { endMembers, hasMembers, signalMembers, waitForMembers, type Kin } from './members.ts'
import { spawnMarked, type Ending } from './spawn-marked.ts'

export interface Launch {
  file?: string // a program; Node when left out
  argv: string[] // its arguments
  env: NodeJS.ProcessEnv
  cwd: string
  logFile: string // its standard output and error go there: a file costs us no CPU while we measure
  /**
   * it is no program of ours: it gets no IPC channel, which would confuse a Node that it starts, and SIGTERM reaches
   * all its processes, since it may not pass it on
   */
  isStranger?: boolean
}

/** leftOthers: it had not been asked to leave, and processes that it had started went on */
export type Exit = Ending & { leftOthers: boolean }

/** a process with a process group of its own, which is ended with it */
export interface OwnedProcess {
  child: ChildProcess // with an IPC channel, unless it is a stranger
  kin: Kin // all that it starts belongs to it
  exited: Promise<Exit> // never rejects; everybody is gone then
  exit: () => Exit | null // null while it runs
  /** SIGTERM, then SIGKILL after these seconds; true if it had to be killed; resolves when all of it is gone */
  stop: (seconds: number) => Promise<boolean>
  kill: () => Promise<void> // SIGKILL to all of it; resolves when it is gone, or can't be ended
}

/** What can't be killed waits for a disk, or is another user's. */
const killSeconds = 5

/** Starts a program in a process group of its own, so that Ctrl-C in a terminal reaches us alone and we end the group. */
export function startOwned(launch: Launch, guard: Guard): OwnedProcess {
  const { isStranger = false, logFile } = launch
  const mark = randomUUID()
  // We may be killed before we know its PID.
  guard.watch({ group: NaN, mark })
  const { child, ended } = spawnMarked(launch, mark)
  const kin = { group: child.pid ?? NaN, mark }
  guard.watch(kin)
  const endOfKeeping = keepShort(logFile)
  let exit: Exit | null = null
  let isAsked = false
  /** Aborted: those who are left have no time to leave by themselves. */
  const impatience = new AbortController()
  const exited = ended.then(async (ending) => {
    exit = { ...ending, leftOthers: !isAsked && hasMembers(kin) }
    if (isAsked && isStranger) await waitForMembers(kin, impatience.signal)
    // What can't be ended stays with the guard.
    if (await endMembers(kin)) guard.release(kin)
    endOfKeeping()
    return exit
  })
  const kill = async () => {
    impatience.abort()
    if (exit === null) signalMembers(kin, 'SIGKILL')
    await isInTime(exited, killSeconds)
  }
  return {
    child,
    kin,
    exited,
    exit: () => exit,
    kill,
    async stop(seconds) {
      isAsked = true
      if (exit === null && isStranger) signalMembers(kin, 'SIGTERM')
      else if (exit === null) child.kill('SIGTERM')
      const hasLeft = await isInTime(exited, seconds)
      if (!hasLeft) await kill()
      return !hasLeft
    }
  }
}

async function isInTime(awaited: Promise<unknown>, seconds: number): Promise<boolean> {
  const timer = new AbortController()
  const late = delay(seconds * 1000, false, { signal: timer.signal }).catch(() => false)
  const inTime = await Promise.race([awaited.then(() => true), late])
  timer.abort()
  return inTime
}

/** Often, since a program that prints without a pause fills 100 MB within it. */
const everyMs = 100
const mostBytes = 16_777_216
const keptBytes = 65_536

/**
 * A program that prints for ever would fill the disk: of its log, only the end is of use.
 *
 * @param logFile that it appends to
 * @returns ends the watch
 */
export function keepShort(logFile: string): () => void {
  const shorten = () => {
    try {
      if (statSync(logFile).size <= mostBytes) return
      const end = readEnd(logFile, keptBytes)
      truncateSync(logFile)
      appendFileSync(logFile, end)
    } catch {
      // Its folder has been removed.
    }
  }
  const timer = setInterval(shorten, everyMs).unref()
  return () => {
    clearInterval(timer)
    shorten()
  }
}
