/** @import { LoadOutcome } from './run-order.js' */

/**
 * What Artillery counts of its users.
 *
 * @param {Record<string, number>} counters
 * @param {Record<string, { min: number }> | undefined} summaries
 * @returns {Pick<LoadOutcome, 'errors' | 'users' | 'skippedUsers' | 'shortestSessionMs'>}
 */
export function countUsers(counters, summaries) {
  return {
    errors: countsAfter(counters, 'errors.'),
    users: counters['vusers.created'] ?? 0,
    skippedUsers: counters['vusers.skipped'] ?? 0,
    shortestSessionMs: summaries?.['vusers.session_length']?.min ?? null
  }
}

/**
 * @param {Record<string, number>} counters
 * @param {string} prefix
 * @returns {Record<string, number>} those whose names begin so, by the rest of their names
 */
export function countsAfter(counters, prefix) {
  const found = Object.entries(counters).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(found.map(([name, value]) => [name.slice(prefix.length), value]))
}
