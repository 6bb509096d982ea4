import { setTimeout as delay } from 'node:timers/promises'
import { beginningIn, namesIn, openFiles, readIfThere, statFields } from './proc.ts'

/**
 * In the environment of everything that we start, and so of all that it starts: a process that leaves its session is
 * still known by it.
 */
export const markVariable = 'ARTILLERY_SPEEDUP_PROCESS'

/** What belongs to a process that we started. */
export interface Kin {
  group: number // its process group, and its session; NaN: it has not started yet
  // value of the variable in its environment; of a stranger, also a part of the name of a file that it has open
  mark: string
}

/**
 * Looks at every process of the machine, which takes some 20 to 40 µs for each: not to be repeated during a
 * measurement.
 *
 * @returns whatever group they have moved to; isZombie: it has ended, but its parent has not yet asked for its exit
 * code; null: there is no /proc
 */
export function membersOf({ group, mark }: Kin, proc = '/proc') {
  const pids = namesIn(proc).filter((name) => /^\d+$/.test(name))
  if (pids.length === 0) return null
  return pids.flatMap((pid) => {
    const fields = statFields(`${proc}/${pid}`)
    const [state, , processGroup, session] = fields
    if (state === undefined || state === 'X') return []
    // A thread of the kernel has no memory of its own.
    const hasMemory = Number(fields[20]) > 0
    // The group is the first of a session of its own, which jobs of a shell don't leave with a group of their own.
    const isOurs = Number(session) === group || (hasMemory && isMarked(`${proc}/${pid}`, mark))
    return isOurs ? [{ pid: Number(pid), isInGroup: Number(processGroup) === group, isZombie: hasEnded(fields) }] : []
  })
}

/** Its first thread may end before the others, which until then have open what it had, such as its port. */
const hasEnded = (fields: string[]) => fields[0] === 'Z' && Number(fields[17]) <= 1

function isMarked(processFolder: string, mark: string) {
  const environment = readIfThere(`${processFolder}/environ`)
  if (/^[^=\0]+=/.test(environment)) return environment.includes(`${markVariable}=${mark}`)
  // A daemon may have written its title over it, as nginx does; and while a program is loaded there is none.
  return openFiles(processFolder).some((file) => file.includes(mark))
}

/** @returns of whom it belongs to, if it is anybody's; else empty. self: what this process was started with */
export const markOf = (pid: string, proc = '/proc') =>
  (pid === 'self'
    ? process.env[markVariable]
    : new RegExp(`(?:^|\\0)${markVariable}=([^\\0]*)`).exec(readIfThere(`${proc}/${pid}/environ`))?.[1]) ?? ''

const livingMembers = (kin: Kin, proc?: string) => membersOf(kin, proc)?.filter(({ isZombie }) => !isZombie) ?? null

/** @returns those that are still alive, and its own: the number of one that has left may be another's */
export function membersAmong(pids: number[], kin: Kin) {
  const living = livingMembers(kin)
  return pids.filter((pid) => (living === null ? send(pid, 0) : living.some((member) => member.pid === pid)))
}

/** Sends a signal to those that live now, once to each: many programs take a second SIGTERM for "at once". */
export function signalMembers(kin: Kin, signal: NodeJS.Signals, proc?: string) {
  const living = livingMembers(kin, proc)
  // All of a group together, so that none can fork meanwhile; but when none is left, its number may be another's.
  if (living === null || living.some(({ isInGroup }) => isInGroup)) send(-kin.group, signal)
  for (const { pid, isInGroup } of living ?? []) if (!isInGroup) send(pid, signal)
}

/** @returns whether any is left */
export function hasMembers(kin: Kin, proc?: string) {
  const living = livingMembers(kin, proc)
  return living === null ? send(-kin.group, 0) : living.length > 0
}

/** @returns whether it is there, and ours to end; it is a process group, where the number is negative */
export function send(pid: number, signal: NodeJS.Signals | 0) {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

const shortestPauseMs = 10
/** To look costs a few ms on a machine that runs much. */
const longestPauseMs = 200

/** Waits until none is left, or the signal ends the wait. */
export async function waitForMembers(kin: Kin, impatience: AbortSignal) {
  for (
    let pauseMs = shortestPauseMs;
    !impatience.aborted && hasMembers(kin);
    pauseMs = Math.min(2 * pauseMs, longestPauseMs)
  )
    await delay(pauseMs, undefined, { signal: impatience }).catch(() => {})
}

/** What can't be ended waits for a disk, or is another user's; we don't wait for that. */
const patienceMs = 2000

/**
 * Kills them until none is left, which it returns: a process that is being forked meanwhile is found the next time. One
 * that leaves has lost its memory, and so its environment, before its files are closed: whoever was found is waited for
 * by its number, until its port is free.
 */
export async function endMembers(kin: Kin, proc = '/proc') {
  const deadline = performance.now() + patienceMs
  const began = new Map<number, string | undefined>()
  for (; ; await delay(shortestPauseMs)) {
    const living = livingMembers(kin, proc)
    for (const { pid } of living ?? []) began.set(pid, beginningIn(statFields(`${proc}/${pid}`)))
    const isLeaving = [...began].some(([pid, at]) => {
      const fields = statFields(`${proc}/${pid}`)
      return at !== undefined && beginningIn(fields) === at && fields[0] !== 'X' && !hasEnded(fields)
    })
    if (living === null ? !hasMembers(kin, proc) : living.length === 0 && !isLeaving) return true
    if (performance.now() > deadline) return false
    signalMembers(kin, 'SIGKILL', proc)
  }
}
