import type { LossCause } from '../disturbances.ts'
import type { Explanation } from '../explanations.ts'
import type { exitCodes, resultWords } from '../verdicts.ts'

export const resultExplanations = {
  pass: {
    meaning: 'Every threshold and every limit is met, and no speedup fell below the earlier result of `compareWith`.'
  },
  fail: {
    meaning: 'The app misses a threshold or a limit, or a speedup fell below the earlier result of `compareWith`.',
    cause: 'The line that begins with `why` says what limits the app.',
    cure: 'Fix the app, or relax the threshold or limit.'
  },
  inconclusive: {
    meaning: 'The data cannot support a verdict. Inconclusive results fail CI unless `onInconclusive: pass` is set.',
    cause: 'The interval still contains the threshold, or a warning rules out a verdict.',
    cure: 'The message says how many rounds would decide, or what rules a verdict out.'
  },
  preliminary: {
    meaning:
      'The comparison stopped early, after three rounds or more: the figures hold for these rounds, and there is no verdict.',
    cause: 'Ctrl-C, SIGTERM, or an error in a later run.',
    cure: 'Run it again, to the end.'
  },
  notMeasured: {
    meaning: 'Nothing could be compared.',
    cause: 'The sentence after it says why; `error.code` in `comparison.json` names it.',
    cure: 'Fix what the sentence names.'
  },
  interrupted: {
    meaning: 'The comparison was stopped. The runs that had ended are kept.',
    cause: 'Ctrl-C or SIGTERM.',
    cure: 'Run it again.'
  },
  notWritten: {
    meaning: 'The result holds, but a file of the report could not be written.',
    cause: 'The disk is full, or the folder is read-only.',
    cure: 'Free some space, or set `report` to another folder.'
  },
  regression: {
    meaning:
      'Every threshold is met, but a speedup fell. Used as the title of GitHub annotations and as a label on the report.',
    cause: 'The interval of a speedup lies below that of the earlier result of `compareWith`.',
    cure: 'Find the change that made the candidate slower, or compare with a newer result.'
  }
} satisfies Record<keyof typeof resultWords, Explanation>

export const exitExplanations = {
  pass: {
    meaning:
      'Every threshold and limit is met, or none is set, and no speedup fell below the earlier result of `compareWith`.'
  },
  fail: {
    meaning: 'The app misses a threshold or a limit, or a speedup fell.',
    cure: 'Fix the app, or relax the threshold or limit.'
  },
  inconclusive: {
    meaning: 'The result is inconclusive.',
    cure: 'Follow the message. `onInconclusive: pass` turns this code into 0.'
  },
  notMeasured: {
    meaning: 'Nothing could be measured.',
    cause: 'An invalid option, an app that does not start, no responses, too many errors, and the like.',
    cure: 'Follow the message.'
  },
  SIGINT: { meaning: 'Ctrl-C (SIGINT) stopped the comparison.' },
  SIGTERM: { meaning: 'SIGTERM stopped the comparison.' }
} satisfies Record<keyof typeof exitCodes, Explanation>

/** What the words and the cure of a cause leave open. */
export const lossExplanations = {
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
