import { existsSync, rmSync } from 'node:fs'
import { commands } from '../concepts/generators.ts'
import { howItEnded } from '../processes/owned-process.ts'
import { endOf, readEnd } from '../processes/last-lines.ts'
import { generatorArguments, generatorFailed, mergeOverrides, withGenerator, type Metering } from './start-generator.ts'
import { metricsOrderAsOverrides } from './metrics-order.ts'
import { readMetrics } from './read-metrics.ts'
import type { Exit } from '../processes/owned-process.ts'
import type { Generation } from './generators.ts'
import type { LoadOutcome } from './run-order.ts'

/** How long a platform may take to end what it has started elsewhere, which costs money as long as it runs. */
export const cleanUpSeconds = 60

/** Artillery's exit code when the plugin `expect` found some response to be none that was expected: the load was made. */
const unexpectedResponses = 21

/** Where Artillery's command line says what is wrong with it; a page of help follows. */
const complaint = /^ *›/

/**
 * Runs an `artillery` command that makes the load wherever it likes, to its end. All that crosses are Artillery's own flags,
 * and its own metrics in the file that it writes with --output.
 */
export async function runMetered(generation: Generation, signal: AbortSignal): Promise<LoadOutcome> {
  const { order, commandLine, logFile } = generation
  const { generator: { command }, outputFile } = commandLine.metered as Metering
  const { words, place } = commands[command]
  const isHere = place === null
  // That of an earlier run would pass for one of this.
  rmSync(outputFile, { force: true })
  const overrides = mergeOverrides([commandLine.overrides, metricsOrderAsOverrides(order)])
  const child = { argv: generatorArguments({ ...commandLine, overrides }), ...(isHere ? {} : { end: stopElsewhere }) }
  const exit = await withGenerator(generation, child, signal, ({ exited }) => exited)
  const failure = failureOf(exit, isHere, existsSync(outputFile))
  if (failure === null) return readMetrics(outputFile).outcome
  const output = readEnd(logFile, 65_536)
  const complaints = output.split('\n').filter((line) => complaint.test(line))
  if (complaints.length > 0) throw generatorFailed(words, failure, endOf(complaints.join('\n')), 'It said')
  throw generatorFailed(words, failure, endOf(output))
}

const stopElsewhere: Parameters<typeof withGenerator>[1]['end'] = ({ stop }) => stop(cleanUpSeconds)

/** @returns null: its metrics are those of the whole load */
function failureOf(exit: Exit, isHere: boolean, hasOutput: boolean): string | null {
  const { code, signal } = exit
  const how = howItEnded(exit)
  if (signal !== null) return how
  if (!hasOutput) return code === 0 ? `${how}, but did not write the metrics that --output asks for` : how
  // When some of the places where the load is made fail, a platform tells so by its code alone, and writes the metrics of the
  // others. Here it would write none; a code then comes from what the script ensures.
  return code === 0 || code === unexpectedResponses || isHere ? null : how
}
