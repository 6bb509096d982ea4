import type { CallErrorCode, ErrorCode } from '../../concepts/errors.ts'
import type { exitCodes, resultWords } from '../../concepts/verdicts.ts'
import type { Sentences } from '../../concepts/wording.ts'

// What a comparison ends with.

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
    'The comparison stopped early, after three rounds or more: the figures hold for these rounds, and there is no ' +
      'verdict.',
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

export const errorExplanations = {
  INVALID_SETTINGS: [
    'An option has an invalid value, is unknown, or contradicts another one.',
    'The message names the option, its value and what is allowed.',
    'Correct that option.'
  ],
  UNSUPPORTED: [
    'Something in this environment is too old, missing or not supported.',
    'For example the version of Artillery, Node or PM2, Windows, `--platform`, a system where processes cannot share ' +
      'a port, or limits of CPU and memory without the right to make cgroups.',
    'Follow the message.'
  ],
  NOT_PREPARED: [
    'A commit or a version of Node could not be made ready.',
    'The ref is not in this clone, an install or `app.setup` failed, or the network is not there.',
    'Follow the message: it has the last lines of what failed. What is ready is kept, so the next start needs no ' +
      'network.'
  ],
  PORT_TAKEN: [
    'Another program listens on the port of `target`.',
    'Often the app itself, started by hand, another comparison, or a container that keeps running without its command.',
    'Stop that program (`docker ps` lists containers), or change the port in `target`.'
  ],
  APP_NOT_READY: [
    'The app did not become ready in time.',
    'It listens on another port, waits for something, starts slowly, or cannot run as several processes (a file ' +
      'lock, a second port).',
    'Start the app by hand and read its last lines. Check `app.env`, `app.cwd` and `app.readyTimeout`. For a URL, ' +
      'the message says what fails.'
  ],
  APP_DIED: [
    'The app exited while it was measured, or a URL stopped accepting connections.',
    'The app crashes under load, or the system kills it.',
    'Read its last lines in the message to find what ends it.'
  ],
  GENERATOR_FAILED: [
    'The load generator failed before its load was over.',
    'An error in the scenario file or its processor, a plugin, a lack of memory, or the command of `generator`.',
    'Read its last lines. Run the scenario file without this plugin against a running app. With `generator`, run ' +
      'that command by hand.'
  ],
  NO_RESPONSES: [
    'No request got a response.',
    'The requests go to another address than `target`, or the app answers none of them.',
    'Begin URLs with `/`, and try them by hand.'
  ],
  TOO_MANY_ERRORS: [
    'So many requests of a run failed that nothing is compared.',
    'The app fails under this load, a rate limiter answers (429), workers need what one process keeps (sessions, a ' +
      'file), some are not ready yet (503), or the scenario asks for what does not exist.',
    'Follow the message, and what the app printed, if anything. `CUT_OFF` is a response that ended before it was ' +
      'whole. If statuses such as 404 belong to the scenario, set the option `limits: { errorRate: 0.2 }`, for ' +
      'example.'
  ],
  TIME_TOO_SHORT: [
    '`time` is too short for three rounds.',
    'Each run must be long enough for the percentiles that have a threshold.',
    'Raise `time`, or require p50 or throughput, which need fewer responses.'
  ],
  NOT_ATTRIBUTED: [
    'A fairness is required, but the workers that sent the responses are unknown.',
    'The app removes the PID header, or something else answers in its place.',
    'Keep the header named by `app.pidHeader`, or remove `limits.fairness`.'
  ],
  NOT_WRITABLE: [
    'A file or folder cannot be written.',
    'Missing permissions, a full disk, or a file where a folder should be.',
    'Free some space, or set `report`, or `TMPDIR` for temporary files, to another folder.'
  ],
  INTERRUPTED: ['The comparison was stopped.', 'Ctrl-C or SIGTERM.', 'Run it again.'],
  UNEXPECTED: [
    'This is a bug in artillery-plugin-speedup.',
    undefined,
    'Please report it, with the stack in the message.'
  ],
  NO_COMPARISON: [
    'A test asks for a comparison, scenario, candidate or metric that does not exist.',
    'A misspelled name, a missing `await`, or a result that is read outside of `it`.',
    'Use a name that the message lists, await `compare(...)`, and read the result of `compareBeforeAll` inside `it`.'
  ],
  OUT_OF_TIME: [
    'The timeout of the test suite is shorter than the comparison.',
    '`this.timeout(...)` or the runner’s own timeout.',
    'Remove `this.timeout(...)`, raise it, or use fewer rounds or a shorter load.'
  ],
  ARTILLERY_FAILED: [
    'Artillery exited before the comparison began.',
    'Often Artillery could not read the scenario file.',
    'Read its last lines in the message.'
  ],
  NOT_A_RECORD: [
    'The folder or file is not a comparison, or not one of this version.',
    'A wrong path, a comparison that never finished, or files that were changed or removed.',
    'Give a whole folder that `artillery run` named at its end. `artillery-speedup list` lists them.'
  ],
  NOTHING_TO_WRITE: [
    'There is nothing that may be written: the files are in place, or a comparison shows no threshold to accept.',
    '`init` never changes a file that exists.',
    'Run the scenario, or rename the file to have a new one written.'
  ]
} satisfies Record<ErrorCode | CallErrorCode, Sentences>
