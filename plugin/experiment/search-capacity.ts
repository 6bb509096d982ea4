import { SpeedupError } from '../concepts/errors.ts'
import { arrivalPhases, phasesOf } from '../concepts/generators.ts'
import { fewestRounds, mostRounds, usualWarmUpSeconds, type Run } from '../concepts/run.ts'
import { counted } from '../concepts/wording.ts'
import { mean } from '../statistics/descriptive.ts'
import { boundsOf, replaySearch, type Replay } from '../statistics/replay-search.ts'
import { measureRun, type Workplace } from './measure-run.ts'
import { pathsOf, turnOf } from './run-of.ts'
import { laterSeconds, scheduleRound } from './schedule.ts'
import { limitedPercentiles, seenStep, type SeenStep } from '../concepts/capacity.ts'
import { metricFacts, withSpare } from '../concepts/metrics.ts'
import { nextLevel } from '../statistics/capacity-readings.ts'
import { roundedTo, type Bounds } from '../statistics/capacity-search.ts'
import type { Known, Progress } from './run-scenario.ts'
import type { ScenarioPlan, ServiceLevel, Settings, Variant } from '../concepts/settings.ts'

type Context = {
  settings: Settings
  known: Known
  workplace: Workplace
  seconds: number | null // that it may take; null: rounds say when it ends
  responsesPerSecond: number // of a few users, while the slowest variant warmed up
}

const firstShare = 0.4 // of what a few users get answered, who know no pause
const usualTurns = 10 // before the rounds, at most

/**
 * Finds the most that each variant carries within the service level, in loads of a fresh app each: first, where about
 * it lies, then rounds of one load of each variant beside it, until it is known well enough.
 */
export async function* searchCapacity(scenario: ScenarioPlan, context: Context): AsyncGenerator<Progress> {
  const {
    settings: { variants },
    known,
    seconds
  } = context
  const begunMs = performance.now()
  const searches = new Map(variants.map((variant) => [variant.name, searchOf(scenario, context)]))
  const ofVariant = ({ name }: Variant) => searches.get(name) as VariantSearch
  const measure = loadMaker(scenario, context)
  for (let turn = 0; ; turn++) {
    const open = scheduleRound(variants, turn + 1).filter((variant) => ofVariant(variant).next !== null)
    if (open.length === 0) break
    for (const variant of open) {
      const search = ofVariant(variant)
      if (search.next !== null) search.add(yield* measure(variant, { round: 0, turn, ...search.next }))
    }
  }
  const endOf = (variant: Variant) => ofVariant(variant).state
  const untold = variants.find((variant) => isVoid(endOf(variant)))
  if (untold !== undefined) throw tooLate(`all loads of ${untold.name}`, '')
  const found = () => variants.filter((variant) => 'found' in endOf(variant))
  let rounds = context.settings.rounds
  let whole = 0
  for (let round = 1; whole < rounds.max && found().length > 0; round++) {
    if (round > mostRepeated * rounds.max) {
      if (whole >= fewestRounds) return
      throw tooLate('nearly all rounds of the search', `: ${counted(whole, 'round')} of ${fewestRounds} could be used`)
    }
    const roundBegunMs = performance.now()
    for (const variant of scheduleRound(found(), round)) {
      const search = ofVariant(variant)
      search.add(yield* measure(variant, { round, turn: 0, ...search.besideLimit }))
    }
    const now = performance.now()
    if (round === 1 && seconds !== null) {
      const fitting = 1 + Math.floor((1000 * seconds - (now - begunMs)) / (now - roundBegunMs))
      rounds = { min: rounds.min, max: Math.min(mostRounds, Math.max(rounds.min, fitting)) }
    }
    // A round with a load that is void is made again, unless it is of a variant that is given up.
    whole = Array.from({ length: round }, (_, i) => i + 1).filter((made) =>
      found().every((variant) => ofVariant(variant).isWhole(made))
    ).length
    if (whole >= rounds.min && known.isDecided(scenario, rounds)) return
  }
}

const mostRepeated = 2 // times as many rounds as wanted

const tooLate = (where: string, left: string) =>
  new SpeedupError(
    'GENERATOR_FAILED',
    `The load generator came so late in ${where} that they are void${left}. ` +
      'Other programs, or the app itself, take the cores that it needs: ' +
      'repeat this on a quiet machine, or with heavier requests, of which fewer are made.'
  )

const isVoid = (state: VariantSearch['state']) => 'end' in state && state.end === 'void'

function searchOf(
  { loop, cycle, capacity, arrivals }: ScenarioPlan,
  { responsesPerSecond, settings: { warmUpSeconds } }: Context
) {
  const start = boundsOf(loop?.users ?? (firstShare * responsesPerSecond) / (cycle ?? 1), loop?.users ?? null)
  const seconds = (loop === null ? arrivals?.seconds : loop.seconds) ?? null
  return new VariantSearch(start, (capacity as ServiceLevel).limits, {
    seconds,
    longerSeconds: Math.max(0, (warmUpSeconds ?? 0) - usualWarmUpSeconds)
  })
}

function loadMaker(scenario: ScenarioPlan, { settings, known, workplace }: Context) {
  const { variants, rounds } = settings
  const runs: Run[] = []
  return async function* measure(
    variant: Variant,
    { round, turn, level, seconds }: { round: number; turn: number; level: number; seconds: number }
  ): AsyncGenerator<Progress, Run> {
    const place = turn * variants.length + variants.indexOf(variant) + 1
    const load = { ...loadAt(scenario, level, seconds), level }
    const own = turnOf({ settings, scenario, runs }, { variant, round, place, loadSeconds: seconds, load }, workplace)
    yield { event: 'begins', round, variant: variant.name, samplesFile: pathsOf(own.files, workplace).samplesFile }
    const run = await workplace.record.append(await measureRun(own, workplace))
    runs.push(run)
    const each = mean(runs.map(({ wallSeconds }) => wallSeconds))
    const turnsLeft = round > 0 ? 0 : Math.max(1, usualTurns - turn)
    const most = each * variants.length * (turnsLeft + rounds.max - round)
    yield {
      event: 'run',
      scenario,
      run,
      secondsLeft: [0, most],
      left: () =>
        each * variants.length * Math.max(0, rounds.min - round) +
        laterSeconds(scenario, settings, { wallSeconds: each, known })
    }
    return run
  }
}

/** @returns the load of so many users per second or, in a loop, of so many users */
export const loadAt = ({ loop }: ScenarioPlan, level: number, seconds: number) =>
  loop === null
    ? { phases: arrivalPhases(seconds), arrivalsPerSecond: level }
    : { phases: phasesOf({ users: level, seconds }), arrivalsPerSecond: null }

/** Of each load, with the part that does not count: a bracket need not be exact. */
const bracketSeconds = { least: 3, most: 12, responses: 30 }
const roundSeconds = { least: 7.5, most: 15, responses: 600 }

/**
 * @param limits of the service level. @returns seconds of a load with so many responses a second, about; its warm-up is
 * a part of them
 */
export function secondsOfLoad(perSecond: number, isLong: boolean, limits: ServiceLevel['limits']): number {
  const { least, most, responses } = isLong ? roundSeconds : bracketSeconds
  const needed = limitedPercentiles(limits).map((percentile) => withSpare(metricFacts[percentile].enoughLatencies))
  const seconds = isLong ? usualWarmUpSeconds + Math.max(responses, ...needed) / perSecond : responses / perSecond
  return Math.min(most, Math.max(least, seconds))
}

interface Lengths {
  seconds: number | null // of long loads, that were asked for
  longerSeconds: number // of a warm-up that is longer than usual
}

/** What is known of one variant during a search, and what its next load is. */
class VariantSearch {
  #steps: SeenStep[] = []
  #perSecond: number | null = null // responses of the last load
  #start
  #limits
  #lengths

  constructor(start: Bounds, limits: ServiceLevel['limits'], lengths: Lengths) {
    this.#start = start
    this.#limits = limits
    this.#lengths = lengths
  }

  add(run: Run) {
    this.#steps.push(seenStep(run, this.#limits))
    this.#perSecond = run.throughputPerSecond
  }

  get #replay(): Replay {
    return replaySearch(this.#steps, this.#start)
  }

  get state(): Replay['state'] {
    return this.#replay.state
  }

  isWhole(round: number): boolean {
    return this.#replay.during.some((step) => step.round === round)
  }

  /**
   * @returns the next load of the first part, until the limit lies between narrow bounds, or a bound is in the way:
   * null
   */
  get next(): { level: number; seconds: number } | null {
    const { state } = this.#replay
    return 'next' in state ? { level: state.next, seconds: this.#secondsAt(state.next, state.isLong) } : null
  }

  /** The next load of the second part. */
  get besideLimit(): { level: number; seconds: number } {
    const { before, during, bounds } = this.#replay
    const level = roundedTo(Math.max(bounds.least, nextLevel(before, during, bounds.most)), bounds)
    return { level, seconds: this.#secondsAt(level, true) }
  }

  #secondsAt(level: number, isLong: boolean) {
    const { seconds, longerSeconds } = this.#lengths
    if (isLong && seconds !== null) return seconds
    const perSecond = this.#start.isWhole ? this.#perSecond || level : level
    return longerSeconds + this.#replay.timesLonger * secondsOfLoad(perSecond, isLong, this.#limits)
  }
}
