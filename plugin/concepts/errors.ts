import type { CallErrorCode, ErrorCode } from './codes.ts'

/**
 * An error that is meant for the person who meets it: its message says what is wrong, where, what was given
 * and what to do. It is printed as it stands, without a stack.
 */
export class SpeedupError extends Error {
  readonly code: ErrorCode | CallErrorCode

  /**
   * @param code stable; what happened, for programs
   * @param message for people, whole sentences
   */
  constructor(code: ErrorCode | CallErrorCode, message: string) {
    super(message)
    this.name = 'SpeedupError'
    this.code = code
  }
}

/** Why the experiment ended early: somebody asked for it, nothing is wrong. */
export class Interrupted extends Error {
  constructor() {
    super('The comparison was interrupted.')
    this.name = 'Interrupted'
  }
}
