import { tellingEstimate, isHopelessAgainst, logsOf, overRounds, type Rule } from '../../comparison/estimate.ts'
import { answeredWords, failsTooMuch, whoKeepsUp } from '../../comparison/overload.ts'
import { errorRateOf, runsOf } from '../../comparison/variant-use.ts'
import { effectOf, type CandidateResult, type ScenarioResult } from '../../concepts/comparison.ts'
import { leastPerSecond } from '../../concepts/metrics.ts'
import { joinParts, list } from '../../concepts/wording.ts'
import { geometricMean, meanBy } from '../../statistics/descriptive.ts'
import { metricSearched } from '../concepts.ts'
import type { Spans } from '../../comparison/question.ts'
import type { LoadShape } from '../../concepts/load-results.ts'
import type { Run } from '../../concepts/run.ts'
import type { Crossover } from './concepts.ts'

export const crossoverSpans: Spans = {
  /**
   * At which load each candidate begins to pay off, for every scenario that was compared to its end under two loads or
   * more.
   */
  span(results, runs, rule) {
    const finished = results.filter(({ preliminary, level }) => !preliminary && level !== null)
    const crossovers = [...Map.groupBy(finished, ({ level }) => String(level?.of))]
      .filter(([, all]) => all.length > 1)
      .map(([scenario, all]): Crossover => {
        const ordered = all.toSorted((a, b) => factorOf(a) - factorOf(b))
        const levels = ordered.map((result) => levelOf(result, runs, rule))
        const searched = results.filter((result) => result.scenario === scenario).map(metricSearched)
        const of = searched.find((metric) => metric !== null) ?? 'load'
        const candidates = ordered[0].candidates.map(({ name }) => crossing(name, ordered, { levels, of, runs }))
        return { scenario, of, levels, candidates }
      })
    return { crossovers }
  },
  isSettled: (result, { level }, rule) => (level === null ? null : isSettled(result, rule))
}

const factorOf = ({ level }: ScenarioResult) => level?.factor ?? NaN

const runsOfLevel = ({ scenario, rounds }: ScenarioResult, runs: Run[]) =>
  runs.filter((run) => run.scenario === scenario && run.round <= rounds)

/** @returns what the baseline answered, in words; null: it failed nothing */
function failuresOf(result: ScenarioResult, runs: Run[]) {
  const own = runsOf(runsOfLevel(result, runs), result.baseline)
  return own.every(({ failures }) => failures === 0) ? null : answeredWords(own)
}

function levelOf(result: ScenarioResult, allRuns: Run[], rule: Rule) {
  const { scenario, variants, load } = result
  const runs = runsOfLevel(result, allRuns)
  return {
    factor: factorOf(result),
    scenario,
    offeredPerSecond: offeredPerSecond(runs, load.model),
    variants: variants.map(({ name }) => {
      const own = runsOf(runs, name)
      const keepsUp = !load.saturated.includes(name)
      const isUnknown = own.some(({ latencyMs }) => latencyMs === null) || (!keepsUp && failsTooMuch(own))
      return {
        name,
        p95Ms: isUnknown ? null : overRounds(logsOf(own, 'p95'), 'p95', rule),
        keepsUp,
        answeredPerSecond: meanBy(own, ({ throughputPerSecond }) => throughputPerSecond),
        errorRate: errorRateOf(own)
      }
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
  { levels, of, runs }: Pick<Crossover, 'levels' | 'of'> & { runs: Run[] }
) {
  const atLevels = markUnclear(
    results.map((result, i) => {
      const candidate = result.candidates.find((one) => one.name === name) as CandidateResult
      const { offeredPerSecond, factor } = levels[i]
      const failed = failuresOf(result, runs)
      return { offeredPerSecond, part: of === 'load' ? null : factor, failed, ...atLoad(candidate, result) }
    })
  )
  const isClosed = results.some(({ load }) => load.model === 'closed')
  const message = crossoverMessage(atLevels, { name, baseline: results[0].baseline, isClosed })
  return { name, ...(isClosed ? noBounds : bounds(atLevels)), message }
}

const noBounds = { asGoodUpTo: null, betterFrom: null }

/** None where it is better and then no longer, as the message names no crossing either. */
function bounds(levels: AtLevel[]) {
  const known = levels.filter(isKnown)
  const first = known.findIndex(({ standing }) => standing === 'better')
  const from = first < 0 ? known.length : first
  if (known.slice(from).some(({ standing }) => standing !== 'better')) return noBounds
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
export const isSettled = (result: Pick<ScenarioResult, 'baseline' | 'candidates' | 'load'>, rule: Rule) =>
  result.candidates.every((candidate) => {
    const { standing, by } = atLoad(candidate, result)
    const estimate = tellingEstimate(candidate.estimates, by === 'throughput' ? by : 'p95')
    return standing !== 'as good' || effectOf(estimate) !== 'same' || isHopelessAgainst(1, estimate, rule)
  })

/** A candidate beside the baseline at one load. */
export interface AtLoad {
  /**
   * as good: no difference could be measured, or hardly any; unclear: it may still gain as much as at a lower load;
   * unknown: there is no verdict
   */
  standing: 'better' | 'as good' | 'worse' | 'unclear' | 'unknown'
  /**
   * what decides: latencies mean something only for a variant that keeps up. If one of the two does, that decides; if
   * neither, throughput
   */
  by: 'p95' | 'throughput' | 'keeping up'
  speedup: number // of p95, or of throughput where that tells
  most: number // upper end of its interval
}

/**
 * part: of the capacity of the baseline; null: the load is no part of it; failed: what the baseline answered, in words;
 * null: it failed nothing
 */
export type AtLevel = AtLoad & { offeredPerSecond: number; part: number | null; failed: string | null }

type NamedLevel = AtLevel & { rate: string }

type Names = { name: string; baseline: string } // name: of the candidate

/** @returns whether it is a finding */
const isKnown = ({ standing }: AtLoad) => standing !== 'unknown' && standing !== 'unclear'

/**
 * At which load a candidate begins to pay off. isClosed: at some load, users stayed longer than it took until all had
 * come
 */
export function crossoverMessage(levels: AtLevel[], names: Names & { isClosed: boolean }) {
  if (names.isClosed)
    return (
      'Users stay until after the last one has arrived, so the load depends on the app and no crossover can be found. ' +
      'Let users arrive all the time (`arrivalRate` over the whole `duration`), each for a few requests instead of a long loop.'
    )
  const all = named(levels)
  const known = all.filter(isKnown)
  if (known.length === 0) return `Whether ${names.name} pays off is unknown: none of the loads allows a verdict.`
  const unclear = ratesOf(all, 'unclear')
  const unknown = ratesOf(all, 'unknown')
  const clauses = [
    claim(known, names, all[0]),
    unclear !== '' && `at ${unclear} requests/s the rounds differ too much for a verdict`,
    unknown !== '' && `at ${unknown} requests/s the verdict is withheld`
  ]
  return `${joinParts(clauses, '; ')}.`
}

/** @param least of all loads */
function claim(known: NamedLevel[], { name, baseline }: Names, least: NamedLevel) {
  const better = known.filter(({ standing }) => standing === 'better')
  if (better.length === 0) {
    const worse = ratesOf(known, 'worse')
    const reverse = worse === '' ? '' : `; at ${worse} ${baseline} is better`
    return `${name} is not clearly better at any load up to ${loadOf(known[known.length - 1])}${reverse}`
  }
  const first = known.indexOf(better[0])
  const after = known.slice(first)
  const notBetter = after.filter(({ standing }) => standing !== 'better')
  if (notBetter.length > 0) {
    const [rates, otherRates] = [better, notBetter].map((found) => list(found.map(({ rate }) => rate)))
    const isAgain = after.lastIndexOf(better[better.length - 1]) > after.indexOf(notBetter[0])
    return isAgain
      ? `${name} is better at ${rates} requests/s, but not at ${otherRates}: the measurement is too noisy to find a crossover`
      : `${name} is better at ${rates} requests/s, but no longer at ${otherRates}, so there is no load above which it pays off`
  }
  const where = better[0].by === 'p95' ? 'better at p95' : 'better'
  const why = evidence(better, baseline)
  if (first > 0) {
    const lower = known.slice(0, first)
    const worse = ratesOf(lower, 'worse')
    const relation = lower.every(({ standing }) => standing === 'worse')
      ? `better than ${name}`
      : `about as good as ${name}${worse === '' ? '' : `, and even better at ${worse}`}`
    return `Up to ${loadOf(known[first - 1])}, ${baseline} is ${relation}; from ${loadOf(better[0])} on, ${name} is ${where} (${why})`
  }
  return `${name} is ${where} from ${loadOf(better[0])} on, the lowest load ${least === better[0] ? 'tried' : 'with a verdict'} (${why})`
}

/** @returns such as "42 requests/s (0.4x the capacity)" */
const loadOf = ({ rate, part }: NamedLevel) => `${rate} requests/s${part === null ? '' : ` (${part}x the capacity)`}`

/** @param better least load first */
function evidence(better: NamedLevel[], baseline: string) {
  const [{ rate, speedup, by }] = better
  const late = better.find((level) => level.by === 'keeping up')
  const measured = `${speedup.toFixed(2)}x ${by === 'throughput' ? `the throughput at ${rate}, where neither can keep up` : `at ${rate}`}`
  return joinParts([
    better[0] !== late && measured,
    late !== undefined && `${baseline} can't keep up at ${late.rate}${late.failed === null ? '' : `: ${late.failed}`}`
  ])
}

const ratesOf = (levels: NamedLevel[], standing: AtLoad['standing']) =>
  list(levels.filter((level) => level.standing === standing).map(({ rate }) => rate))

/** @returns with as few digits as tell their loads apart, but at least two, and three from 100 on */
function named(levels: AtLevel[]): NamedLevel[] {
  for (let more = 0; ; more++) {
    const rates = levels.map(({ offeredPerSecond: rate }) => Number(rate.toPrecision((rate < 100 ? 2 : 3) + more)))
    if (more < 3 && new Set(rates).size < rates.length) continue
    return levels.map((level, i) => ({
      ...level,
      rate: rates[i].toLocaleString('en-US', { maximumSignificantDigits: 6 })
    }))
  }
}
