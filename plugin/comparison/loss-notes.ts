import { sum } from '../statistics/descriptive.ts'
import type { Round } from './losses.ts'

const hardlyAny = 0.6 // of what would be fair

/**
 * What was seen beside the lost requests, and explains how a variant came through.
 *
 * @returns sentences without figures and names, so that what holds for several variants can be said once
 */
export function notesOn(rounds: readonly Round[]): string[] {
  const some = (holds: (own: Round) => boolean) => rounds.some(holds)
  const isWaited = some(({ stuck }) => stuck > 0)
  const isInTime = !some(({ lost }) => lost['timed out'].fresh + lost['timed out'].kept > 0)
  const notes: [boolean, string][] = [
    [some(({ workers }) => workers !== null && workers.after < workers.before), 'No worker came in the place of one that was gone.'],
    [some(({ leaving }) => leaving !== null && leaving.seconds === null), 'An old worker had been told to leave, and was still there when the load ended.'],
    [some(({ migrates, causes }) => migrates === false && causes['not-accepted'] !== undefined),
      'Connections that wait to be accepted are reset when their worker leaves the shared port: net.ipv4.tcp_migrate_req is 0; where it is 1, the kernel gives them to another.'],
    [isWaited && isInTime, 'Requests waited in a frozen worker until it went on: their time-out is longer than the freeze, so they were not lost.'],
    [isWaited && !isInTime, 'Requests waited in a frozen worker until it went on, or until their time-out.'],
    [isAvoided(rounds), 'The users of a worker that was gone went to the others, and stay there on their kept connections: the new worker gets hardly any requests, and p95 stays higher.']
  ]
  return notes.flatMap(([holds, note]) => (holds ? [note] : []))
}

/** Whether the workers that came in the place of others were asked far less than these at the end. */
function isAvoided(rounds: readonly Round[]): boolean {
  const known = rounds.flatMap(({ newcomers, workers, kind }) => (kind === 'reload' || newcomers === null || workers === null || workers.after < 2 ? [] : [{ newcomers, fair: 1 / workers.after }]))
  return known.length > 0 && sum(known.map((own) => own.newcomers)) < hardlyAny * sum(known.map(({ fair }) => fair))
}
