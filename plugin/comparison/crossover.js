import { geometricMean } from '../statistics/descriptive.js'
import { crossoverMessage, isKnown } from './crossover-message.js'
import { footing, markUnclear } from './crossover-standing.js'
import { valueOf } from './estimate.js'
import { ranged } from './ranged.js'
/**
 * @import { CandidateResult, Crossover, CrossoverCandidate, CrossoverLevel, LoadShape, Ranged, Run, ScenarioResult, Settings } from '../vocabulary.js'
 * @import { Step } from './crossover-message.js'
 */

/** @typedef {Pick<Settings, 'rounds' | 'confidence' | 'generator'>} Rule */

/**
 * At which load each candidate begins to pay off, for every scenario that was compared under several.
 *
 * @param {ScenarioResult[]} results of all scenarios
 * @param {Run[]} runs of all scenarios
 * @param {Rule} settings
 * @returns {Crossover[]} none for a scenario of which fewer than two loads were compared to their end
 */
export function crossovers(results, runs, settings) {
  const finished = results.filter(({ preliminary }) => !preliminary)
  const byScenario = Map.groupBy(finished, ({ scenario, level }) => level?.of ?? scenario)
  return [...byScenario].flatMap(([scenario, of]) => {
    const ordered = of.toSorted((a, b) => factorOf(a) - factorOf(b))
    return ordered.length < 2 ? [] : [crossover(scenario, ordered, { runs, settings })]
  })
}

/**
 * @param {string} scenario
 * @param {ScenarioResult[]} results of its loads, the least first
 * @param {{ runs: Run[], settings: Rule }} measured
 * @returns {Crossover}
 */
function crossover(scenario, results, { runs, settings }) {
  const runsOf = (/** @type {ScenarioResult} */ result) => runs.filter((run) => run.scenario === result.scenario && run.round <= result.rounds)
  const levels = results.map((result) => levelOf(result, runsOf(result), settings))
  const names = results[0].candidates.map(({ name }) => name)
  return { scenario, levels, candidates: names.map((name) => crossing(name, results, levels)) }
}

/** @param {ScenarioResult} result */
function factorOf({ level }) {
  return level?.factor ?? 1
}

/**
 * @param {ScenarioResult} result
 * @param {Run[]} runs those that it rests on
 * @param {Rule} settings
 * @returns {CrossoverLevel}
 */
function levelOf(result, runs, settings) {
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
 *
 * @param {Run} run
 * @param {LoadShape['model']} model
 */
function offeredPerSecond({ requests, loadSeconds, generator: { arrivalSeconds } }, model) {
  return requests / (model === 'closed' || arrivalSeconds === 0 ? loadSeconds : arrivalSeconds)
}

/**
 * @param {Run[]} runs of one variant, one a round
 * @param {Rule} settings
 * @returns {Ranged} p95, in ms
 */
function overRounds(runs, { rounds, confidence, generator }) {
  const logs = runs.map((run) => Math.log(valueOf(run, 'p95')))
  return ranged(logs, 'p95', { looks: { ...rounds, confidence }, generator })
}

/**
 * @param {string} name
 * @param {ScenarioResult[]} results least load first
 * @param {CrossoverLevel[]} levels the same
 * @returns {CrossoverCandidate}
 */
function crossing(name, results, levels) {
  const steps = markUnclear(results.map((result, i) => {
    const candidate = /** @type {CandidateResult} */ (result.candidates.find((one) => one.name === name))
    return { offeredPerSecond: levels[i].offeredPerSecond, ...footing(candidate, result) }
  }))
  const isClosed = results.some(({ load }) => load.model === 'closed')
  const message = crossoverMessage(steps, { name, baseline: results[0].baseline, isClosed })
  return { name, ...(isClosed ? { asGoodUpTo: null, betterFrom: null } : bounds(steps)), message }
}

/**
 * @param {Step[]} steps least load first
 * @returns {Pick<CrossoverCandidate, 'asGoodUpTo' | 'betterFrom'>} both null where it is better and then no longer, as the
 *   message names no crossing either
 */
function bounds(steps) {
  const known = steps.filter(isKnown)
  const isBetter = known.map(({ standing }) => standing === 'better')
  const from = isBetter.includes(true) ? isBetter.indexOf(true) : known.length
  if (isBetter.includes(false, from)) return { asGoodUpTo: null, betterFrom: null }
  return { asGoodUpTo: known[from - 1]?.offeredPerSecond ?? null, betterFrom: known[from]?.offeredPerSecond ?? null }
}
