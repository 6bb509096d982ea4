import { SpeedupError } from '../../../concepts/errors.ts'
import { arrivalPhases, phasesOf } from '../../../concepts/load-description.ts'
import type { ScenarioPlan, Settings, Variant } from '../../../concepts/settings.ts'
import { fewestRounds, mostRounds, usualWarmUpSeconds, type Run } from '../../../concepts/run.ts'
import { counted } from '../../../concepts/wording.ts'
import { meanBy, median, rounded, sumBy } from '../../../statistics/descriptive.ts'
import { usageOver } from '../../../measure/usage.ts'
import { measureRun } from '../../../experiment/measure-round.ts'
import { turnOf, type OwnLoad } from '../../../experiment/run-of.ts'
import { scheduleRound, type ChoosesLoads, type Progress, type SearchContext } from '../../../experiment/loads.ts'
import { ownLoad } from '../../concepts.ts'
import {
  bracketSeconds,
  capacity,
  limitedPercentiles,
  mostTurns,
  roundSeconds,
  type ServiceLevel
} from '../concepts/capacity.ts'
import { seenStep, type SeenStep } from '../statistics/seen-step.ts'
import { metricFacts, withSpare } from '../../../concepts/metrics.ts'
import { nextLevel } from '../statistics/readings.ts'
import { boundsOf, lowestMissed, replaySearch, roundedTo, type Bounds } from '../statistics/replay-search.ts'
import type { Span } from '../../../concepts/spans.ts'
import type { UsageReport } from '../../../messages/app.ts'
import type { Pace } from '../../../experiment/warm-up.ts'

const firstShare = 0.4 // of what a few users get answered, who know no pause
const usualTurns = 10 // before the rounds: the median of simulated searches

/**
 * Where a search begins. Of users who ask for what is quick and others who ask for what is slow, the quick ones are
 * answered far more often than they come later: so it is no more than one user could ask for who waits for the slowest
 * answer each time.
 */
export const firstLevel = ({ cycle }: ScenarioPlan, { responsesPerSecond, slowestSeconds }: Pace) =>
  Math.min(firstShare * responsesPerSecond, 1 / slowestSeconds) / (cycle ?? 1)

const mostOfPart = 30 // seconds

export const capacityLoads: ChoosesLoads = {
  searchLoads: (scenario, context) => scenario.capacity && search(scenario, context),
  /** Users come as long as was asked for, or until p95 has the responses that it needs, but not for too long. */
  partOf(scenario, known) {
    const { level, arrivals, cycle } = scenario
    if (level === null || arrivals === null) return null
    const found = known.foundOf(level.of)
    const perSecond = level.factor * (found ?? Infinity)
    const needed = usualWarmUpSeconds + withSpare(metricFacts.p95.enoughLatencies) / (perSecond * (cycle ?? 1))
    const asked = arrivals.seconds ?? 0
    const seconds = arrivals.isLeast ? Math.max(asked, Math.min(mostOfPart, needed)) : asked
    return { isFound: found !== null, seconds, load: loadAt(scenario, perSecond, seconds) }
  }
}

/** @param level users per second or, in a loop, users */
const loadAt = ({ loop, capacity }: ScenarioPlan, level: number, seconds: number): OwnLoad => ({
  ...(loop === null
    ? { phases: arrivalPhases(seconds), arrivalsPerSecond: level }
    : { phases: phasesOf({ users: level, seconds }) }),
  ofRun: (usage, load) => ({ level, ...(capacity && { costGrowth: costGrowth(usage, load) }) })
})

/**
 * @param reports of all workers
 * @param load counted: one span; halves: responses in each half of it
 * @returns how much more computing a response took in the second half than in the first, a ratio; null: unknown
 */
export function costGrowth(
  reports: readonly UsageReport[],
  { counted: [{ fromMs, toMs }], halves }: { counted: readonly Span[]; halves: [number, number] | null }
) {
  if (halves === null || halves.includes(0)) return null
  const byWorker = [...Map.groupBy(reports, ({ pid }) => pid).values()]
  const middleMs = (fromMs + toMs) / 2
  const [before, after] = [
    { fromMs, toMs: middleMs },
    { fromMs: middleMs, toMs }
  ].map((half, i) => sumBy(byWorker, (own) => usageOver(own, [half])?.utilization ?? NaN) / halves[i])
  return before > 0 && after > 0 ? rounded(after / before) : null
}

/**
 * Finds the most that each variant carries within the service level, in loads of a fresh app each: first, where about
 * it lies, then rounds of one load of each variant beside it, until it is known well enough.
 */
async function* search(scenario: ScenarioPlan, context: SearchContext): AsyncGenerator<Progress> {
  const { settings, known, seconds } = context
  const { variants } = settings
  let { rounds } = settings
  const begunMs = performance.now()
  const searches = variants.map((variant) => ({ variant, search: searchOf(scenario, context) }))
  const measure = loadMaker(scenario, context, searches)
  for (let turn = 0; searches.some(({ search }) => search.next !== null); turn++)
    for (const each of scheduleRound(searches, turn + 1))
      if (each.search.next !== null) yield* measure(each, { round: 0, turn, rounds, ...each.search.next })
  const untold = searches.find(({ search: { replay } }) => 'end' in replay.state && replay.state.end === 'void')
  if (untold !== undefined) throw tooLate(`all loads of ${untold.variant.name}`, '')
  const found = () => searches.filter(({ search }) => 'found' in search.replay.state)
  let whole = 0
  for (let round = 1; whole < rounds.max && found().length > 0; round++) {
    if (round > mostRepeated * rounds.max) {
      if (whole >= fewestRounds) return
      throw tooLate('nearly all rounds of the search', `: ${counted(whole, 'round')} of ${fewestRounds} could be used`)
    }
    const roundBegunMs = performance.now()
    for (const each of scheduleRound(found(), round))
      yield* measure(each, { round, turn: 0, rounds, ...each.search.besideLimit })
    const now = performance.now()
    if (round === 1) {
      const most = 1000 * (seconds ?? capacity.mostSeconds(scenario, settings))
      const fitting = 1 + Math.floor((most - (now - begunMs)) / (now - roundBegunMs))
      const { min, max } = rounds
      rounds = { min, max: Math.min(seconds === null ? max : mostRounds, Math.max(min, fitting)) }
    }
    // A round with a load that is void is made again, unless it is of a variant that is given up.
    whole = Array.from({ length: round }, (_, i) => i + 1).filter((made) =>
      found().every(({ search }) => search.replay.during.some((step) => step.round === made))
    ).length
    if (whole >= rounds.min && known.isDecided(scenario, rounds)) return
    yield { event: 'so far', leader: known.soFar(scenario) }
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

function searchOf(scenario: ScenarioPlan, { pace, settings: { warmUpSeconds } }: SearchContext) {
  const { loop, capacity } = scenario
  const start = boundsOf(loop?.users ?? firstLevel(scenario, pace), loop?.users ?? null)
  return new VariantSearch(start, (capacity as ServiceLevel).limits, {
    seconds: ownLoad(scenario)?.seconds ?? null,
    longerSeconds: Math.max(0, (warmUpSeconds ?? 0) - usualWarmUpSeconds)
  })
}

type Searched = { variant: Variant; search: VariantSearch }
type Wanted = NextLoad & { round: number; turn: number; rounds: Settings['rounds'] }

function loadMaker(
  scenario: ScenarioPlan,
  { settings, known, workplace, byWhole, laterSeconds }: SearchContext,
  searches: readonly Searched[]
) {
  const { variants } = settings
  const runs: Run[] = []
  const between: number[] = [] // seconds, from one load to the next
  const secondsLeft = (turns: number, rounds: number) =>
    sumBy(searches, ({ search }) => search.secondsLeft({ turns, rounds, between: median(between) }))
  return async function* measure(
    { variant, search }: Searched,
    { round, turn, level, seconds, rounds }: Wanted
  ): AsyncGenerator<Progress> {
    const expected = search.secondsOf({ level, seconds })
    const place = turn * variants.length + variants.indexOf(variant) + 1
    const load = loadAt(scenario, level, seconds)
    const own = turnOf(
      { settings, scenario, runs },
      { variant, round, place, loadSeconds: seconds, byWhole, load },
      workplace
    )
    yield { event: 'begins', round, variant: variant.name }
    const run = await workplace.record.append(await measureRun(own, workplace))
    runs.push(run)
    search.add(seenStep(run, search.limits), run.throughputPerSecond)
    between.push(Math.max(0, run.wallSeconds - expected))
    // Nothing is known of the rounds to come before the least of them are over.
    const needed = () =>
      round < rounds.min ? Math.ceil((rounds.min + rounds.max) / 2) : known.roundsNeeded(scenario, rounds)
    const wallSeconds = meanBy(runs, (made) => made.wallSeconds)
    yield {
      event: 'run',
      scenario,
      run,
      secondsLeft: [0, secondsLeft(Math.max(1, mostTurns - turn - 1), rounds.max)],
      left: () => secondsLeft(Math.max(1, usualTurns - turn - 1), needed()) + laterSeconds(wallSeconds)
    }
  }
}

/**
 * @param limits of the service level. @returns seconds of a load with so many responses a second, about; its warm-up is
 * a part of them
 */
export function secondsOfLoad(perSecond: number, isLong: boolean, limits: ServiceLevel['limits']) {
  const { least, most, responses } = isLong ? roundSeconds : bracketSeconds
  const needed = limitedPercentiles(limits).map((percentile) => withSpare(metricFacts[percentile].enoughLatencies))
  const seconds = isLong ? usualWarmUpSeconds + Math.max(responses, ...needed) / perSecond : responses / perSecond
  return Math.min(most, Math.max(least, seconds))
}

interface Lengths {
  seconds: number | null // of long loads, that were asked for
  longerSeconds: number // of a warm-up that is longer than usual
}

type NextLoad = { level: number; seconds: number }

/** What is known of one variant during a search, and what its next load is. */
export class VariantSearch {
  limits
  replay
  #steps: SeenStep[] = []
  #perSecond: number | null = null // responses of the last load
  #start
  #lengths

  constructor(start: Bounds, limits: ServiceLevel['limits'], lengths: Lengths) {
    this.#start = start
    this.replay = replaySearch([], start)
    this.limits = limits
    this.#lengths = lengths
  }

  add(step: SeenStep, perSecond: number) {
    this.#steps.push(step)
    this.#perSecond = perSecond
    this.replay = replaySearch(this.#steps, this.#start)
  }

  /**
   * @returns the next load of the first part, until the limit lies between narrow bounds, or a bound is in the way:
   * null
   */
  get next() {
    const { state } = this.replay
    return 'next' in state ? { level: state.next, seconds: this.#secondsAt(state.next, state.isLong) } : null
  }

  /** The next load of the second part. */
  get besideLimit() {
    const { before, during, bounds } = this.replay
    const level = roundedTo(Math.max(bounds.least, nextLevel(before, during, bounds.most)), bounds)
    return { level, seconds: this.#secondsAt(level, true) }
  }

  /** @returns seconds until the last user has left: those who come above what is answered wait at the end */
  secondsOf({ level, seconds }: NextLoad) {
    return seconds * Math.max(1, level / (lowestMissed(this.replay.before)?.answered ?? Infinity))
  }

  /**
   * @param turns of the first part that are still to come; rounds: in all; between: seconds from one load to the next
   */
  secondsLeft({ turns, rounds, between }: { turns: number; rounds: number; between: number }) {
    const { state, during } = this.replay
    if ('end' in state) return 0
    const beside = 'next' in state ? this.#secondsAt(state.next, true) : this.secondsOf(this.besideLimit)
    // The last turns of the first part are as long as rounds.
    const first = this.next && turns * ((this.secondsOf(this.next) + beside) / 2 + between)
    return (first ?? 0) + Math.max(0, rounds - during.length) * (beside + between)
  }

  #secondsAt(level: number, isLong: boolean) {
    const { seconds, longerSeconds } = this.#lengths
    if (isLong && seconds !== null) return seconds
    const perSecond = this.#start.isWhole ? this.#perSecond || level : level
    return longerSeconds + this.replay.timesLonger * secondsOfLoad(perSecond, isLong, this.limits)
  }
}
