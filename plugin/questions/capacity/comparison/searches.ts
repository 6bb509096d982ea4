import { limitedPercentiles, ofVariant, type ServiceLevel, type VariantCapacity } from '../concepts/capacity.ts'
import { seenStep } from '../statistics/seen-step.ts'
import { leftOver, readings } from '../statistics/readings.ts'
import { decide } from '../../../statistics/decide.ts'
import { largestBy, lowest, mean, rounded, sumBy } from '../../../statistics/descriptive.ts'
import { boundsOf, replaySearch } from '../statistics/replay-search.ts'
import { overRounds, withheld, type Rule } from '../../../comparison/estimate.ts'
import { boundWords, capacityWarnings } from './warnings.ts'
import { carries, carriersOf, sizing, workersFor } from './wanted.ts'
import { errorRateOf, runsOf, named } from '../../../comparison/variant-use.ts'
import { fewestRounds, type Run } from '../../../concepts/run.ts'
import { studentTQuantile } from '../../../statistics/distributions.ts'
import { logInterval } from '../../../statistics/sequential-rule.ts'
import type { Estimate, Side, VariantUse } from '../../../concepts/comparison.ts'
import type { Pair, Searches } from '../../../comparison/question.ts'
import type { Ranged } from '../../../concepts/metrics.ts'
import type { ScenarioPlan, Variant } from '../../../concepts/settings.ts'
import type { Verdict } from '../../../concepts/verdicts.ts'
import type { Reason } from '../../../concepts/warnings.ts'

type End = VariantCapacity['end']

/** One variant's part of a search. */
interface Search {
  variant: string
  runs: Run[] // all
  end: End
  isOver: boolean // else the search was interrupted
  bound: number // the least level that was missed, or the highest that is surely kept; NaN: it was found between
  leftOver: number // of bias and of what all rounds have in common, on the log scale
  ofRounds: Run[] // each with what it says of the capacity
}

/** Why a verdict is withheld where a variant met a bound; null: it met none. */
const boundReasons: Record<End, Reason | null> = {
  found: null,
  'not reached': 'not-reached',
  'not exhausted': 'not-exhausted'
}

/** What is asked of a search. */
export const capacitySearch: Searches = {
  read(runs, variants, scenario) {
    const { capacity: level, loop } = scenario
    if (level === null) return null
    const searches = readSearches(runs, variants, scenario)
    const search = (name: string) => searches.find(({ variant }) => variant === name) as Search
    return {
      metric: 'capacity',
      runs: searches.flatMap(({ ofRounds }) => ofRounds),
      rounds: roundsOf(searches),
      counts: (variant) => search(variant).end === 'found',
      isLimited: (percentile) => level.limits[percentile] !== undefined,
      leftOver: (variant) => search(variant).leftOver,
      withinBounds: (estimate, pair) => withinBounds(estimate, searches, pair),
      reasonOfBounds: (verdict, pair) => reasonOfBounds(verdict, searches, pair),
      ofLimit: (variant, limit) => ofBound(search(variant), limit),
      isPrecise,
      result({ uses, rule }) {
        const { limits, wanted } = level
        const unit = loop === null ? '/s' : 'users'
        const found = searches.map((own) => variantCapacity(own, limits, { use: named(uses, own.variant), rule }))
        const carriers = wanted === null ? null : carriersOf(found, { wanted, unit })
        return {
          capacity: { limits, unit, variants: found, wanted, carriers, ...sizing(found, { ...level, uses, unit }) }
        }
      }
    }
  },
  isOver: (runs, variants, scenario) => scenario.capacity && isSearchOver(runs, variants, scenario),
  reasonOfBounds: (verdict, { capacity }, pair) => capacity && reasonOfBounds(verdict, capacity.variants, pair),
  isBoundAtMost: (reason) => isBoundAtMost(reason) || null,
  /** What was found of numbers of workers, and what they are worth. */
  amounts({ capacity }) {
    if (capacity === null) return null
    const { unit, wanted } = capacity
    return {
      metric: 'capacity',
      unit,
      of(name) {
        const found = ofVariant(capacity, name)
        return found ? { end: found.end, value: found.capacity, doubt: boundReasons[found.end] } : null
      },
      boundWords,
      workersFor(names, beside) {
        const points = names.flatMap((name) => ofVariant(capacity, name) ?? [])
        return wanted === null ? null : workersFor(points, { wanted, unit }, beside)
      }
    }
  },
  ...capacityWarnings
}

/** @returns what a variant's bound of the search says of a limit; null: its capacity was found */
function ofBound({ end, bound }: Search, limit: number) {
  if (end === 'found') return null
  const interval: [number, number] = [bound, bound]
  const verdict = carries({ end, capacity: { value: bound, interval } }, limit)
  const isOpen = verdict === 'inconclusive'
  return { side: sides.candidate[end], interval, verdict, reason: isOpen ? boundReasons[end] : null }
}

/**
 * What the loads of a search say of each variant, round by round. Whole rounds only; of a variant that has met a bound,
 * each says that bound.
 */
function readSearches(runs: readonly Run[], variants: readonly Variant[], scenario: ScenarioPlan) {
  const searches = variants.map(({ name }) => searchOf(name, runsOf(runs, name), scenario))
  const found = searches.filter(({ end }) => end === 'found')
  const rounds =
    found.length === 0
      ? Array.from({ length: fewestRounds }, (_, i) => i + 1)
      : found[0].ofRounds
          .map(({ round }) => round)
          .filter((round) => found.every(({ ofRounds }) => ofRounds.some((run) => run.round === round)))
  return searches.map((search) => ({
    ...search,
    ofRounds:
      search.end === 'found'
        ? search.ofRounds.filter(({ round }) => rounds.includes(round))
        : rounds.map((round) => ({ ...search.ofRounds[0], round }))
  }))
}

const roundsOf = ([{ ofRounds }]: Search[]) => ofRounds.length

/** @returns whether there is something to tell: each variant has met a bound, or all that have not have three rounds */
export function isSearchOver(runs: readonly Run[], variants: readonly Variant[], scenario: ScenarioPlan) {
  if (!variants.every(({ name }) => runs.some(({ variant }) => variant === name))) return false
  const searches = readSearches(runs, variants, scenario)
  return roundsOf(searches) >= fewestRounds && searches.every(({ isOver }) => isOver)
}

function searchOf(variant: string, runs: Run[], { capacity, loop }: ScenarioPlan): Search {
  const steps = runs.map((run) => seenStep(run, (capacity as ServiceLevel).limits))
  const { before, during, state, atLeast, missed } = replaySearch(steps, boundsOf(1, loop?.users ?? null))
  if ('found' in state) {
    const values = readings(before, during)
    const counted = runs.filter((_, i) => during.includes(steps[i]))
    const ofRounds = counted.map((run, i) => ({ ...run, found: values[i] }))
    return { variant, runs, end: 'found', isOver: true, bound: NaN, leftOver: leftOver(before, during), ofRounds }
  }
  const isOver = 'end' in state && state.end !== 'void'
  const end = isOver ? (state.end as End) : 'not exhausted'
  const bound = (end === 'not reached' ? missed : atLeast) || steps[0].asked
  // What is told of the app beside its capacity is of the load at the bound.
  const nearest = runs[steps.indexOf(largestBy(steps, ({ level }) => -Math.abs(level - bound)))]
  return { variant, runs, end, isOver, bound, leftOver: 0, ofRounds: [{ ...nearest, found: bound }] }
}

function variantCapacity(
  { variant, runs, end, bound, leftOver, ofRounds }: Search,
  limits: ServiceLevel['limits'],
  { use, rule }: { use: VariantUse; rule: Rule }
) {
  const values = ofRounds.map(({ found }) => found ?? NaN)
  const capacity: Ranged =
    end === 'found'
      ? overRounds(values.map(Math.log), 'capacity', rule, leftOver)
      : { value: bound, interval: [bound, bound] }
  const aloneMs = lowest(runs, ({ generator }) => generator.leastLatencyMs ?? Infinity)
  return {
    variant,
    workers: use.workers,
    end,
    capacity,
    aloneMs: aloneMs === Infinity ? null : rounded(aloneMs),
    costsMore: costsMore(ofRounds),
    falls: end === 'found' ? fallOf(values) : null,
    appMegabytes: use.machine?.appMegabytes ?? null,
    utilization: use.utilization,
    steps: runs.map((run) => stepOf(run, limits, { end, capacity }))
  }
}

function stepOf(
  run: Run,
  limits: ServiceLevel['limits'],
  { end, capacity }: Pick<VariantCapacity, 'end' | 'capacity'>
) {
  const { latencyMs, generator } = run
  const step = seenStep(run, limits)
  return {
    round: step.round,
    level: step.asked,
    offered: rounded(step.level),
    answeredPerSecond: run.throughputPerSecond,
    latencyMs:
      latencyMs &&
      Object.fromEntries(limitedPercentiles(limits).map((percentile) => [percentile, latencyMs[percentile]])),
    errorRate: errorRateOf([run]),
    room: rounded(step.room),
    lateMs: generator.lateMs?.p99 ?? null,
    void: step.void,
    verdict: carries({ end, capacity }, step.level)
  }
}

type Ends = readonly { variant: string; end: End }[]

const endOf = (ends: Ends, name: string) => ends.find(({ variant }) => variant === name)?.end ?? 'found'

/** @returns whether nothing stands against a capacity but that it is known from one side only */
export const isBoundAtMost = (reason: Reason | null) => Object.values(boundReasons).includes(reason)

/** Where nothing is required, it is told whether the speedup lies above 1, or below. */
function withinBounds(estimate: Estimate, ends: Ends, pair: Pair) {
  const side = sideOf(ends, pair)
  const { verdict, interval } = estimate
  const reason = reasonOfBounds(verdict ?? decide(interval, 1), ends, pair)
  return reason === null || estimate.reason !== null ? { ...estimate, side } : withheld({ ...estimate, side }, reason)
}

const sides: Record<'baseline' | 'candidate', Record<End, Side | null>> = {
  baseline: { found: null, 'not reached': 'at least', 'not exhausted': 'at most' },
  candidate: { found: null, 'not reached': 'at most', 'not exhausted': 'at least' }
}

/**
 * @returns from which side the ratio is known, as a variant that met a bound carries more than it, or less; null: none
 * did
 */
function sideOf(ends: Ends, { baseline, candidate }: Pair) {
  const first = sides.baseline[endOf(ends, baseline)]
  const other = sides.candidate[endOf(ends, candidate)]
  return first === null || other === null || first === other ? (first ?? other) : 'unknown'
}

/** @returns why the verdict does not hold, for a ratio that is only known from one side; null: it does */
function reasonOfBounds(verdict: Verdict, ends: Ends, pair: Pair) {
  const side = sideOf(ends, pair)
  if (side === null || (side === 'at least' && verdict === 'pass') || (side === 'at most' && verdict === 'fail'))
    return null
  return [pair.baseline, pair.candidate].some((name) => endOf(ends, name) === 'not exhausted')
    ? 'not-exhausted'
    : 'not-reached'
}

const preciseEnough = 0.1 // of a ratio, on the log scale

/** Whether it is known well enough, where nothing is demanded. */
const isPrecise = (estimates: readonly Estimate[]) =>
  estimates.every(
    ({ metric, speedup, interval: [low, high] }) =>
      metric !== 'capacity' || mean([high / speedup, speedup / low]) <= 1 + preciseEnough
  )

const worthSaying = 0.1 // of what a request costs, or of the capacity
const tail = 0.025

/**
 * By how much a request costs an app more computing in the second half of a load than in the first, over the rounds, as
 * an app with a leak or a growing list does: then the capacity is that of an app that has just started.
 *
 * @returns a ratio; null: it does not, by more than a tenth and more than chance, or it is unknown
 */
export function costsMore(runs: readonly Pick<Run, 'costGrowth'>[]) {
  const growths = runs.flatMap(({ costGrowth }) => costGrowth ?? [])
  if (growths.length < 3) return null
  const { centre, halfWidth } = logInterval(growths.map(Math.log), tail)
  return centre - halfWidth > Math.log(1 + worthSaying) ? Math.exp(centre) : null
}

/**
 * By which part the capacity falls from the first load to the last, by a straight line through the logarithms (ordinary
 * least squares).
 *
 * @param values of the loads in the order of time
 * @returns null: it does not, by more than a tenth and more than chance
 */
export function fallOf(values: readonly number[]) {
  const n = values.length
  if (n < 4) return null
  const logs = values.map(Math.log)
  const middle = (n - 1) / 2
  const level = mean(logs)
  const squares = sumBy(logs, (_, i) => (i - middle) ** 2)
  const slope = sumBy(logs, (log, i) => (i - middle) * (log - level)) / squares
  const residuals = sumBy(logs, (log, i) => (log - level - slope * (i - middle)) ** 2)
  const error = Math.sqrt(residuals / (n - 2) / squares)
  const fall = 1 - Math.exp(slope * (n - 1))
  return slope + studentTQuantile(1 - tail, n - 2) * error < 0 && fall > worthSaying ? fall : null
}
