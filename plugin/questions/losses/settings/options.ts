import { disturbanceKinds } from '../concepts/disturbances.ts'
import { losses } from '../concepts/losses.ts'
import { secondsOf } from '../../../settings/phases.ts'
import { fitting, listOf, number, object, oneOf, orNull, takenBack, type GivenOf } from '../../../settings/shapes.ts'
import { duration, share, shareOf } from '../../../settings/quantities.ts'

const hit = oneOf(['worker', 'all'])
const disturbance = object({
  kill: [hit, 'Kills workers (SIGKILL). worker: one, in turn; all: all of them.'],
  terminate: [hit, 'Tells workers to exit (SIGTERM). worker: one, in turn; all: all of them.'],
  freeze: [hit, 'Freezes workers for some seconds (SIGSTOP), as if they hung. worker: one, in turn; all: all of them.'],
  reload: [
    fitting<true>((value) => value === true, 'true', { const: true }),
    'true: replaces the workers, each variant in its own way; single stops and starts.'
  ],
  duration: [duration({ above: 0, to: 600 }), 'Required with freeze: for how long, such as 2s.'],
  at: [duration({ from: 0, to: 3600 }), 'When it happens: time after the load began, such as 4s. Required.']
})
/** Of an app, after a disturbance. */
export const recoveryTime = duration({ above: 0 })
export const afterKind = oneOf(disturbanceKinds)

const options = {
  disturb: [
    listOf(disturbance),
    'What happens to the app in each run, such as { kill: worker, at: 4s }. The comparison then reports lost requests instead of speedups.',
    'nothing'
  ]
} as const

export type LossesOptions = GivenOf<typeof options>

/** What users write to ask what is lost. */
export const lossesWritten = {
  options,
  limits: {
    lost: [
      share,
      `With disturb: maximum share of the requests that a disturbance of a candidate may cost; 0%: none may be lost. ${takenBack}`,
      null,
      '0%',
      '0.1%'
    ],
    recovery: [
      orNull(recoveryTime),
      `With disturb: maximum time in which each candidate recovers, such as 2s. ${takenBack}`,
      null,
      '2s',
      '500ms'
    ],
    p95Rise: [
      orNull(number({ from: 1 })),
      `With disturb: maximum factor by which p95 of each candidate may rise meanwhile. ${takenBack}`,
      null,
      2
    ]
  },
  numbersOf: { lost: shareOf, recovery: secondsOf },
  usualLength: 'with disturb, until 3 seconds after the last disturbance',
  conflicts: [
    ['capacity', 'disturb', 'but an app that is disturbed keeps no service level meanwhile. Remove one of them.'],
    [
      'disturb',
      'levels',
      'but a comparison finds either what is lost, or the load from which on a cluster pays off. Remove one of them.'
    ],
    ['disturb', 'time', 'but the disturbances decide how long a run takes. Set rounds instead of time.'],
    ['disturb', 'generator', 'but only a load from this machine records each lost request. Remove one of them.'],
    ['disturb', 'compareWith', 'but speedups are not measured when the app is disturbed. Remove one of them.'],
    ['profile', 'disturb', 'but a profile shows what an app does that is not disturbed. Remove one of them.']
  ],
  noTurns: [
    losses.isAsked,
    'plugins.speedup.disturb is set, and what happens to one app must not happen beside another. Remove one of the two.'
  ]
} as const
