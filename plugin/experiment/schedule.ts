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
import { highest, lowest, meanBy, sumBy } from '../statistics/descriptive.ts'
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
import { exchangeSeconds } from './loads.ts'
import type { ScenarioPlan, Settings } from '../concepts/settings.ts'
import type { Pace } from './warm-up.ts'

/** Longer runs must be asked for, by a time of one's own and a metric that is demanded. */
const usuallyMost = 10
/**
 * Everybody looks for the tail: runs are as long as its percentiles need, as far as so many rounds fit into the time.
 * Fewer would have wider intervals.
 */
const roundsForTail = 5
const tolerance = 0.1 // of its time, that a scenario may take more
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

/** How many rounds a scenario has, and how long its runs are: as it was asked for, or as most is told in its time. */
export class Schedule {
  rounds
  outlook: Outlook | null = null
  spreadSeconds = 0 // in which users come, so that they are spread over the flow; 0: as usual
  #settings
  #isTimed // somebody has said how long it may take
  #limits
  #compared // whose speedup is demanded, or usually told
  #demanded
  #wanted
  #fewestLatencies // of a run
  #fewestResponses // of a run, for any metric: without one in the part that counts, nothing could be compared
  #passSeconds = 0 // of a user's pass through the flow, at the slowest variant; 0: a single request, or unknown
  #passesWanted = passesWanted.atFirst
  #seconds // of each run of the next round that count; null: as the settings say
  #beganMs = performance.now()
  #untilMs // by performance.now()

  /** @param seconds that this scenario may take; null: rounds say when it ends */
  constructor(scenario: ScenarioPlan, settings: Settings, seconds: number | null) {
    this.#settings = settings
    this.#isTimed = settings.time?.isGiven === true
    this.rounds = settings.rounds
    const isIn = (demands: Partial<Record<Metric, number | null>>[]) =>
      metrics.filter((metric) => demands.some((own) => own[metric] != null))
    this.#limits = scenario.limits
    const thresholds = Object.values(scenario.thresholds)
    this.#demanded = isIn([...thresholds, ...Object.values(scenario.limits)])
    const isNothing = this.#demanded.length === 0
    this.#compared = isNothing ? [...usuallyTold] : isIn(thresholds)
    this.#wanted = isNothing ? this.#compared : this.#demanded
    this.#fewestLatencies = highest(this.#wanted, (metric) => metricFacts[metric].fewestLatencies)
    this.#fewestResponses = Math.max(20, 2 * (scenario.loop?.users ?? 0))
    this.#seconds = settings.lengthIsFree ? shortestSeconds : null
    this.#untilMs = seconds === null ? Infinity : this.#beganMs + 1000 * Math.max(0, seconds)
  }

  get #warmUpSeconds() {
    return leaveOut(null, this.#settings, this.spreadSeconds) ?? usualWarmUpSeconds
  }

  /** How long users go on in the next runs; null: as the settings say. */
  get loadSeconds() {
    return this.#seconds === null ? null : this.#seconds + this.#warmUpSeconds
  }

  /** @returns seconds until its time is over; null: it has none */
  get secondsLeft() {
    return this.#untilMs === Infinity ? null : Math.max(0, (this.#untilMs - performance.now()) / 1000)
  }

  /**
   * How long the first runs are, by how fast the slowest variant was while it warmed up.
   *
   * @returns seconds that this scenario takes at least, and why, where that is longer than it usually is; else null
   * @throws SpeedupError TIME_TOO_SHORT
   */
  begin({ responsesPerSecond, passSeconds }: Pace) {
    if (this.#seconds === null) return null
    this.#passSeconds = passSeconds
    this.spreadSeconds = passSeconds > 1 ? Math.min(mostSpread, passSeconds) : 0
    const usual = this.secondsLeft ?? 0
    const overheadSeconds = exchangeSeconds + this.#warmUpSeconds
    const budget = this.#budget(this.#leastSeconds(responsesPerSecond, { overheadSeconds, done: 0 }), overheadSeconds)
    this.#checkPasses(budget)
    this.#prepare(fewestRounds, budget)
    this.#checkTime(fewestRounds, budget)
    const seconds = this.secondsLeft ?? 0
    return this.#isTimed || seconds - usual < 1 ? null : { seconds, why: this.#whyLonger(budget) }
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
    const lengths = rounds.map((ofRound) => Math.max(0.001, meanBy(ofRound, secondsOf)))
    const wanted = this.#wanted.filter((metric) => isMeasured(metric, runs))
    const variances = wanted.map((metric) => this.#variancesOf(metric, rounds, lengths))
    const widestOf = (own: Variance[], all = lengths) =>
      highest(own, (variance) => expectedHalfWidth(all, variance, this.#settings))
    if (rounds.length === fewestRounds) {
      // By how much rounds differ, not by what they tell: error rates hold.
      if (this.spreadSeconds > 0 && !this.#isTimed && widestOf(variances.flat()) > toldByThree) {
        this.#untilMs = Math.max(this.#untilMs, this.#beganMs + 1000 * mostOfNoisyFlow)
        budget.seconds = this.secondsLeft ?? 0
      }
      this.rounds = { min: fewestRounds, max: planRounds(lengths, variances.flat(), budget, this.#settings) }
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

  get #givenSeconds() {
    return (this.#untilMs - this.#beganMs) / 1000
  }

  #budgetAfter(runs: Run[]) {
    const recent = runs.slice(-2 * this.#settings.variants.length)
    const overheadSeconds = meanBy(recent, ({ wallSeconds, loadSeconds }) => wallSeconds - loadSeconds)
    const done = runs.length / this.#settings.variants.length
    const rate = lowest(recent, ({ counted, loadSeconds }) => counted.latencies / loadSeconds)
    if (this.#passSeconds > 0) {
      this.#passSeconds = highest(recent, ({ passes }) => passes?.seconds ?? this.#passSeconds)
      this.#passesWanted = passesWanted.onceMeasured
    }
    const least =
      this.#seconds === null ? meanBy(recent, secondsOf) : this.#leastSeconds(rate, { overheadSeconds, done })
    return this.#budget(least, overheadSeconds)
  }

  #budget(least: number, overheadSeconds: number): Budget {
    return {
      seconds: this.secondsLeft ?? 0,
      runsPerRound: this.#settings.variants.length,
      overheadSeconds,
      least,
      most: this.#seconds === null ? least : Infinity
    }
  }

  /** Seconds in which there are as many responses as the metrics need. done: rounds */
  #leastSeconds(responsesPerSecond: number, { overheadSeconds, done }: { overheadSeconds: number; done: number }) {
    const most = this.#isTimed && this.#demanded.length > 0 ? Infinity : usuallyMost
    // While users still wait for their first responses, there seem to be fewer than there will be.
    const some = Math.min(usuallyMost, this.#fewestResponses / responsesPerSecond)
    const secondsFor = (latencies: number) => withSpare(latencies) / responsesPerSecond
    const needed = Math.min(most, secondsFor(this.#fewestLatencies))
    const rounds = done > fewestRounds ? this.rounds.max : roundsForTail
    const fitting = Math.min(most, secondsEach(Math.max(1, rounds - done), this.#budget(0, overheadSeconds)))
    const forTail = (this.#isTimed ? this.#wanted : tailPercentiles).map((metric) => {
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
    if (!this.#isTimed)
      this.#untilMs += 1000 * Math.max(0, roundsLeft * runsPerRound * (least + overheadSeconds) - seconds)
    else if (this.#demanded.length === 0 && this.#seconds !== null)
      budget.least = Math.max(shortestSeconds, Math.min(least, secondsEach(roundsLeft, budget)))
    if (this.#seconds !== null) this.#seconds = budget.least
  }

  /** Nobody waits for longer without having asked for it. */
  #checkPasses({ runsPerRound, overheadSeconds, least }: Budget) {
    const needed = fewestRounds * runsPerRound * (least + overheadSeconds)
    if (this.#isTimed || this.#passSeconds === 0 || needed <= mostUnasked) return
    const minutes = Math.ceil(needed / 60)
    throw new SpeedupError(
      'TIME_TOO_SHORT',
      `A user takes about ${this.#passSeconds.toFixed(0)} s for the flow, and each run has to hold ` +
        `${this.#passesWanted} passes of it: ${roundsOf(runsPerRound)} ${minutes} min, more than is taken unasked. ` +
        `Set ${this.#settings.timeOption} to ${minutes}m, have fewer users, or make the flow shorter.`
    )
  }

  #checkTime(roundsLeft: number, { runsPerRound, overheadSeconds, least }: Budget) {
    const lacking = roundsLeft * runsPerRound * (least + overheadSeconds) - (this.secondsLeft ?? 0)
    if (lacking <= tolerance * this.#givenSeconds) return
    const needed = Math.round(this.#givenSeconds + lacking)
    const fewest = this.#fewestLatencies || this.#fewestResponses
    const [why, or = ''] =
      this.#seconds === null || least === shortestSeconds
        ? ['']
        : least === this.#passesWanted * this.#passSeconds
          ? [` to hold ${this.#passesWanted} passes of ${this.#passSeconds.toFixed(1)} s through the flow`]
          : [
              ` to get the ${fewest} responses needed for ${list(this.#wanted)}`,
              ', or set thresholds on metrics that need fewer responses'
            ]
    throw new SpeedupError(
      'TIME_TOO_SHORT',
      `${this.#settings.timeOption} leaves ${this.#givenSeconds.toFixed(0)} s for this scenario, but ` +
        `${roundsOf(runsPerRound)} ${needed} s: ` +
        `each run is ${(least + overheadSeconds).toFixed(1)} s long${why}. Increase ${this.#settings.timeOption}${or}.`
    )
  }

  /** @returns one of each candidate whose speedup is to be told, and of each variant with a limit */
  #variancesOf(metric: Metric, rounds: Run[][], lengths: number[]): Variance[] {
    const { variants, baseline } = this.#settings
    const runsOf = (name: string) => rounds.map((ofRound) => ofRound.find(({ variant }) => variant === name) as Run)
    const first = runsOf(baseline)
    const limited = variants.filter(({ name }) => this.#limits[name]?.[metric] != null).map(({ name }) => runsOf(name))
    const ofLimits = limited.map((runs) => {
      const logs = runs.map((run) => Math.log(valueOf(run, metric)))
      const within = meanBy(runs, (run) => withinOf(metric, [run]))
      return varianceOf(logs, { within, isPaired: false }, lengths)
    })
    const candidates = this.#compared.includes(metric) ? variants.filter(({ name }) => name !== baseline) : []
    return [
      ...ofLimits,
      ...candidates.map(({ name }) => {
        const own = runsOf(name)
        const logs = own.map((run, i) => Math.log(speedupOf(metric, valueOf(first[i], metric), valueOf(run, metric))))
        const isPaired = varianceByPairs(pairsOf(own, first, metric), spreadFloor) !== null
        const within = meanBy(own, (run, i) => withinOf(metric, [run, first[i]]))
        return varianceOf(logs, { within, isPaired }, lengths)
      })
    ]
  }
}

const secondsOf = ({ loadSeconds }: Run) => loadSeconds

const roundsOf = (runs: number) => `${counted(fewestRounds, 'round')} of ${counted(runs, 'variant')} take about`

/** @returns of a run, or of the ratio of two, as Variance has it; 0: unknown */
function withinOf(metric: Metric, runs: Run[]) {
  const [own, other] = runs.map(({ inSlices }) => inSlices?.[metric])
  if (own === undefined) return sumBy(runs, ({ within }) => within?.[metric] ?? 0)
  // A pair of slices meets the same machine: what both have in common cancels out.
  const values = own.map((value, i) => value / (other?.[i] ?? 1))
  return varianceWithin(values, runs[0].loadSeconds / own.length)
}
