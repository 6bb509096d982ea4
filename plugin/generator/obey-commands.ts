import { setTimeout as delay } from 'node:timers/promises'
import { clockMs, followClock } from '../machine/clock.ts'
import {
  contentOf,
  type GateCommand,
  type GateNews,
  type LoadOutcome,
  type SeenSlice,
  type Slice,
  type SliceStep,
  type LoadCommand
} from '../messages/load.ts'
import { findInArtillery } from '../internals/artillerys-modules.ts'
import { LoadThreads } from './load-threads.ts'
import { lookBriskly } from '../internals/tune-artillery.ts'
import { endWithOwner, tell, tellOfLoad, cpuMs } from './report-load.ts'

/** In the main thread of a child `artillery run` that makes one load after the other, each on command. */
export function obeyCommands() {
  lookBriskly()
  const threads = findInArtillery(
    process.argv[1],
    (require, { thread, metrics }) =>
      new LoadThreads(require.resolve(thread), require(metrics).SSMS, () => tell({ event: 'waiting' }))
  )
  // It ends at once: Artillery goes on to what it would run itself.
  if (threads === null) return tell({ event: 'alone' }, () => process.exit(0))
  const prepared: ReturnType<LoadThreads['prepare']>[] = []
  const obey = async (told: LoadCommand) => {
    if (told.command === 'load') {
      followClock(told.order.clock)
      prepared.push(threads.prepare(told))
    } else if (told.command === 'go') {
      const load = await prepared.splice(0).at(-1)
      if (load !== undefined) tellOfLoad({ event: 'finished', ...(await load.make((event) => tellOfLoad({ event }))) })
    } else if (told.command === 'turns') {
      const loads = await Promise.all(prepared.splice(0))
      const inTurns = loads.map(({ make, ...load }) => ({ ...load, make: () => make(() => {}) }))
      tell({
        event: 'round',
        ...(await takeTurns(inTurns, told, (step, load) => tell({ event: 'slice', step, load, cpuMs: cpuMs() })))
      })
    } else if (told.command === 'stop') {
      await threads.stop()
      tell({ event: 'stopped' })
    } else threads.end()
  }
  process.on('message', (message) => {
    const command = contentOf<LoadCommand>(message)
    if (command !== undefined) void obey(command)
  })
  endWithOwner()
}

/** A load that rests while another one is made. */
interface LoadInTurns {
  make: () => Promise<LoadOutcome> // has its users come; resolves when all have left
  command: (command: GateCommand) => void
  next: (news: GateNews) => Promise<unknown> // of all its threads
}

/**
 * Makes several loads in turns: one at a time, while the users of the others hold still. In its first slice, the users
 * of a load come.
 *
 * A slice counts from when each of its users is back at work: all come at once from their rest, so the first answers
 * are not those of the app under load. It goes on until what counts is answered, so that no request that counts meets
 * an app with less to do; then nothing more begins, and the next slice opens when nothing is under way. One that does
 * not count waits for none of its users: all who came in its rest, and log in at once, may take longer than it does.
 *
 * @param slices in their order. mostSeconds: that each of these waits takes, whatever hangs
 * @param tell hears each step as it comes
 */
export async function takeTurns(
  loads: LoadInTurns[],
  { slices, mostSeconds }: { slices: Slice[]; mostSeconds: number },
  tell: (step: SliceStep, load: number) => void
): Promise<{ outcomes: LoadOutcome[]; slices: SeenSlice[] }> {
  const outcomes: Promise<LoadOutcome>[] = []
  const seen: SeenSlice[] = []
  const commanded = async (load: LoadInTurns, command: GateCommand, news: GateNews) => {
    const heard = load.next(news)
    load.command(command)
    await Promise.race([heard, delay(1000 * mostSeconds, undefined, { ref: false })])
  }
  for (const { load: i, seconds, counts } of slices) {
    const load = loads[i]
    const openMs = clockMs()
    tell('opens', i)
    if (outcomes[i] === undefined) {
      outcomes[i] = load.make()
      // Whoever waits for all of them gets the error.
      outcomes[i].catch(() => {})
    } else if (counts) await commanded(load, 'open', 'at work')
    else load.command('open')
    const fromMs = clockMs()
    if (counts) tell('counts', i)
    await delay(1000 * seconds)
    const toMs = clockMs()
    if (counts) tell('counted', i)
    if (counts) await commanded(load, 'mark', 'answered')
    await commanded(load, 'hold', 'resting')
    tell('rests', i)
    seen.push({ load: i, counts, openMs, fromMs, toMs, restMs: clockMs() })
  }
  for (const load of loads) load.command('end')
  return { outcomes: await Promise.all(outcomes), slices: seen }
}
