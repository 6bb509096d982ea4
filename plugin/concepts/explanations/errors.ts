import type { CallErrorCode, ErrorCode } from '../errors.ts'
import type { Explanation } from '../explanations.ts'

export const errorExplanations = {
  INVALID_SETTINGS: {
    meaning: 'An option has an invalid value, is unknown, or contradicts another one.',
    cause: 'The message names the option, its value and what is allowed.',
    cure: 'Correct that option.'
  },
  UNSUPPORTED: {
    meaning: 'Something in this environment is too old, missing or not supported.',
    cause:
      'For example the version of Artillery, Node or PM2, Windows, `--platform`, or a system where processes cannot share a port.',
    cure: 'Follow the message.'
  },
  NOT_PREPARED: {
    meaning: 'A commit or a version of Node could not be made ready.',
    cause: 'The ref is not in this clone, an install or `app.setup` failed, or the network is not there.',
    cure: 'Follow the message: it has the last lines of what failed. What is ready is kept, so the next start needs no network.'
  },
  PORT_TAKEN: {
    meaning: 'Another program listens on the port of `target`.',
    cause:
      'Often the app itself, started by hand, another comparison, or a container that keeps running without its command.',
    cure: 'Stop that program (`docker ps` lists containers), or change the port in `target`.'
  },
  APP_NOT_READY: {
    meaning: 'The app did not become ready in time.',
    cause:
      'It listens on another port, waits for something, starts slowly, or cannot run as several processes (a file lock, a second port).',
    cure: 'Start the app by hand and read its last lines. Check `app.env`, `app.cwd` and `app.readyTimeout`. For a URL, the message says what fails.'
  },
  APP_DIED: {
    meaning: 'The app exited while it was measured, or a URL stopped accepting connections.',
    cause: 'The app crashes under load, or the system kills it.',
    cure: 'Read its last lines in the message to find what ends it.'
  },
  GENERATOR_FAILED: {
    meaning: 'The load generator failed before its load was over.',
    cause: 'An error in the scenario file or its processor, a plugin, a lack of memory, or the command of `generator`.',
    cure: 'Read its last lines. Run the scenario file without this plugin against a running app. With `generator`, run that command by hand.'
  },
  NO_RESPONSES: {
    meaning: 'No request got a response.',
    cause: 'The requests go to another address than `target`, or the app answers none of them.',
    cure: 'Begin URLs with `/`, and try them by hand.'
  },
  TOO_MANY_ERRORS: {
    meaning: 'So many requests of a run failed that nothing is compared.',
    cause: 'The app fails under this load, or the scenario asks for what does not exist.',
    cure: 'Fix the app or lower the load. If such errors belong to the scenario, set the option `limits: { errorRate: 0.2 }`, for example.'
  },
  TIME_TOO_SHORT: {
    meaning: '`time` is too short for three rounds.',
    cause: 'Each run must be long enough for the percentiles that have a threshold.',
    cure: 'Raise `time`, or require p50 or throughput, which need fewer responses.'
  },
  NOT_ATTRIBUTED: {
    meaning: 'A fairness is required, but the workers that sent the responses are unknown.',
    cause: 'The app removes the PID header, or something else answers in its place.',
    cure: 'Keep the header named by `app.pidHeader`, or remove `limits.fairness`.'
  },
  NOT_WRITABLE: {
    meaning: 'A file or folder cannot be written.',
    cause: 'Missing permissions, a full disk, or a file where a folder should be.',
    cure: 'Free some space, or set `report`, or `TMPDIR` for temporary files, to another folder.'
  },
  INTERRUPTED: { meaning: 'The comparison was stopped.', cause: 'Ctrl-C or SIGTERM.', cure: 'Run it again.' },
  UNEXPECTED: {
    meaning: 'This is a bug in artillery-plugin-speedup.',
    cure: 'Please report it, with the stack in the message.'
  },
  NO_COMPARISON: {
    meaning: 'A test asks for a comparison, scenario, candidate or metric that does not exist.',
    cause: 'A misspelled name, a missing `await`, or a result that is read outside of `it`.',
    cure: 'Use a name that the message lists, await `compare(...)`, and read the result of `compareBeforeAll` inside `it`.'
  },
  OUT_OF_TIME: {
    meaning: 'The timeout of the test suite is shorter than the comparison.',
    cause: '`this.timeout(...)` or the runner’s own timeout.',
    cure: 'Remove `this.timeout(...)`, raise it, or use fewer rounds or a shorter load, or no `profile`.'
  },
  ARTILLERY_FAILED: {
    meaning: 'Artillery exited before the comparison began.',
    cause: 'Often Artillery could not read the scenario file.',
    cure: 'Read its last lines in the message.'
  },
  NOT_A_RECORD: {
    meaning: 'The folder or file is not a comparison, or not one of this version.',
    cause: 'A wrong path, a comparison that never finished, or files that were changed or removed.',
    cure: 'Give a whole folder that `artillery run` named at its end. `artillery-speedup list` lists them.'
  },
  NOTHING_TO_WRITE: {
    meaning: '`init` found all its files in place.',
    cause: '`init` never changes a file that exists.',
    cure: 'Run the scenario, or rename the file to have a new one written.'
  }
} satisfies Record<ErrorCode | CallErrorCode, Explanation>
