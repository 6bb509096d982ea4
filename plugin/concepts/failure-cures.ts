import { list } from './wording.ts'

interface Cure {
  statuses: string[]
  /** @param spared variants of fewer processes that did not fail. @returns null: it is not known to be that */
  advice: (spared: string[]) => string | null
}

/** What statuses say of the cause, where most failures have them. */
const cures: Cure[] = [
  { statuses: ['429'], advice: () => 'A rate limiter answers 429: raise its limit, or switch it off for the test.' },
  {
    statuses: ['401', '403', '500'],
    advice: (spared) =>
      spared.length === 0
        ? null
        : `${list(spared)} did not fail, so state in one process (sessions, caches, a file) is the likely cause: ` +
          'move it to where all workers can reach it, or make them share it.'
  },
  {
    statuses: ['503'],
    advice: () =>
      'If a worker answers 503 until it is ready, set plugins.speedup.app.ready to a path that tells when it is; ' +
      'if it has too much to do, lower the load.'
  }
]

/** @param failureKinds status or error code -> count. @returns what to do; null: they tell nothing of the cause */
export function cureOf(failureKinds: Record<string, number>, spared: string[] = []): string | null {
  const kinds = Object.entries(failureKinds)
  const countOf = (some: typeof kinds) => some.reduce((sum, [, count]) => sum + count, 0)
  const found = cures.find(
    ({ statuses }) => 2 * countOf(kinds.filter(([kind]) => statuses.includes(kind))) > countOf(kinds)
  )
  return found?.advice(spared) ?? null
}
