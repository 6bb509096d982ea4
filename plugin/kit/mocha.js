import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SpeedupError } from '../errors.js'
import { checkMocha } from './check-versions.js'
import { compareAndTell } from './compare-and-tell.js'
import { endOnSignal } from './end-on-signal.js'
import { laterComparison } from './kept-comparison.js'
import { ownTimeoutSeconds } from './own-timeout.js'
import { watchClock } from './watch-clock.js'
/**
 * @import { Options } from '../vocabulary.js'
 * @import { CallEvent } from '../artillery/call.js'
 * @import { KeptComparison } from './kept-comparison.js'
 */

/**
 * In a `describe` block: makes a comparison once, before its tests. The hook's timeout is estimated from the script
 * and from how long its runs take, unless the suite has set one of its own; each run is a line on standard error.
 *
 * @param {string | URL} scenarioFile an Artillery script, a path from the working directory
 * @param {Options} [options] those of `config.plugins.speedup`; each given one takes the place of the file's
 * @returns {KeptComparison} to be used in tests and later hooks; before, any property throws
 * @throws {SpeedupError} UNSUPPORTED: outside of mocha, or in one before 10
 */
export function compareBeforeAll(scenarioFile, options = {}) {
  checkMocha(process.argv[1])
  const shown = scenarioFile instanceof URL && scenarioFile.protocol === 'file:' ? relative(process.cwd(), fileURLToPath(scenarioFile)) : String(scenarioFile)
  const { comparison, settle, fail } = laterComparison(shown)
  registerHook(`comparison of ${shown}`, async function () {
    const limitSeconds = ownTimeoutSeconds(this.test?.parent)
    // The clock is ours: mocha's could not end the comparison, and does not know how long it will take.
    this.timeout(0)
    const clock = watchClock({ scenarioFile: shown, limitSeconds })
    const end = endOnSignal()
    try {
      const hear = (/** @type {CallEvent} */ event) => [clock.hear, print].forEach((listen) => listen(event))
      settle(await compareAndTell({ scenarioFile, options }, hear, AbortSignal.any([clock.signal, end.signal])))
    } catch (error) {
      fail(/** @type {Error} */ (error))
      throw error
    } finally {
      clock.stop()
      end.passOn()
    }
  })
  return comparison
}

/** @param {CallEvent} event */
function print(event) {
  // Standard output is the reporter's.
  if (event.event === 'line') process.stderr.write(`    ${event.line.trimStart()}\n`)
}

/**
 * @param {string} title
 * @param {(this: Mocha.Context) => Promise<void>} hook
 */
function registerHook(title, hook) {
  const { before, suiteSetup } = /** @type {Record<string, Mocha.HookFunction | undefined>} */ (/** @type {unknown} */ (globalThis))
  const register = before ?? suiteSetup
  if (register === undefined) {
    throw new SpeedupError('UNSUPPORTED', 'compareBeforeAll needs mocha’s `before` (or suiteSetup), and there is none here. In other test runners, call compare() of artillery-plugin-speedup/compare in a hook of theirs.')
  }
  register(title, hook)
}
