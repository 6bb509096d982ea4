import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { readConclusion } from '../record/read-record.ts'
import { compareAndTell, pathOf, type Given } from './run-artillery.ts'
import { keptComparison, type ComparedCandidate, type KeptComparison } from './subject.ts'
import type { Options } from '../concepts/options.ts'
import type { Definition } from './define.ts'
import type { ProgressEvent, Watching } from './progress.ts'

export { SpeedupError }
export type { Comparison } from '../concepts/comparison.ts'
export type { ComparedCandidate, Definition, KeptComparison, Options, ProgressEvent }

/**
 * Compares the variants of an app as `artillery run <scenarioFile>` does, and hands over the result.
 *
 * @param scenarioFile an Artillery script, a path from the working directory
 * @param options those of `config.plugins.speedup`; each given one takes the place of the file's, but for thresholds of
 * one variant or scenario, which go before `thresholds` as in the file. Paths begin where those of the file do.
 * `signal` ends it early; what has been measured is kept. `onProgress` is called with each event, see ProgressEvent;
 * without it, a terminal gets a line for each run on standard error.
 * @throws SpeedupError when it could not be measured: with the codes of an `artillery run`, and ARTILLERY_FAILED,
 *   INTERRUPTED; what the signal was aborted with; and what onProgress throws
 */
export async function compare(scenarioFile: string | URL, options?: Options & Watching): Promise<KeptComparison>
/**
 * The same without a scenario file: `compare({ app: 'server.js', users: 20, duration: '8s', url: '/primes', thresholds:
 * { throughput: 1.2 } })`.
 *
 * @param definition options, and what a file holds besides, see Definition
 */
export async function compare(definition: Definition & Watching): Promise<KeptComparison>
export async function compare(...given: Given): Promise<KeptComparison> {
  return await compareAndTell(given, { display: { isShown: process.stderr.isTTY, indent: '' } })
}

/**
 * @param folder of a finished comparison, such as reports/2026-11-20T12-00-00-primes, a path from the working directory
 * @throws SpeedupError NOT_A_RECORD
 */
export function readComparison(folder: string | URL): KeptComparison {
  const path = pathOf(folder)
  if (path === null)
    throw new SpeedupError(
      'NOT_A_RECORD',
      'readComparison needs the folder of a comparison, such as reports/2026-11-20T12-00-00-primes.'
    )
  const page = join(path, 'index.html')
  return keptComparison({ comparison: readConclusion(path), folder: path, page: existsSync(page) ? page : null })
}
