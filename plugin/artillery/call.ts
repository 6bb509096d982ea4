import type { CallErrorCode, ErrorCode } from '../concepts/errors.ts'
import type { Comparison } from '../concepts/comparison.ts'
import type { Options } from '../concepts/options.ts'

// How a test suite that starts `artillery run` for a comparison talks with the plugin inside it: by an order in the
// environment, and by events over IPC.

interface Call {
  options: Options // each takes the place of the file's
}

/** what will be run, as far as is known before */
export interface CallPlan {
  scenarios: number
  variants: number
  rounds: { min: number, max: number }
  arrivalSeconds: number // in which users come, in a run
  readyTimeoutSeconds: number
  stopTimeoutSeconds: number
}

export interface CallProgress {
  scenario: number // the number of the one that runs, from 1
  secondsLeft: [number, number] // of this scenario: if the earliest possible look decides, and if only the last one does
}

export interface Concluded {
  comparison: Comparison
  folder: string // absolute path of what is kept
  page: string | null // absolute path; null: it could not be written
}

export type CallEvent = { event: 'planned', plan: CallPlan }
  | { event: 'line', line: string }
  | { event: 'run', progress: CallProgress }
  | { event: 'concluded' } & Concluded
  | { event: 'refused', code: ErrorCode | CallErrorCode, message: string }

const variable = 'ARTILLERY_SPEEDUP_CALL'
const key = 'artillery-plugin-speedup'

/** @returns null: nobody called, somebody typed `artillery run` */
export function takeCall(env: NodeJS.ProcessEnv): Call | null {
  const written = env[variable]
  // No process that we start is called.
  delete env[variable]
  return written === undefined ? null : JSON.parse(written)
}

/** @returns for the environment of `artillery run` */
export function callAsEnvironment(call: Call): Record<string, string> {
  return { [variable]: JSON.stringify(call) }
}

/** @param message that came over IPC */
export function asCallEvent(message: any): CallEvent | undefined {
  return message?.[key]
}

/** @returns to be sent over IPC */
export function asMessage(event: CallEvent): object {
  return { [key]: event }
}
