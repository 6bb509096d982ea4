import { isDeepStrictEqual } from 'node:util'
import { bound } from './bound.ts'
import { closedLoop, generatorAtPace, reasonAgainst } from './what-it-carries.ts'
import { mayHaveMore, type CountedVariant } from './variant-use.ts'
import { diagnose } from './diagnosis/diagnose.ts'
import { estimate, leastSpread } from './estimate.ts'
import { limits, shares } from './limits.ts'
import { metrics } from '../concepts/metrics.ts'
import { judgeAgainstEarlier, sinceEarlier } from './regression.ts'
import { worst } from './conclude.ts'
import type { AnswerComparison, CandidateResult, Estimate, VariantUse, SelfCheck } from '../concepts/comparison.ts'
import type { LoadShape } from '../concepts/load-results.ts'
import type { Run } from '../concepts/run.ts'
import type { ScenarioPlan, Settings, Generator, Variant } from '../concepts/settings.ts'
import { differsFromOne, type Looks } from '../statistics/sequential-rule.ts'
import { leastMargin } from './warnings/noise.ts'
import type { Metric } from '../concepts/codes.ts'

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
  const { settings } = plan
  const ofCandidate = seen.runs.filter((run) => run.variant === name)
  const isItself = isOnceMore(variant, settings)
  // Between the baseline and itself there is only noise, which may well fall.
  const compareWith = isItself ? null : settings.compareWith
  const isOpen = settings.variants.some((one) => one.name === name && mayHaveMore(one))
  const bothLimits = limits(ofCandidate, isOpen ? null : workers, plan.scenario.thresholds[name])
  const compared = { scenario: plan.scenario.name, candidate: name, workers }
  const estimates = estimateAll(variant, seen, { ...plan, tooManyErrors: bothLimits[1].verdict === 'fail' })
    .map((one) => ({ ...one, ...sinceEarlier(one, compared, compareWith) }))
  const againstEarlier = judgeAgainstEarlier(estimates, compared, compareWith)
  const verdict = verdictOf(variant, seen, [...[...estimates, ...bothLimits].map((one) => one.verdict), againstEarlier])
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
  return { ...result, ...explain(result, seen, { baseline: settings.baseline, isItself }) }
}

/** @returns whether the variant is the baseline under another name */
function isOnceMore({ name }: CountedVariant, { variants, baseline }: Settings): boolean {
  const [own, first] = [name, baseline].map((wanted) => variants.find((one) => one.name === wanted))
  return own !== undefined && first !== undefined && isSameVariant(own, first)
}

/** @returns one of each metric */
function estimateAll({ name }: CountedVariant, { runs, answers, load, uses }: Seen, { scenario, settings: { baseline, generator }, looks, tooManyErrors }: Plan & { tooManyErrors: boolean }): Omit<Estimate, 'earlier' | 'regression'>[] {
  const ofBaseline = runs.filter((run) => run.variant === baseline)
  const ofCandidate = runs.filter((run) => run.variant === name)
  const circumstances = {
    runs: [...ofBaseline, ...ofCandidate],
    baseline,
    candidate: name,
    tooManyErrors,
    load,
    answers: answers.find((one) => one.variant === name),
    generatorAtPace: generatorAtPace(useOf(uses, baseline), useOf(uses, name), load)
  }
  return metrics.map((metric) => {
    const demand = { metric, required: scenario.thresholds[name][metric] ?? null }
    const reason = reasonAgainst(circumstances, demand)
    return estimate({ ...demand, ofBaseline, ofCandidate, reason, leastSpread: leastSpread(metric, generator) }, looks)
  })
}

/** @param verdicts of all that was required */
function verdictOf({ name }: CountedVariant, { answers }: Seen, verdicts: CandidateResult['verdict'][]) {
  // Whatever else it reaches, an app that answers otherwise is not the same app.
  const isOther = answers.some(({ variant, different }) => variant === name && different.length > 0)
  return isOther && worst(verdicts) === 'pass' ? 'inconclusive' : worst(verdicts)
}

function explain(result: Omit<CandidateResult, 'bound' | 'diagnosis'>, { load, variants, uses }: Seen, { baseline: first, isItself }: { baseline: string, isItself: boolean }): Pick<CandidateResult, 'bound' | 'diagnosis'> {
  const [baseline, candidate] = [useOf(uses, first), useOf(uses, result.name)]
  const modeOf = (name: string) => (variants.find((one) => one.name === name) as CountedVariant).mode
  const loop = closedLoop(baseline, candidate, load)
  const atMost = bound(baseline, candidate, loop)
  const modes = { baseline: modeOf(first), candidate: modeOf(result.name) }
  return { bound: atMost, diagnosis: diagnose({ result, bound: atMost, loop, baseline, candidate, modes, load, isItself }) }
}

function useOf(uses: VariantUse[], variant: string) {
  return uses.find(({ name }) => name === variant) as VariantUse
}

/** How often a machine that can be trusted is said not to be. */
const falseAlarms = 0.05

/** @returns whether they are run in the same way, whatever they are called and however they were written */
export function isSameVariant(a: Variant, b: Variant): boolean {
  return isDeepStrictEqual({ ...a, name: '', sweep: null }, { ...b, name: '', sweep: null })
}

/**
 * Whether the baseline is as fast as itself: what differs then is not the app. The false alarms are divided among
 * the metrics (Bonferroni), so that an interval at the usual confidence may exclude 1 by chance.
 *
 * @param estimates of a variant that is the baseline once more
 */
export function selfCheck(estimates: Estimate[], generator: Generator | null): SelfCheck {
  const carried = estimates.filter(({ reason }) => reason === null)
  const level = falseAlarms / carried.length
  const isBiased = ({ ratios, metric }: Estimate) => differsFromOne(ratios.map(Math.log), level, leastSpread(metric, generator))
  const biased = carried.filter(isBiased).map(({ metric }) => metric)
  const margins = estimates.map(({ metric, spread }) => [metric, leastMargin(spread)])
  const verdict = carried.length === 0 ? 'inconclusive' : biased.length === 0 ? 'pass' : 'fail'
  return { verdict, biased, leastMargin: Object.fromEntries(margins) as Record<Metric, number> }
}
