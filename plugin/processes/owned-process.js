import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { endMembers, waitForMembers } from './end-members.js'
import { keepShort } from './keep-short.js'
import { hasMembers, signalMembers } from './members.js'
import { spawnMarked } from './spawn-marked.js'
/**
 * @import { ChildProcess } from 'node:child_process'
 * @import { Guard } from './guard.js'
 * @import { Kin } from './members.js'
 * @import { Ending } from './spawn-marked.js'
 */

/**
 * @typedef {object} Launch
 * @property {string} [file] a program; Node when left out
 * @property {string[]} argv its arguments
 * @property {NodeJS.ProcessEnv} env
 * @property {string} cwd
 * @property {string} logFile its standard output and error go there: a file costs us no CPU while we measure
 * @property {boolean} [isStranger] it is no program of ours: it gets no IPC channel, which would confuse a Node that it
 *   starts, and SIGTERM reaches all its processes, since it may not pass it on
 */

/**
 * @typedef {Ending & { leftOthers: boolean }} Exit leftOthers: it had not been asked to leave, and processes that it had
 *   started went on
 *
 * @typedef {object} OwnedProcess a process with a process group of its own, which is ended with it
 * @property {ChildProcess} child with an IPC channel, unless it is a stranger
 * @property {Kin} kin all that it starts belongs to it
 * @property {Promise<Exit>} exited never rejects; everybody is gone then
 * @property {() => Exit | null} exit null while it runs
 * @property {(seconds: number) => Promise<boolean>} stop SIGTERM, then SIGKILL after these seconds; true if it
 *   had to be killed; resolves when all of it is gone
 * @property {() => Promise<void>} kill SIGKILL to all of it; resolves when it is gone, or can't be ended
 */

/**
 * Starts a program in a process group of its own, so that Ctrl-C in a terminal reaches us alone and we end the group.
 *
 * @param {Launch} launch
 * @param {Guard} guard
 * @returns {OwnedProcess}
 */
export function startOwned(launch, guard) {
  const { isStranger = false, logFile } = launch
  const mark = randomUUID()
  // We may be killed before we know its PID.
  guard.watch({ group: NaN, mark })
  const { child, ended } = spawnMarked(launch, mark)
  const kin = { group: child.pid ?? NaN, mark }
  guard.watch(kin)
  const endOfKeeping = keepShort(logFile)
  /** @type {Exit | null} */
  let exit = null
  let isAsked = false
  /** Aborted: those who are left have no time to leave by themselves. */
  const impatience = new AbortController()
  const exited = ended.then(async (how) => {
    exit = { ...how, leftOthers: !isAsked && hasMembers(kin) }
    if (isAsked && isStranger) await waitForMembers(kin, impatience.signal)
    // What can't be ended stays with the guard.
    if (await endMembers(kin)) guard.release(kin)
    endOfKeeping()
    return exit
  })
  const kill = async () => {
    impatience.abort()
    if (exit === null) signalMembers(kin, 'SIGKILL')
    await atMost(killSeconds, exited)
  }
  return {
    child,
    kin,
    exited,
    exit: () => exit,
    kill,
    async stop(seconds) {
      isAsked = true
      if (exit === null) ask(child, isStranger ? kin : null)
      const hasLeft = await atMost(seconds, exited)
      if (!hasLeft) await kill()
      return !hasLeft
    }
  }
}

/**
 * @param {ChildProcess} child
 * @param {Kin | null} kin null: it passes it on
 */
function ask(child, kin) {
  if (kin === null) child.kill('SIGTERM')
  else signalMembers(kin, 'SIGTERM')
}

/** What can't be killed waits for a disk, or is another user's. */
const killSeconds = 5

/**
 * @param {number} seconds
 * @param {Promise<unknown>} awaited
 * @returns {Promise<boolean>} whether it was in time
 */
async function atMost(seconds, awaited) {
  const timer = new AbortController()
  const late = delay(seconds * 1000, false, { signal: timer.signal }).catch(() => false)
  const inTime = await Promise.race([awaited.then(() => true), late])
  timer.abort()
  return inTime
}
