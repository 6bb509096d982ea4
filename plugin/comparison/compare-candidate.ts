import { isTold, metrics, type Metric } from '../concepts/metrics.ts'
import { isDeepStrictEqual } from 'node:util'
import { differsFromOne, type Looks } from '../statistics/sequential-rule.ts'
import { bound } from './bound.ts'
import { worst } from './conclude.ts'
import { diagnose } from './diagnosis/diagnose.ts'
import { estimate, leastSpread } from './estimate.ts'
import { limits, shares } from './limits.ts'
import { judgeAgainstEarlier, sinceEarlier } from './regression.ts'
import { mayHaveMore, type CountedVariant } from './variant-use.ts'
import { leastMargin } from './warnings/noise.ts'
import { closedLoop, generatorAtPace, reasonAgainst } from './what-it-carries.ts'
import type { AnswerComparison, CandidateResult, Estimate, SelfCheck, VariantUse } from '../concepts/comparison.ts'
import type { LoadShape } from '../concepts/load-results.ts'
import type { Run } from '../concepts/run.ts'
import type { Generator, ScenarioPlan, Settings, Variant } from '../concepts/settings.ts'

/** What was seen of a scenario. */
export interface Seen {
  runs: Run[] // of whole rounds
  answers: AnswerComparison[]
  load: LoadShape
  variants: CountedVariant[]
  uses: VariantUse[] // of each variant
}

type Plan = { scenario: ScenarioPlan, settings: Settings, looks: Looks }

export function compareCandidate(variant: CountedVariant, seen: Seen, plan: Plan): CandidateResult {
  const { name, workers } = variant
  const { scenario, settings } = plan
  const ofCandidate = seen.runs.filter((run) => run.variant === name)
  const [candidate, baseline] = [name, settings.baseline].map((wanted) => settings.variants.find((one) => one.name === wanted))
  const isItself = candidate !== undefined && baseline !== undefined && isSameVariant(candidate, baseline)
  // Between the baseline and itself there is only noise, which may well fall.
  const compareWith = isItself ? null : settings.compareWith
  const isOpen = candidate !== undefined && mayHaveMore(candidate)
  const bothLimits = limits(ofCandidate, isOpen ? null : workers, scenario.thresholds[name])
  const compared = { scenario: scenario.name, candidate: name, workers }
  const estimates = estimateAll(name, seen, plan, bothLimits[1].verdict === 'fail')
    .map((one) => ({ ...one, ...sinceEarlier(one, compared, compareWith) }))
  const againstEarlier = judgeAgainstEarlier(estimates, compared, compareWith)
  const found = worst([...[...estimates, ...bothLimits].map(({ verdict }) => verdict), againstEarlier])
  // Whatever else it reaches, an app that answers otherwise is not the same app.
  const isOther = seen.answers.some((answer) => answer.variant === name && answer.different.length > 0)
  const verdict = isOther && found === 'pass' ? 'inconclusive' : found
  const check = isItself && verdict === null ? selfCheck(estimates, settings.generator) : null
  const result = {
    name,
    workers,
    estimates,
    limits: bothLimits,
    shares: shares(ofCandidate, workers),
    selfCheck: check,
    againstEarlier,
    verdict: check === null ? verdict : check.verdict
  }
  return { ...result, ...explain(result, seen, settings.baseline, isItself) }
}

function estimateAll(name: string, seen: Seen, { scenario, settings: { baseline, generator }, looks }: Plan, tooManyErrors: boolean) {
  const { runs, answers, load } = seen
  const [ofBaseline, ofCandidate] = [baseline, name].map((variant) => runs.filter((run) => run.variant === variant))
  const circumstances = {
    runs: [...ofBaseline, ...ofCandidate],
    baseline,
    candidate: name,
    tooManyErrors,
    load,
    answers: answers.find(({ variant }) => variant === name),
    generatorAtPace: generatorAtPace(useOf(seen, baseline), useOf(seen, name), load)
  }
  const requiredOf = (metric: Metric) => scenario.thresholds[name][metric] ?? null
  return metrics.filter((metric) => isTold(metric, circumstances.runs) || requiredOf(metric) !== null).map((metric) => {
    const demand = { metric, required: requiredOf(metric) }
    const reason = reasonAgainst(circumstances, demand)
    return estimate({ ...demand, ofBaseline, ofCandidate, reason, leastSpread: leastSpread(metric, generator) }, looks)
  })
}

function explain(result: Omit<CandidateResult, 'bound' | 'diagnosis'>, seen: Seen, first: string, isItself: boolean) {
  const [baseline, candidate] = [useOf(seen, first), useOf(seen, result.name)]
  const modeOf = (name: string) => (seen.variants.find((variant) => variant.name === name) as CountedVariant).mode
  const loop = closedLoop(baseline, candidate, seen.load)
  const atMost = bound(baseline, candidate, loop)
  const modes = { baseline: modeOf(first), candidate: modeOf(result.name) }
  return { bound: atMost, diagnosis: diagnose({ result, bound: atMost, loop, baseline, candidate, modes, load: seen.load, isItself }) }
}

function useOf({ uses }: Seen, variant: string) {
  return uses.find(({ name }) => name === variant) as VariantUse
}

/** @returns whether they are run in the same way, whatever they are called and however they were written */
export function isSameVariant(a: Variant, b: Variant): boolean {
  return isDeepStrictEqual({ ...a, name: '', sweep: null }, { ...b, name: '', sweep: null })
}

/** How often a machine that can be trusted is said not to be. */
const falseAlarms = 0.05

/**
 * Whether the baseline is as fast as itself: what differs then is not the app. The false alarms are divided among
 * the metrics (Bonferroni), so that an interval at the usual confidence may exclude 1 by chance.
 */
export function selfCheck(estimates: Estimate[], generator: Generator | null): SelfCheck {
  const carried = estimates.filter(({ reason }) => reason === null)
  const level = falseAlarms / carried.length
  const biased = carried
    .filter(({ ratios, metric }) => differsFromOne(ratios.map(Math.log), level, leastSpread(metric, generator)))
    .map(({ metric }) => metric)
  const margins = estimates.map(({ metric, spread }) => [metric, leastMargin(spread)])
  const verdict = carried.length === 0 ? 'inconclusive' : biased.length === 0 ? 'pass' : 'fail'
  return { verdict, biased, leastMargin: Object.fromEntries(margins) as SelfCheck['leastMargin'] }
}
