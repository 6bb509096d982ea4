import { tmpdir } from 'node:os'
import { quotable } from './foreign-text.ts'

/**
 * What a comparison can meet: `error.code` in comparison.json. In the order of docs/codes.md, which has an example of
 * each.
 */
export const runErrors = [
  'INVALID_SETTINGS',
  'UNSUPPORTED',
  'NOT_PREPARED',
  'PORT_TAKEN',
  'APP_NOT_READY',
  'APP_DIED',
  'GENERATOR_FAILED',
  'NO_RESPONSES',
  'TOO_MANY_ERRORS',
  'TIME_TOO_SHORT',
  'NOT_ATTRIBUTED',
  'NOT_WRITABLE',
  'INTERRUPTED',
  'UNEXPECTED'
] as const

/** What only a test suite or the command artillery-speedup can meet. */
export const callErrors = [
  'NO_COMPARISON',
  'OUT_OF_TIME',
  'ARTILLERY_FAILED',
  'NOT_A_RECORD',
  'NOTHING_TO_WRITE'
] as const

export type ErrorCode = (typeof runErrors)[number]
export type CallErrorCode = (typeof callErrors)[number]

/**
 * An error whose message says what is wrong, where, what was given and what to do. It is printed as it is, without a
 * stack.
 */
export class SpeedupError extends Error {
  override readonly name = 'SpeedupError'
  readonly code: ErrorCode | CallErrorCode // stable; what happened, for programs

  constructor(code: SpeedupError['code'], message: string) {
    // It may quote an app, a command, a URL: it is printed, kept, and read by CI.
    super(quotable(message))
    this.code = code
  }
}

/** @returns whether that variant is why nothing was compared */
export const isDueTo = (error: unknown, variant: string): error is SpeedupError =>
  error instanceof SpeedupError && error.message.includes(variant)

/** @returns without what the app printed */
export const firstLineOf = ({ message }: Error) => message.split('\n')[0]

/** For what a user has written, or handed over. */
export function refuse(message: string): never {
  throw new SpeedupError('INVALID_SETTINGS', message)
}

/** The experiment ended early because the user asked for it: nothing is wrong. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  readonly #begun = performance.now()
  readonly #haste = new AbortController()
  /** Aborted when the user asked again: whoever was asked to leave gets no more time for it. */
  readonly haste: AbortSignal = this.#haste.signal

  constructor() {
    super('The comparison was interrupted.')
  }

  /** npm passes a Ctrl-C on that the terminal sends, too: what comes at once is the same one. */
  repeat() {
    if (performance.now() - this.#begun > sameMs) this.#haste.abort()
  }
}

const sameMs = 500

/** For each signal by which a user asks for the end. */
export function interrupt(end: AbortController) {
  if (end.signal.reason instanceof Interrupted) end.signal.reason.repeat()
  else end.abort(new Interrupted())
}

/** A disk, or what is allowed of it, is full; it can't be written to, or is broken: whatever we were about to write. */
const diskProblems = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']

/** @param thrown anything */
export function asSpeedupError(thrown: unknown) {
  if (thrown instanceof SpeedupError) return thrown
  if (thrown instanceof Interrupted) return new SpeedupError('INTERRUPTED', thrown.message)
  const { code = '', message } = Object(thrown) as NodeJS.ErrnoException
  if (diskProblems.includes(code))
    return new SpeedupError(
      'NOT_WRITABLE',
      `A file can't be written (${message}). Make room there, or choose other folders: reports are written to the ` +
        `one that plugins.speedup.report names, temporary files to ${tmpdir()} (environment variable TMPDIR).`
    )
  const detail = thrown instanceof Error ? thrown.stack : String(thrown)
  return new SpeedupError('UNEXPECTED', `This is a bug in artillery-plugin-speedup, please report it:\n${detail}`)
}
