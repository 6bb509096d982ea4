import { runMetered } from './run-metered.ts'
import { runRecorded } from './run-recorded.ts'
import type { Guard } from '../processes/guard.ts'
import type { GeneratorOrder } from './generator-arguments.ts'
import type { GeneratorEvent, LoadOutcome, RunOrder } from './run-order.ts'

export interface Generation {
  order: RunOrder
  commandLine: GeneratorOrder
  logFile: string
  guard: Guard
  /** called with what it tells, at once; one that is known by its metrics alone tells nothing */
  heard: (event: GeneratorEvent) => void
  /**
   * of load; then it is ended, and that is no error. One that is known by its metrics alone has to end by itself:
   * give it short phases
   */
  atMostSeconds?: number
}

/**
 * Runs a load generator to its end.
 *
 * @param signal ends it at once
 * @returns null: it was ended by us before its last user had finished
 * @throws SpeedupError GENERATOR_FAILED, with what it said last
 */
export async function runGenerator(generation: Generation, signal: AbortSignal): Promise<LoadOutcome | null> {
  signal.throwIfAborted()
  return generation.commandLine.metered == null ? runRecorded(generation, signal) : runMetered(generation, signal)
}
