import { existsSync, rmSync } from 'node:fs'
import { SpeedupError } from '../concepts/errors.ts'
import { commands, type GeneratorCommand } from '../concepts/generators.ts'
import { howItEnded } from '../processes/spawn-marked.ts'
import { endOf, readEnd } from '../processes/last-lines.ts'
import { generatorArguments, mergeOverrides, startGenerator, type Metering } from './start-generator.ts'
import { metricsOrderAsOverrides } from './metrics-order.ts'
import { readMetrics } from './read-metrics.ts'
import type { Exit } from '../processes/owned-process.ts'
import type { Generation } from './generators.ts'
import type { LoadOutcome } from './run-order.ts'

/** How long a platform may take to end what it has started elsewhere, which costs money as long as it runs. */
export const cleanUpSeconds = 60

/** Artillery's exit code when the plugin `expect` found some response to be none that was expected: the load was made. */
const unexpectedResponses = 21

/**
 * Runs an `artillery` command that makes the load wherever it likes, to its end. All that crosses are Artillery's own flags,
 * and its own metrics in the file that it writes with --output.
 *
 * @param signal ends it
 * @throws SpeedupError GENERATOR_FAILED, with what it said
 */
export async function runMetered({ order, commandLine, logFile, guard }: Generation, signal: AbortSignal): Promise<LoadOutcome> {
  const { generator: { command }, outputFile } = commandLine.metered as Metering
  // That of an earlier run would pass for one of this.
  rmSync(outputFile, { force: true })
  const overrides = mergeOverrides([commandLine.overrides, metricsOrderAsOverrides(order)])
  const argv = generatorArguments({ ...commandLine, overrides })
  const generator = startGenerator({ artillery: order.artillery, argv, logFile }, guard)
  const end = () => void (commands[command].place === null ? generator.kill() : generator.stop(cleanUpSeconds))
  signal.addEventListener('abort', end, { once: true })
  const exit = await generator.exited
  signal.removeEventListener('abort', end)
  signal.throwIfAborted()
  const failure = failureOf(exit, { command, hasOutput: existsSync(outputFile) })
  if (failure !== null) throw new SpeedupError('GENERATOR_FAILED', `The load generator (${commands[command].words}) ${failure}.${whatItSaid(logFile)}`)
  return readMetrics(outputFile).outcome
}

/** @returns null: its metrics are those of the whole load */
function failureOf(exit: Exit, { command, hasOutput }: { command: GeneratorCommand, hasOutput: boolean }): string | null {
  const { code, signal } = exit
  const how = howItEnded(exit)
  if (signal !== null) return how
  if (!hasOutput) return code === 0 ? `${how}, but did not write the metrics that --output asks for` : how
  // When some of the places where the load is made fail, a platform tells so by its code alone, and writes the metrics of the
  // others. Here it would write none; a code then comes from what the script ensures.
  return code === 0 || code === unexpectedResponses || commands[command].place === null ? null : how
}

/** Where Artillery's command line says what is wrong with it; a page of help follows. */
const complaint = /^ *›/

function whatItSaid(logFile: string) {
  const output = readEnd(logFile, 65_536)
  const complaints = output.split('\n').filter((line) => complaint.test(line))
  const lines = endOf(complaints.length > 0 ? complaints.join('\n') : output)
  return lines === '' ? '' : ` ${complaints.length > 0 ? 'It said' : 'Its last lines'}:\n${lines}`
}
