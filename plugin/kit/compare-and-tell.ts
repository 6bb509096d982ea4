import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { SpeedupError } from '../errors.ts'
import { optionShapes } from '../settings/option-shapes.ts'
import { checkNode } from '../settings/requirements.ts'
import { keptComparison, type KeptComparison } from './kept-comparison.ts'
import { runArtillery } from './run-artillery.ts'
import type { Options } from '../vocabulary.ts'
import type { CallEvent } from '../artillery/call.ts'

export async function compareAndTell({ scenarioFile, options }: { scenarioFile: string | URL, options: Options }, hear: (event: CallEvent) => void, signal?: AbortSignal): Promise<KeptComparison> {
  checkNode(process.versions.node)
  const scriptFile = findScenarioFile(scenarioFile)
  optionShapes(options, 'options')
  checkSignal(signal)
  signal?.throwIfAborted()
  const concluded = await runArtillery({ scriptFile, options }, hear, signal)
  const { comparison: { error }, folder } = concluded
  if (signal?.aborted) throw reasonOf(signal, folder)
  if (error !== null) throw new SpeedupError(error.code, `${error.message}\nWhat was measured is kept in ${folder}.`)
  return keptComparison(concluded)
}

function checkSignal(signal: unknown) {
  if (signal === undefined || signal instanceof AbortSignal) return
  const advice = signal instanceof AbortController ? ' Give the signal of the AbortController: controller.signal.' : ''
  throw new SpeedupError('INVALID_SETTINGS', `The third value must be an AbortSignal.${advice}`)
}

/** @param signal aborted */
function reasonOf({ reason }: AbortSignal, folder: string) {
  return reason instanceof SpeedupError ? new SpeedupError(reason.code, `${reason.message} What was measured is kept in ${folder}.`) : reason
}

function findScenarioFile(given: unknown) {
  if ((typeof given !== 'string' && !(given instanceof URL)) || (given instanceof URL && given.protocol !== 'file:')) {
    throw new SpeedupError('INVALID_SETTINGS', `The scenario file is ${given === undefined ? 'missing' : inspect(given, { depth: 0 })}. Give the path of an Artillery script, such as 'scenarios/primes.yml'.`)
  }
  const file = given instanceof URL ? fileURLToPath(given) : resolve(given)
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) return file
  throw new SpeedupError('INVALID_SETTINGS', `There is no scenario file ${file}. A path begins at the working directory, ${process.cwd()}; for one beside a test, give new URL('./primes.yml', import.meta.url).`)
}
