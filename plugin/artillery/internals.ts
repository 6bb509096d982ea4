import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * What we use of Artillery that is not documented. Each is used where it is there; what happens without it is
 * said beside it.
 */
interface ArtilleryGlobal {
  version: string
  log: (line: string, level?: string) => void
  suggestedExitCode?: number
  shutdown: (options: { exitCode: number }) => Promise<void>
  ext: (extension: { ext: 'beforeExit', method: (event: unknown) => Promise<void> }) => void
  globalEvents: { on(event: string, listener: (...args: any[]) => void): void }
  testInfo: { flags: Record<string, any>, metadata: { testConfig: { phases?: Record<string, unknown>[] } } }
}

export function artilleryGlobal(): ArtilleryGlobal {
  return (globalThis as any).artillery
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
 * @param artillery the script that is the `artillery` command
 * @returns call it to keep the outer run from them; false when this Artillery has no such place
 */
export function findHookSwitch(artillery: string): () => boolean {
  const platform = findPlatform(artillery)
  return () => {
    if (typeof platform?.prototype?.runHook !== 'function') return false
    platform.prototype.runHook = async () => ({})
    return true
  }
}

function findPlatform(artillery: string) {
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
