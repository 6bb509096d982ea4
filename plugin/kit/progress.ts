import { optionShapes } from '../settings/option-shapes.ts'
import { fitting, object, reject, shape, type OptionTable, type Shape } from '../settings/shapes.ts'
import type { CallEvent } from '../artillery/call.ts'

/**
 * What `onProgress` gets. `planned`, once: how many scenarios, variants and rounds there will be. `line`: a line as
 * `artillery run` prints it. `run`, after each run, and with round 0 after each load of a search before its rounds:
 * what was run, and `progress.secondsLeft`, the least, without profiles, and the most that its scenario still takes.
 */
export type ProgressEvent = Exclude<CallEvent, { event: 'concluded' | 'refused' | 'moving' }>

/** Beside the options of a comparison, what only code can give. */
export interface Watching {
  /** ends the comparison early; what has been measured is kept */
  signal?: AbortSignal | undefined
  /**
   * is called with each event, and ends the comparison if it throws; true prints lines to standard error, false or null
   * prints nothing
   */
  onProgress?: ((event: ProgressEvent) => unknown) | boolean | null | undefined
}

export const watching: OptionTable = {
  signal: [
    shape((value, path) => {
      if (value instanceof AbortSignal) return
      reject(path, value, `an AbortSignal${value instanceof AbortController ? ': give controller.signal' : ''}`)
    })
  ],
  onProgress: [
    fitting((value) => value === null || ['boolean', 'function'].includes(typeof value), 'a function, true or false')
  ]
}
/** The options of a script, and those. */
export const watchedOptions: Shape & { options: OptionTable } = object({ ...optionShapes.options, ...watching })

/** isShown: where the caller does not say; indent: of the lines */
export type Display = { isShown: boolean; indent: string }

/** @returns rejects with what the caller's function throws */
export function progressTeller(onProgress: Watching['onProgress'], { isShown, indent }: Display) {
  const chosen = onProgress === undefined ? isShown : onProgress
  const tell =
    typeof chosen === 'function'
      ? chosen
      : (event: ProgressEvent) => {
          // Standard output belongs to the reporter of the tests.
          if (chosen && event.event === 'line') process.stderr.write(`${indent}${event.line.trimStart()}\n`)
        }
  return async (event: CallEvent) => {
    if (event.event !== 'concluded' && event.event !== 'refused' && event.event !== 'moving') await tell(event)
  }
}
