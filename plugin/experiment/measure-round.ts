import { counted, listCounts } from '../concepts/wording.ts'
import { sumBy } from '../statistics/descriptive.ts'
import { checkLoad, loadApps, NotInTurns, type Load, type Workplace } from './load-apps.ts'
import { pathsOf, runOf, type Turn } from './run-of.ts'
import { listeningPorts } from '../app/listeners.ts'
import { portsBeside } from '../app/port.ts'
import { readProcesses } from '../machine/watch-machine.ts'
import { attend } from '../questions/experiment.ts'
import { isAskedInstead, type QuestionSettings } from '../questions/concepts.ts'
import { usualWarmUpSeconds, type Run } from '../concepts/run.ts'
import type { Settings, Target } from '../concepts/settings.ts'
import { phasesOf } from '../concepts/load-description.ts'
import type { RunningVariant } from '../app/runner.ts'
import type { LoadOutcome, Slice, StepEvent } from '../messages/load.ts'

/** That a slice waits for what is under way: as long as a user waits for an answer, by Artillery's default. */
const mostSeconds = 10
/** In the first round: where turns take longer, those who rest lose their connections, and all of it takes minutes. */
const waitsFor = 6

/**
 * A round: all variants are started together, each at a port of its own, and loaded in turns, while the others rest; or
 * one of them is loaded by itself.
 *
 * @param turns of all variants, in the order of this round
 * @param slices by the places of the turns; null: there is a single turn
 * @returns a run each, in the same order
 * @throws NotInTurns, in the first round: later ones must not be mixed with it; and what loadApps does
 */
export async function measureRound(turns: Turn[], slices: Slice[] | null, workplace: Workplace) {
  const [{ round, firstRequestsApart: decided }] = turns
  const begun = performance.now()
  const late = new AbortController()
  const signal = AbortSignal.any([workplace.signal, late.signal])
  const together = slices && (await inTurns(turns, slices, late))
  const loads: Load[] = turns.map((turn, i) => ({
    ...turn,
    files: pathsOf(turn.files, workplace),
    when: `in round ${round}`,
    ...(together === null ? aloneOf(turn) : together.loads[i])
  }))
  const seen = await loadApps(loads, together, { ...workplace, signal })
  const wallSeconds = (performance.now() - begun) / 1000 / turns.length
  // What is summarised apart must be so of all variants.
  const firstRequestsApart = decided ?? seen[0].load.keepsConnections
  const runs = await Promise.all(
    turns.map(async (turn, i) => {
      // It is null only where time is limited.
      const outcome = seen[i].outcome as LoadOutcome
      const run = await runOf(turn, { ...seen[i], outcome, wallSeconds, firstRequestsApart }, workplace)
      if (slices !== null) {
        if (round === 1) checkRefused(run, turn)
        checkLoad(loads[i], seen[i])
      }
      return run
    })
  )
  if (slices !== null && round === 1) checkStrays(runs, seen)
  return runs
}

/** One variant's turn: a fresh app, one load, the app stopped. */
export async function measureRun(turn: Turn, workplace: Workplace) {
  const [run] = await measureRound([turn], null, workplace)
  return run
}

function aloneOf(turn: Turn) {
  const { settings, scenario, round, loadSeconds, load: own } = turn
  return {
    phases: spreadPhases(turn) ?? (isAskedInstead(settings) ? scenario.phases : null),
    ...own,
    leaveOutSeconds: leaveOut(loadSeconds, settings, turn.spreadSeconds),
    attendance: attend(settings, round)
  }
}

/** @returns phases in which users come over the time that a pass takes; null: nothing asks for it */
const spreadPhases = ({ scenario: { loop }, spreadSeconds = 0 }: Turn) =>
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
) {
  const { warmUpSeconds, lengthIsFree } = settings
  if (warmUpSeconds !== null) return warmUpSeconds
  // A length that was chosen has room for the whole of it.
  if (lengthIsFree || isAskedInstead(settings)) return Math.max(usualWarmUpSeconds, spreadSeconds + settlingSeconds)
  return loadSeconds && Math.min(usualWarmUpSeconds, loadSeconds / 3)
}

/** @param late ended where one of them is kept waiting */
async function inTurns(turns: Turn[], slices: Slice[], late: AbortController) {
  const [{ settings, round }] = turns
  const { target } = settings
  const targets = await targetsOf(turns, target)
  let loaded: number | null = null
  const loads = turns.map((turn, i) => ({
    phases: spreadPhases(turn),
    leaveOutSeconds: 0,
    loadSeconds: null, // but for what its slices say
    targets: targets[i],
    strays: [target, ...targets.flat()],
    app: { target: targets[i][0], preload: { reportMs, usualPort: target.port }, doing: () => doingOf(i, loaded) }
  }))
  const time = timeSlices(slices, waitsFor, (load) => {
    if (round > 1) return
    const { name } = turns[load].variant
    late.abort(new NotInTurns(`requests of ${name} kept its turn waiting for more than ${waitsFor} s`))
  })
  return {
    loads,
    turns: { slices, mostSeconds },
    started: (running: RunningVariant[]) => void (round === 1 && checkTogether(turns, running)),
    heard(news: StepEvent) {
      time(news)
      if (news.step === 'opens' || news.step === 'rests') loaded = news.step === 'opens' ? news.load : null
    }
  }
}

/**
 * @param waits seconds that a slice may take beyond its own; late: called with the load of one that takes longer
 * @returns to be called with each step of each slice
 */
export function timeSlices(slices: readonly Pick<Slice, 'seconds'>[], waits: number, late: (load: number) => void) {
  let next = 0
  let timer: NodeJS.Timeout | undefined
  return ({ step, load }: Pick<StepEvent, 'step' | 'load'>) => {
    if (step === 'opens') timer = setTimeout(late, 1000 * (slices[next++].seconds + waits), load).unref()
    if (step === 'rests') clearTimeout(timer)
  }
}

/** A redirect, or a URL in the script, may name the port of config.target itself. @throws NotInTurns */
function checkRefused({ artilleryErrors, failureKinds, elsewhere = {} }: Run, { variant, settings }: Turn) {
  const refused = artilleryErrors.ECONNREFUSED ?? failureKinds.ECONNREFUSED ?? 0
  if (refused === 0) return
  const requests = `${counted(refused, 'request')} of ${variant.name} ${refused === 1 ? 'was' : 'were'} refused`
  const hosts = Object.keys(elsewhere)
  const where =
    hosts.length === 0 ? `may name port ${settings.target.port} itself` : `goes elsewhere: ${listCounts(elsewhere)}`
  throw new NotInTurns(`${requests}: a URL or a redirect ${where}`)
}

/** Or that of another variant. @param apps their processes. @throws NotInTurns */
function checkStrays(runs: Run[], apps: { workerPids: string[] }[]) {
  for (const [i, { variant, workers }] of runs.entries()) {
    const strange = workers.filter(({ pid, requests }) => requests > 0 && !apps[i].workerPids.includes(pid))
    const other = apps.findIndex(({ workerPids }) => strange.some(({ pid }) => workerPids.includes(pid)))
    if (other !== -1) throw new NotInTurns(`requests of ${variant} were answered by ${runs[other].variant}`)
  }
}

/** The readings within a slice tell of it; and each costs a process a third of a millisecond, also while it rests. */
const reportMs = 200

/**
 * Nobody listens where config.target says: what goes there in spite of that is lost, and seen. Whoever runs elsewhere
 * stays there.
 */
async function targetsOf(turns: Turn[], target: Target) {
  const ports = await portsBeside(target, turns.filter(({ variant }) => variant.targets.length === 0).length)
  return turns.map(({ variant: { targets } }) => {
    if (targets.length > 0) return targets
    const url = new URL(target.url)
    const port = ports.shift() ?? NaN
    url.port = String(port)
    return [{ ...target, port, url: target.url.endsWith('/') ? url.href : url.href.replace(/\/$/, '') }]
  })
}

/**
 * @param loaded the place of who has its turn; null: nobody has.
 * @returns what the variant at a place does, in words
 */
function doingOf(place: number, loaded: number | null) {
  if (loaded === null) return 'waited for its turn'
  return loaded === place ? 'was measured' : 'rested, as another variant was measured'
}

/** Of Node, on a machine of any size: more of them rest less quietly. */
const mostProcesses = 32

/** @throws NotInTurns: they are in each other's way */
function checkTogether(turns: Turn[], running: RunningVariant[]) {
  const names = turns.map(({ variant: { name } }) => name)
  const ports = running.map(({ kin }) => (kin === null ? [] : listeningPorts(kin)))
  for (const [i, own] of ports.entries()) {
    const other = ports.findIndex((others, j) => j > i && others.some((port) => own.includes(port)))
    const shared = ports[other]?.find((port) => own.includes(port))
    if (shared !== undefined) throw new NotInTurns(`${names[i]} and ${names[other]} both listen on port ${shared}`)
  }
  const processes = sumBy(running, ({ reported }) => reported().workerPids.length)
  if (processes > mostProcesses) throw new NotInTurns(`they have ${counted(processes, 'process', 'processes')} in all`)
  const megabytes = sumBy(running, ({ kin }) => (kin && readProcesses(kin)?.rssMegabytes) ?? 0)
  if (process.availableMemory() / 2 ** 20 < megabytes)
    throw new NotInTurns(`they take ${Math.round(megabytes)} MB together before any load, and there is less left`)
}
