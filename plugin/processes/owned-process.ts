import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, openSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Interrupted } from '../concepts/errors.ts'
import type { Guard } from './guard.ts'
import { keepShort } from './last-lines.ts'
import { endMembers, hasMembers, markVariable, signalMembers, waitForMembers, type Kin } from './members.ts'

export interface Launch {
  file?: string // a program; Node when left out
  argv: string[] // its arguments
  env: NodeJS.ProcessEnv
  cwd: string
  logFile: string // its standard output and error go there: a file costs us no CPU while we measure
  /**
   * no program of ours: an IPC channel would confuse a Node that it starts; SIGTERM, which it may not pass on, goes to
   * all its processes
   */
  isStranger?: boolean
}

/** code: 127 when it could not be found, 126 when it could not be run */
export type Ending = { code: number | null; signal: NodeJS.Signals | null }
/** leftOthers: it had not been asked to leave, and processes that it had started went on */
export type Exit = Ending & { leftOthers: boolean }

/** @returns in words, after the name of what ended */
export const howItEnded = ({ code, signal }: Ending) =>
  signal === null ? `exited with code ${code}` : `was killed by ${signal}`

/** a process with a process group of its own, which is ended with it */
export type OwnedProcess = ReturnType<typeof startOwned>

/** What can't be killed waits for a disk, or is another user's. */
const killSeconds = 5

/**
 * Starts a program in a process group of its own, so that Ctrl-C in a terminal reaches us alone and we end the group.
 *
 * @throws what the system can't take, such as too long a command line
 */
export function startOwned(launch: Launch, guard: Guard) {
  const { isStranger = false, logFile } = launch
  const mark = randomUUID()
  // We may be killed before we know its PID.
  guard.watch({ group: NaN, mark })
  const child = spawnMarked(launch, mark, () => guard.release({ group: NaN, mark }))
  const kin: Kin = { group: child.pid ?? NaN, mark }
  guard.watch(kin)
  const endOfKeeping = keepShort(logFile)
  let exit: Exit | null = null
  let isAsked = false
  const company = companyOf(kin)
  /** Aborted: those who are left have no time to leave by themselves. */
  const impatience = new AbortController()
  const exited = endingOf(child).then(async (ending) => {
    await company.left()
    exit = { ...ending, leftOthers: !isAsked && hasMembers(kin) }
    if (isAsked && isStranger) await waitForMembers(kin, impatience.signal)
    // What can't be ended stays with the guard.
    if (await endMembers(kin)) guard.release(kin)
    endOfKeeping()
    return exit
  })
  /** SIGKILL to all of it; resolves when it is gone, or can't be ended */
  const kill = async () => {
    impatience.abort()
    company.dismiss()
    if (exit === null) signalMembers(kin, 'SIGKILL')
    await isInTime(exited, killSeconds)
  }
  const leave = async (seconds: number) => {
    isAsked = true
    company.dismiss()
    if (exit === null && isStranger) signalMembers(kin, 'SIGTERM')
    else if (exit === null) child.kill('SIGTERM')
    const hasLeft = await isInTime(exited, seconds)
    if (!hasLeft) await kill()
    return !hasLeft
  }
  let leaving: Promise<boolean> | null = null
  return {
    child, // with an IPC channel, unless it is a stranger
    kin, // all that it starts belongs to it
    exited, // never rejects; everybody is gone then
    exit: () => exit, // null while it runs
    kill,
    /**
     * Another program that belongs to it, with all that it starts: it ends when this does. Null: this has ended
     * already.
     */
    startBeside: (beside: Launch) => (exit === null ? company.start(beside, exited) : null),
    /**
     * SIGTERM, once, then SIGKILL after these seconds; true if it had to be killed; resolves when all of it is gone
     */
    stop: (seconds: number) => (leaving ??= leave(seconds))
  }
}

/**
 * Stops it when the signal says so: what an app leaves behind when it is killed, such as a lock, would be in the way of
 * the next. A user who asks twice does not wait for it.
 *
 * @returns stops it
 */
export function stopWith(signal: AbortSignal, owned: OwnedProcess, seconds: number) {
  const end = () => {
    void owned.stop(seconds)
    if (signal.reason instanceof Interrupted) signal.reason.haste.addEventListener('abort', () => void owned.kill())
  }
  signal.addEventListener('abort', end, { once: true })
  return () => owned.stop(seconds).finally(() => signal.removeEventListener('abort', end))
}

/** Programs that are started beside another and belong to it: one of them may take its place, as a new app does. */
function companyOf(kin: Kin) {
  const { promise: dismissed, resolve: dismiss } = Promise.withResolvers<void>()
  let last: Promise<unknown> | null = null
  return {
    dismiss, // nobody has to take its place any more
    /** Resolves when nobody is left in its place. */
    left: () => Promise.race([dismissed, last?.then(() => (hasMembers(kin) ? dismissed : null))]),
    start(launch: Launch, isOver: Promise<unknown>): { exited: Promise<Ending>; kill: () => void } {
      const program = spawnMarked(launch, kin.mark)
      const exited = endingOf(program)
      last = exited
      void isOver.then(keepShort(launch.logFile))
      return { exited, kill: () => void program.kill('SIGKILL') }
    }
  }
}

/**
 * @param refused called where the system can't take it, so that nobody waits for it to begin
 * @returns in a session of its own, where it can be found by the mark, with all that it starts; without a PID it has
 * not started
 */
function spawnMarked(launch: Launch, mark: string, refused = () => {}) {
  const { file = process.execPath, argv, env, cwd, logFile, isStranger = false } = launch
  const markFile = join(dirname(logFile), mark)
  const opened = [openSync(logFile, 'a')]
  try {
    if (isStranger) {
      opened.push(openSync(markFile, 'w'))
      // Its name is seen for as long as a process has it open.
      rmSync(markFile)
    }
    const [log, marked = 'ipc' as const] = opened
    return spawn(file, argv, {
      cwd,
      env: { ...env, [markVariable]: mark },
      detached: true,
      stdio: ['ignore', log, log, marked]
    })
  } catch (error) {
    refused()
    throw error
  } finally {
    opened.forEach(closeSync)
  }
}

async function endingOf(child: ChildProcess): Promise<Ending> {
  // A message or a signal that could not be sent is an error, too.
  const error = new Promise<NodeJS.ErrnoException>((resolve) => child.on('error', resolve))
  if (child.pid === undefined) return { code: (await error).code === 'ENOENT' ? 127 : 126, signal: null }
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })))
}

async function isInTime(awaited: Promise<unknown>, seconds: number) {
  const timer = new AbortController()
  const late = delay(seconds * 1000, false, { signal: timer.signal }).catch(() => false)
  return Promise.race([awaited.then(() => true), late]).finally(() => timer.abort())
}
