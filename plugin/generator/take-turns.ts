import { setTimeout as delay } from 'node:timers/promises'
import { clockMs } from '../machine/clock.ts'
import type { GateCommand, GateNews, LoadOutcome, LoadStep, SeenSlice, Turns } from '../messages/load.ts'

/** A load that rests while another one is made. */
export interface LoadInTurns {
  make: () => Promise<LoadOutcome> // has its users come; resolves when all have left
  command: (command: GateCommand) => void // to the gates of its threads
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
  { slices, mostSeconds }: Turns,
  tell: (step: LoadStep, load: number) => void
) {
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
