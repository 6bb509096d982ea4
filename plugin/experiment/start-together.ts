import { listeningPorts } from '../app/listeners.ts'
import { startVariant, type RunningVariant } from '../app/modes.ts'
import { portsBeside } from '../app/port.ts'
import { counted } from '../concepts/wording.ts'
import { readProcesses } from '../machine/watch-machine.ts'
import { sum } from '../statistics/descriptive.ts'
import type { Workplace } from './measure-run.ts'
import type { Turn } from './run-of.ts'
import type { Target } from '../concepts/settings.ts'

/** The readings within a slice tell of it; and each costs a process a third of a millisecond, also while it rests. */
const reportMs = 200

/** What can't be loaded in turns, and why, in words. */
export class NotInTurns extends Error {}

/**
 * Nobody listens where config.target says: what goes there in spite of that is lost, and seen. Whoever runs elsewhere
 * stays there.
 */
export async function targetsOf(turns: Turn[], target: Target): Promise<Target[][]> {
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
export async function startTogether(
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
export function checkTogether(turns: Turn[], running: RunningVariant[]) {
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
