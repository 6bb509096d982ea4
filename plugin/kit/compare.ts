import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SpeedupError } from '../concepts/errors.ts'
import { readConclusion } from '../record/read-record.ts'
import { keptComparison, type KeptComparison } from './kept-comparison.ts'
import { compareAndTell } from './run-artillery.ts'
import type { Options } from '../concepts/options.ts'

export { SpeedupError }
export type { Comparison } from '../concepts/comparison.ts'
export type { KeptComparison, Options }
export type { ComparedCandidate } from './subject.ts'

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
  const isFolder = typeof folder === 'string' || ((folder as unknown) instanceof URL && folder.protocol === 'file:')
  const needed = 'the folder of a comparison, such as reports/2026-11-20T12-00-00-primes.'
  if (!isFolder) throw new SpeedupError('NOT_A_RECORD', `readComparison needs ${needed}`)
  const absolute = typeof folder === 'string' ? resolve(folder) : fileURLToPath(folder)
  const page = join(absolute, 'index.html')
  return keptComparison({ comparison: readConclusion(absolute), folder: absolute, page: existsSync(page) ? page : null })
}
