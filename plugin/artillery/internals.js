import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * What we use of Artillery that is not documented. Each is used where it is there; what happens without it is
 * said beside it.
 *
 * @typedef {object} ArtilleryGlobal
 * @property {string} version
 * @property {(line: string, level?: string) => void} log
 * @property {number} [suggestedExitCode]
 * @property {(options: { exitCode: number }) => Promise<void>} shutdown
 * @property {(extension: { ext: 'beforeExit', method: (event: unknown) => Promise<void> }) => void} ext
 * @property {{ on(event: string, listener: (...args: any[]) => void): void }} globalEvents
 * @property {{ flags: Record<string, any>, metadata: { testConfig: { phases?: Record<string, unknown>[] } } }} testInfo
 */

/** @returns {ArtilleryGlobal} */
export function artilleryGlobal() {
  return /** @type {any} */ (globalThis).artillery
}

/**
 * Makes the outer run's own load one user, in one load thread: this is the array that Artillery is about to
 * divide among its threads. Without it, each thread has a waiting user of its own.
 */
export function shrinkOuterLoad() {
  const { phases } = artilleryGlobal().testInfo.metadata.testConfig
  phases?.splice(0, phases.length, { name: 'speedup', duration: 1, arrivalCount: 1 })
}

/**
 * The `before` and `after` sections run against the app, in each child run. The outer run has no app: there they
 * would fail, and end it.
 *
 * @param {string} artillery the script that is the `artillery` command
 * @returns {() => boolean} call it to keep the outer run from them; false when this Artillery has no such place
 */
export function findHookSwitch(artillery) {
  const platform = findPlatform(artillery)
  return () => {
    if (typeof platform?.prototype?.runHook !== 'function') return false
    platform.prototype.runHook = async () => ({})
    return true
  }
}

/** @param {string} artillery */
function findPlatform(artillery) {
  const require = createRequire(realpathSync(artillery))
  // As it is compiled, and as it was before 2.0.34: in CommonJS, where what is exported is no `default`.
  for (const folder of ['../dist/lib', '../lib']) {
    try {
      const found = require(`${folder}/platform/local/index.js`)
      return found.default ?? found
    } catch {
      // It may be elsewhere, or nowhere.
    }
  }
}
