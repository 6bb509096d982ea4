import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

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
 * @returns {Promise<() => boolean>} call it to keep the outer run from them; false when this Artillery has no
 *   such place
 */
export async function findHookSwitch(artillery) {
  const file = join(dirname(realpathSync(artillery)), '..', 'dist', 'lib', 'platform', 'local', 'index.js')
  const platform = await import(pathToFileURL(file).href).then(({ default: found }) => found, () => undefined)
  return () => {
    if (typeof platform?.prototype?.runHook !== 'function') return false
    platform.prototype.runHook = async () => ({})
    return true
  }
}
