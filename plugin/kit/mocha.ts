import { relative } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { ownTimeoutSeconds, watchClock } from './clock.ts'
import { nameOf, type Definition } from './define.ts'
import { checkMocha, compareAndTell, isDefinition, pathOf, type Given } from './run-artillery.ts'
import type { Watching } from './progress.ts'
import { laterComparison, type KeptComparison } from './subject.ts'
import type { Options } from '../concepts/options.ts'

/**
 * In a `describe` block: makes a comparison once, before its tests. The hook's timeout is estimated from the script and
 * from how long its runs take, unless the suite has set one of its own. Each run prints a line to standard error,
 * without a terminal, too.
 *
 * @param scenarioFile an Artillery script, a path from the working directory
 * @param options those of `config.plugins.speedup`, each in the place of the file's; and `signal` and `onProgress`, as
 * of `compare`
 * @returns to be used in tests and later hooks; before, any property throws
 * @throws SpeedupError UNSUPPORTED: outside of mocha, or in one before 10
 */
export function compareBeforeAll(scenarioFile: string | URL, options?: Options & Watching): KeptComparison
/** The same without a scenario file, see `compare`. */
export function compareBeforeAll(definition: Definition & Watching): KeptComparison
export function compareBeforeAll(...given: Given): KeptComparison {
  checkMocha(process.argv[1])
  const shown = shownName(given[0])
  const { comparison, settle, fail } = laterComparison(shown)
  registerHook(`comparison of ${shown}`, async function () {
    const limitSeconds = ownTimeoutSeconds(this.test?.parent)
    // The clock is ours: mocha's could not end the comparison, and does not know how long it will take.
    this.timeout(0)
    const { signal, hear, stop } = watchClock({ scenarioFile: shown, limitSeconds })
    try {
      // A suite that seems to hang is worse than lines between its titles.
      settle(await compareAndTell(given, { display: { isShown: true, indent: '    ' }, hear, signal }))
    } catch (error) {
      fail(error as Error)
      throw error
    } finally {
      stop()
    }
  })
  return comparison
}

function shownName(given: Given[0]) {
  if (isDefinition(given)) return nameOf(given)
  const path = given instanceof URL ? pathOf(given) : null
  return path === null ? String(given) : relative(process.cwd(), path)
}

function registerHook(title: string, hook: (this: Mocha.Context) => Promise<void>) {
  const { before, suiteSetup }: Partial<typeof globalThis> = globalThis
  const register = before ?? suiteSetup
  if (register !== undefined) return register(title, hook)
  throw new SpeedupError(
    'UNSUPPORTED',
    'compareBeforeAll needs mocha’s `before` (or suiteSetup), which does not exist here. ' +
      'In another test runner, call compare() of artillery-plugin-speedup/compare in one of its hooks.'
  )
}
