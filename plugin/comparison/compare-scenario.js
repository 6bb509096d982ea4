import { bound } from './bound.js'
import { diagnose } from './diagnose.js'
import { estimate } from './estimate.js'
import { limits, shares } from './limits.js'
import { loadShape } from './load-shape.js'
import { judgeAgainstEarlier, mayHaveFallen, sinceEarlier } from './regression.js'
import { isSameVariant, selfCheck } from './self-check.js'
import { variantUse } from './variant-use.js'
import { warnings } from './warnings.js'
import { reasonAgainst } from './what-it-carries.js'
/**
 * @import { AnswerComparison, CandidateResult, LoadShape, Metric, Run, ScenarioPlan, ScenarioResult, Settings, Variant, VariantUse, Verdict } from '../vocabulary.js'
 * @import { Looks } from '../statistics/sequential-rule.js'
 */

/** @type {readonly Metric[]} */
export const metrics = ['p50', 'p95', 'p99', 'throughput']

/**
 * What has been measured of a scenario.
 *
 * @typedef {object} Measured
 * @property {Run[]} runs at least three whole rounds; those of a round that was cut short are left out
 * @property {AnswerComparison[]} answers
 */

/**
 * What the runs of a scenario say so far.
 *
 * @param {Measured} measured
 * @param {ScenarioPlan} scenario
 * @param {Settings} settings
 * @returns {ScenarioResult}
 */
export function compareScenario({ runs: allRuns, answers }, scenario, settings) {
  const { variants, baseline, confidence } = settings
  const runs = wholeRounds(allRuns, variants.length)
  const uses = variants.map((variant) => variantUse(variant, runs.filter((run) => run.variant === variant.name)))
  const seen = { runs, answers, load: loadShape(runs), uses }
  const candidates = variants
    .filter(({ name }) => name !== baseline)
    .map((variant) => compareCandidate(variant, seen, { scenario, settings }))
  return {
    scenario: scenario.name,
    baseline,
    rounds: runs.length / variants.length,
    roundsAllowed: settings.rounds,
    confidence,
    candidates,
    variants: uses,
    load: seen.load,
    answers,
    warnings: warnings({ ...seen, candidates }, settings),
    verdict: worst(candidates.map(({ verdict }) => verdict)),
    decided: isDecided(candidates, looksOf(settings)),
    preliminary: false
  }
}

/**
 * @param {Variant} variant
 * @param {Measured & { load: LoadShape, uses: VariantUse[] }} seen
 * @param {{ scenario: ScenarioPlan, settings: Settings }} plan
 * @returns {CandidateResult}
 */
function compareCandidate(variant, { runs, answers, load, uses }, { scenario, settings }) {
  const { name, workers } = variant
  const { baseline } = settings
  const required = scenario.thresholds[name]
  const ofCandidate = runs.filter((run) => run.variant === name)
  const ofBaseline = runs.filter((run) => run.variant === baseline)
  const [fairness, errorRate] = limits(ofCandidate, workers, required)
  const circumstances = {
    runs: [...ofBaseline, ...ofCandidate],
    baseline,
    candidate: name,
    tooManyErrors: errorRate.verdict === 'fail',
    load,
    answers: answers.find((one) => one.variant === name)
  }
  const isItself = settings.variants.some((other) => other.name === baseline && isSameVariant(other, variant))
  // Between the baseline and itself there is only noise, which may well fall.
  const compareWith = isItself ? null : settings.compareWith
  const compared = { scenario: scenario.name, candidate: name, workers }
  const estimates = metrics.map((metric) => {
    const demand = { metric, required: required[metric] ?? null }
    const found = estimate({ ...demand, ofBaseline, ofCandidate, reason: reasonAgainst(circumstances, demand) }, looksOf(settings))
    return { ...found, ...sinceEarlier(found, compared, compareWith) }
  })
  const againstEarlier = judgeAgainstEarlier(estimates, compared, compareWith)
  const verdicts = [...[...estimates, fairness, errorRate].map((one) => one.verdict), againstEarlier]
  // Whatever else it reaches, an app that answers otherwise is not the same app.
  const isOther = circumstances.answers !== undefined && circumstances.answers.different.length > 0
  const verdict = isOther && worst(verdicts) === 'pass' ? 'inconclusive' : worst(verdicts)
  const check = isItself && verdict === null ? selfCheck(estimates) : null
  const result = {
    name,
    workers,
    estimates,
    limits: [fairness, errorRate],
    shares: shares(ofCandidate, workers),
    selfCheck: check,
    againstEarlier,
    verdict: check === null ? verdict : check.verdict
  }
  const [use, ofBaselineUse] = [name, baseline].map((one) => /** @type {VariantUse} */ (uses.find((each) => each.name === one)))
  const atMost = bound(ofBaselineUse, use)
  return { ...result, bound: atMost, diagnosis: diagnose({ result, bound: atMost, baseline: ofBaselineUse, candidate: use, load, isItself }) }
}

/**
 * @param {Settings} settings
 * @returns {Looks}
 */
function looksOf({ rounds, confidence }) {
  return { ...rounds, confidence }
}

/**
 * @param {Run[]} runs
 * @param {number} variants
 */
function wholeRounds(runs, variants) {
  const count = (/** @type {number} */ round) => runs.filter((run) => run.round === round).length
  return runs.filter(({ round }) => count(round) === variants)
}

/**
 * A failure ends it, and so does everything having passed, or nothing undecided that more rounds could decide.
 *
 * @param {CandidateResult[]} candidates
 * @param {Looks} looks
 */
function isDecided(candidates, looks) {
  const estimates = candidates.flatMap((candidate) => candidate.estimates)
  const verdicts = [...estimates, ...candidates.flatMap((candidate) => candidate.limits)].map(({ verdict }) => verdict)
  if (verdicts.includes('fail') || candidates.some(({ againstEarlier }) => againstEarlier === 'fail')) return true
  if (candidates.some((candidate) => mayHaveFallen(candidate, looks))) return false
  return estimates.every(({ verdict, hopeless }) => verdict !== 'inconclusive' || hopeless)
}

/**
 * @param {(Verdict | null)[]} verdicts
 * @returns {Verdict | null} null: nothing was required
 */
export function worst(verdicts) {
  return (/** @type {const} */ (['fail', 'inconclusive', 'pass'])).find((one) => verdicts.includes(one)) ?? null
}
