import { lossCauses, type LossCause } from '../concepts/disturbances.ts'
import type { Sentences } from '../../../concepts/wording.ts'

/** What the words and the cure of a cause leave open. */
const lossExplanations = {
  killed: 'SIGKILL, a crash or a lack of memory ends a process at once.',
  forgotten: '`node:cluster` hands a connection to a worker and forgets it, even if that worker dies.',
  'not-graceful': 'The app exits on SIGTERM (Node’s default) while requests are in progress.',
  'keep-alive': 'The client sends its next request while the worker closes the idle connection.',
  'not-accepted': 'Each worker has its own queue of new connections, which is lost when it closes its port.',
  'no-listener': 'The only worker died or restarted.',
  'killed-too-early': 'The supervisor does not wait until the new worker listens.',
  frozen: 'The process is stopped or in an endless loop, but still accepts connections.',
  'server-error': 'The app answers with a status of 500 or above while it closes.',
  unknown: 'Little is visible of a command, or several things happened at once.'
} satisfies Record<LossCause, string>

export const lossCodes = {
  group: 'loss',
  title: 'Causes of lost requests',
  one: 'Cause of lost requests',
  table: Object.fromEntries(
    Object.entries(lossCauses).map(([cause, { words, cure }]): [string, Sentences] => [
      cause,
      [`Requests ${words('were')}.`, lossExplanations[cause as LossCause], `${cure}.`]
    ])
  )
} as const

/** Of the diagnosis that says why speeds are not compared. */
export const lossDiagnosis = {
  disturbed: [
    'The comparison counts lost requests and does not compare speed.',
    'The option `disturb` killed, froze or reloaded the app during the load.',
    'See which requests were lost, and why.'
  ]
} satisfies Record<string, Sentences>
