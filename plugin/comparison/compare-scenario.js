import { compareCandidate } from './compare-candidate.js'
import { countWorkers } from './count-workers.js'
import { isSettled } from './crossover-standing.js'
import { loadShape } from './load-shape.js'
import { mayHaveFallen } from './regression.js'
import { sweeps } from './sweep/sweeps.js'
import { variantUse } from './variant-use.js'
import { warnings } from './warnings.js'
import { worst } from './worst.js'
/**
 * @import { AnswerComparison, CandidateResult, Run, ScenarioPlan, ScenarioResult, Settings } from '../vocabulary.js'
 * @import { Looks } from '../statistics/sequential-rule.js'
 */

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
  const { baseline, confidence, rounds } = settings
  const looks = { ...rounds, confidence }
  const runs = wholeRounds(allRuns, settings.variants.length)
  const variants = countWorkers(settings.variants, runs)
  const client = clientOf(runs)
  const uses = variants.map((variant) => variantUse(variant, runs.filter((run) => run.variant === variant.name)))
  const seen = { runs, answers, load: loadShape(runs), variants, uses }
  const candidates = variants
    .filter(({ name }) => name !== baseline)
    .map((variant) => compareCandidate(variant, seen, { scenario, settings, looks }))
  return {
    scenario: scenario.name,
    baseline,
    rounds: runs.length / variants.length,
    roundsAllowed: rounds,
    confidence,
    candidates,
    variants: uses,
    load: seen.load,
    client,
    answers,
    sweeps: sweeps({ ...seen, candidates }, baseline, { looks, generator: settings.generator }),
    level: scenario.level === null ? null : { of: scenario.level.of, factor: scenario.level.factor },
    warnings: warnings({ ...seen, client, candidates }, settings),
    verdict: worst(candidates.map(({ verdict }) => verdict)),
    decided: isDecided(candidates, looks) && (scenario.level === null || isSettled({ candidates, baseline, load: seen.load }, settings)),
    preliminary: false
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
 * @param {Run[]} runs
 * @returns {ScenarioResult['client']} Artillery's, if it made the load of any
 */
function clientOf(runs) {
  const known = runs.flatMap(({ client }) => client ?? [])
  return known.find(({ name }) => name === 'artillery') ?? known[0] ?? null
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
