import { geometricMean } from '../statistics/descriptive.ts'
import { crossoverMessage, isKnown, type AtLevel } from './crossover-message.ts'
import { atLoad, markUnclear } from './crossover-standing.ts'
import { overRounds, type Rule } from './estimate.ts'
import { valueOf } from '../concepts/metrics.ts'
import type { CandidateResult, ScenarioResult } from '../concepts/comparison.ts'
import type { Crossover, CrossoverCandidate, CrossoverLevel, LoadShape } from '../concepts/load-results.ts'
import type { Run } from '../concepts/run.ts'

/**
 * At which load each candidate begins to pay off, for every scenario that was compared under several.
 *
 * @returns none for a scenario of which fewer than two loads were compared to their end
 */
export function crossovers(results: ScenarioResult[], runs: Run[], rule: Rule): Crossover[] {
  const finished = results.filter(({ preliminary }) => !preliminary)
  const byScenario = Map.groupBy(finished, ({ scenario, level }) => level?.of ?? scenario)
  return [...byScenario].filter(([, all]) => all.length > 1).map(([scenario, all]) => {
    const ordered = all.toSorted((a, b) => factorOf(a) - factorOf(b))
    const levels = ordered.map((result) => levelOf(result, runs, rule))
    return { scenario, levels, candidates: ordered[0].candidates.map(({ name }) => crossing(name, ordered, levels)) }
  })
}

function factorOf({ level }: ScenarioResult) {
  return level?.factor ?? 1
}

function levelOf(result: ScenarioResult, allRuns: Run[], rule: Rule): CrossoverLevel {
  const { scenario, variants, load } = result
  const runs = allRuns.filter((run) => run.scenario === scenario && run.round <= result.rounds)
  const p95Logs = (name: string) => runs.filter(({ variant }) => variant === name).map((run) => Math.log(valueOf(run, 'p95')))
  return {
    factor: factorOf(result),
    scenario,
    offeredPerSecond: geometricMean(runs.map((run) => offeredPerSecond(run, load.model))),
    variants: variants.map(({ name }) => ({ name, p95Ms: overRounds(p95Logs(name), 'p95', rule), keepsUp: !load.saturated.includes(name) }))
  }
}

/**
 * Users bring their requests, however late they are answered. But users who stay longer than it takes until all have come ask again
 * when they have an answer: what they bring in a second, only the whole load tells.
 */
function offeredPerSecond({ requests, loadSeconds, generator: { arrivalSeconds } }: Run, model: LoadShape['model']) {
  return requests / (model === 'closed' || arrivalSeconds === 0 ? loadSeconds : arrivalSeconds)
}

/** @param results least load first, as the levels */
function crossing(name: string, results: ScenarioResult[], levels: CrossoverLevel[]): CrossoverCandidate {
  const atLevels = markUnclear(results.map((result, i) => {
    const candidate = result.candidates.find((one) => one.name === name) as CandidateResult
    return { offeredPerSecond: levels[i].offeredPerSecond, ...atLoad(candidate, result) }
  }))
  const isClosed = results.some(({ load }) => load.model === 'closed')
  const message = crossoverMessage(atLevels, { name, baseline: results[0].baseline, isClosed })
  return { name, ...(isClosed ? { asGoodUpTo: null, betterFrom: null } : bounds(atLevels)), message }
}

/**
 * @param levels least load first
 * @returns both null where it is better and then no longer, as the message names no crossing either
 */
function bounds(levels: AtLevel[]): Pick<CrossoverCandidate, 'asGoodUpTo' | 'betterFrom'> {
  const known = levels.filter(isKnown)
  const first = known.findIndex(({ standing }) => standing === 'better')
  const from = first < 0 ? known.length : first
  if (known.slice(from).some(({ standing }) => standing !== 'better')) return { asGoodUpTo: null, betterFrom: null }
  return { asGoodUpTo: known[from - 1]?.offeredPerSecond ?? null, betterFrom: known[from]?.offeredPerSecond ?? null }
}
