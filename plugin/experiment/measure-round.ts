import { counted, listCounts } from '../concepts/wording.ts'
import { readSlices } from '../measure/read-load.ts'
import { rounded, sum } from '../statistics/descriptive.ts'
import { checkResponses, generationOf, spreadPhases, thisMoment, type Workplace } from './measure-run.ts'
import { pathsOf, runOf, type Turn } from './run-of.ts'
import { watchSlices } from './watch-load.ts'
import type { RunningVariant } from '../app/runner.ts'
import { startVariant } from '../app/modes.ts'
import { listeningPorts } from '../app/listeners.ts'
import { portsBeside } from '../app/port.ts'
import { readProcesses } from '../machine/watch-machine.ts'
import type { Run } from '../concepts/run.ts'
import type { Target } from '../concepts/settings.ts'
import type { SeenRound } from '../load/load-generator.ts'
import type { Slice, SliceStep } from '../messages/load.ts'

/** That a slice waits for what is under way: as long as a user waits for an answer, by Artillery's default. */
const mostSeconds = 10
/** In the first round: where turns take longer, those who rest lose their connections, and all of it takes minutes. */
const waitsFor = 6

/**
 * A round in slices: all variants are started together, each at a port of its own, and loaded in turns, while the
 * others rest.
 *
 * @param turns of all variants, in the order of this round
 * @param slices by the places of the turns
 * @returns a run each, in the same order
 * @throws NotInTurns, in the first round: later ones must not be mixed with it; and what loadApp does
 */
export async function measureRound(turns: Turn[], slices: Slice[], workplace: Workplace): Promise<Run[]> {
  const [{ settings, round }] = turns
  const { target } = settings
  const begun = performance.now()
  const moment = thisMoment()
  const death = new AbortController()
  const end = AbortSignal.any([workplace.signal, death.signal])
  const targets = await targetsOf(turns, target)
  const generations = turns.map((turn, i) => {
    const where = { targets: targets[i], strays: [target, ...targets.flat()] }
    const times = { originMs: moment.originMs, warmUpSeconds: 0, loadSeconds: null }
    const order = { ...pathsOf(turn.files, workplace), ...times, ...where }
    return { ...generationOf(turn, { order, metered: null }, workplace), phases: spreadPhases(turn) }
  })
  const makeRound = workplace.loadGenerator.prepareRound(generations, end)
  const running: RunningVariant[] = []
  let loaded: number | null = null
  try {
    await startTogether(turns, targets, running, workplace, { end, death, loaded: () => loaded })
    if (round === 1) checkTogether(turns, running)
    const watch = watchSlices(running.map(({ kin }) => kin))
    const time = timeSlices(slices, waitsFor, (load) => {
      if (round > 1) return
      const { name } = turns[load].variant
      death.abort(new NotInTurns(`requests of ${name} kept its turn waiting for more than ${waitsFor} s`))
    })
    const made = await makeRound({
      slices,
      mostSeconds,
      heard: (slice) => {
        time(slice)
        if (slice.step === 'opens' || slice.step === 'rests') loaded = slice.step === 'opens' ? slice.load : null
        watch.heard(slice)
      }
    })
    if (made === null) throw new NotInTurns('this Artillery makes one load at a time')
    const observed = running.map(({ readySeconds, reported }) => ({ readySeconds, ...reported() }))
    const killed = await Promise.all(running.map(({ stop }) => stop()))
    const wallSeconds = (performance.now() - begun) / 1000 / turns.length
    const seen = watch
      .seen()
      .map((system, i) => ({ ...moment, wallSeconds, ...observed[i], killed: killed[i], ...system }))
    const runs = await runsOf(turns, made, { targets, seen }, workplace)
    if (round === 1)
      checkStrays(
        runs,
        observed.map(({ workerPids }) => workerPids)
      )
    return runs
  } finally {
    await Promise.all(running.map(({ stop }) => stop()))
    // Loads that were prepared, but never made, end with their generator.
    death.abort()
  }
}

/**
 * @param waits seconds that a slice may take beyond its own; late: called with the load of one that takes longer
 * @returns to be called with each step of each slice
 */
export function timeSlices(slices: readonly Pick<Slice, 'seconds'>[], waits: number, late: (load: number) => void) {
  let next = 0
  let timer: NodeJS.Timeout | undefined
  return ({ step, load }: { step: SliceStep; load: number }) => {
    if (step === 'opens') timer = setTimeout(late, 1000 * (slices[next++].seconds + waits), load).unref()
    if (step === 'rests') clearTimeout(timer)
  }
}

type SeenRun = Omit<Parameters<typeof runOf>[1], 'outcome' | 'load' | 'asked' | 'turnSeconds'>

async function runsOf(
  turns: Turn[],
  { outcomes, slices }: SeenRound,
  { targets, seen }: { targets: Target[][]; seen: SeenRun[] },
  workplace: Workplace
) {
  const loads = await Promise.all(
    turns.map(({ files, byWhole }, i) => {
      const counting = slices.filter(({ load, counts }) => load === i && counts)
      const { originMs, usage } = seen[i]
      return readSlices({ ...pathsOf(files, workplace), originMs, byWhole, usage }, outcomes[i], counting)
    })
  )
  // What is summarised apart must be so of all variants.
  const firstRequestsApart = turns[0].firstRequestsApart ?? loads[0].keepsConnections
  return Promise.all(
    turns.map(async (turn, i) => {
      const outcome = outcomes[i]
      const load = loads[i]
      const own = slices.filter((slice) => slice.load === i)
      const turnSeconds = rounded(sum(own.map(({ openMs, restMs }) => restMs - openMs)) / 1000)
      const run = await runOf(
        { ...turn, firstRequestsApart },
        { ...seen[i], turnSeconds, outcome, load, asked: {} },
        workplace
      )
      if (turn.round === 1) checkRefused(run, turn)
      checkResponses(load, {
        variant: turn.variant,
        when: `in round ${turn.round}`,
        targets: targets[i],
        errors: outcome.errors,
        isMetered: false
      })
      return run
    })
  )
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

/** Or that of another variant. @param pids of the processes of each. @throws NotInTurns */
function checkStrays(runs: Run[], pids: string[][]) {
  for (const [i, { variant, workers }] of runs.entries()) {
    const answeredBy = (own: string[]) =>
      workers.some(({ pid, requests }) => requests > 0 && own.includes(pid) && !pids[i].includes(pid))
    const other = pids.findIndex((own, j) => j !== i && answeredBy(own))
    if (other !== -1) throw new NotInTurns(`requests of ${variant} were answered by ${runs[other].variant}`)
  }
}

/** The readings within a slice tell of it; and each costs a process a third of a millisecond, also while it rests. */
const reportMs = 200

/** What can't be loaded in turns, and why, in words. */
export class NotInTurns extends Error {}

/**
 * Nobody listens where config.target says: what goes there in spite of that is lost, and seen. Whoever runs elsewhere
 * stays there.
 */
async function targetsOf(turns: Turn[], target: Target): Promise<Target[][]> {
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
 * Starts the variants at the same time, each at its target.
 *
 * @param running gets those that have started, which are their owner's to stop, whatever happens here
 * @param death ended where one of them fails; loaded: the place of who has its turn
 */
async function startTogether(
  turns: Turn[],
  targets: Target[][],
  running: RunningVariant[],
  { guard, createLog }: Workplace,
  { end, death, loaded }: { end: AbortSignal; death: AbortController; loaded: () => number | null }
) {
  const starting = turns.map(({ settings, variant }, i) => {
    const own = {
      target: targets[i][0],
      preload: { reportMs, usualPort: settings.target.port },
      doing: () => doingOf(i, loaded())
    }
    const started = startVariant({ ...settings, ...own, variant, logFile: createLog('app'), guard }, end)
    // The others need not be waited for.
    started.catch((error) => death.abort(error))
    return started
  })
  for (const started of await Promise.allSettled(starting))
    if (started.status === 'fulfilled') running.push(started.value)
  end.throwIfAborted()
  for (const { died } of running) void died.then((error) => death.abort(error))
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
  const processes = sum(running.map(({ reported }) => reported().workerPids.length))
  if (processes > mostProcesses) throw new NotInTurns(`they have ${counted(processes, 'process', 'processes')} in all`)
  const megabytes = sum(running.map(({ kin }) => (kin && readProcesses(kin)?.rssMegabytes) ?? 0))
  if (process.availableMemory() / 2 ** 20 < megabytes)
    throw new NotInTurns(`they take ${Math.round(megabytes)} MB together before any load, and there is less left`)
}
