import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { readConclusion } from '../record/read-record.ts'
import { compareAndTell, pathOf } from './run-artillery.ts'
import { keptComparison, type ComparedCandidate, type KeptComparison } from './subject.ts'
import type { Options } from '../concepts/options.ts'

export { SpeedupError }
export type { Comparison } from '../concepts/comparison.ts'
export type { ComparedCandidate, KeptComparison, Options }

/**
 * Compares the variants of an app as `artillery run <scenarioFile>` does, and hands over the result.
 *
 * @param scenarioFile an Artillery script, a path from the working directory
 * @param options those of `config.plugins.speedup`; each given one takes the place of the file's, but for thresholds of
 *   one variant or scenario, which go before `thresholds` as in the file. Paths begin where those of the file do.
 * @param signal ends it early; what has been measured is kept
 * @throws SpeedupError when it could not be measured: with the codes of an `artillery run`, and ARTILLERY_FAILED,
 *   INTERRUPTED; and what the signal was aborted with
 */
export async function compare(scenarioFile: string | URL, options: Options = {}, signal?: AbortSignal): Promise<KeptComparison> {
  return await compareAndTell(scenarioFile, options, () => {}, signal)
}

/**
 * @param folder of a finished comparison, such as reports/2026-11-20T12-00-00-primes, a path from the working directory
 * @throws SpeedupError NOT_A_RECORD
 */
export function readComparison(folder: string | URL): KeptComparison {
  const path = pathOf(folder)
  if (path === null) throw new SpeedupError('NOT_A_RECORD', 'readComparison needs the folder of a comparison, such as reports/2026-11-20T12-00-00-primes.')
  const page = join(path, 'index.html')
  return keptComparison({ comparison: readConclusion(path), folder: path, page: existsSync(page) ? page : null })
}
