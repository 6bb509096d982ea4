import { join } from 'node:path'
import { startVariant, type RunningVariant } from '../app/modes.ts'
import { freePort } from '../app/port.ts'
import { SpeedupError } from '../concepts/errors.ts'
import { list } from '../concepts/wording.ts'
import { readSlices } from '../generator/read-load.ts'
import { checkResponses, generationOf, thisMoment, type Workplace } from './measure-run.ts'
import { runOf, type Turn } from './run-of.ts'
import { watchSlices } from './watch-slices.ts'
import type { Run } from '../concepts/run.ts'
import type { Settings, Target, Variant } from '../concepts/settings.ts'
import type { SeenSlice, Slice } from '../generator/run-order.ts'

/** That a slice waits for what is under way: as long as a user waits for an answer, by Artillery's default. */
const mostSeconds = 10
/** Readings are interpolated at the ends of slices, beyond which a process rests. */
const reportMs = 100

/**
 * A round in slices: all variants are started together, each at a port of its own, and loaded in turns, while the others rest.
 *
 * @param turns of all variants, in the order of this round
 * @param slices by the places of the turns
 * @returns a run each, in the same order; null: this Artillery makes one load at a time
 * @throws what loadApp does
 */
export async function measureRound(turns: Turn[], slices: Slice[], workplace: Workplace, signal: AbortSignal): Promise<Run[] | null> {
  const begun = performance.now()
  const { originMs, startedAtMs } = thisMoment()
  const death = new AbortController()
  const end = AbortSignal.any([signal, death.signal])
  const targets: Target[][] = []
  for (const turn of turns) targets.push(await targetsOf(turn.variant, turn.settings))
  const fileOf = (name: string) => join(workplace.recordFolder, name)
  const generations = turns.map((turn, i) => {
    const files = { samplesFile: fileOf(turn.files.samples), telemetryFile: fileOf(turn.files.telemetry), answersFile: null }
    return generationOf(turn, { order: { ...files, originMs, warmUpSeconds: 0, loadSeconds: null, targets: targets[i] }, metered: null }, workplace)
  })
  const makeRound = workplace.loadGenerator.prepareRound(generations, end)
  const running: RunningVariant[] = []
  try {
    const starting = turns.map(({ settings, variant }, i) =>
      startVariant({ ...settings, target: targets[i][0], variant, reportMs, logFile: workplace.createLog('app'), guard: workplace.guard }, end))
    // Where one does not start, the others must be stopped, too.
    for (const started of await Promise.allSettled(starting)) {
      if (started.status === 'fulfilled') running.push(started.value)
      else death.abort(withPorts(started.reason, turns, targets))
    }
    end.throwIfAborted()
    for (const { died } of running) void died.then((error) => death.abort(error))
    const watch = watchSlices(running.map(({ kin }) => kin))
    const round = await makeRound({ slices, mostSeconds, heard: watch.heard })
    if (round === null) return null
    const observed = running.map(({ readySeconds, reported }) => ({ readySeconds, ...reported() }))
    const killed = await Promise.all(running.map(({ stop }) => stop()))
    const wallSeconds = (performance.now() - begun) / 1000 / turns.length
    const loads = await Promise.all(turns.map(({ files }, i) =>
      readSlices({ samplesFile: fileOf(files.samples), originMs }, round.outcomes[i], slicesOf(round.slices, i))))
    return await Promise.all(turns.map((turn, i) => {
      const { machine, drops, restCores } = watch.seen()[i]
      const load = loads[i]
      const { errors } = round.outcomes[i]
      checkResponses(load, { variant: turn.variant, when: `in round ${turn.round}`, targets: targets[i], errors, isMetered: false })
      const system = { machine, ...(running[i].kin === null ? {} : { drops }), ...(restCores === null ? {} : { restCores }) }
      const seen = { originMs, startedAtMs, wallSeconds, outcome: round.outcomes[i], load, disturbed: [], killed: killed[i] }
      // What is summarised apart must be so of all variants.
      const firstRequestsApart = turn.firstRequestsApart ?? loads[0].keepsConnections
      return runOf({ ...turn, firstRequestsApart }, { ...seen, ...observed[i], ...system }, workplace.recordFolder)
    }))
  } finally {
    await Promise.all(running.map(({ stop }) => stop()))
  }
}

/** Whichever variant has failed to start, it may be since another one, or itself, does not listen where it was told to. */
function withPorts(reason: unknown, turns: Turn[], targets: Target[][]): unknown {
  if (!(reason instanceof SpeedupError)) return reason
  const ports = list(turns.map(({ variant: { name } }, i) => `${name} at ${targets[i][0].port}`))
  return new SpeedupError(reason.code, `${reason.message} (With alternate: slices, variants run at the same time, each at the port that PORT says: ${ports}. ` +
    'Have the app listen on PORT, or remove plugins.speedup.alternate.)')
}

const slicesOf = (slices: SeenSlice[], place: number) => slices.filter(({ load, counts }) => load === place && counts)

/** The baseline keeps the port that config.target names; whoever runs elsewhere keeps its own. */
async function targetsOf({ name, targets }: Variant, { target, baseline }: Settings): Promise<Target[]> {
  if (targets.length > 0) return targets
  if (name === baseline) return [target]
  const port = await freePort(target)
  const url = new URL(target.url)
  url.port = String(port)
  return [{ ...target, port, url: target.url.endsWith('/') ? url.href : url.href.replace(/\/$/, '') }]
}
