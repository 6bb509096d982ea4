import { median } from '../statistics/descriptive.ts'
import type { Looks } from '../statistics/sequential-rule.ts'
import { compareCandidate } from './compare-candidate.ts'
import { worst } from './conclude.ts'
import { isSettled } from './crossover-standing.ts'
import { mayHaveFallen } from './regression.ts'
import { sweeps } from './sweep/sweep.ts'
import { countWorkers, variantUse } from './variant-use.ts'
import { warnings } from './warnings.ts'
import type { AnswerComparison, CandidateResult, ScenarioResult } from '../concepts/comparison.ts'
import type { LoadShape } from '../concepts/load-results.ts'
import type { GeneratorUse, Run } from '../concepts/run.ts'
import type { ScenarioPlan, Settings } from '../concepts/settings.ts'

/** What has been measured of a scenario. */
export interface Measured {
  runs: Run[] // at least three whole rounds; those of a round that was cut short are left out
  answers: AnswerComparison[]
}

/** What the runs of a scenario say so far. */
export function compareScenario({ runs: allRuns, answers }: Measured, scenario: ScenarioPlan, settings: Settings): ScenarioResult {
  const { baseline, confidence, rounds, generator } = settings
  const looks = { ...rounds, confidence }
  const runs = wholeRounds(allRuns, settings.variants.length)
  const variants = countWorkers(settings.variants, runs)
  const uses = variants.map((variant) => variantUse(variant, runs.filter((run) => run.variant === variant.name)))
  const seen = { runs, answers, load: loadShape(runs), variants, uses }
  const candidates = variants
    .filter(({ name }) => name !== baseline)
    .map((variant) => compareCandidate(variant, seen, { scenario, settings, looks }))
  const client = clientOf(runs)
  const { level } = scenario
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
    sweeps: sweeps({ ...seen, candidates }, baseline, { looks, generator }),
    level: level === null ? null : { of: level.of, factor: level.factor },
    warnings: warnings({ ...seen, client, candidates }, settings),
    verdict: worst(candidates.map(({ verdict }) => verdict)),
    decided: isDecided(candidates, looks) && (level === null || isSettled({ candidates, baseline, load: seen.load }, settings)),
    preliminary: false
  }
}

function wholeRounds(runs: Run[], variants: number) {
  const byRound = Map.groupBy(runs, ({ round }) => round)
  return runs.filter(({ round }) => byRound.get(round)?.length === variants)
}

/** @returns Artillery's, if it made the load of any */
function clientOf(runs: Run[]): ScenarioResult['client'] {
  const known = runs.flatMap(({ client }) => client ?? [])
  return known.find(({ name }) => name === 'artillery') ?? known[0] ?? null
}

/** A failure ends it, and so does everything having passed, or nothing undecided that more rounds could decide. */
function isDecided(candidates: CandidateResult[], looks: Looks) {
  const estimates = candidates.flatMap((candidate) => candidate.estimates)
  const verdicts = [...estimates, ...candidates.flatMap(({ limits }) => limits)].map(({ verdict }) => verdict)
  if (verdicts.includes('fail') || candidates.some(({ againstEarlier }) => againstEarlier === 'fail')) return true
  if (candidates.some((candidate) => mayHaveFallen(candidate, looks))) return false
  return estimates.every(({ verdict, hopeless }) => verdict !== 'inconclusive' || hopeless)
}

/** A variant that answers its last users later than this after they came, in parts of the time in which users
 * came, could not keep up: it flags 0.3 % of the loads at 0.95 of the capacity, 98 % at 1.1. */
const drainAllowed = 0.05
/** Below this a drain is the tail of the latencies, however short the load. */
const leastDrainSeconds = 0.1
/** Requests that take less than this many times what they take without load did not wait: users just stay longer. */
const waiting = 3

/**
 * Who could keep up, by how long it took to answer the last users, less the time that a user takes at an app
 * without load: that of the quickest user of the same run, who met none.
 */
export function loadShape(runs: Run[]): LoadShape {
  const known = runs.filter(({ generator }) => generator.shortestSessionMs !== null)
  if (known.length === 0) return { model: 'unknown', saturated: [] }
  const variants = [...Map.groupBy(known, ({ variant }) => variant)]
    .map(([name, ofVariant]) => ({ name, loads: ofVariant.map(({ generator }) => generator) }))
  if (!variants.every(({ loads }) => isOpen(loads))) return { model: 'closed', saturated: [] }
  const unloadedSeconds = Math.min(...runs.flatMap(({ latencyMs }) => latencyMs?.min ?? [])) / 1000
  const saturated = variants.filter(({ loads }) => isLate(loads) && isQueueing(loads, unloadedSeconds))
  return { model: 'open', saturated: saturated.map(({ name }) => name) }
}

/** Users who stay longer than it takes until all have come are a fixed number: who is slow has fewer requests. */
function isOpen(loads: GeneratorUse[]) {
  return median(loads.map((load) => sessionSeconds(load) - load.arrivalSeconds)) < 0
}

function isLate(loads: GeneratorUse[]) {
  const late = loads.map((load) => load.drainSeconds - sessionSeconds(load))
  return median(late.map((seconds, i) => seconds / loads[i].arrivalSeconds)) > drainAllowed && median(late) > leastDrainSeconds
}

function isQueueing(loads: GeneratorUse[], unloadedSeconds: number) {
  return median(loads.map(({ queueSeconds }) => queueSeconds)) > waiting * unloadedSeconds
}

function sessionSeconds({ shortestSessionMs }: GeneratorUse) {
  return Number(shortestSessionMs) / 1000
}
