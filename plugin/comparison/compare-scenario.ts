import { worstOf } from '../concepts/verdicts.ts'
import { usuallyTold } from '../concepts/metrics.ts'
import { medianBy } from '../statistics/descriptive.ts'
import { compareCandidate, notCompared } from './compare-candidate.ts'
import { isHopelessAgainst } from './estimate.ts'
import { unfairArms } from './fair-arms.ts'
import { leaders } from './leaders.ts'
import {
  amountsFound,
  concludeInstead,
  concludeNumbers,
  isSettled,
  readSearch,
  unasked
} from '../questions/comparison.ts'
import { noneBeside, unsearched } from '../questions/concepts.ts'
import { underTooMuch } from './overload.ts'
import { ownWorkers } from './warnings/app.ts'
import { mayHaveFallen } from './regression.ts'
import { erringVariants, variantLimits } from './variant-limits.ts'
import { byVariant, runsOf, variantUse } from './variant-use.ts'
import { warnings } from './warnings.ts'
import {
  requestEstimates,
  effectOf,
  type AnswerComparison,
  type Estimate,
  type ScenarioResult,
  type LoadShape
} from '../concepts/comparison.ts'
import type { Run } from '../concepts/run.ts'
import type { ScenarioPlan, Settings } from '../concepts/settings.ts'

interface MeasuredScenario {
  runs: Run[] // at least three whole rounds; those of a round that was cut short are left out
  answers: AnswerComparison[]
}

/**
 * What the runs of a scenario say so far of what was demanded, and whether that is enough: it is asked after every run.
 */
export function judgeScenario(measured: MeasuredScenario, scenario: ScenarioPlan, settings: Settings) {
  const { answers } = measured
  const { baseline, variants } = settings
  const byRound = Map.groupBy(measured.runs, ({ round }) => round)
  const found = readSearch(measured.runs, variants, scenario)
  const runs = found?.runs ?? measured.runs.filter(({ round }) => byRound.get(round)?.length === variants.length)
  const uses = variants.map((variant) => variantUse(variant, runsOf(runs, variant.name)))
  const shape: LoadShape =
    found !== null && scenario.loop === null
      ? { model: 'open', saturated: [] }
      : loadShape(runs, scenario.loop !== null)
  const { load, failing, erring } = underTooMuch(runs, shape, scenario)
  // What an app can't do under more than it can is a result.
  const isBeyond = found !== null || scenario.level?.isLeast === false
  const instead = concludeInstead({ runs, answers }, scenario, settings)
  const unfair = instead === null ? unfairArms({ runs, answers, uses }, scenario, settings) : []
  const clients = runs.flatMap((run) => run.client ?? [])
  const seen = {
    runs,
    client: clients.find(({ name }) => name === 'artillery') ?? clients[0] ?? null,
    answers,
    unfair,
    load,
    uses,
    found,
    selfMade: ownWorkers(runs, variants),
    failing,
    erring: isBeyond ? erring : erringVariants({ runs, uses }, scenario, settings)
  }
  const limits = instead === null ? variantLimits(seen, scenario, settings) : []
  const candidates = variants
    .filter(({ name }) => name !== baseline)
    .map((variant) =>
      instead === null
        ? compareCandidate(variant, seen, { scenario, settings })
        : notCompared(variant.name, seen, instead.judge(variant.name))
    )
  const isPreciseEnough =
    [...candidates, ...limits].some(({ verdict }) => verdict !== null) ||
    found === null ||
    found.isPrecise(candidates.flatMap(({ estimates }) => estimates))
  return {
    seen,
    rounds: found?.rounds ?? runs.length / variants.length,
    candidates,
    limits,
    instead,
    searched: found?.result({ uses, rule: settings }) ?? unsearched,
    decided:
      instead?.decided ??
      (isDecided({ candidates, limits }, settings) &&
        isPreciseEnough &&
        isSettled({ candidates, baseline, load }, scenario, settings) !== false)
  }
}

/** The same with all that a reader wants to know: to fit a scaling law takes longer than all else. */
export function compareScenario(
  measured: MeasuredScenario,
  scenario: ScenarioPlan,
  settings: Settings
): ScenarioResult {
  const { seen, rounds, candidates, limits, instead, searched, decided } = judgeScenario(measured, scenario, settings)
  const { level } = scenario
  return {
    scenario: scenario.name,
    baseline: settings.baseline,
    rounds,
    roundsAllowed: settings.rounds,
    confidence: settings.confidence,
    candidates,
    limits,
    variants: seen.uses,
    load: seen.load,
    client: seen.client,
    latencyTo: seen.runs.some(({ firstByte }) => firstByte) ? 'last-byte' : 'first-byte',
    answers: seen.answers,
    ...unasked(),
    ...instead?.part,
    ...noneBeside,
    ...searched,
    leaders: instead === null ? leaders(seen, settings) : null,
    ...concludeNumbers(seen, settings, amountsFound(searched)),
    level: level && { of: level.of, factor: level.factor },
    warnings: instead === null ? warnings({ ...seen, candidates, limits, searched }, settings) : [],
    verdict: worstOf([...candidates, ...limits]),
    decision: null, // once all is concluded
    decided,
    preliminary: false
  }
}

const widestTail = 1.6 // from the lower to the upper end of p95's interval; a wider one tells little

/**
 * A failure ends it, and so does everything having passed, or nothing undecided that more rounds could decide. Where
 * nothing is demanded, that is whether a candidate is faster at all; but a given time is used in full, to measure as
 * precisely as it allows. In the usual time, it goes on while the interval of p95, for which all look, is wide.
 */
function isDecided({ candidates, limits }: Pick<ScenarioResult, 'candidates' | 'limits'>, settings: Settings) {
  const estimates = candidates.flatMap((candidate) => candidate.estimates)
  const judged = [...estimates, ...candidates.flatMap(requestEstimates), ...limits]
  const others = candidates.flatMap((candidate) => candidate.limits)
  const verdicts = [...judged, ...others].map(({ verdict }) => verdict)
  if (verdicts.includes('fail') || candidates.some(({ againstEarlier }) => againstEarlier === 'fail')) return true
  if (candidates.some((candidate) => candidate.flow?.open.length || mayHaveFallen(candidate, settings))) return false
  const isTailWide = ({ metric, reason, interval: [low, high] }: Estimate) =>
    metric === 'p95' && reason === null && high > widestTail * low
  if (settings.time?.isGiven === false && estimates.some(isTailWide)) return false
  if (settings.time !== null && verdicts.every((verdict) => verdict === null))
    return (
      !settings.time.isGiven &&
      estimates.every((estimate) => !usuallyTold.includes(estimate.metric) || isToldFromOne(estimate, settings))
    )
  return (
    judged.every(({ verdict, hopeless }) => verdict !== 'inconclusive' || hopeless) &&
    others.every(({ verdict, interval }) => verdict !== 'inconclusive' || interval === null)
  )
}

function isToldFromOne(estimate: Estimate, settings: Settings) {
  const { reason } = estimate
  // With more rounds, it may be known to gain all the same.
  const isClosed = reason !== null && reason !== 'cores-taken' && reason !== 'out-of-reach'
  return isClosed || effectOf(estimate) !== 'same' || isHopelessAgainst(1, estimate, settings)
}

// of the time in which users came: it flags 0.3 % of the loads at 0.95 of the capacity, 98 % at 1.1
const drainAllowed = 0.05
const leastDrainSeconds = 0.1 // below this a drain is the tail of the latencies, however short the load
// requests that take less than this many times what they take without load did not wait: users just stay longer
const waiting = 3
const longer = 2 // times what the first ones take: these requests waited

/**
 * Who could keep up, by how long it took to answer the last users, less the time that the first ones took (p99: some
 * think longer), and by how long the last requests took, beside the first ones (p99: some ask for more), of the run in
 * which these were quickest.
 *
 * @param isClosed whether a fixed number of users is known to go on until the time is up
 */
export function loadShape(runs: Run[], isClosed: boolean): LoadShape {
  if (isClosed) return { model: 'closed', saturated: [] }
  const known = runs.filter(({ generator }) => generator.shortestSessionMs !== null)
  if (known.length === 0) return { model: 'unknown', saturated: [] }
  const variants = byVariant(known)
  // Users who stay longer than it takes until all have come are a fixed number: a slow variant gets fewer requests.
  const isOpen = variants.every(
    ([, own]) => medianBy(own, ({ generator: load }) => (load.shortestSessionMs ?? 0) / 1000 - load.arrivalSeconds) < 0
  )
  if (!isOpen) return { model: 'closed', saturated: [] }
  const quickest = runs.flatMap(({ generator, latencyMs }) => generator.leastLatencyMs ?? latencyMs?.min ?? [])
  const early = runs.flatMap(({ generator }) => generator.early?.latencyMs ?? [])
  const waitedSeconds = (early.length > 0 ? longer * Math.min(...early) : waiting * Math.min(...quickest)) / 1000
  const saturated = variants.filter(
    ([, own]) => isLate(own) && medianBy(own, ({ generator }) => generator.queueSeconds) > waitedSeconds
  )
  return { model: 'open', saturated: saturated.map(([name]) => name) }
}

function isLate(runs: Run[]) {
  // Less the time of those who stay long although they met no queue, which had no time to grow; where these are
  // unknown, or too few, of the quickest.
  const lateBy = ({ generator: { drainSeconds, early, shortestSessionMs } }: Run) =>
    drainSeconds - (early?.sessionMs ?? shortestSessionMs ?? 0) / 1000
  return (
    medianBy(runs, (run) => lateBy(run) / run.generator.arrivalSeconds) > drainAllowed &&
    medianBy(runs, lateBy) > leastDrainSeconds
  )
}
