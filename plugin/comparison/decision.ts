import { isLoadWanted, isToldInstead, metricSearched } from '../questions/concepts.ts'
import { bestNumbers } from '../questions/comparison.ts'
import { roundsThatWouldDecide } from '../statistics/sequential-rule.ts'
import { reachOf } from './bound.ts'
import { hiddenBy, seenOf } from './estimate.ts'
import { isVersionOf } from './compare-candidate.ts'
import { whoKeepsUp } from './overload.ts'
import { named } from './variant-use.ts'
import {
  estimateOf,
  headline,
  isKnown,
  isShown,
  requestDemands,
  resultOfOnly,
  type CandidateResult,
  type Estimate,
  type ScenarioResult,
  type Decision
} from '../concepts/comparison.ts'
import type { Metric } from '../concepts/metrics.ts'
import { isReason, mayHideGain } from '../concepts/warnings.ts'
import { highest, largestBy } from '../statistics/descriptive.ts'
import { isSameVariant, type Settings } from '../concepts/settings.ts'

/** A smaller gain is seldom worth what another process takes. */
const worthIt = 1.1
const noSlower = 0.95 // from here on, a version of which nothing was required is no slower
/** Of the speedup that was found: what a threshold demands, so that noise alone does not miss it. */
const margin = 0.8
const leastGain = 1.05 // that a threshold demands of what is worth it

type Planned = Pick<Settings, 'variants' | 'isEditable'>
/** What is left out is null. */
type Decided = Pick<Decision, 'action'> & Partial<Decision>

const whole = (candidate: string, { action, ...rest }: Decided): Decision => ({
  action,
  candidate,
  metric: null,
  loss: null,
  because: null,
  aim: null,
  rounds: null,
  minutes: null,
  threshold: null,
  ...rest
})

/**
 * What to do, from what stands in the result: so no output tells of a use where another one tells of a failure.
 *
 * @param secondsOfRound that a round took; null: unknown
 */
export function decisionOf(
  result: ScenarioResult,
  settings: Planned,
  secondsOfRound: number | null = null
): Decision | null {
  const { candidates, preliminary } = result
  const isWrong = candidates.some(({ selfCheck }) => selfCheck !== null && selfCheck.verdict !== 'pass')
  // Who carries the load that is wanted is another question, and answered where that is told.
  if (isToldInstead(result) || preliminary || isWrong || isLoadWanted(result)) return null
  const found = candidates.flatMap((candidate) => {
    const own = decideOn(resultOfOnly(candidate, result), settings)
    return own === null ? [] : whole(candidate.name, own)
  })
  const decision = found.length < 2 ? (found[0] ?? null) : bestOf(found, result)
  if (decision === null || decision.rounds === null || secondsOfRound === null) return decision
  return { ...decision, minutes: Math.ceil((decision.rounds * secondsOfRound) / 60) }
}

/**
 * Of several candidates: to use the fastest; of those that are as fast, the one with the fewest workers, then with the
 * least memory; where the fastest is unknown, the one that surely gains most. The baseline is kept only where no
 * candidate may be better.
 */
function bestOf(found: Decision[], result: ScenarioResult) {
  const { leaders, variants, candidates } = result
  // Of several versions, each is merged or not.
  if (found.some(({ action }) => ['merge', 'do not merge', 'update', 'do not update'].includes(action))) return null
  const fastest =
    leaders === null
      ? (bestNumbers(result) ?? [])
      : [leaders.best, ...leaders.others.flatMap(({ variant, verdict }) => (verdict === 'as fast' ? variant : []))]
  const costOf = ({ candidate }: Decision) => {
    const { workers, machine } = named(variants, candidate)
    return 1e6 * workers + (machine?.appMegabytes ?? 0)
  }
  const used = found.filter(({ action }) => action === 'use')
  const able = used.filter(({ candidate }) => fastest.includes(candidate))
  if (able.length > 0) return largestBy(able, (each) => -costOf(each))
  const gainsOf = ({ candidate, metric }: Decision) =>
    estimateOf(named(candidates, candidate), metric ?? 'throughput')?.interval ?? [0, 0]
  if (used.length > 0) return largestBy(used, (each) => gainsOf(each)[0])
  const order: Decision['action'][] = ['weigh', 'unknown', 'either', 'keep', 'do not use']
  const [first] = order.map((action) => found.filter((each) => each.action === action)).filter((own) => own.length > 0)
  return largestBy(first, (each) => gainsOf(each)[1])
}

/** Of a single candidate. */
function undecided(result: ScenarioResult): Decided {
  const [candidate] = result.candidates
  const isOpen = ({ verdict }: { verdict: Estimate['verdict'] }) => verdict === 'inconclusive'
  const open = candidate.estimates.find(isOpen)
  if (open !== undefined) return unclear(open, open.required as number, result)
  const needed = [...requestDemands(candidate), ...result.limits].filter(isOpen)
  const rounds = highest(needed, ({ roundsThatWouldDecide }) => roundsThatWouldDecide ?? Infinity)
  return { action: 'unknown', rounds: Number.isFinite(rounds) ? rounds : null }
}

/** @param result of a single candidate. @returns null: it is the baseline itself, or nothing is known of it */
function decideOn(result: ScenarioResult, { variants, isEditable }: Planned): Decided | null {
  const { candidates, baseline, load, verdict } = result
  const [candidate] = candidates
  const { name, estimates } = candidate
  if (candidate.selfCheck !== null || candidate.diagnosis.code === 'same' || estimates.length === 0) return null
  const [first, own] = [baseline, name].map((wanted) => named(variants, wanted))
  // What may be merged: the rest of a variant is a way to run it.
  const { env, node, nodeArgs } = first
  const areSameFiles = isSameVariant({ ...own, env, node, nodeArgs, place: null }, { ...first, place: null })
  const isMerge = isVersionOf(own, first) && !(areSameFiles && own.node === node)
  const [yes, no] = areSameFiles ? (['update', 'do not update'] as const) : (['merge', 'do not merge'] as const)
  if (verdict === 'fail') return afterFailure(result, isMerge ? no : null)
  const because = doubtOf(result)
  if (because !== null) return { action: 'unknown', because }
  if (verdict === 'inconclusive') return undecided(result)
  const isPassed = verdict === 'pass'
  const isAlone = whoKeepsUp(baseline, name, load) === 'candidate'
  const least = isMerge || isAlone ? 1 : worthIt
  const told = toldOf(result)
  const gain = told.find(
    ({ required, interval: [low] }) => low >= least || (isPassed && (required ?? 0) > (isMerge ? 0 : 1))
  )
  const lost = isMerge && !isPassed ? 1 : 1 / worthIt
  const loss = told.find(({ required, interval: [, high] }) => required === null && high < lost)
  if (loss !== undefined && (isPassed || gain !== undefined))
    return { action: 'weigh', metric: gain?.metric ?? null, loss: loss.metric }
  if (gain !== undefined && !isMerge) {
    const isNew = isEditable && own.writtenAs === null && gain.required === null && gain.interval[0] >= worthIt
    return { action: 'use', metric: gain.metric, threshold: isNew ? suggestedThreshold(gain) : null }
  }
  if (loss !== undefined && isMerge) return { action: no, metric: loss.metric }
  // What is said of it first may be a gain that is smaller.
  const about = told.filter(({ metric, interval: [low] }) => isMerge || metric === usualMetric(result) || low > 1)
  const aim = isMerge ? noSlower : worthIt
  const open = about.find(({ interval: [low, high] }) => (isMerge ? !isPassed && low < aim : high >= aim))
  if (open !== undefined) return unclear(open, aim, result)
  const { metric } = gain ?? about.find(({ interval: [low] }) => low > 1) ?? about[0] ?? told[0]
  return isMerge ? { action: yes, metric } : unlessHidden(isPassed ? 'either' : 'keep', metric, result)
}

/** @param no of two versions, what to do then; null: they are ways to run the app */
function afterFailure(result: ScenarioResult, no: Decision['action'] | null): Decided {
  const [{ name, verdict: own, estimates }] = result.candidates
  const fails = own === 'fail' || result.limits.some(({ variant, verdict }) => variant === name && verdict === 'fail')
  if (!fails) return { action: 'do not use' }
  const failed = estimates.filter(({ verdict }) => verdict === 'fail')
  const metric = failed.length === 0 ? null : headline({ estimates: failed }).metric
  if (no !== null) return { action: no, metric }
  return metric === null ? { action: 'do not use' } : unlessHidden('keep', metric, result)
}

/** Users who are too few, or others who share the machine, may hide a gain. */
function unlessHidden(action: 'keep' | 'either', metric: Metric, result: ScenarioResult): Decided {
  const [candidate] = result.candidates
  const { bound, diagnosis } = candidate
  const judged = estimateOf(candidate, metric) as Estimate
  const hidden = hiddenBy(worthIt, judged, reachOf(result, candidate))
  if (bound?.loop != null) return { action: 'unknown', because: 'few-users' }
  // Workers that are idle, and no slower, may lack users.
  const lacksUsers = diagnosis.code === 'contention' && result.load.model === 'closed' && judged.interval[1] > 1
  if (lacksUsers || mayHideGain.includes(diagnosis.code)) return { action: 'unknown', because: diagnosis.code }
  return hidden === null ? { action, metric } : { action: 'unknown', because: hidden }
}

/** @returns why a result may be wrong, or has no verdict; null: it is right, or only too close to call */
function doubtOf(result: ScenarioResult) {
  const [candidate] = result.candidates
  // What passed in spite of a problem that withholds nothing has passed.
  const problem = result.warnings.find(
    ({ severity, code }) => severity === 'problem' && (result.verdict !== 'pass' || isReason(code))
  )
  if (problem?.code === 'out-of-reach' && candidate.bound?.loop != null) return 'few-users'
  if (problem !== undefined) return problem.code
  if (result.verdict !== 'inconclusive')
    return toldOf(result).length > 0 ? null : (headline(candidate).reason ?? 'too-few-requests')
  const {
    estimates,
    earlierDiffers: [differs]
  } = candidate
  const demands = [...requestDemands(candidate), ...result.limits].filter(({ verdict }) => verdict === result.verdict)
  const withheld = [
    ...estimates.filter(({ required, earlier }) => required !== null || earlier !== null),
    ...demands
  ].find(({ reason }) => reason !== null)
  if (withheld !== undefined || differs !== undefined) return withheld?.reason ?? `different-${differs}`
  // What was required may be met, but by an app that can't be compared.
  const isOpen = [...estimates, ...candidate.limits, ...demands].some(({ verdict }) => verdict === result.verdict)
  return (isOpen ? undefined : estimates.find(({ reason }) => reason !== null))?.reason ?? null
}

/** Of what more rounds may tell. */
function unclear(estimate: Estimate, aim: number, result: ScenarioResult): Decided {
  const { roundsAllowed, confidence } = result
  const rounds = roundsThatWouldDecide(seenOf(estimate), aim, { ...roundsAllowed, confidence })
  return { action: 'unknown', metric: estimate.metric, aim, rounds }
}

/** @returns what was measured of the metrics that tell something under that load: first what was required */
function toldOf(result: ScenarioResult) {
  const [candidate] = result.candidates
  const { model, saturated } = result.load
  const isFixed = model === 'open' && saturated.length === 0
  const { metric: first, required } = headline(candidate)
  const metrics = required === null ? [usualMetric(result), first] : [first, usualMetric(result)]
  return [...new Set([...metrics, 'p95' as const])]
    .flatMap((metric) => estimateOf(candidate, metric) ?? [])
    .filter((estimate) => isSound(estimate) && !(isFixed && estimate.metric === 'throughput'))
}

const isSound = (estimate: Estimate) => isKnown(estimate) && isShown(estimate)

function usualMetric(result: ScenarioResult) {
  const { model, saturated } = result.load
  return metricSearched(result) ?? (model === 'closed' || saturated.length > 0 ? 'throughput' : 'p95')
}

/** @returns of the metric that decides under that load; null: it is unknown, or may be wrong */
export function decidingEstimate(result: ScenarioResult, candidate: CandidateResult): Estimate | null {
  const { preliminary, warnings, decision } = result
  const isDoubtful = warnings.some(({ severity }) => severity === 'problem')
  if (isToldInstead(result) || preliminary || candidate.selfCheck !== null || isDoubtful) return null
  const used = decision?.action === 'use' ? decision.metric : null
  const estimate = estimateOf(candidate, used ?? usualMetric(result))
  return estimate !== undefined && isSound(estimate) ? estimate : null
}

/** @returns the smaller of 0.8 times the speedup and its interval's lower end, rounded down; of a gain, above 1 */
export function suggestedThreshold({ speedup, interval: [low] }: Pick<Estimate, 'speedup' | 'interval'>) {
  const usual = Math.floor(10 * Math.min(margin * speedup, low)) / 10
  return low >= worthIt ? Math.max(leastGain, usual) : usual
}
