import type { Sentences } from '../../concepts/wording.ts'
import type { exitCodes, resultWords } from '../../concepts/verdicts.ts'

export const resultExplanations = {
  pass: ['Every threshold and every limit is met, and no speedup fell below the earlier result of `compareWith`.'],
  fail: [
    'The app misses a threshold or a limit, or a speedup fell below the earlier result of `compareWith`.',
    'The line that begins with `why` says what limits the app.',
    'Fix the app, or relax the threshold or limit.'
  ],
  inconclusive: [
    'The data cannot support a verdict. Inconclusive results fail CI unless `onInconclusive: pass` is set.',
    'The interval still contains the threshold, or a warning rules out a verdict.',
    'The message says how many rounds would decide, or what rules a verdict out.'
  ],
  preliminary: [
    'The comparison stopped early, after three rounds or more: the figures hold for these rounds, and there is no verdict.',
    'Ctrl-C, SIGTERM, or an error in a later run.',
    'Run it again, to the end.'
  ],
  notMeasured: [
    'Nothing could be compared.',
    'The sentence after it says why; `error.code` in `comparison.json` names it.',
    'Fix what the sentence names.'
  ],
  interrupted: ['The comparison was stopped. The runs that had ended are kept.', 'Ctrl-C or SIGTERM.', 'Run it again.'],
  notWritten: [
    'The result holds, but a file of the report could not be written.',
    'The disk is full, or the folder is read-only.',
    'Free some space, or set `report` to another folder.'
  ],
  regression: [
    'Every threshold is met, but a speedup fell. Used as the title of GitHub annotations and as a label on the report.',
    'The interval of a speedup lies below that of the earlier result of `compareWith`.',
    'Find the change that made the candidate slower, or compare with a newer result.'
  ]
} satisfies Record<keyof typeof resultWords, Sentences>

export const exitExplanations = {
  pass: [
    'Every threshold and limit is met, or none is set, and no speedup fell below the earlier result of `compareWith`.'
  ],
  fail: [
    'The app misses a threshold or a limit, or a speedup fell.',
    undefined,
    'Fix the app, or relax the threshold or limit.'
  ],
  inconclusive: [
    'The result is inconclusive.',
    undefined,
    'Follow the message. `onInconclusive: pass` turns this code into 0.'
  ],
  notMeasured: [
    'Nothing could be measured.',
    'An invalid option, an app that does not start, no responses, too many errors, and the like.',
    'Follow the message.'
  ],
  SIGINT: ['Ctrl-C (SIGINT) stopped the comparison.'],
  SIGTERM: ['SIGTERM stopped the comparison.']
} satisfies Record<keyof typeof exitCodes, Sentences>
