import { bound } from './bound.ts'
import { closedLoop } from './closed-loop.ts'
import { mayHaveMore, type CountedVariant } from './count-workers.ts'
import { diagnose } from './diagnose.ts'
import { estimate } from './estimate.ts'
import { leastSpread } from './least-spread.ts'
import { limits, shares } from './limits.ts'
import { metrics } from './metrics.ts'
import { judgeAgainstEarlier, sinceEarlier } from './regression.ts'
import { isSameVariant, selfCheck } from './self-check.ts'
import { generatorAtPace, reasonAgainst } from './what-it-carries.ts'
import { worst } from './worst.ts'
import type { AnswerComparison, CandidateResult, Estimate, LoadShape, Run, ScenarioPlan, Settings, VariantUse } from '../vocabulary.ts'
import type { Looks } from '../statistics/sequential-rule.ts'

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
