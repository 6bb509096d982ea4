import { setTimeout as delay } from 'node:timers/promises'
import { hasMembers, signalMembers, type Kin } from './members.ts'

const shortestPauseMs = 10
/** To look costs a few ms on a machine that runs much. */
const longestPauseMs = 200

/** Waits until nobody is left, or nobody wants to wait any more. */
export async function waitForMembers(kin: Kin, impatience: AbortSignal) {
  for (let pauseMs = shortestPauseMs; !impatience.aborted && hasMembers(kin); pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    await delay(pauseMs, undefined, { signal: impatience }).catch(() => {})
  }
}

/** What can't be ended waits for a disk, or is another user's; nobody waits for that. */
const patienceMs = 2000

/**
 * Kills them until nobody is left: whoever is just being forked is met the next time.
 *
 * @returns whether nobody is left
 */
export async function endMembers(kin: Kin): Promise<boolean> {
  const deadline = performance.now() + patienceMs
  while (hasMembers(kin)) {
    if (performance.now() > deadline) return false
    signalMembers(kin, 'SIGKILL')
    await delay(shortestPauseMs)
  }
  return true
}
