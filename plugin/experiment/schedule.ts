import { SpeedupError } from '../concepts/errors.ts'
import {
  isMeasured,
  metricFacts,
  metrics,
  speedupOf,
  tailPercentiles,
  usuallyTold,
  valueOf,
  withSpare,
  type Metric
} from '../concepts/metrics.ts'
import { counted, list } from '../concepts/wording.ts'
import { mean, sum } from '../statistics/descriptive.ts'
import { pairsOf, varianceByPairs } from '../statistics/pairs-rule.ts'
import { spreadFloor } from '../statistics/sequential-rule.ts'
import {
  expectedHalfWidth,
  planRounds,
  secondsEach,
  varianceOf,
  varianceWithin,
  type Budget,
  type Variance
} from '../statistics/plan-rounds.ts'
import type { Outlook } from '../concepts/load-results.ts'
import { leaveOut } from './measure-round.ts'
import { fewestRounds, shortestSeconds, usualWarmUpSeconds, type Run } from '../concepts/run.ts'
import { type ScenarioPlan, type Settings } from '../concepts/settings.ts'
import { arrivalPhases, phasesOf } from '../concepts/load-description.ts'
import type { SoFar } from '../concepts/comparison.ts'
import type { Workplace } from './load-apps.ts'
import type { WarmUpAnswers } from './progress.ts'
import type { Pace } from './warm-up.ts'

/** Longer runs must be asked for, by a time of one's own and a metric that is demanded. */
const usuallyMost = 10
/**
 * Everybody looks for the tail: runs are as long as its percentiles need, as far as so many rounds fit into the time.
 * Fewer would have wider intervals.
 */
const roundsForTail = 5
const tolerance = 0.1 // of its time, that a scenario may take more
const exchangeSeconds = 1 // from one load to the next, before any is known

const mostOfPart = 30
/**
 * Passes of a user in what counts of a run: with parts of them weighed, the throughput is simulated to be within 1 % of
 * the truth from two on (test/statistics/passes.test.ts). The warm-up tells only roughly how long they take.
 */
const passesWanted = { atFirst: 2.5, onceMeasured: 2.2 }
/** Of the interval that three rounds of a long flow would have, in logarithms: beyond it, hardly anything is told. */
const toldByThree = Math.log(1.5)
const mostOfNoisyFlow = 170 // seconds that it then takes unasked
const mostSpread = 10 // seconds in which users come
const mostUnasked = 300 // seconds of a scenario whose passes take long

/** What is known of what has been measured. */
export interface Known {
  hasAnswers: (scenario: ScenarioPlan) => boolean
  differ: (byVariant: WarmUpAnswers['byVariant']) => boolean
  soFar: (scenario: ScenarioPlan) => SoFar | null
  isDecided: (scenario: ScenarioPlan, rounds: Settings['rounds']) => boolean
  foundOf: (scenario: string) => number | null // by a search, of the baseline, of a scenario as it was written; null: nothing
  roundsNeeded: (scenario: ScenarioPlan, rounds: Settings['rounds']) => number // in all, probably
}

/** With what a scenario's loads are chosen. */
export interface SearchContext {
  settings: Settings
  known: Known
  workplace: Workplace
  seconds: number | null // that it may take; null: rounds say when it ends
  pace: Pace // of the warm-ups
  byWhole: boolean // latencies go to the last byte
}

/** @returns the load of so many users per second or, in a loop, of so many users */
export const loadAt = ({ loop }: ScenarioPlan, level: number, seconds: number) =>
  loop === null
    ? { phases: arrivalPhases(seconds), arrivalsPerSecond: level }
    : { phases: phasesOf({ users: level, seconds }), arrivalsPerSecond: null }

/** @returns whether its load is a part of what was found by a search */
export const isPart = ({ level, arrivals }: ScenarioPlan): boolean => level !== null && arrivals !== null

/**
 * @returns how long users come: as was asked for, or until p95 has the responses that it needs, where that takes
 * longer, but not for too long
 */
export function secondsOfPart({ arrivals, cycle }: ScenarioPlan, usersPerSecond: number): number {
  const seconds = arrivals === null ? NaN : (arrivals.seconds ?? 0)
  const needed = usualWarmUpSeconds + withSpare(metricFacts.p95.enoughLatencies) / (usersPerSecond * (cycle ?? 1))
  return arrivals?.isLeast ? Math.max(seconds, Math.min(mostOfPart, needed)) : seconds
}

/**
 * @param wallSeconds of a run, as measured
 * @returns seconds that the scenarios after this one will take at least, about: runs of the same length, but for parts
 * of what was found
 */
export function laterSeconds(
  scenario: ScenarioPlan,
  { variants, scenarios, rounds }: Settings,
  { wallSeconds, known }: { wallSeconds: number; known: Pick<Known, 'foundOf'> }
): number {
  const each = scenarios
    .slice(scenarios.indexOf(scenario) + 1)
    .map((plan) =>
      plan.level === null || !isPart(plan)
        ? wallSeconds
        : exchangeSeconds + secondsOfPart(plan, plan.level.factor * (known.foundOf(plan.level.of) ?? Infinity))
    )
  return sum(each) * variants.length * rounds.min
}

/** How many rounds a scenario has, and how long its runs are: as it was asked for, or as most is told in its time. */
export class Schedule {
  rounds
  outlook: Outlook | null = null
  #settings
  #limits: ScenarioPlan['limits']
  #compared: Metric[] // whose speedup is demanded, or usually told
  #demanded: Metric[]
  #wanted: Metric[]
  #fewestLatencies: number // of a run
  #fewestResponses: number // of a run, for any metric: without one in the part that counts, nothing could be compared
  #passSeconds = 0 // of a user's pass through the flow, at the slowest variant; 0: it has a single request, or is unknown
  #passesWanted = passesWanted.atFirst
  #spreadSeconds = 0
  #seconds: number | null // of each run of the next round that count; null: as the settings say
  #beganMs = performance.now()
  #untilMs: number // by performance.now()

  /** @param seconds that this scenario may take; null: rounds say when it ends */
  constructor(scenario: ScenarioPlan, settings: Settings, seconds: number | null) {
    this.#settings = settings
    this.rounds = settings.rounds
    const isIn = (demands: Partial<Record<Metric, number | null>>[]) =>
      metrics.filter((metric) => demands.some((own) => own[metric] != null))
    this.#limits = scenario.limits
    const thresholds = Object.values(scenario.thresholds)
    this.#demanded = isIn([...thresholds, ...Object.values(scenario.limits)])
    const isNothing = this.#demanded.length === 0
    this.#compared = isNothing ? [...usuallyTold] : isIn(thresholds)
    this.#wanted = isNothing ? this.#compared : this.#demanded
    this.#fewestLatencies = Math.max(...this.#wanted.map((metric) => metricFacts[metric].fewestLatencies))
    this.#fewestResponses = Math.max(20, 2 * (scenario.loop?.users ?? 0))
    this.#seconds = settings.lengthIsFree ? shortestSeconds : null
    this.#untilMs = seconds === null ? Infinity : this.#beganMs + 1000 * Math.max(0, seconds)
  }

  /** In which users come, so that they are spread over the flow; 0: as usual. */
  get spreadSeconds(): number {
    return this.#spreadSeconds
  }

  get #warmUpSeconds(): number {
    return leaveOut(null, this.#settings, this.spreadSeconds) ?? usualWarmUpSeconds
  }

  /** How long users go on in the next runs; null: as the settings say. */
  get loadSeconds(): number | null {
    return this.#seconds === null ? null : this.#seconds + this.#warmUpSeconds
  }

  /** @returns seconds until its time is over; null: it has none */
  get secondsLeft(): number | null {
    return this.#untilMs === Infinity ? null : Math.max(0, (this.#untilMs - performance.now()) / 1000)
  }

  /**
   * How long the first runs are, by how fast the slowest variant was while it warmed up.
   *
   * @returns seconds that this scenario takes at least, and why, where that is longer than it usually is; else null
   * @throws SpeedupError TIME_TOO_SHORT
   */
  begin({ responsesPerSecond, passSeconds }: Pace): { seconds: number; why: string } | null {
    if (this.#seconds === null) return null
    this.#passSeconds = passSeconds
    this.#spreadSeconds = passSeconds > 1 ? Math.min(mostSpread, passSeconds) : 0
    const usual = this.secondsLeft ?? 0
    const overheadSeconds = exchangeSeconds + this.#warmUpSeconds
    const budget = this.#budget(this.#leastSeconds(responsesPerSecond, { overheadSeconds, done: 0 }), overheadSeconds)
    this.#checkPasses(budget)
    this.#prepare(fewestRounds, budget)
    this.#checkTime(fewestRounds, budget)
    const seconds = this.secondsLeft ?? 0
    return this.#settings.time?.isGiven || seconds - usual < 1 ? null : { seconds, why: this.#whyLonger(budget) }
  }

  #whyLonger({ least, runsPerRound }: Budget) {
    if (least === this.#passesWanted * this.#passSeconds)
      return `a user takes about ${this.#passSeconds.toFixed(1)} s for the flow, of which each run holds several`
    return least === shortestSeconds
      ? `there are ${counted(runsPerRound, 'variant')}`
      : `responses are rare, of which each run needs ${this.#fewestLatencies || this.#fewestResponses}`
  }

  /**
   * After each round: how long the next one's runs are and, once three are over, how many there will be.
   *
   * @param runs of whole rounds
   * @throws SpeedupError TIME_TOO_SHORT: after the first round of runs whose length was unknown before
   */
  plan(runs: Run[]) {
    if (this.#untilMs === Infinity) return
    const rounds = [...Map.groupBy(runs, ({ round }) => round).values()]
    const budget = this.#budgetAfter(runs)
    if (rounds.length < fewestRounds) {
      this.#prepare(fewestRounds - rounds.length, budget)
      if (this.#seconds === null && rounds.length === 1) this.#checkTime(fewestRounds - 1, budget)
      return
    }
    const lengths = rounds.map((ofRound) => Math.max(0.001, mean(ofRound.map(({ loadSeconds }) => loadSeconds))))
    const wanted = this.#wanted.filter((metric) => isMeasured(metric, runs))
    const variances = wanted.map((metric) => this.#variancesOf(metric, rounds, lengths))
    const widestOf = (own: Variance[], all = lengths) =>
      Math.max(...own.map((variance) => expectedHalfWidth(all, variance, this.#settings)))
    if (rounds.length === fewestRounds) {
      // By how much rounds differ, not by what they tell: error rates hold.
      if (this.#spreadSeconds > 0 && !this.#settings.time?.isGiven && widestOf(variances.flat()) > toldByThree) {
        this.#untilMs = Math.max(this.#untilMs, this.#beganMs + 1000 * mostOfNoisyFlow)
        budget.seconds = this.secondsLeft ?? 0
      }
      this.rounds = { min: fewestRounds, max: planRounds(lengths, variances.flat(), budget, this.#settings).max }
    }
    // Runs may have become slower since.
    const isOver =
      secondsEach(1, { ...budget, seconds: budget.seconds + tolerance * this.#givenSeconds }) < budget.least
    if (isOver) this.rounds = { min: fewestRounds, max: Math.min(this.rounds.max, rounds.length) }
    const left = this.rounds.max - rounds.length
    const seconds = left === 0 ? budget.least : Math.max(budget.least, secondsEach(left, budget))
    if (this.#seconds !== null) this.#seconds = seconds
    const all = [...lengths, ...Array.from({ length: left }, () => seconds)]
    const intervals = wanted.map((metric, i) => ({ metric, factor: Math.exp(widestOf(variances[i], all)) }))
    this.outlook = { rounds: this.rounds.max, intervals }
  }

  get #givenSeconds(): number {
    return (this.#untilMs - this.#beganMs) / 1000
  }

  #budgetAfter(runs: Run[]): Budget {
    const recent = runs.slice(-2 * this.#settings.variants.length)
    const overheadSeconds = mean(recent.map(({ wallSeconds, loadSeconds }) => wallSeconds - loadSeconds))
    const done = runs.length / this.#settings.variants.length
    const rate = Math.min(...recent.map(({ counted, loadSeconds }) => counted.latencies / loadSeconds))
    if (this.#passSeconds > 0) {
      this.#passSeconds = Math.max(...recent.map(({ passes }) => passes?.seconds ?? this.#passSeconds))
      this.#passesWanted = passesWanted.onceMeasured
    }
    const least =
      this.#seconds === null
        ? mean(recent.map(({ loadSeconds }) => loadSeconds))
        : this.#leastSeconds(rate, { overheadSeconds, done })
    return this.#budget(least, overheadSeconds)
  }

  #budget(least: number, overheadSeconds: number): Budget {
    const most = this.#seconds === null ? least : Infinity
    return {
      seconds: this.secondsLeft ?? 0,
      runsPerRound: this.#settings.variants.length,
      overheadSeconds,
      least,
      most
    }
  }

  /**
   * Seconds in which there are as many responses as the metrics need.
   *
   * @param done rounds
   */
  #leastSeconds(responsesPerSecond: number, { overheadSeconds, done }: { overheadSeconds: number; done: number }) {
    const most = this.#settings.time?.isGiven && this.#demanded.length > 0 ? Infinity : usuallyMost
    // While users still wait for their first responses, there seem to be fewer than there will be.
    const some = Math.min(usuallyMost, this.#fewestResponses / responsesPerSecond)
    const secondsFor = (latencies: number) => withSpare(latencies) / responsesPerSecond
    const needed = Math.min(most, secondsFor(this.#fewestLatencies))
    const rounds = done > fewestRounds ? this.rounds.max : roundsForTail
    const fitting = Math.min(most, secondsEach(Math.max(1, rounds - done), this.#budget(0, overheadSeconds)))
    const forTail = (this.#settings.time?.isGiven ? this.#wanted : tailPercentiles).map((metric) => {
      const { fewestLatencies, enoughLatencies } = metricFacts[metric]
      return fitting < secondsFor(fewestLatencies) ? 0 : Math.min(fitting, secondsFor(enoughLatencies))
    })
    return Math.max(shortestSeconds, some, needed, ...forTail, this.#passesWanted * this.#passSeconds)
  }

  /**
   * The first rounds are as short as can be, since nothing is known yet of how they vary. Where nothing is demanded,
   * three fit in any time.
   */
  #prepare(roundsLeft: number, budget: Budget) {
    const { seconds, runsPerRound, overheadSeconds, least } = budget
    if (!this.#settings.time?.isGiven)
      this.#untilMs += 1000 * Math.max(0, roundsLeft * runsPerRound * (least + overheadSeconds) - seconds)
    else if (this.#demanded.length === 0 && this.#seconds !== null)
      budget.least = Math.max(shortestSeconds, Math.min(least, secondsEach(roundsLeft, budget)))
    if (this.#seconds !== null) this.#seconds = budget.least
  }

  /** Nobody waits for longer without having asked for it. */
  #checkPasses({ runsPerRound, overheadSeconds, least }: Budget) {
    const needed = fewestRounds * runsPerRound * (least + overheadSeconds)
    if (this.#settings.time?.isGiven || this.#passSeconds === 0 || needed <= mostUnasked) return
    const minutes = Math.ceil(needed / 60)
    throw new SpeedupError(
      'TIME_TOO_SHORT',
      `A user takes about ${this.#passSeconds.toFixed(0)} s for the flow, and each run has to hold ${this.#passesWanted} passes of it: ` +
        `${counted(fewestRounds, 'round')} of ${counted(runsPerRound, 'variant')} take about ${minutes} min, more than is taken unasked. ` +
        `Set ${this.#settings.timeOption} to ${minutes}m, have fewer users, or make the flow shorter.`
    )
  }

  #checkTime(roundsLeft: number, { runsPerRound, overheadSeconds, least }: Budget) {
    const lacking = roundsLeft * runsPerRound * (least + overheadSeconds) - (this.secondsLeft ?? 0)
    if (lacking <= tolerance * this.#givenSeconds) return
    const needed = Math.round(this.#givenSeconds + lacking)
    const [why, or = ''] =
      this.#seconds === null || least === shortestSeconds
        ? ['']
        : least === this.#passesWanted * this.#passSeconds
          ? [` to hold ${this.#passesWanted} passes of ${this.#passSeconds.toFixed(1)} s through the flow`]
          : [
              ` to get the ${this.#fewestLatencies || this.#fewestResponses} responses needed for ${list(this.#wanted)}`,
              ', or set thresholds on metrics that need fewer responses'
            ]
    const each = (least + overheadSeconds).toFixed(1)
    throw new SpeedupError(
      'TIME_TOO_SHORT',
      `${this.#settings.timeOption} leaves ${this.#givenSeconds.toFixed(0)} s for this scenario, but ` +
        `${counted(fewestRounds, 'round')} of ${counted(runsPerRound, 'variant')} take about ${needed} s: ` +
        `each run is ${each} s long${why}. Increase ${this.#settings.timeOption}${or}.`
    )
  }

  /** @returns one of each candidate whose speedup is to be told, and of each variant with a limit */
  #variancesOf(metric: Metric, rounds: Run[][], lengths: number[]): Variance[] {
    const { variants, baseline } = this.#settings
    const runsOf = (name: string) => rounds.map((ofRound) => ofRound.find(({ variant }) => variant === name) as Run)
    const first = runsOf(baseline)
    const limited = variants.filter(({ name }) => this.#limits[name]?.[metric] != null).map(({ name }) => runsOf(name))
    const ofLimits = limited.map((runs) =>
      varianceOf(
        runs.map((run) => Math.log(valueOf(run, metric))),
        { within: mean(runs.map((run) => withinOf(metric, [run]))), isPaired: false },
        lengths
      )
    )
    const candidates = this.#compared.includes(metric) ? variants.filter(({ name }) => name !== baseline) : []
    return [
      ...ofLimits,
      ...candidates.map(({ name }) => {
        const own = runsOf(name)
        const logs = own.map((run, i) => Math.log(speedupOf(metric, valueOf(first[i], metric), valueOf(run, metric))))
        const isPaired = varianceByPairs(pairsOf(own, first, metric), spreadFloor) !== null
        const within = mean(own.map((run, i) => withinOf(metric, [run, first[i]])))
        return varianceOf(logs, { within, isPaired }, lengths)
      })
    ]
  }
}

/** @returns of a run, or of the ratio of two, as Variance has it; 0: unknown */
function withinOf(metric: Metric, runs: Run[]) {
  const [own, other] = runs.map(({ inSlices }) => inSlices?.[metric])
  if (own === undefined) return sum(runs.map(({ within }) => within?.[metric] ?? 0))
  // A pair of slices meets the same machine: what both have in common cancels out.
  const values = own.map((value, i) => value / (other?.[i] ?? 1))
  return varianceWithin(values, runs[0].loadSeconds / own.length)
}

/**
 * The order of the variants in a round, which count from 1: A B, B A, A B ... and, with more of them, also rotated, so
 * that none always follows the same neighbour or meets the coldest machine.
 */
export function scheduleRound<T>(variants: readonly T[], round: number): T[] {
  // Two variants are alternated only: rotating them too would undo it every other time.
  const turn = variants.length === 2 ? 0 : Math.floor((round - 1) / 2) % variants.length
  const order = [...variants.slice(turn), ...variants.slice(0, turn)]
  return round % 2 === 0 ? order.reverse() : order
}
