import { leastPerSecond } from '../concepts/metrics.ts'
import { metricSearched } from '../questions/concepts.ts'
import { geometricMean, mean } from '../statistics/descriptive.ts'
import { crossoverMessage, isKnown, type AtLevel, type AtLoad } from './crossover-message.ts'
import { tellingEstimate, isHopelessAgainst, logsOf, overRounds, type Rule } from './estimate.ts'
import { answeredWords, failsTooMuch } from './overload.ts'
import { errorRateOf, runsOf } from './variant-use.ts'
import { effectOf, type CandidateResult, type ScenarioResult } from '../concepts/comparison.ts'
import type { Crossover, CrossoverCandidate, CrossoverLevel, LoadShape } from '../concepts/load-results.ts'
import type { Run } from '../concepts/run.ts'

/**
 * At which load each candidate begins to pay off, for every scenario that was compared to its end under two loads or
 * more.
 */
export function crossovers(results: ScenarioResult[], runs: Run[], rule: Rule): Crossover[] {
  const finished = results.flatMap((result) =>
    result.preliminary || result.level === null ? [] : [{ result, ...result.level }]
  )
  return [...Map.groupBy(finished, (each) => each.of)]
    .filter(([, all]) => all.length > 1)
    .map(([scenario, all]) => {
      const ordered = all.toSorted((a, b) => a.factor - b.factor).map(({ result }) => result)
      const levels = ordered.map((result) => levelOf(result, runs, rule))
      const failed = ordered.map((result) => failuresOf(result, runs))
      const searched = results.filter((result) => result.scenario === scenario).map(metricSearched)
      const of = searched.find((metric) => metric !== null) ?? 'load'
      const candidates = ordered[0].candidates.map(({ name }) => crossing(name, ordered, { levels, of, failed }))
      return { scenario, of, levels, candidates }
    })
}

const runsOfLevel = ({ scenario, rounds }: ScenarioResult, runs: Run[]) =>
  runs.filter((run) => run.scenario === scenario && run.round <= rounds)

/** @returns what the baseline answered, in words; null: it failed nothing */
function failuresOf(result: ScenarioResult, runs: Run[]) {
  const own = runsOf(runsOfLevel(result, runs), result.baseline)
  return own.every(({ failures }) => failures === 0) ? null : answeredWords(own)
}

function levelOf(result: ScenarioResult, allRuns: Run[], rule: Rule): CrossoverLevel {
  const { scenario, variants, load, level } = result
  const runs = runsOfLevel(result, allRuns)
  return {
    factor: level?.factor ?? NaN,
    scenario,
    offeredPerSecond: offeredPerSecond(runs, load.model),
    variants: variants.map(({ name }) => {
      const own = runsOf(runs, name)
      const keepsUp = !load.saturated.includes(name)
      const isUnknown = own.some(({ latencyMs }) => latencyMs === null) || (!keepsUp && failsTooMuch(own))
      const answered = {
        answeredPerSecond: mean(own.map(({ throughputPerSecond }) => throughputPerSecond)),
        errorRate: errorRateOf(own)
      }
      return { name, p95Ms: isUnknown ? null : overRounds(logsOf(own, 'p95'), 'p95', rule), keepsUp, ...answered }
    })
  }
}

/**
 * Users bring their requests, however late they are answered. But users who stay, and ask again once they have an
 * answer, fill the load.
 */
function offeredPerSecond(runs: readonly Run[], model: LoadShape['model']) {
  const rates = runs.map(({ requests, counted, loadSeconds, generator: { arrivalSeconds } }) =>
    model === 'closed' || arrivalSeconds === 0 ? counted.requests / loadSeconds : requests / arrivalSeconds
  )
  // Of a load in which nothing ended in time, nobody knows.
  const known = rates.filter((rate) => rate > 0 && rate < Infinity)
  return known.length === 0 ? leastPerSecond : geometricMean(known)
}

/** @param results least load first, as the levels */
function crossing(
  name: string,
  results: ScenarioResult[],
  { levels, of, failed }: Pick<Crossover, 'levels' | 'of'> & { failed: AtLevel['failed'][] }
): CrossoverCandidate {
  const atLevels = markUnclear(
    results.map((result, i) => {
      const candidate = result.candidates.find((one) => one.name === name) as CandidateResult
      const { offeredPerSecond, factor } = levels[i]
      return { offeredPerSecond, part: of === 'load' ? null : factor, failed: failed[i], ...atLoad(candidate, result) }
    })
  )
  const isClosed = results.some(({ load }) => load.model === 'closed')
  const message = crossoverMessage(atLevels, { name, baseline: results[0].baseline, isClosed })
  return { name, ...(isClosed ? { asGoodUpTo: null, betterFrom: null } : bounds(atLevels)), message }
}

/** Both null where it is better and then no longer, as the message names no crossing either. */
function bounds(levels: AtLevel[]): Pick<CrossoverCandidate, 'asGoodUpTo' | 'betterFrom'> {
  const known = levels.filter(isKnown)
  const first = known.findIndex(({ standing }) => standing === 'better')
  const from = first < 0 ? known.length : first
  if (known.slice(from).some(({ standing }) => standing !== 'better')) return { asGoodUpTo: null, betterFrom: null }
  return { asGoodUpTo: known[from - 1]?.offeredPerSecond ?? null, betterFrom: known[from]?.offeredPerSecond ?? null }
}

/**
 * Of p95. Users who meet now and then wait a little, at any load: whether an interval tells that from nothing depends
 * on how quiet the machine is. Whether it is this much depends on the load.
 */
const leastP95Gain = 1.2

export function atLoad(
  { name, estimates }: CandidateResult,
  { baseline, load }: Pick<ScenarioResult, 'baseline' | 'load'>
): AtLoad {
  // Of throughput, where one of the two has no latency.
  const p95 = tellingEstimate(estimates, 'p95')
  const byP95 = { speedup: p95.speedup, most: p95.interval[1] }
  if (p95.reason !== null && !['baseline-saturated', 'candidate-saturated'].includes(p95.reason))
    return { standing: 'unknown', by: 'p95', ...byP95 }
  const alone = whoKeepsUp(baseline, name, load)
  if (alone !== null) return { standing: alone === 'candidate' ? 'better' : 'worse', by: 'keeping up', ...byP95 }
  const by = load.saturated.includes(name) ? 'throughput' : 'p95'
  const estimate = tellingEstimate(estimates, by)
  const { speedup } = estimate
  const least = by === 'p95' ? leastP95Gain : 1
  const effect = speedup >= least || speedup <= 1 / least ? effectOf(estimate) : 'same'
  return {
    standing: ({ faster: 'better', slower: 'worse', same: 'as good' } as const)[effect],
    by,
    speedup,
    most: estimate.interval[1]
  }
}

const muchBetter = 1.5 // an interval that reaches as far does not show that the two are as good

/**
 * Near the load that an app can just bear, rounds differ much. Above a load at which a candidate is better, "as good"
 * by an interval that reaches as far as the gain there is no finding. The least load comes first.
 */
export const markUnclear = <T extends AtLoad>(loads: T[]): T[] =>
  loads.map((one, i) => {
    const lesser = loads.slice(0, i).findLast(({ standing }) => standing === 'better')
    const isAsMuch = lesser?.by === one.by && one.most >= lesser.speedup
    const isUnclear = one.standing === 'as good' && (isAsMuch || one.most >= muchBetter)
    return isUnclear ? { ...one, standing: 'unclear' } : one
  })

/**
 * Whether more rounds would hardly change how any candidate stands: without a threshold, "as good" after the fewest
 * rounds may only mean that it is too early to tell.
 */
export const isSettled = (result: Pick<ScenarioResult, 'baseline' | 'candidates' | 'load'>, rule: Rule): boolean =>
  result.candidates.every((candidate) => {
    const { standing, by } = atLoad(candidate, result)
    const estimate = tellingEstimate(candidate.estimates, by === 'throughput' ? by : 'p95')
    return standing !== 'as good' || effectOf(estimate) !== 'same' || isHopelessAgainst(1, estimate, rule)
  })

/**
 * When only one of two keeps up with users who come whatever the app does, that tells more than any speedup: the
 * other's latencies grow with the length of the test, and its throughput hardly falls behind that of the users. null:
 * both do, or neither.
 */
export function whoKeepsUp(
  baseline: string,
  candidate: string,
  { saturated }: LoadShape
): 'candidate' | 'baseline' | null {
  const isLate = saturated.includes(candidate)
  if (saturated.includes(baseline) === isLate) return null
  return isLate ? 'baseline' : 'candidate'
}
