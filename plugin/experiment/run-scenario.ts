import { checkVariants } from '../app/modes.ts'
import { LoadGenerator } from '../load/load-generator.ts'
import { openWorkbench } from '../processes/guard.ts'
import { mean, meanBy, sumBy } from '../statistics/descriptive.ts'
import { Alternation } from './alternation.ts'
import { slowerOf, unknownPace, warmUp, type Pace } from './warm-up.ts'
import { turnOf } from './run-of.ts'
import { measureBeside, partOf, searchLoads, secondsBeside } from '../questions/experiment-search.ts'
import type { Workplace } from './load-apps.ts'
import {
  exchangeSeconds,
  scheduleRound,
  type Known,
  type Progress,
  type SearchContext,
  type WarmUpAnswers
} from './loads.ts'
import { fewestRounds, type Answer, type Run } from '../concepts/run.ts'
import { bodyTold } from '../concepts/requests.ts'
import type { ScenarioPlan, Settings, Variant } from '../concepts/settings.ts'
import { Schedule } from './schedule.ts'

/**
 * Runs each scenario against every variant, round by round, until nothing is undecided or the rounds are used up. Under
 * several loads, one comes after the other: variants are compared within a load, where they alternate, and a load that
 * has been decided need not wait for the others. Between loads, a machine that slows down over minutes would look
 * like an effect of the load, as it does between any two scenarios.
 *
 * @returns each run is in the record before it is yielded
 */
export async function* runExperiment(
  { settings, ...experiment }: Pick<Workplace, 'artillery' | 'flags' | 'record'> & { settings: Settings },
  known: Known,
  signal: AbortSignal
): AsyncGenerator<Progress> {
  const workbench = openWorkbench()
  let loadGenerator: LoadGenerator | null = null
  try {
    await checkVariants(settings, signal)
    let begunMs = performance.now()
    let pace = unknownPace // of the scenario as it is written, whatever its load
    for (const [i, scenario] of settings.scenarios.entries()) {
      // Of what was not found there are no parts.
      const part = partOf(scenario, known)
      if (part?.isFound === false) continue
      yield { event: 'scenario', scenario }
      // What one leaves is for the others.
      const left = settings.time && settings.time.seconds - (performance.now() - begunMs) / 1000
      const schedule = new Schedule(scenario, settings, left && left / (settings.scenarios.length - i))
      const lacks = known.hasAnswers(scenario) ? loadGenerator?.lacks : []
      loadGenerator = new LoadGenerator({ perRun: settings.generatorPerRun, lacks })
      const workplace = { ...workbench, ...experiment, loadGenerator, signal }
      const answersOf = async (variant: Variant) => {
        const { answers, ...own } = await warmUp({ settings, scenario, variant }, workplace)
        pace = slowerOf(pace, own)
        return answers
      }
      // Warm-ups bring a few users of their own, whatever the load: once is enough to find that all works, and whether
      // all variants answer alike.
      if (!known.hasAnswers(scenario)) {
        pace = unknownPace
        yield { event: 'begins', round: null, variant: '' }
        yield { event: 'warmed-up', scenario, answers: await warmUpAll(settings, known, answersOf) }
      }
      const own = {
        settings,
        known,
        workplace,
        pace,
        byWhole: toWhole(pace, scenario, settings),
        laterSeconds: (wallSeconds: number) => laterSeconds(scenario, settings, { wallSeconds, known })
      }
      const search = searchLoads(scenario, { ...own, seconds: schedule.secondsLeft })
      if (search === null) {
        const lengthened = schedule.begin(pace)
        if (lengthened !== null) yield { event: 'lengthened', ...lengthened }
        const context = { ...own, schedule, part, begunMs }
        yield* runRounds(scenario, context)
        const measuredMs = performance.now()
        yield* measureBeside(scenario, { ...own, loadSeconds: loadSecondsOf(scenario, context) })
        begunMs += performance.now() - measuredMs // All that comes on top of the time that was given.
      } else yield* search
      await loadGenerator.end()
    }
  } finally {
    await loadGenerator?.kill()
    await workbench.close()
  }
}

/** Known before anything is measured: what decides must not be chosen by what it says; and as in an earlier result. */
function toWhole({ bodyShare }: Pace, scenario: ScenarioPlan, { latencyTo, compareWith }: Settings) {
  const earlier = compareWith?.estimates.find((each) => each.scenario === scenario.name)
  const asked = earlier?.latencyTo ?? latencyTo
  return asked === null ? bodyShare > bodyTold : asked === 'last-byte'
}

/**
 * Once through all variants; where their answers differ, the baseline again, which shows whether it agrees with itself.
 */
async function warmUpAll(
  { variants, baseline }: Settings,
  known: Known,
  answersOf: (variant: Variant) => Promise<Answer[]>
) {
  const byVariant: WarmUpAnswers['byVariant'] = {}
  for (const variant of variants) byVariant[variant.name] = await answersOf(variant)
  const again = variants.find(({ name }) => name === baseline)
  return { byVariant, baselineAgain: again !== undefined && known.differ(byVariant) ? await answersOf(again) : null }
}

/** part: of what was found, whose load the scenario has; null: it is none */
type Context = Omit<SearchContext, 'seconds'> & { schedule: Schedule; part: ReturnType<typeof partOf>; begunMs: number }

async function* runRounds(scenario: ScenarioPlan, context: Context): AsyncGenerator<Progress> {
  const { settings, known, workplace, schedule, part, byWhole, pace } = context
  const { variants } = settings
  const runs: Run[] = []
  const alternation = new Alternation(settings, scenario, pace)
  for (let round = 1; round <= schedule.rounds.max; round++) {
    const loadSeconds = loadSecondsOf(scenario, context)
    const { spreadSeconds } = schedule
    const turns = scheduleRound(variants, round).map(
      (variant, i) => () =>
        turnOf(
          { settings, scenario, runs },
          { variant, round, place: i + 1, loadSeconds, spreadSeconds, byWhole, load: part?.load },
          workplace
        )
    )
    for await (const news of alternation.measure(turns, workplace)) {
      if ('begins' in news) {
        const [first, ...others] = news.begins
        yield { event: 'begins', round, variant: others.length === 0 ? first.variant.name : 'in turns' }
        continue
      }
      const run = await workplace.record.append(news.run)
      runs.push(run)
      // What is left after a round is known by its plan, which the length of the first runs may refuse: those are told
      // before.
      if (runs.length === round * variants.length && round >= fewestRounds) schedule.plan(runs)
      const left = () => probablyLeft(runs, scenario, context)
      const seconds = secondsLeft(runs, variants, schedule.rounds)
      yield {
        event: 'run',
        scenario,
        run,
        secondsLeft: withBeside(seconds, schedule.secondsLeft, secondsBeside(settings, pace, { scenario, runs })),
        left
      }
    }
    if (round < fewestRounds) schedule.plan(runs)
    if (round >= schedule.rounds.min && known.isDecided(scenario, schedule.rounds)) return
    if (round === schedule.rounds.max) return
    if (round >= fewestRounds) yield { event: 'so far', leader: known.soFar(scenario) }
    if (schedule.outlook !== null) yield { event: 'planned', scenario, outlook: schedule.outlook }
  }
}

/** null: each user goes through the flow once */
const loadSecondsOf = (scenario: ScenarioPlan, { schedule, part }: Context) =>
  schedule.loadSeconds ?? scenario.loop?.seconds ?? part?.seconds ?? null

/**
 * @param wallSeconds of a run, as measured
 * @returns seconds that the scenarios after this one will take at least, about: runs of the same length, but for parts
 * of what was found
 */
export function laterSeconds(
  scenario: ScenarioPlan,
  { variants, scenarios, rounds }: Settings,
  { wallSeconds, known }: { wallSeconds: number; known: Pick<Known, 'foundOf'> }
) {
  const each = sumBy(scenarios.slice(scenarios.indexOf(scenario) + 1), (plan) => {
    const part = partOf(plan, known)
    return part === null ? wallSeconds : exchangeSeconds + part.seconds
  })
  return each * variants.length * rounds.min
}

/** @returns seconds that the rest of the comparison will probably take */
function probablyLeft(
  runs: Run[],
  scenario: ScenarioPlan,
  { settings, known, schedule: { rounds }, begunMs, pace, laterSeconds: laterOf }: Context
) {
  const { variants, scenarios, time } = settings
  const wallSeconds = meanBy(runs, (run) => run.wallSeconds)
  // Nothing is known of the rounds to come before the least of them are over.
  const isOpen = runs.length / variants.length < rounds.min
  const needed = isOpen ? rounds.min : known.roundsNeeded(scenario, rounds)
  const [own] = secondsLeft(runs, variants, { min: needed, max: needed })
  const left = scenarios.slice(scenarios.indexOf(scenario))
  const after = sumBy(left, (each) => secondsBeside(settings, pace, { scenario: each, runs }))
  const all = own + laterOf(wallSeconds)
  if (time === null || all === 0) return after + all
  // The least rounds are made, if it takes longer than usual.
  return after + Math.max(isOpen ? all : 0, time.seconds - (performance.now() - begunMs) / 1000)
}

/**
 * @param planned seconds; null: no time is
 * @param beside of what comes after the rounds
 * @returns the least without it: it is decided before that begins
 */
export function withBeside([least, most]: [number, number], planned: number | null, beside: number): [number, number] {
  const inTime = most === 0 ? 0 : (planned ?? most)
  return [Math.min(least, inTime), inTime + beside]
}

/**
 * @returns seconds that the rest of a scenario's runs will take: if the earliest possible look decides, and if only the
 * last one does
 */
export function secondsLeft(
  runs: Pick<Run, 'variant' | 'wallSeconds'>[],
  variants: Pick<Variant, 'name'>[],
  rounds: Settings['rounds']
): [number, number] {
  const measured = variants.map(({ name }) =>
    runs.filter(({ variant }) => variant === name).map(({ wallSeconds }) => wallSeconds)
  )
  const guess = mean(measured.filter(({ length }) => length > 0).map(mean))
  const until = (lastRound: number) =>
    sumBy(measured, (seconds) => (lastRound - seconds.length) * (seconds.length === 0 ? guess : mean(seconds)))
  return [until(Math.max(rounds.min, Math.ceil(runs.length / variants.length))), until(rounds.max)]
}
