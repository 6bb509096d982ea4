import { meanBy, sumBy } from '../statistics/descriptive.ts'
import { percent } from '../concepts/wording.ts'
import { defaultErrorRate } from './candidate-limits.ts'
import { byVariant, errorRateOf, runsOf } from './variant-use.ts'
import type { LoadShape } from '../concepts/load-results.ts'
import type { Run } from '../concepts/run.ts'
import type { ScenarioPlan } from '../concepts/settings.ts'

/**
 * @returns whether its latencies mean nothing: too many requests failed, or in a run nothing was answered that counts
 */
export const failsTooMuch = (runs: Run[], allowed = defaultErrorRate) =>
  runs.some(({ latencyMs }) => latencyMs === null) || errorRateOf(runs) > allowed

/** @returns such as "answered 98/s, 7.9 % failed" */
export const answeredWords = (runs: Run[]) =>
  `answered ${Number(meanBy(runs, ({ throughputPerSecond }) => throughputPerSecond).toPrecision(3))}/s, ` +
  `${percent(errorRateOf(runs))} failed`

/**
 * A load that may be more than an app can do may make it fail, too. Where most of what failed got no answer, or one
 * that says that there was too much to do, the variant could not keep up with the users. Other errors are errors: their
 * other numbers mean nothing.
 *
 * @param load who keeps up, by the time that the last answers took
 */
export function underTooMuch(runs: Run[], load: LoadShape, { level, limits }: ScenarioPlan) {
  if (level?.isLeast !== false) return { load, failing: [], erring: [] }
  const names = byVariant(runs).map(([name]) => name)
  const tooMany = names.filter((name) =>
    failsTooMuch(runsOf(runs, name), Math.max(defaultErrorRate, limits[name]?.errorRate ?? 0))
  )
  const failing = tooMany.filter((name) => load.saturated.includes(name) || forWantOfTime(runsOf(runs, name)) > 0.5)
  const erring = tooMany.filter((name) => !failing.includes(name))
  if (failing.length === 0) return { load, failing, erring }
  const saturated = names.filter((name) => load.saturated.includes(name) || failing.includes(name))
  return { load: { model: load.model === 'unknown' ? 'open' : load.model, saturated }, failing, erring }
}

/**
 * No answer at all, such as ETIMEDOUT, or Service Unavailable. 429 is a rate limiter's, however much an app could do.
 *
 * @returns their share of all failures; 1: there is none, so that what was answered came too late to count
 */
function forWantOfTime(runs: Run[]) {
  const kinds = runs.flatMap(({ failureKinds }) => Object.entries(failureKinds))
  const all = sumBy(kinds, ([, count]) => count)
  const those = sumBy(kinds, ([kind, count]) => (Number.isNaN(Number(kind)) || kind === '503' ? count : 0))
  return all === 0 ? 1 : those / all
}

/**
 * When only one of two keeps up with users who come whatever the app does, that tells more than any speedup: the
 * other's latencies grow with the length of the test, and its throughput hardly falls behind that of the users. null:
 * both do, or neither.
 */
export function whoKeepsUp(baseline: string, candidate: string, { saturated }: LoadShape) {
  const isLate = saturated.includes(candidate)
  if (saturated.includes(baseline) === isLate) return null
  return isLate ? 'baseline' : 'candidate'
}
