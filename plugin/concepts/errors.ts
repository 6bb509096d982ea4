// The error codes, in the order and the words of the README: an example of a message, and what to do, in Markdown.

/** What a comparison can meet. */
export const runErrors = {
  INVALID_SETTINGS: {
    example: 'plugins.speedup.baseline is "singel", which is no variant (did you mean single?). Variants: single, clustered.',
    advice: 'correct what it names'
  },
  UNSUPPORTED: {
    example: 'This is Artillery 2.0.21, but artillery-plugin-speedup needs 2.0.32 or later. Update it: npm install --save-dev artillery@2.',
    advice: 'as it says; the same for Node, PM2, a port that can\'t be shared, Windows, Artillery\'s `--platform`, `compareBeforeAll` outside of ' +
      'mocha, and `report --open` where no browser is found'
  },
  PORT_TAKEN: {
    example: 'Port 3000 on 127.0.0.1 is taken by another program, which would be measured instead of your app. Stop that program, or give ' +
      'config.target another port. It may be what an earlier variant has left: a container goes on without the command that started it (docker ' +
      'ps).',
    advice: 'stop it: often the app itself, started by hand, another comparison, or a container that was left behind'
  },
  APP_NOT_READY: {
    example: 'Variant single: the app /srv/shop/server.js listens on port 8080, but config.target names port 3000. Let the app listen on ' +
      'process.env.PORT, which is set to 3000, or change config.target.',
    advice: 'start the app by hand; see what it printed last, `app.env`, `app.cwd`, `app.readyTimeout`. If only `clustered` fails, the app may ' +
      'not stand a second process: a file lock, a second port. Of a URL it says whether it is not reachable, answers 500 or above, or has no good ' +
      'certificate'
  },
  APP_DIED: {
    example: 'Variant clustered: the app /srv/shop/server.js exited with code 1 while it was measured. It printed nothing.',
    advice: 'find what ends it under load; of a URL, why it accepts no connections any more'
  },
  GENERATOR_FAILED: {
    example: 'The load generator (a child artillery run) exited with code 11 before its last user had finished.',
    advice: 'see its last lines; try the script without this plugin against a running app; with `generator`, try that command by hand'
  },
  NO_RESPONSES: {
    example: 'Variant single: no request reached http://127.0.0.1:3000 while warming up. Does the scenario send requests to config.target, with ' +
      'URLs that begin with /?',
    advice: `try the scenario's URLs by hand`
  },
  TOO_MANY_ERRORS: {
    example: 'Variant single: 12 % of the requests in round 1 of checkout failed: 500 (24). Errors are answered faster than real work, so above ' +
      '5.0 % nothing is compared. Mend the app or lower the load; if such errors belong to the scenario, set plugins.speedup.thresholds.errorRate.',
    advice: 'as it says'
  },
  NOT_ATTRIBUTED: {
    example: 'Variant clustered: a fairness is required, but 50 % of the responses in round 1 of checkout carried no x-worker-pid header, so ' +
      'nobody knows which worker made them. Does the app remove headers, or does something else answer in its place? Without ' +
      'plugins.speedup.thresholds.fairness the rest is compared.',
    advice: 'let the app keep the header, or leave `thresholds.fairness` out'
  },
  NOT_WRITABLE: {
    example: `plugins.speedup.report is /srv/reports, but nothing can be written there (EACCES: permission denied, mkdir '/srv/reports'). Choose ` +
      `another directory.`,
    advice: 'make room, or set `report`'
  },
  INTERRUPTED: {
    example: 'The comparison was interrupted.',
    advice: 'run it again'
  },
  UNEXPECTED: {
    example: 'This is a bug in artillery-plugin-speedup, please report it:',
    advice: 'report it, with the stack below'
  }
}

/** What only a test suite or the command artillery-speedup can meet. */
export const callErrors = {
  NO_COMPARISON: {
    example: `comparison.candidate('clusterd'): there is no such candidate (did you mean clustered?). Candidates: clustered.`,
    advice: 'name one that is there; use what `compareBeforeAll` returns inside `it`; `await compare(...)`'
  },
  OUT_OF_TIME: {
    example: 'The timeout of this suite is 10 s, but the comparison of scenarios/speedup.yml takes at least 16 s (3 to 10 rounds of 2 variants). ' +
      'Leave this.timeout(...) out, then compareBeforeAll estimates one that fits; or raise it; or ask for fewer rounds or a shorter load.',
    advice: 'leave `this.timeout(...)` out'
  },
  ARTILLERY_FAILED: {
    example: 'Artillery ended (exit code 1) before there was a comparison. Its last lines:',
    advice: 'see those lines: often Artillery could not read the script'
  },
  NOT_A_RECORD: {
    example: '/srv/shop/reports/main does not exist; give the folder of a comparison, such as reports/2026-11-20T12-00-00-primes.',
    advice: 'give a whole folder that `artillery run` has named at its end'
  },
  NOTHING_TO_WRITE: {
    example: 'There is nothing to write: scenarios/speedup.yml exists already, and stays as it is. To have one written anew, rename or remove it ' +
      'first. To compare: npx artillery run scenarios/speedup.yml',
    advice: 'run it, or move the file away'
  }
}

/** `error.code` in comparison.json. */
export type ErrorCode = keyof typeof runErrors
export type CallErrorCode = keyof typeof callErrors

/** An error whose message says what is wrong, where, what was given and what to do. It is printed as it stands, without a stack. */
export class SpeedupError extends Error {
  override readonly name = 'SpeedupError'
  readonly code: ErrorCode | CallErrorCode

  /**
   * @param code stable; what happened, for programs
   * @param message for people, whole sentences
   */
  constructor(code: SpeedupError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** The experiment ended early because somebody asked for it: nothing is wrong. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'

  constructor() {
    super('The comparison was interrupted.')
  }
}

/** @param thrown anything */
export function asSpeedupError(thrown: unknown): SpeedupError {
  if (thrown instanceof SpeedupError) return thrown
  if (thrown instanceof Interrupted) return new SpeedupError('INTERRUPTED', thrown.message)
  const detail = thrown instanceof Error ? thrown.stack : String(thrown)
  return new SpeedupError('UNEXPECTED', `This is a bug in artillery-plugin-speedup, please report it:\n${detail}`)
}
