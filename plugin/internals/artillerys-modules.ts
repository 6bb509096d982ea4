import { realpathSync } from 'node:fs'
import { createRequire, findPackageJSON } from 'node:module'
import { pathToFileURL } from 'node:url'

/**
 * Where each Artillery has what is not its interface: since 2.0.34 in its own folders, compiled; before, some in
 * packages of its own.
 */
const places = [
  {
    platform: './dist/lib/platform/local/index.js',
    thread: './dist/lib/platform/local/worker.js',
    metrics: './dist/lib/core/ssms.js',
    engine: './dist/lib/core/engine_http.js',
    commons: './dist/lib/commons/index.js'
  },
  {
    platform: './lib/platform/local/index.js',
    thread: './lib/platform/local/worker.js',
    metrics: '@artilleryio/int-core/lib/ssms.js',
    engine: '@artilleryio/int-core/lib/engine_http.js',
    commons: '@artilleryio/int-commons'
  }
]

/**
 * @param artillery any file of Artillery's; left out: what this process, or load thread, runs
 * @param find gets Artillery's `require`, and by which names it knows what it looks for; may throw; undefined: it is
 * not there
 * @returns what was found; null: this Artillery has it elsewhere
 */
export function findInArtillery<Found>(
  artillery = process.argv[1],
  find: (require: NodeJS.Require, place: (typeof places)[0]) => Found | undefined
): Found | null {
  for (const place of places) {
    try {
      // Where no package.json is above that file, this throws.
      const require = createRequire(String(findPackageJSON(pathToFileURL(realpathSync(artillery)))))
      const found = find(require, place)
      if (found !== undefined) return found
    } catch {
      // It may be at the next place, or nowhere.
    }
  }
  return null
}

/** Compiled, and in CommonJS without a `default`, as it was before 2.0.34. */
export const asDefault = (module: any) => module.default ?? module

// What a load changes in its thread, and opens there, lasts as long as the load: another one may follow.

const ends: (() => void)[] = []

/** @param end called when the load of this thread has ended */
export const atEndOfLoad = (end: () => void): void => void ends.push(end)

/** Replaces methods until the load of this thread has ended. */
export function replaceMethods(
  object: Record<string, any>,
  methods: Record<string, (this: any, ...args: any[]) => unknown>
) {
  const before = Object.fromEntries(Object.keys(methods).map((name) => [name, object[name]]))
  Object.assign(object, methods)
  atEndOfLoad(() => Object.assign(object, before))
}

/** What came last ends first. */
export function endLoad() {
  for (const end of ends.splice(0).reverse()) end()
}
