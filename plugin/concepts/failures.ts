import { list, listCounts, percent } from './wording.ts'
import { cutOff } from './requests.ts'
import type { Run } from './run.ts'

/** Of the passes of users, or of requests: what fails is answered faster than real work. */
export const mayFail = 0.01

/** So many of all: passes of users, or requests. */
export type Failures = { count: number; all: number; isOfPasses: boolean }
type Failing = Pick<Run, 'passes' | 'failures' | 'requests'> & { counted: Pick<Run['counted'], 'passes'> }

/** @returns what failed of a run: passes of users, or requests, whichever is the larger share */
export function failuresOf({ passes, counted, failures, requests }: Failing): Failures {
  const ofRequests = { count: failures, all: requests, isOfPasses: false }
  if (passes === undefined) return ofRequests
  // Of users who go through the flow once, with its loops, a single failure among many requests fails the pass.
  const count = counted.passes === undefined ? passes.failedOtherwise : passes.failed
  const ofPasses = { count, all: passes.through + passes.failed, isOfPasses: true }
  return count * requests > failures * ofPasses.all ? ofPasses : ofRequests
}

/** @returns from 0 to 1, of the runs of a variant */
export function failedShare(runs: readonly Failing[]) {
  const each = runs.map(failuresOf)
  const totalOf = (key: 'count' | 'all') => each.reduce((sum, own) => sum + own[key], 0)
  return totalOf('count') / Math.max(1, totalOf('all'))
}

export function addCounts<Kind extends string>(byKind: readonly Partial<Record<Kind, number>>[]): Record<Kind, number> {
  const sums = {} as Record<Kind, number>
  for (const [kind, count] of byKind.flatMap(Object.entries) as [Kind, number][]) sums[kind] = (sums[kind] ?? 0) + count
  return sums
}

type OfKinds = Failing & Pick<Run, 'failureKinds' | 'flow'>

/** @returns why passes failed, or requests, and how often */
export const kindsOf = (run: OfKinds, { isOfPasses }: Pick<Failures, 'isOfPasses'> = failuresOf(run)) =>
  (isOfPasses ? run.passes?.failureKinds : null) ?? run.failureKinds

/** @returns such as "4.1 % of its requests failed (500 (12))", of the runs of a variant */
export function failureWords(runs: readonly OfKinds[]) {
  const isOfPasses = runs.some((run) => failuresOf(run).isOfPasses)
  const kinds = addCounts(runs.map((run) => kindsOf(run, { isOfPasses })))
  const what = isOfPasses ? 'its users’ passes through the flow' : 'its requests'
  return `${percent(failedShare(runs))} of ${what} failed (${listCounts(kinds)}${whereFailed(runs)})`
}

/** @returns such as ", all at GET /", where one request of several has nine tenths of what failed; else nothing */
export function whereFailed(runs: readonly Pick<Run, 'flow'>[]) {
  const counts = addCounts(runs.flatMap(({ flow = [] }) => flow.map(({ name, failures }) => ({ [name]: failures }))))
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const name = Object.keys(counts).find((own) => counts[own] > 0 && counts[own] >= 0.9 * all)
  return name === undefined ? '' : `, ${counts[name] === all ? 'all' : 'nearly all'} at ${name}`
}

interface Cure {
  of: (kind: string) => boolean
  /** @param spared variants of fewer processes that did not fail. @returns null: it is not known to be that */
  advice: (spared: string[]) => string | null
}

/** As captures, matches and the plugin `expect` say it: the answer came, and was not the right one. */
const isUnexpected = (kind: string) => /^(?:Failed capture or match|expected )/.test(kind)

/** What breaks connections or keeps them from being opened, where that tells what to do. */
const ofConnections = {
  ETIMEDOUT: 'No response began within config.http.timeout (10 s by default): raise it, or lower the load.',
  EMFILE: 'Each user takes a file descriptor of the load generator: raise `ulimit -n`, or use fewer users.',
  EADDRNOTAVAIL: 'This machine has no port left for a new connection: have the app keep them open, or lower the load.',
  [cutOff]: `${cutOff} is a response that ended before it was whole: see what the app, or what is in front of it, printed.`
}

/** What statuses and codes say of the cause, where most failures have them. */
const cures: Cure[] = [
  {
    of: (kind) => kind === '429',
    advice: () => 'A rate limiter answers 429: raise its limit, or switch it off for the test.'
  },
  {
    // What one worker made, another one does not know: a session, a token, an id.
    of: (kind) => /^4\d\d$/.test(kind) || kind === '500' || isUnexpected(kind),
    advice: (spared) =>
      spared.length === 0
        ? null
        : `${list(spared)} did not fail, so state in one process (sessions, caches, a file) is the likely cause: ` +
          'move it to where all workers can reach it, or make them share it.'
  },
  {
    of: (kind) => /^40[13]$/.test(kind),
    advice: () =>
      'Users are not let in: check how the flow logs in. Artillery sends a user’s first cookie along from the next request on: ' +
      'where the login redirects to a page that needs it, give that request `cookie: {}`.'
  },
  {
    of: (kind) => kind === '503',
    advice: () =>
      'If a worker answers 503 until it is ready, set plugins.speedup.app.ready to a path that tells when it is; ' +
      'if it has too much to do, lower the load.'
  },
  ...Object.entries(ofConnections).map(([code, cure]) => ({ of: (kind: string) => kind === code, advice: () => cure })),
  {
    of: isUnexpected,
    advice: () => 'The answer came, but was not the right one: run the flow by hand, and look at it.'
  }
]

/**
 * @param failureKinds status, error code, or cause of a failed pass -> count
 * @param spared variants of fewer processes that did not fail
 * @returns what to do; null: they tell nothing of the cause
 */
export function cureOf(failureKinds: Record<string, number>, spared: string[] = []) {
  const kinds = Object.entries(failureKinds)
  const countOf = (some: typeof kinds) => some.reduce((sum, [, count]) => sum + count, 0)
  const known = cures.filter(({ of }) => 2 * countOf(kinds.filter(([kind]) => of(kind))) > countOf(kinds))
  return known.map(({ advice }) => advice(spared)).find((advice) => advice !== null) ?? null
}
