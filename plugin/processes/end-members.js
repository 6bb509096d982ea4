import { setTimeout as delay } from 'node:timers/promises'
import { hasMembers, signalMembers } from './members.js'
/** @import { Kin } from './members.js' */

const shortestPauseMs = 10
/** To look costs a few ms on a machine that runs much. */
const longestPauseMs = 200

/**
 * Waits until nobody is left, or nobody wants to wait any more.
 *
 * @param {Kin} kin
 * @param {AbortSignal} impatience
 */
export async function waitForMembers(kin, impatience) {
  for (let pauseMs = shortestPauseMs; !impatience.aborted && hasMembers(kin); pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    await delay(pauseMs, undefined, { signal: impatience }).catch(() => {})
  }
}

/** What can't be ended waits for a disk, or is another user's; nobody waits for that. */
const patienceMs = 2000

/**
 * Kills them until nobody is left: whoever is just being forked is met the next time.
 *
 * @param {Kin} kin
 * @returns {Promise<boolean>} whether nobody is left
 */
export async function endMembers(kin) {
  const deadline = performance.now() + patienceMs
  while (hasMembers(kin)) {
    if (performance.now() > deadline) return false
    signalMembers(kin, 'SIGKILL')
    await delay(shortestPauseMs)
  }
  return true
}
