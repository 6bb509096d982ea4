import { existsSync, rmSync } from 'node:fs'
import { SpeedupError } from '../errors.js'
import { howItEnded } from '../processes/how-it-ended.js'
import { endOf, readEnd } from '../processes/last-lines.js'
import { generatorArguments } from './generator-arguments.js'
import { mergeOverrides } from './merge-overrides.js'
import { metricsOrderAsOverrides } from './metrics-order.js'
import { readMetrics } from './read-metrics.js'
import { startGenerator } from './start-generator.js'
/**
 * @import { Exit } from '../processes/owned-process.js'
 * @import { Metering } from './generator-arguments.js'
 * @import { Generation } from './run-generator.js'
 * @import { LoadOutcome } from './run-order.js'
 */

/** How long a platform may take to end what it has started elsewhere, which costs money as long as it runs. */
export const cleanUpSeconds = 60

/** Artillery's exit code when the plugin `expect` found some response to be none that was expected: the load was made. */
const unexpectedResponses = 21

/**
 * Runs an `artillery` command that makes the load wherever it likes, to its end. All that crosses are Artillery's own flags,
 * and its own metrics in the file that it writes with --output.
 *
 * @param {Generation} generation
 * @param {AbortSignal} signal ends it
 * @returns {Promise<LoadOutcome>}
 * @throws {SpeedupError} GENERATOR_FAILED, with what it said
 */
export async function runMetered({ order, commandLine, logFile, guard }, signal) {
  const { generator: { command }, outputFile } = /** @type {Metering} */ (commandLine.metered)
  // That of an earlier run would pass for one of this.
  rmSync(outputFile, { force: true })
  const overrides = mergeOverrides([commandLine.overrides, metricsOrderAsOverrides(order)])
  const argv = generatorArguments({ ...commandLine, overrides })
  const generator = startGenerator({ artillery: order.artillery, argv, logFile }, guard)
  const end = () => void (command === 'run' ? generator.kill() : generator.stop(cleanUpSeconds))
  signal.addEventListener('abort', end, { once: true })
  const exit = await generator.exited
  signal.removeEventListener('abort', end)
  signal.throwIfAborted()
  const failure = failureOf(exit, { command, hasOutput: existsSync(outputFile) })
  if (failure !== null) throw new SpeedupError('GENERATOR_FAILED', `The load generator (artillery ${command}) ${failure}.${whatItSaid(logFile)}`)
  return readMetrics(outputFile).outcome
}

/**
 * @param {Exit} exit
 * @param {{ command: string, hasOutput: boolean }} run
 * @returns {string | null} null: its metrics are those of the whole load
 */
function failureOf(exit, { command, hasOutput }) {
  const { code, signal } = exit
  const how = howItEnded(exit)
  if (signal !== null) return how
  if (!hasOutput) return code === 0 ? `${how}, but did not write the metrics that --output asks for` : how
  // When some of the places where the load is made fail, a platform tells so by its code alone, and writes the metrics of the
  // others. Here it would write none; a code then comes from what the script ensures.
  return code === 0 || code === unexpectedResponses || command === 'run' ? null : how
}

/** Where Artillery's command line says what is wrong with it; a page of help follows. */
const complaint = /^ *›/

/** @param {string} logFile */
function whatItSaid(logFile) {
  const output = readEnd(logFile, 65_536)
  const complaints = output.split('\n').filter((line) => complaint.test(line))
  const lines = endOf(complaints.length > 0 ? complaints.join('\n') : output)
  return lines === '' ? '' : ` ${complaints.length > 0 ? 'It said' : 'Its last lines'}:\n${lines}`
}
