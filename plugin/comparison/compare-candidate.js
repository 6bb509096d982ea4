import { bound } from './bound.js'
import { closedLoop } from './closed-loop.js'
import { mayHaveMore } from './count-workers.js'
import { diagnose } from './diagnose.js'
import { estimate } from './estimate.js'
import { leastSpread } from './least-spread.js'
import { limits, shares } from './limits.js'
import { metrics } from './metrics.js'
import { judgeAgainstEarlier, sinceEarlier } from './regression.js'
import { isSameVariant, selfCheck } from './self-check.js'
import { generatorAtPace, reasonAgainst } from './what-it-carries.js'
import { worst } from './worst.js'
/**
 * @import { AnswerComparison, CandidateResult, Estimate, LoadShape, Run, ScenarioPlan, Settings, VariantUse } from '../vocabulary.js'
 * @import { Looks } from '../statistics/sequential-rule.js'
 * @import { CountedVariant } from './count-workers.js'
 */

/**
 * What was seen of a scenario.
 *
 * @typedef {object} Seen
 * @property {Run[]} runs of whole rounds
 * @property {AnswerComparison[]} answers
 * @property {LoadShape} load
 * @property {CountedVariant[]} variants
 * @property {VariantUse[]} uses of each variant
 *
 * @typedef {{ scenario: ScenarioPlan, settings: Settings, looks: Looks }} Plan
 */

/**
 * @param {CountedVariant} variant
 * @param {Seen} seen
 * @param {Plan} plan
 * @returns {CandidateResult}
 */
export function compareCandidate(variant, seen, plan) {
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

/**
 * @param {CountedVariant} variant
 * @param {Settings} settings
 * @returns {boolean} whether the variant is the baseline under another name
 */
function isOnceMore({ name }, { variants, baseline }) {
  const [own, first] = [name, baseline].map((wanted) => variants.find((one) => one.name === wanted))
  return own !== undefined && first !== undefined && isSameVariant(own, first)
}

/**
 * @param {CountedVariant} candidate
 * @param {Seen} seen
 * @param {Plan & { tooManyErrors: boolean }} plan
 * @returns {Omit<Estimate, 'earlier' | 'regression'>[]} one of each metric
 */
function estimateAll({ name }, { runs, answers, load, uses }, { scenario, settings: { baseline, generator }, looks, tooManyErrors }) {
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

/**
 * @param {CountedVariant} candidate
 * @param {Seen} seen
 * @param {CandidateResult['verdict'][]} verdicts of all that was required
 */
function verdictOf({ name }, { answers }, verdicts) {
  // Whatever else it reaches, an app that answers otherwise is not the same app.
  const isOther = answers.some(({ variant, different }) => variant === name && different.length > 0)
  return isOther && worst(verdicts) === 'pass' ? 'inconclusive' : worst(verdicts)
}

/**
 * @param {Omit<CandidateResult, 'bound' | 'diagnosis'>} result
 * @param {Seen} seen
 * @param {{ baseline: string, isItself: boolean }} how
 * @returns {Pick<CandidateResult, 'bound' | 'diagnosis'>}
 */
function explain(result, { load, variants, uses }, { baseline: first, isItself }) {
  const [baseline, candidate] = [useOf(uses, first), useOf(uses, result.name)]
  const modeOf = (/** @type {string} */ name) => /** @type {CountedVariant} */ (variants.find((one) => one.name === name)).mode
  const loop = closedLoop(baseline, candidate, load)
  const atMost = bound(baseline, candidate, loop)
  const modes = { baseline: modeOf(first), candidate: modeOf(result.name) }
  return { bound: atMost, diagnosis: diagnose({ result, bound: atMost, loop, baseline, candidate, modes, load, isItself }) }
}

/**
 * @param {VariantUse[]} uses
 * @param {string} variant
 */
function useOf(uses, variant) {
  return /** @type {VariantUse} */ (uses.find(({ name }) => name === variant))
}
