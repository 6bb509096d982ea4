import { join } from 'node:path'
import { limitedPercentiles, outrunsGenerator, seenStep, type SeenStep } from '../concepts/capacity.ts'
import { SpeedupError } from '../concepts/errors.ts'
import { metricFacts } from '../concepts/metrics.ts'
import { arrivalPhases, mostUsers, phasesOf } from '../concepts/generators.ts'
import { fewestRounds, mostRounds, usualWarmUpSeconds, type Run } from '../concepts/run.ts'
import { counted } from '../concepts/wording.ts'
import { bracket, nextLevel, type Bounds } from '../statistics/capacity-search.ts'
import { mean } from '../statistics/descriptive.ts'
import { measureRun, type Workplace } from './measure-run.ts'
import { laterSeconds, scheduleRound } from './schedule.ts'
import type { Known, Progress } from './run-scenario.ts'
import type { ScenarioPlan, ServiceLevel, Settings, Variant } from '../concepts/settings.ts'
import type { RunRecord } from '../record/run-record.ts'

type Context = {
  settings: Settings, record: RunRecord, known: Known, workplace: Workplace, signal: AbortSignal
  seconds: number | null // that it may take; null: rounds say when it ends
  responsesPerSecond: number // of a few users, while the slowest variant warmed up
}

/** Of each load, with the part that does not count: a bracket need not be exact. */
const bracketSeconds = { least: 3, most: 12, responses: 20 }
const roundSeconds = { least: 5.5, most: 15 }
const firstShare = 0.4 // of what a few users get answered, who know no pause
const mostPerSecond = 20_000
const usualTurns = 10 // before the rounds, at most
const hardlyMeets = 0.05 // requests in progress, of a load in which one hardly ever waits for another

/**
 * Finds the most that each variant carries within the service level, in loads of a fresh app each: first, where about it lies, then rounds
 * of one load of each variant beside it, until it is known well enough.
 */
export async function* searchCapacity(scenario: ScenarioPlan, context: Context): AsyncGenerator<Progress> {
  const { settings: { variants }, known, seconds } = context
  const begunMs = performance.now()
  const searches = new Map(variants.map((variant) => [variant.name, new VariantSearch(scenario, context)]))
  const searchOf = ({ name }: Variant) => searches.get(name) as VariantSearch
  const measure = loadMaker(scenario, context)
  for (let turn = 0; ; turn++) {
    const open = scheduleRound(variants, turn + 1).filter((variant) => searchOf(variant).next !== null)
    if (open.length === 0) break
    for (const variant of open) {
      const search = searchOf(variant)
      search.add(yield* measure(variant, { round: 0, turn, level: Number(search.next), seconds: search.bracketSeconds }))
    }
  }
  const found = () => variants.filter((variant) => searchOf(variant).isFound)
  let rounds = context.settings.rounds
  let whole = 0
  for (let round = 1; whole < rounds.max && found().length > 0; round++) {
    if (round > mostRepeated * rounds.max) return tooLate(whole)
    const roundBegunMs = performance.now()
    for (const variant of scheduleRound(found(), round)) {
      const search = searchOf(variant)
      search.add(yield* measure(variant, { round, turn: 0, level: search.besideLimit, seconds: search.roundSeconds }))
    }
    const now = performance.now()
    if (round === 1 && seconds !== null) {
      const fitting = 1 + Math.floor((1000 * seconds - (now - begunMs)) / (now - roundBegunMs))
      rounds = { min: rounds.min, max: Math.min(mostRounds, Math.max(rounds.min, fitting)) }
    }
    // A round with a load that is void is made again, unless it is of a variant that is given up.
    whole = Array.from({ length: round }, (_, i) => i + 1).filter((made) => found().every((variant) => searchOf(variant).isWhole(made))).length
    if (whole >= rounds.min && known.isDecided(scenario, rounds)) return
  }
}

const mostRepeated = 2 // times as many rounds as wanted

function tooLate(whole: number) {
  if (whole >= fewestRounds) return
  throw new SpeedupError('GENERATOR_FAILED', `The load generator came so late in nearly all rounds of the search that their loads are void: ${counted(whole, 'round')} of ${fewestRounds} could be used. ` +
    'Other programs, or the app itself, take the cores that it needs: repeat this on a quiet machine, or with heavier requests, of which fewer are made.')
}

/** What is known of one variant. */
class VariantSearch {
  #last: Run | null = null
  #rounds: { round: number, isVoid: boolean }[] = []
  #before: SeenStep[] = [] // the rounds, and during them: without loads that are void
  #during: SeenStep[] = []
  #scenario
  #limits: ServiceLevel['limits']
  #bounds: Bounds
  #voidLevel: Run['level'] | null = null // of the last load that was void
  #longer: number // seconds, of a warm-up that is longer than usual
  #least: number // seconds of load that has as many responses as the percentiles need, for one a second

  constructor(scenario: ScenarioPlan, { responsesPerSecond, settings: { warmUpSeconds } }: Context) {
    const { loop, cycle, capacity } = scenario
    this.#scenario = scenario
    this.#longer = Math.max(0, (warmUpSeconds ?? 0) - usualWarmUpSeconds)
    this.#limits = (capacity as ServiceLevel).limits
    this.#bounds = loop === null
      ? { start: Math.max(0.5, (firstShare * responsesPerSecond) / (cycle ?? 1)), least: 0.2, most: mostPerSecond, isWhole: false }
      : { start: loop.users, least: 1, most: mostUsers, isWhole: true }
    this.#least = 1.1 * Math.max(...limitedPercentiles(this.#limits).map((percentile) => metricFacts[percentile].fewestLatencies))
  }

  add(run: Run) {
    const step = seenStep(run, this.#limits)
    const { level, isVoid } = step
    this.#last = run
    if (run.round > 0) this.#rounds.push({ round: run.round, isVoid })
    const steps = run.round === 0 ? this.#before : this.#during
    if (!isVoid) steps.push(step)
    if (isVoid && run.round === 0) {
      // Once may be a hiccup of the machine, and is tried again. Twice: the generator can make no more.
      if (run.level === this.#voidLevel) this.#bounds = { ...this.#bounds, most: Math.max(this.#bounds.least, level / 1.25) }
      this.#voidLevel = run.level
    }
    const { leastLatencyMs } = run.generator
    if (!this.#bounds.isWhole && leastLatencyMs !== null) this.#bounds = { ...this.#bounds, least: Math.max(0.2, (1000 * hardlyMeets) / leastLatencyMs) }
  }

  isWhole(round: number): boolean {
    return this.#rounds.some((made) => made.round === round && !made.isVoid)
  }

  /** @returns the level to try, until the limit lies between narrow bounds, or a bound is in the way: null */
  get next(): number | null {
    const found = bracket(this.#before, this.#bounds)
    return 'next' in found ? found.next : null
  }

  get isFound(): boolean {
    return 'found' in bracket(this.#before, this.#bounds) && !outrunsGenerator(this.#rounds)
  }

  get besideLimit(): number {
    return nextLevel(this.#before, this.#during, this.#bounds)
  }

  get bracketSeconds(): number {
    const { least, most, responses } = bracketSeconds
    return this.#longer + Math.min(most, Math.max(least, (1.5 * responses) / this.#perSecond(Number(this.next))))
  }

  get roundSeconds(): number {
    const given = this.#scenario.loop === null ? this.#scenario.arrivals?.seconds : this.#scenario.loop.seconds
    return given ?? this.#longer + Math.min(roundSeconds.most, Math.max(roundSeconds.least, usualWarmUpSeconds + this.#least / this.#perSecond(this.besideLimit)))
  }

  /** @returns responses, about */
  #perSecond(level: number) {
    return this.#bounds.isWhole ? this.#last?.throughputPerSecond || level : level
  }
}

type Load = { round: number, turn: number, level: number, seconds: number }

function loadMaker(scenario: ScenarioPlan, { settings, record, known, workplace, signal }: Context) {
  const { variants, scenarios } = settings
  const runs: Run[] = []
  return async function* measure(variant: Variant, { round, turn, level, seconds }: Load): AsyncGenerator<Progress, Run> {
    const files = record.createFiles({ scenario: scenarios.indexOf(scenario) + 1, round, turn: turn * variants.length + variants.indexOf(variant) + 1, variant: variant.name })
    yield { event: 'begins', round, variant: variant.name, samplesFile: join(record.folder, files.samples) }
    const load = { ...loadAt(scenario, level, seconds), level }
    const run = await record.append(await measureRun({ settings, scenario, variant, round, files, firstRequestsApart: runs[0]?.firstRequests.apart ?? null, loadSeconds: seconds, load }, workplace, signal))
    runs.push(run)
    const each = mean(runs.map(({ wallSeconds }) => wallSeconds))
    const turnsLeft = round > 0 ? 0 : Math.max(1, usualTurns - turn)
    const most = each * variants.length * (turnsLeft + settings.rounds.max - round)
    yield { event: 'run', scenario, run, secondsLeft: [0, most], left: () => each * variants.length * Math.max(0, settings.rounds.min - round) + laterSeconds(scenario, settings, { wallSeconds: each, known }) }
    return run
  }
}

/** @returns the load of so many users per second or, in a loop, of so many users */
export function loadAt({ loop }: ScenarioPlan, level: number, seconds: number) {
  return loop === null ? { phases: arrivalPhases(seconds), arrivalsPerSecond: level } : { phases: phasesOf({ users: level, seconds }), arrivalsPerSecond: null }
}
