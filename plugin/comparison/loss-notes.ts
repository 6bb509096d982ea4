import { sum } from '../statistics/descriptive.ts'
import type { Round } from './losses.ts'

const hardlyAny = 0.6 // of what would be fair

/**
 * What was seen beside the lost requests that explains how a variant coped.
 *
 * @returns sentences without figures and names, so that what holds for several variants can be said once
 */
export function notesOn(rounds: readonly Round[]): string[] {
  const some = (holds: (own: Round) => boolean) => rounds.some(holds)
  const isWaited = some(({ stuck }) => stuck > 0)
  const isInTime = !some(({ lost }) => lost['timed out'].fresh + lost['timed out'].kept > 0)
  const notes: [boolean, string][] = [
    [
      some(({ workers }) => workers !== null && workers.after < workers.before),
      'A worker that was gone was not replaced.'
    ],
    [
      some(({ leaving }) => leaving !== null && leaving.seconds === null),
      'An old worker was told to exit and was still there when the load ended.'
    ],
    [
      some(({ migrates, causes }) => migrates === false && causes['not-accepted'] !== undefined),
      'Connections that wait to be accepted are reset when their worker leaves the shared port, because net.ipv4.tcp_migrate_req is 0. Set it to 1, and the kernel passes them on to another worker.'
    ],
    [
      isWaited && isInTime,
      'Requests waited in a frozen worker until it resumed: their timeout is longer than the freeze, so they were not lost.'
    ],
    [isWaited && !isInTime, 'Requests waited in a frozen worker until it resumed or they timed out.'],
    [
      isAvoided(rounds),
      'The users of the lost worker moved to the others and stay there on their kept-alive connections: the new worker gets hardly any requests, and p95 stays higher.'
    ]
  ]
  return notes.flatMap(([holds, note]) => (holds ? [note] : []))
}

/** Whether the workers that replaced others got far fewer requests at the end than these. */
function isAvoided(rounds: readonly Round[]) {
  const known = rounds.flatMap(({ newcomers, workers, kind }) =>
    kind === 'reload' || newcomers === null || workers === null || workers.after < 2
      ? []
      : [{ newcomers, fair: 1 / workers.after }]
  )
  return known.length > 0 && sum(known.map((own) => own.newcomers)) < hardlyAny * sum(known.map(({ fair }) => fair))
}
