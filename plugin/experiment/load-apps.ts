import { startVariant } from '../app/modes.ts'
import { SpeedupError } from '../concepts/errors.ts'
import { cureOf } from '../concepts/failures.ts'
import { isDemanding, type ScenarioPlan, type Settings, type Target, type Variant } from '../concepts/settings.ts'
import { modes } from '../concepts/modes.ts'
import { protocolCure } from '../app/ask.ts'
import { list, listCounts } from '../concepts/wording.ts'
import { readSlices, type SeenLoad } from '../measure/read-load.ts'
import type { LoadOutcome, MadeRound, RunMoment, RunOrder, Turns } from '../messages/load.ts'
import type { UsageReport } from '../messages/app.ts'
import { clockMs } from '../machine/clock.ts'
import { rounded, sumBy } from '../statistics/descriptive.ts'
import { usualWarmUpSeconds } from '../concepts/run.ts'
import { watchLoads } from './watch-load.ts'
import { isAskedInstead, isSearch } from '../questions/concepts.ts'
import type { Attendance } from '../questions/experiment.ts'
import { makerOf, type LoadGenerator } from '../load/load-generator.ts'
import type { Generation, HearStep } from '../load/run-generator.ts'
import type { RunningVariant, StartRequest } from '../app/runner.ts'
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

export type Loaded = { settings: Settings; scenario: ScenarioPlan; variant: Variant }

export interface Load extends Loaded {
  files: Pick<RunOrder, 'samplesFile' | 'telemetryFile' | 'answersFile'>
  phases?: object[] | null // instead of the scenario's
  leaveOutSeconds: number | null // at its start, that do not count; null: the usual
  loadSeconds: RunOrder['loadSeconds']
  byWhole?: boolean // latencies go to the last byte
  arrivalsPerSecond?: number // of users who come for loadSeconds, instead of going on for as long
  attendance?: Attendance // left out: nothing is done to the app
  app?: Partial<StartRequest> // with which it is started beside its settings
  targets?: Target[] // left out: where the variant is, by its settings
  strays?: RunOrder['strays']
  atMostSeconds?: number
  passes?: number // of users that it waits for beyond that, as long as the load goes on
  when: string // in words, such as "in round 2"
}

/** started: called with the apps, in the order of the loads, before they are loaded; heard: with each step */
interface Conduct {
  turns: Turns
  started: (running: RunningVariant[]) => void
  heard: HearStep
}

/** What can't be loaded in turns, and why, in words. */
export class NotInTurns extends Error {}

/**
 * Starts fresh apps together, has them loaded, stops them, and reads the loads back. The outcome is null where we ended
 * a load before its last user had finished; killed says that the app did not leave on SIGTERM.
 *
 * @param conduct of loads that take turns; null: it is a single load
 * @throws NotInTurns
 */
export async function loadApps(loads: Load[], conduct: Conduct | null, workplace: Workplace) {
  const { loadGenerator, signal } = workplace
  const moment = thisMoment()
  const death = new AbortController()
  const end = AbortSignal.any([signal, death.signal])
  const attendances = loads.flatMap(({ attendance }) => attendance ?? [])
  const generations = loads.map((load) => {
    const { phases = null, atMostSeconds, passes } = load
    const order = { ...orderOf(load, moment), inTurns: conduct !== null }
    return { ...generationOf(load, order, workplace), phases, atMostSeconds, passes }
  })
  const make = loadGenerator.prepare(generations, conduct && conduct.turns, end)
  const running: RunningVariant[] = []
  try {
    await startTogether(loads, running, workplace, { end, death })
    conduct?.started(running)
    const watch = watchLoads(running.map(({ kin }) => kin))
    const made = await make((news) => {
      const { attendance, leaveOutSeconds } = loads[news.load]
      if (news.step === 'opens') attendance?.begin?.(running[news.load])
      if (news.step === (leaveOutSeconds ? 'counts' : 'opens')) attendance?.count?.()
      if (news.step === 'rests') attendance?.end(true)
      conduct?.heard(news)
      watch.heard(news)
    })
    if (made === null && conduct !== null) throw new NotInTurns('this Artillery makes one load at a time')
    for (const { settle } of attendances) await settle?.(signal)
    const seen = watch.seen().map((system, i) => {
      const { readySeconds, reported } = running[i]
      return { ...moment, readySeconds, ...reported(), ...system }
    })
    for (const attendance of attendances) attendance.end()
    const stopping = running.map(({ stop }) => stop())
    const read = loads.map(async (wanted, i) => {
      const own = await readBack(wanted, generations[i], { made, place: i, usage: seen[i].usage })
      if (conduct === null && !mayLackResponses(wanted, own.load)) checkLoad(wanted, own)
      const killed = await stopping[i]
      return { ...seen[i], killed, asked: (await wanted.attendance?.seen?.()) ?? {}, ...own }
    })
    return await Promise.all(read)
  } finally {
    for (const attendance of attendances) attendance.end()
    await Promise.all(running.map(({ stop }) => stop()))
    // Loads that were prepared, but never made, end with their generator.
    death.abort()
  }
}

export const thisMoment = (): RunMoment => ({ originMs: clockMs(), startedAtMs: Date.now() })

const targetsOf = ({ targets, variant, settings }: Load) =>
  targets ?? (variant.targets.length > 0 ? variant.targets : [settings.target])

function orderOf(load: Load, moment: RunMoment) {
  const { files, leaveOutSeconds, loadSeconds, arrivalsPerSecond, strays, attendance } = load
  return {
    ...files,
    ...moment,
    warmUpSeconds: leaveOutSeconds ?? usualWarmUpSeconds,
    loadSeconds: arrivalsPerSecond === undefined ? loadSeconds : null,
    arrivalsPerSecond,
    targets: targetsOf(load),
    strays,
    ...attendance?.order
  }
}

/**
 * Starts the apps at the same time.
 *
 * @param running gets those that have started, which are their owner's to stop, whatever happens here
 * @param death ended where one of them fails
 */
async function startTogether(
  loads: Load[],
  running: RunningVariant[],
  { guard, createLog }: Workplace,
  { end, death }: { end: AbortSignal; death: AbortController }
) {
  const starting = loads.map(({ settings, variant, attendance, app }) => {
    const own = { variant, logFile: createLog('app'), guard, ...attendance?.app, ...app }
    const started = startVariant({ ...settings, ...own }, end)
    // The others need not be waited for.
    started.catch((error) => death.abort(error))
    return started
  })
  for (const started of await Promise.allSettled(starting))
    if (started.status === 'fulfilled') running.push(started.value)
  end.throwIfAborted()
  for (const { died } of running) void died.then((error) => death.abort(error))
}

async function readBack(
  { byWhole, leaveOutSeconds, loadSeconds, arrivalsPerSecond, atMostSeconds }: Load,
  { order, maker }: Generation,
  { made, place, usage }: { made: MadeRound | null; place: number; usage: UsageReport[] }
) {
  const own = { ...order, byWhole, usage }
  const outcome = made?.outcomes[place] ?? null
  const slices = made?.slices.filter(({ load }) => load === place) ?? []
  if (outcome !== null && slices.length > 0) {
    const turnSeconds = rounded(sumBy(slices, ({ openMs, restMs }) => restMs - openMs) / 1000)
    const counting = slices.filter(({ counts }) => counts)
    return { outcome, load: await readSlices(own, outcome, counting), turnSeconds }
  }
  // All of a warm-up counts: its first answers may be late.
  const times = atMostSeconds === undefined ? outcome : null
  const seconds = { warmUp: leaveOutSeconds, load: loadSeconds, isOpen: arrivalsPerSecond !== undefined }
  return { outcome, load: await maker.read(own, times, seconds) }
}

type OrderOfLoad = Omit<RunOrder, 'isMix' | 'artillery' | 'pidHeader' | 'client' | 'lacks'>

/** @returns what the load generator has to know of a load of the script's */
export function generationOf(
  { settings, scenario }: Loaded,
  order: OrderOfLoad,
  { artillery, flags, guard, createLog, loadGenerator }: Workplace
) {
  const { pidHeader, client, variants, loadHost, generator, runFile } = settings
  const { only, phases } = scenario
  return {
    order: { ...order, isMix: only === null, artillery, pidHeader, client, lacks: loadGenerator.lacks },
    maker: makerOf(generator),
    // Overrides come after the phases of an --environment, and ours after the user's own: the level has the last word.
    commandLine: {
      scriptFile: runFile,
      flags,
      targetUrl: order.targets[0].url,
      only,
      overrides: phases && { config: { phases } }
    },
    // An app that we start is on this machine, where no proxy belongs in between.
    goesDirect: variants.every(({ mode }) => !modes[mode].isElsewhere),
    logFile: createLog('generator'),
    guard,
    loadHost
  }
}

/**
 * A search goes beyond what an app can do, and so may each of several loads but the least: what it then does is a
 * result. But nothing is demanded of it then.
 */
export const mayHaveNone = (scenario: ScenarioPlan, { requests }: Pick<SeenLoad, 'requests'>) =>
  isSearch(scenario) || (scenario.level?.isLeast === false && requests > 0 && !isDemanding(scenario))

/** What a warm-up finds is told at once. */
const mayLackResponses = (wanted: Load, load: SeenLoad) =>
  wanted.atMostSeconds === undefined && (mayHaveNone(wanted.scenario, load) || isJudgedByErrors(wanted, load))

/** Where most requests failed, what they failed with says more than that nothing was left: who judges the run tells. */
const isJudgedByErrors = ({ settings, scenario, variant }: Loaded, { requests, failures }: SeenLoad) =>
  !isAskedInstead(settings) &&
  scenario.level === null &&
  scenario.limits[variant.name]?.errorRate == null &&
  failures < requests &&
  failures > requests / 2

type Responses = Pick<SeenLoad, 'requests' | 'failures' | 'failureKinds' | 'hasLatencies' | 'leastLatencyMs'>
/** errors: what Artillery counted, by its own names */
type Circumstances = Pick<Load, 'variant' | 'when'> & { targets: Pick<Target, 'url'>[]; errors: LoadOutcome['errors'] }

/** @throws SpeedupError NO_RESPONSES */
export const checkLoad = (wanted: Load, { load, outcome }: { load: SeenLoad; outcome: LoadOutcome | null }) =>
  checkResponses(load, { ...wanted, targets: targetsOf(wanted), errors: outcome?.errors ?? {} })

/** @throws SpeedupError NO_RESPONSES: there is nothing to compare */
export function checkResponses(
  { requests, failures, failureKinds, hasLatencies, leastLatencyMs }: Responses,
  { variant, when, targets, errors }: Circumstances
) {
  if (requests > 0 && failures < requests && hasLatencies) return
  const target = list(targets.map(({ url }) => url))
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
      cureOf(failureKinds) ??
        protocolCure(failureKinds) ??
        (modes[variant.mode].isElsewhere
          ? `Check that ${areUp} still up, and try the scenario’s URLs there by hand.`
          : 'Try the scenario’s URLs by hand against the app as the variant starts it.')
    )
  }
  const answered = `although ${requests - failures} of ${requests} requests did not fail`
  // Recorded, it is known of those that don't count, too.
  if (leastLatencyMs === null)
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
