import { estimate } from './estimate.js'
import { limits, shares } from './limits.js'
import { warnings } from './warnings.js'
/**
 * @import { CandidateResult, Metric, Run, ScenarioPlan, ScenarioResult, Settings, Variant, Verdict } from '../vocabulary.js'
 */

/** @type {readonly Metric[]} */
const metrics = ['p50', 'p95', 'p99', 'throughput']

/**
 * What the runs of a scenario say so far.
 *
 * @param {Run[]} allRuns at least three whole rounds; those of a round that was cut short are left out
 * @param {ScenarioPlan} scenario
 * @param {Settings} settings
 * @returns {ScenarioResult}
 */
export function compareScenario(allRuns, scenario, settings) {
  const { variants, baseline, confidence } = settings
  const runs = wholeRounds(allRuns, variants.length)
  const rounds = runs.length / variants.length
  const candidates = variants
    .filter(({ name }) => name !== baseline)
    .map((variant) => compareCandidate(variant, runs, { scenario, settings }))
  return {
    scenario: scenario.name,
    baseline,
    rounds,
    roundsAllowed: settings.rounds,
    confidence,
    candidates,
    warnings: warnings(runs, candidates, settings),
    verdict: worst(candidates.map(({ verdict }) => verdict)),
    decided: isDecided(candidates)
  }
}

/**
 * @param {Variant} variant
 * @param {Run[]} runs
 * @param {{ scenario: ScenarioPlan, settings: Settings }} plan
 * @returns {CandidateResult}
 */
function compareCandidate({ name, workers }, runs, { scenario, settings }) {
  const required = scenario.thresholds[name]
  const ofCandidate = runs.filter(({ variant }) => variant === name)
  const ofBaseline = runs.filter(({ variant }) => variant === settings.baseline)
  const [fairness, errorRate] = limits(ofCandidate, workers, required)
  // Errors are answered faster than real work.
  const isVoid = errorRate.verdict === 'fail'
  const looks = { ...settings.rounds, confidence: settings.confidence }
  const estimates = metrics.map((metric) =>
    estimate({ metric, ofBaseline, ofCandidate, required: required[metric] ?? null, isVoid }, looks)
  )
  const all = [...estimates, fairness, errorRate]
  return {
    name,
    workers,
    estimates,
    limits: [fairness, errorRate],
    shares: shares(ofCandidate, workers),
    verdict: worst(all.map(({ verdict }) => verdict))
  }
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
 */
function isDecided(candidates) {
  const estimates = candidates.flatMap((candidate) => candidate.estimates)
  const verdicts = [...estimates, ...candidates.flatMap((candidate) => candidate.limits)].map(({ verdict }) => verdict)
  if (verdicts.includes('fail')) return true
  return estimates.every(({ verdict, hopeless }) => verdict !== 'inconclusive' || hopeless)
}

/**
 * @param {(Verdict | null)[]} verdicts
 * @returns {Verdict | null} null: nothing was required
 */
export function worst(verdicts) {
  return (/** @type {const} */ (['fail', 'inconclusive', 'pass'])).find((one) => verdicts.includes(one)) ?? null
}
