import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startVariant } from '../app/modes.ts'
import { SpeedupError } from '../concepts/errors.ts'
import { cureOf } from '../concepts/failures.ts'
import {
  phasesOf,
  isDemanding,
  type ScenarioPlan,
  type Settings,
  type Target,
  type Variant
} from '../concepts/settings.ts'
import { modes } from '../concepts/modes.ts'
import { protocolCure } from '../app/ask.ts'
import { list, listCounts } from '../concepts/wording.ts'
import { readTelemetry } from '../record/telemetry.ts'
import { readLoad, type SeenLoad } from '../measure/read-load.ts'
import { samplesHeader } from '../record/samples.ts'
import type { LoadEvent, LoadOutcome, RunOrder } from '../messages/load.ts'
import { clockMs } from '../machine/clock.ts'
import { pathsOf, runOf, type Turn } from './run-of.ts'
import { usualWarmUpSeconds, type Answer, type Run } from '../concepts/run.ts'
import { watchLoad } from './watch-load.ts'
import { isAskedInstead, isSearch, type QuestionSettings } from '../questions/concepts.ts'
import { attend, type Attendance } from '../questions/experiment.ts'
import type { LoadGenerator } from '../load/load-generator.ts'
import type { Metered } from '../measure/read-metrics.ts'
import type { Workbench } from '../processes/guard.ts'
import type { RunRecord } from '../record/run-record.ts'

/** What all runs of a scenario share. */
export interface Workplace extends Workbench {
  loadGenerator: LoadGenerator
  record: RunRecord
  artillery: string // the script that is the `artillery` command
  flags: Record<string, any> // of the outer `artillery run`
  signal: AbortSignal // interrupts whatever is under way
}

type WarmUp = { settings: Settings; scenario: ScenarioPlan; variant: Variant }

/** One variant's turn: a fresh app, one load, the app stopped. */
export async function measureRun(turn: Turn, workplace: Workplace): Promise<Run> {
  const { settings, scenario, round, loadSeconds, load: own } = turn
  const begun = performance.now()
  const { outcome, ...seen } = await loadApp(
    {
      ...turn,
      files: pathsOf(turn.files, workplace),
      phases: own?.phases ?? spreadPhases(turn) ?? (isAskedInstead(settings) ? scenario.phases : null),
      arrivalsPerSecond: own?.arrivalsPerSecond ?? null,
      leaveOutSeconds: leaveOut(loadSeconds, settings, turn.spreadSeconds),
      attendance: attend(settings, round),
      when: `in round ${round}`
    },
    workplace
  )
  const wallSeconds = (performance.now() - begun) / 1000
  // It is null only where time is limited.
  return runOf(turn, { ...seen, outcome: outcome as LoadOutcome, wallSeconds }, workplace)
}

/** @returns phases in which users come over the time that a pass takes; null: nothing asks for it */
export const spreadPhases = ({ scenario: { loop }, spreadSeconds = 0 }: Turn) =>
  loop === null || spreadSeconds === 0 ? null : phasesOf(loop, 1000 * spreadSeconds)

/** From where the last user has come: the first ones have gone on long enough. */
const settlingSeconds = 0.5

/**
 * @param spreadSeconds in which users come; 0: within a second
 * @returns seconds at the start of a load that don't count; null: known only when it is over
 */
export function leaveOut(
  loadSeconds: number | null,
  settings: Pick<Settings, 'warmUpSeconds' | 'lengthIsFree'> & QuestionSettings,
  spreadSeconds = 0
): number | null {
  const { warmUpSeconds, lengthIsFree } = settings
  if (warmUpSeconds !== null) return warmUpSeconds
  // A length that was chosen has room for the whole of it.
  if (lengthIsFree || isAskedInstead(settings)) return Math.max(usualWarmUpSeconds, spreadSeconds + settlingSeconds)
  return loadSeconds && Math.min(usualWarmUpSeconds, loadSeconds / 3)
}

/** Long enough for files, name services and the clock of the processor to warm up. */
const fewUsers = { atMostSeconds: 1.5, phases: [{ duration: 1, arrivalCount: 4 }] }
/** Where it takes so long until the app has answered, no more requests begin; those under way are finished. */
const mostSeconds = 5
/** Until all users of the script have come: where it decides how long the runs are, it is loaded as they are. */
const allUsers = { atMostSeconds: 1, phases: null }

/** So long it may take until each user has gone through a flow of several requests. */
const flowSeconds = 10

/** How fast the slowest variant is, when all users have come, about. */
export interface Pace {
  responsesPerSecond: number
  passSeconds: number // of a pass through the flow; 0: a single request is all of it, or it is not asked for
  slowestSeconds: number // of the slowest request, to the last byte of its body; 0: unknown
  bodyShare: number // of the time until last bytes; 0: unknown
}

export const unknownPace: Pace = { responsesPerSecond: Infinity, passSeconds: 0, slowestSeconds: 0, bodyShare: 0 }

export const slowerOf = (one: Pace, other: Pace): Pace => ({
  responsesPerSecond: Math.min(one.responsesPerSecond, other.responsesPerSecond),
  passSeconds: Math.max(one.passSeconds, other.passSeconds),
  slowestSeconds: Math.max(one.slowestSeconds, other.slowestSeconds),
  bodyShare: Math.max(one.bodyShare, other.bodyShare)
})

/**
 * A short run that is not measured: what would slow down the first measured one alone happens here, and what can't work
 * is found before the user has waited.
 *
 * @returns answers: in their order; empty where they need not be the same, or can't be seen
 */
export async function warmUp(wanted: WarmUp, workplace: Workplace): Promise<Pace & { answers: Answer[] }> {
  const { generator, compareAnswers, lengthIsFree } = wanted.settings
  const { loop, arrivals, cycle } = wanted.scenario
  const [samplesFile, telemetryFile, answers] = ['warm-up.csv', 'telemetry.ndjson', 'answers.ndjson'].map((name) =>
    join(workplace.folder, name)
  )
  writeFileSync(samplesFile, samplesHeader)
  for (const file of [telemetryFile, answers]) writeFileSync(file, '')
  // No bodies come back from elsewhere.
  const files = { samplesFile, telemetryFile, answersFile: generator === null && compareAnswers ? answers : null }
  const isFlow = lengthIsFree && loop !== null && cycle !== 1
  // Elsewhere, each user goes through the flow once.
  const endless = (loop === null && arrivals === null) || generator !== null
  const loadSeconds = endless ? null : isFlow ? flowSeconds : mostSeconds
  const users = lengthIsFree ? { ...allUsers, passes: isFlow ? loop.users : 0 } : fewUsers
  const short = { ...users, leaveOutSeconds: 0, loadSeconds, when: 'while warming up' }
  const made = await loadApp({ ...wanted, ...short, files }, workplace).catch((error: unknown) => ({ error }))
  // What a hook needs shows when it runs. Whatever came of that, Artillery's client may do it.
  const lacks = readTelemetry(telemetryFile).filter((line) => line.source === 'lack')
  if (!workplace.signal.aborted && workplace.loadGenerator.learn(lacks)) return warmUp(wanted, workplace)
  if ('error' in made) throw made.error
  const { requests, failures, span, passes, slowestMs, bodyShare } = made.load
  const seconds = (span.toMs - span.fromMs) / 1000
  const ended = passes == null ? 0 : passes.through + passes.failed
  return {
    answers: readFileSync(answers, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line)),
    // While they come, half of them are there on average.
    responsesPerSecond: ((isFlow ? 1 : 2) * (requests - failures)) / seconds,
    // Those that ended are the quick ones, as long as most have not.
    passSeconds: isFlow ? Math.max(passes?.seconds ?? 0, ended < loop.users ? seconds : 0) : 0,
    slowestSeconds: slowestMs / 1000,
    bodyShare
  }
}

interface Load extends WarmUp {
  files: Pick<RunOrder, 'samplesFile' | 'telemetryFile' | 'answersFile'>
  phases?: object[] | null // instead of the scenario's
  leaveOutSeconds: number | null // at its start, that do not count; null: the usual
  loadSeconds: RunOrder['loadSeconds']
  byWhole?: boolean // latencies go to the last byte
  arrivalsPerSecond?: number | null // of users who come for loadSeconds, instead of going on for as long
  attendance?: Attendance // left out: nothing is done to the app
  atMostSeconds?: number
  passes?: number // of users that it waits for beyond that, as long as the load goes on
  when: string // in words, such as "in round 2"
}

/**
 * Starts a fresh app, has it loaded, stops it, and reads the load back. The outcome is null where we
 * ended it before its last user had finished; killed says that the app did not leave on SIGTERM.
 */
export async function loadApp(wanted: Load, workplace: Workplace) {
  const { guard, createLog, loadGenerator, signal } = workplace
  const {
    settings,
    scenario,
    variant,
    files,
    phases = null,
    leaveOutSeconds,
    loadSeconds,
    byWhole,
    arrivalsPerSecond = null,
    attendance,
    atMostSeconds,
    passes = 0,
    when
  } = wanted
  const { originMs, startedAtMs } = thisMoment()
  const { generator } = settings
  const targets = variant.targets.length > 0 ? variant.targets : [settings.target]
  const metered =
    generator === null
      ? null
      : { generator, outputFile: files.samplesFile.replace(/\.csv$/, '.metrics.json'), startedAtMs }
  const death = new AbortController()
  const watch = watchLoad(() => running.kin)
  const heard = (news: LoadEvent) => {
    const { event } = news
    if (event === 'loading') attendance?.begin(running)
    if (event === (leaveOutSeconds ? 'warm' : 'loading')) attendance?.count?.()
    if (event === 'finished') attendance?.end(true)
    watch.heard(news)
  }
  const times = {
    originMs,
    warmUpSeconds: leaveOutSeconds ?? usualWarmUpSeconds,
    loadSeconds: arrivalsPerSecond === null ? loadSeconds : null,
    arrivalsPerSecond
  }
  const order = { ...files, ...times, targets, askOncePhase: null, ...attendance?.order }
  const generation = { ...generationOf(wanted, { order, metered }, workplace), phases, heard, atMostSeconds, passes }
  const makeLoad = loadGenerator.prepare(generation, AbortSignal.any([signal, death.signal]))
  const running = await startVariant(
    { ...settings, variant, logFile: createLog('app'), guard, ...attendance?.app },
    signal
  )
  void running.died.then((error) => death.abort(error))
  try {
    const outcome = await makeLoad()
    await attendance?.settle?.(signal)
    const reported = { readySeconds: running.readySeconds, ...running.reported(), ...watch.seen() }
    attendance?.end()
    const stopping = running.stop()
    // All of a warm-up counts: its first answers may be late.
    const times = atMostSeconds === undefined ? outcome : null
    const seconds = { warmUp: leaveOutSeconds, load: loadSeconds, isOpen: arrivalsPerSecond !== null }
    const load = await readLoad({ ...files, originMs, metered, byWhole, usage: reported.usage }, times, seconds)
    if (atMostSeconds !== undefined || !(mayHaveNone(scenario, load) || isJudgedByErrors(wanted, load)))
      checkResponses(load, { variant, when, targets, errors: outcome?.errors ?? {}, isMetered: metered !== null })
    const killed = await stopping
    return { originMs, startedAtMs, ...reported, killed, asked: (await attendance?.seen()) ?? {}, outcome, load }
  } finally {
    attendance?.end()
    await running.stop()
  }
}

/** When a run starts, by the clock of its times, and by that of people. */
export const thisMoment = (): Record<'originMs' | 'startedAtMs', number> => ({
  originMs: clockMs(),
  startedAtMs: Date.now()
})

type OrderOfLoad = Omit<RunOrder, 'isMix' | 'artillery' | 'pidHeader' | 'client' | 'lacks'>

/** @returns what the load generator has to know of a load of the script's */
export function generationOf(
  { settings, scenario }: WarmUp,
  { order, metered }: { order: OrderOfLoad; metered: Metered | null },
  { artillery, flags, guard, createLog, loadGenerator }: Workplace
) {
  const { pidHeader, client, variants, loadHost } = settings
  return {
    order: { ...order, isMix: scenario.only === null, artillery, pidHeader, client, lacks: loadGenerator.lacks },
    commandLine: { ...commandLineOf(settings, scenario), flags, targetUrl: order.targets[0].url, metered },
    // An app that we start is on this machine, where no proxy belongs in between.
    goesDirect: variants.every(({ mode }) => !modes[mode].isElsewhere),
    logFile: createLog('generator'),
    guard,
    loadHost,
    phases: null,
    heard: () => {}
  }
}

/** Overrides come after the phases of an --environment, and ours after the user's own: the level has the last word. */
const commandLineOf = ({ runFile }: Settings, { only, phases }: ScenarioPlan) => ({
  scriptFile: runFile,
  only,
  overrides: phases && { config: { phases } }
})

/**
 * A search goes beyond what an app can do, and so may each of several loads but the least: what it then does is a
 * result. But nothing is demanded of it then.
 */
export const mayHaveNone = (scenario: ScenarioPlan, { requests }: Pick<SeenLoad, 'requests'>): boolean =>
  isSearch(scenario) || (scenario.level?.isLeast === false && requests > 0 && !isDemanding(scenario))

/** Where most requests failed, what they failed with says more than that nothing was left: whoever judges the run tells. */
const isJudgedByErrors = ({ settings, scenario, variant }: WarmUp, { requests, failures }: SeenLoad) =>
  !isAskedInstead(settings) &&
  scenario.level === null &&
  scenario.limits[variant.name]?.errorRate == null &&
  failures < requests &&
  failures > requests / 2

type Responses = Pick<SeenLoad, 'requests' | 'failures' | 'failureKinds' | 'hasLatencies'>
/** errors: what Artillery counted, by its own names */
type Circumstances = Pick<Load, 'variant' | 'when'> & {
  targets: Pick<Target, 'url'>[]
  errors: LoadOutcome['errors']
  isMetered: boolean
}

/** @throws SpeedupError NO_RESPONSES: there is nothing to compare */
export function checkResponses(
  { requests, failures, failureKinds, hasLatencies }: Responses,
  { variant, when, targets, errors, isMetered }: Circumstances
) {
  if (requests > 0 && failures < requests && hasLatencies) return
  const target = list(targets.map(({ url }) => url))
  const cure = cureOf(failureKinds)
  const refuse = (problem: string, advice: string) => {
    throw new SpeedupError('NO_RESPONSES', `Variant ${variant.name}: ${problem} ${advice}`)
  }
  if (requests === 0) {
    const advice = 'Check that the scenario sends requests to config.target, with URLs that begin with /.'
    const counted = Object.keys(errors).length > 0 ? ` Artillery counted: ${listCounts(errors)}.` : ''
    refuse(`no request reached ${target} ${when}.`, `${advice}${counted}`)
  }
  if (failures === requests) {
    const areUp = targets.length > 1 ? 'they are' : 'it is'
    refuse(
      `all ${requests} requests to ${target} failed ${when}: ${listCounts(failureKinds)}.`,
      cure ??
        protocolCure(failureKinds) ??
        (modes[variant.mode].isElsewhere
          ? `Check that ${areUp} still up, and try the scenario’s URLs there by hand.`
          : 'Try the scenario’s URLs by hand against the app as the variant starts it.')
    )
  }
  const answered = `although ${requests - failures} of ${requests} requests did not fail`
  if (isMetered)
    refuse(
      `the metrics of the load on ${target} have no latency of a 2xx or 3xx response ${when}, ${answered}.`,
      'Run the command of plugins.speedup.generator by hand with --output to see why.'
    )
  refuse(
    `no 2xx or 3xx response came in the part of the load that counts ${when}, ${answered}:`,
    'neither the start of a run (plugins.speedup.warmUp) nor its end, when users leave, is counted. ' +
      'Make the warm-up or the think times shorter, or the load longer.'
  )
}
