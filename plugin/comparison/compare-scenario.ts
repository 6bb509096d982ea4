import { compareCandidate } from './compare-candidate.ts'
import { countWorkers } from './count-workers.ts'
import { isSettled } from './crossover-standing.ts'
import { loadShape } from './load-shape.ts'
import { mayHaveFallen } from './regression.ts'
import { sweeps } from './sweep/sweeps.ts'
import { variantUse } from './variant-use.ts'
import { warnings } from './warnings.ts'
import { worst } from './worst.ts'
import type { AnswerComparison, CandidateResult, Run, ScenarioPlan, ScenarioResult, Settings } from '../vocabulary.ts'
import type { Looks } from '../statistics/sequential-rule.ts'

/** What has been measured of a scenario. */
export interface Measured {
  runs: Run[] // at least three whole rounds; those of a round that was cut short are left out
  answers: AnswerComparison[]
}

/** What the runs of a scenario say so far. */
export function compareScenario({ runs: allRuns, answers }: Measured, scenario: ScenarioPlan, settings: Settings): ScenarioResult {
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

function wholeRounds(runs: Run[], variants: number) {
  const count = (round: number) => runs.filter((run) => run.round === round).length
  return runs.filter(({ round }) => count(round) === variants)
}

/** @returns Artillery's, if it made the load of any */
function clientOf(runs: Run[]): ScenarioResult['client'] {
  const known = runs.flatMap(({ client }) => client ?? [])
  return known.find(({ name }) => name === 'artillery') ?? known[0] ?? null
}

/** A failure ends it, and so does everything having passed, or nothing undecided that more rounds could decide. */
function isDecided(candidates: CandidateResult[], looks: Looks) {
  const estimates = candidates.flatMap((candidate) => candidate.estimates)
  const verdicts = [...estimates, ...candidates.flatMap((candidate) => candidate.limits)].map(({ verdict }) => verdict)
  if (verdicts.includes('fail') || candidates.some(({ againstEarlier }) => againstEarlier === 'fail')) return true
  if (candidates.some((candidate) => mayHaveFallen(candidate, looks))) return false
  return estimates.every(({ verdict, hopeless }) => verdict !== 'inconclusive' || hopeless)
}
