import { geometricMean } from '../statistics/descriptive.ts'
import { crossoverMessage, isKnown, type Step } from './crossover-message.ts'
import { footing, markUnclear } from './crossover-standing.ts'
import { valueOf } from '../concepts/metrics.ts'
import { ranged } from './estimate.ts'
import type { CandidateResult, ScenarioResult } from '../concepts/comparison.ts'
import type { Crossover, CrossoverCandidate, CrossoverLevel, LoadShape, Ranged } from '../concepts/load-results.ts'
import type { Run } from '../concepts/run.ts'
import type { Settings } from '../concepts/settings.ts'

type Rule = Pick<Settings, 'rounds' | 'confidence' | 'generator'>

/**
 * At which load each candidate begins to pay off, for every scenario that was compared under several.
 *
 * @param results of all scenarios
 * @param runs of all scenarios
 * @returns none for a scenario of which fewer than two loads were compared to their end
 */
export function crossovers(results: ScenarioResult[], runs: Run[], settings: Rule): Crossover[] {
  const finished = results.filter(({ preliminary }) => !preliminary)
  const byScenario = Map.groupBy(finished, ({ scenario, level }) => level?.of ?? scenario)
  return [...byScenario].flatMap(([scenario, of]) => {
    const ordered = of.toSorted((a, b) => factorOf(a) - factorOf(b))
    return ordered.length < 2 ? [] : [crossover(scenario, ordered, { runs, settings })]
  })
}

/** @param results of its loads, the least first */
function crossover(scenario: string, results: ScenarioResult[], { runs, settings }: { runs: Run[], settings: Rule }): Crossover {
  const runsOf = (result: ScenarioResult) => runs.filter((run) => run.scenario === result.scenario && run.round <= result.rounds)
  const levels = results.map((result) => levelOf(result, runsOf(result), settings))
  const names = results[0].candidates.map(({ name }) => name)
  return { scenario, levels, candidates: names.map((name) => crossing(name, results, levels)) }
}

function factorOf({ level }: ScenarioResult) {
  return level?.factor ?? 1
}

/** @param runs those that it rests on */
function levelOf(result: ScenarioResult, runs: Run[], settings: Rule): CrossoverLevel {
  const { scenario, variants, load } = result
  return {
    factor: factorOf(result),
    scenario,
    offeredPerSecond: geometricMean(runs.map((run) => offeredPerSecond(run, load.model))),
    variants: variants.map(({ name }) => ({
      name,
      p95Ms: overRounds(runs.filter(({ variant }) => variant === name), settings),
      keepsUp: !load.saturated.includes(name)
    }))
  }
}

/**
 * Who comes brings his requests, however late they are answered. But users who stay longer than it takes until all have
 * come ask again when they have an answer: what they bring in a second, only the whole load tells.
 */
function offeredPerSecond({ requests, loadSeconds, generator: { arrivalSeconds } }: Run, model: LoadShape['model']) {
  return requests / (model === 'closed' || arrivalSeconds === 0 ? loadSeconds : arrivalSeconds)
}

/**
 * @param runs of one variant, one a round
 * @returns p95, in ms
 */
function overRounds(runs: Run[], { rounds, confidence, generator }: Rule): Ranged {
  const logs = runs.map((run) => Math.log(valueOf(run, 'p95')))
  return ranged(logs, 'p95', { looks: { ...rounds, confidence }, generator })
}

/**
 * @param results least load first
 * @param levels the same
 */
function crossing(name: string, results: ScenarioResult[], levels: CrossoverLevel[]): CrossoverCandidate {
  const steps = markUnclear(results.map((result, i) => {
    const candidate = result.candidates.find((one) => one.name === name) as CandidateResult
    return { offeredPerSecond: levels[i].offeredPerSecond, ...footing(candidate, result) }
  }))
  const isClosed = results.some(({ load }) => load.model === 'closed')
  const message = crossoverMessage(steps, { name, baseline: results[0].baseline, isClosed })
  return { name, ...(isClosed ? { asGoodUpTo: null, betterFrom: null } : bounds(steps)), message }
}

/**
 * @param steps least load first
 * @returns both null where it is better and then no longer, as the message names no crossing either
 */
function bounds(steps: Step[]): Pick<CrossoverCandidate, 'asGoodUpTo' | 'betterFrom'> {
  const known = steps.filter(isKnown)
  const isBetter = known.map(({ standing }) => standing === 'better')
  const from = isBetter.includes(true) ? isBetter.indexOf(true) : known.length
  if (isBetter.includes(false, from)) return { asGoodUpTo: null, betterFrom: null }
  return { asGoodUpTo: known[from - 1]?.offeredPerSecond ?? null, betterFrom: known[from]?.offeredPerSecond ?? null }
}
