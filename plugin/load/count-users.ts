import type { LoadOutcome } from './run-order.ts'

/** What Artillery counts of its users. */
export function countUsers(counters: Record<string, number>, summaries: Record<string, { min: number }> | undefined): Pick<LoadOutcome, 'errors' | 'users' | 'skippedUsers' | 'shortestSessionMs'> {
  return {
    errors: countsAfter(counters, 'errors.'),
    users: counters['vusers.created'] ?? 0,
    skippedUsers: counters['vusers.skipped'] ?? 0,
    shortestSessionMs: summaries?.['vusers.session_length']?.min ?? null
  }
}

/** @returns those whose names begin so, by the rest of their names */
export function countsAfter(counters: Record<string, number>, prefix: string): Record<string, number> {
  const found = Object.entries(counters).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(found.map(([name, value]) => [name.slice(prefix.length), value]))
}
