import { placeOf } from '../concepts/generators.ts'
import { fewestRounds, mostRounds, shortestSeconds, usualWarmUpSeconds } from '../concepts/run.ts'
import { roundsMap, type GivenOptions } from './option-shapes.ts'
import { arrivalSeconds, flowSeconds, loopsIn, secondsOf, usualLoopSeconds } from './phases.ts'
import { complete, refuse } from './shapes.ts'
import { highest, sumBy } from '../statistics/descriptive.ts'
import { isAskedInstead, isSearch, mostSearchSeconds, ownLoad, type QuestionSettings } from '../questions/concepts.ts'
import {
  nameAsWritten,
  sizeWords,
  type ScenarioPlan,
  type Settings,
  type ScriptSource,
  type Script
} from '../concepts/settings.ts'

const usualSeconds = 30 // for each variant of each scenario, where the length of its runs is free

/** How long a comparison goes on: as many rounds as were asked for, or as its time allows. */
export function readLength(
  { rounds, time }: GivenOptions,
  {
    variants,
    scenarios,
    generator,
    ...asked
  }: Pick<Settings, 'variants' | 'scenarios' | 'generator'> & QuestionSettings
) {
  // A question says how long its load is, and elsewhere a load can't be told its length.
  const lengthIsFree =
    !isAskedInstead(asked) &&
    generator === null &&
    scenarios.every((plan) => plan.loop !== null && plan.loop.seconds === null && !isSearch(plan))
  if (time === undefined && (rounds !== undefined || !lengthIsFree))
    return { rounds: readRounds(rounds), time: null, lengthIsFree: false }
  const seconds = time === undefined ? usualSeconds * variants.length * scenarios.length : secondsOf(time)
  return {
    rounds: { min: fewestRounds, max: mostRounds },
    time: { seconds, isGiven: time !== undefined },
    lengthIsFree
  }
}

function readRounds(given: GivenOptions['rounds']) {
  if (typeof given === 'number') return { min: given, max: given }
  const { min, max: usual } = complete(roundsMap, given)
  const { max = Math.max(min, usual) } = given ?? {}
  if (min > max)
    refuse(`plugins.speedup.rounds.min is ${min}, above rounds.max, which is ${max}. Lower min or raise max.`)
  return { min, max }
}

/**
 * @returns with a length of each run, where users go on for as long as nothing says; a search chooses that of each
 * load
 */
export const withLength = (plan: ScenarioPlan) =>
  plan.loop === null || isSearch(plan)
    ? plan
    : { ...plan, loop: { ...plan.loop, seconds: plan.loop.seconds ?? usualLoopSeconds } }

const mostSeconds = 3600
/** Of a run, about what its app and Artillery take to start and to end; elsewhere, what a platform takes for it. */
const overheadSeconds = { here: 5, elsewhere: 120 }
/** One unmeasured run of each variant: its users come within a second, and here it is ended soon after. */
const unmeasuredSeconds = { ended: 1.5, arrivals: 1 }
/** Artillery refuses flags that it does not know: --yes could not be one of ours. */
const confirmation = 'ARTILLERY_SPEEDUP_YES'

type Planned = Omit<Settings, 'compareWith' | 'expected'>

/**
 * Refuses more than an hour, unless the user has agreed to it; and a time or a warm-up in which nothing could be
 * measured.
 */
export function checkLength(settings: Planned, source: ScriptSource) {
  settings.scenarios.forEach((plan) => checkWarmUp(settings, plan, source))
  if (!isAskedInstead(settings)) settings.scenarios.forEach((plan) => checkPauses(settings, plan, source))
  if (settings.time === null) checkRounds(settings, source)
  else if (settings.time.isGiven) checkTime(settings, settings.time.seconds, source)
}

/** @returns what can be told before anything has been started */
export function expectedLength(settings: Planned, { script }: ScriptSource): Settings['expected'] {
  const { scenarios, rounds, time, generator } = settings
  const isOfPhases = scenarios.some((plan) => ownLoad(plan) === null && !isSearch(plan))
  if (time !== null) return { seconds: [time.seconds, time.seconds], roundSeconds: null, isOfPhases }
  const overhead = placeOf(generator) === null ? leastOverheadSeconds : overheadSeconds.elsewhere
  const { warmUps, round } = secondsOfRuns(settings, script, overhead)
  const searched = scenarios.filter(isSearch)
  const lengthOf = (count: number) => scenarios.length * generatorSeconds + warmUps + count * round
  const most = Math.max(
    lengthOf(rounds.max),
    sumBy(searched, (plan) => mostSearchSeconds(plan, settings))
  )
  return {
    seconds: [lengthOf(rounds.min), most],
    roundSeconds: searched.length > 0 ? null : round / scenarios.length,
    isOfPhases
  }
}

/**
 * Of a search, for each variant: the loads before the rounds, with what it takes to exchange the app, and each load of
 * the rounds; about.
 */
const searchSeconds = { before: 3 * 4, round: 5.5 }

/**
 * Of a load whose length is known: what users do in a loop of the script goes on after the last one has come, for an
 * unknown time.
 */
function checkWarmUp(
  { warmUpSeconds, lengthIsFree }: Planned,
  plan: ScenarioPlan,
  { script: { scenarios, config } }: ScriptSource
) {
  const own = ownLoad(plan)
  // A search makes its loads longer, unless their length is given.
  if (warmUpSeconds === null || lengthIsFree || (isSearch(plan) && own?.seconds == null)) return
  const load =
    own === null
      ? loopsIn(scenarios).length > 0
        ? NaN
        : arrivalSeconds(config.phases) + longestFlow(scenarios)
      : (own.seconds ?? 0)
  if (!(warmUpSeconds >= load)) return
  refuse(
    `plugins.speedup.warmUp is ${warmUpSeconds} s, but the load of each run takes about ${load} s: nothing would be left to count. ` +
      'Make the warm-up shorter, or the load longer.'
  )
}

/** Users who pause for longer than the load takes never come to the end of their flow. */
function checkPauses(
  { warmUpSeconds }: Planned,
  { name, only, loop }: ScenarioPlan,
  { script: { scenarios, config } }: ScriptSource
) {
  const own = scenarios.filter((scenario: Record<string, unknown>) => only === null || String(scenario.name) === name)
  // What varies may be shorter.
  const varies = JSON.stringify([own, config]).includes('"jitter":')
  const pause = longestFlow(own)
  const seconds = loop?.seconds ?? Infinity
  if (varies || pause < seconds) return
  // Two passes of each user have to count, and the app takes its time, too.
  const enough = Math.ceil((warmUpSeconds ?? usualWarmUpSeconds) + 2.5 * pause)
  refuse(
    `The think times of a pass through the flow of ${name} add up to ${pause} s, but the load of each run takes ${seconds} s: no user would get through. ` +
      `Set duration: ${enough}s or more, or make the think times shorter.`
  )
}

/** Stopping an app, starting it and the load threads takes about as long, of a small app. */
const leastOverheadSeconds = 1
/** Until the Artillery that makes the loads of a scenario has started. */
const generatorSeconds = 2

function checkTime(settings: Planned, seconds: number, { script }: ScriptSource) {
  const { scenarios, variants, lengthIsFree, warmUpSeconds } = settings
  const { warmUps, round } = secondsOfRuns(settings, script, leastOverheadSeconds)
  const runs = scenarios.length * variants.length
  const ofRound = lengthIsFree
    ? runs * ((warmUpSeconds ?? usualWarmUpSeconds) + shortestSeconds + leastOverheadSeconds)
    : round
  const least = Math.ceil(scenarios.length * generatorSeconds + warmUps + fewestRounds * ofRound)
  if (least <= seconds) return
  refuse(
    `${settings.timeOption} is ${seconds} s, but ${fewestRounds * runs} runs of about ${(ofRound / runs).toFixed(1)} s, which are ${fewestRounds} rounds of ` +
      `${sizeWords(settings)}, and ${scenarios.some(isSearch) ? 'what finds where to search' : 'their warm-ups'} take at least about ${least} s. Set it to ${least}s or more` +
      `${lengthIsFree ? '' : ', or make the loads shorter'}${runs > 2 ? ', or compare fewer' : ''}.`
  )
}

/** A list of workers and one of loads, multiplied, are soon hours of runs. */
function checkRounds(settings: Planned, { script, env = {} }: ScriptSource) {
  const {
    scenarios,
    variants,
    rounds: { min, max }
  } = settings
  const isGrown = variants.some(({ writtenAs }) => writtenAs !== null) || scenarios.some(({ level }) => level !== null)
  if (!isGrown || env[confirmation] === 'true') return
  const { warmUps, round } = secondsOfRuns(
    settings,
    script,
    overheadSeconds[placeOf(settings.generator) === null ? 'here' : 'elsewhere']
  )
  const [least, most] = [min, max].map((count) => warmUps + count * round)
  if (most <= mostSeconds) return
  // Users who ask in a loop go on after the last one has come.
  const about = loopsIn(script.scenarios).length > 0 ? 'at least about' : 'about'
  const runs = scenarios.length * variants.length
  refuse(
    `This comparison would take ${about} ${min === max ? '' : `${inHours(least)} if ${min} rounds decide, `}` +
      `${inHours(most)} if all ${max} are needed: ${fromTo(min * runs, max * runs)} runs of ${about} ${Math.round(round / runs)} s, ` +
      `which are ${fromTo(min, max)} rounds of ${sizeWords(settings)}; and their warm-ups. Use fewer numbers of workers, loads or rounds, or shorter loads. ` +
      `If you want more than an hour, set the environment variable ${confirmation}=true.`
  )
}

/** @returns seconds of all warm-ups, and of each round */
function secondsOfRuns({ scenarios, variants, generator }: Planned, script: Script, overhead: number) {
  // A user goes on at least so long; of a mix, the one with the longest flow.
  const flows = scenarios.map((plan) => {
    const own = script.scenarios.filter(({ name }: Record<string, unknown>) => String(name) === nameAsWritten(plan))
    return [nameAsWritten(plan), longestFlow(own.length === 1 ? own : script.scenarios)] as const
  })
  // Under several loads a scenario is warmed up once; other loads are no longer than the one that was written.
  const warmUps = [...new Map(flows).values()].map((flow) =>
    generator === null ? unmeasuredSeconds.ended : unmeasuredSeconds.arrivals + flow
  )
  const ofRuns = (seconds: number[]) => variants.length * sumBy(seconds, (own) => own + overhead)
  const loads = scenarios.map(
    (plan, i) =>
      ownLoad(plan)?.seconds ??
      (isSearch(plan) ? searchSeconds.round : arrivalSeconds(script.config.phases) + flows[i][1])
  )
  const searches = scenarios.filter(isSearch).length * variants.length
  return { warmUps: ofRuns(warmUps) + searches * searchSeconds.before, round: ofRuns(loads) }
}

const longestFlow = (scenarios: Record<string, unknown>[]) => highest(scenarios, ({ flow }) => flowSeconds(flow))

const fromTo = (least: number, most: number) => (least === most ? String(least) : `${least} to ${most}`)

/** @returns such as "1 h 20 min" */
function inHours(seconds: number) {
  const minutes = Math.max(1, Math.round(seconds / 60))
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
