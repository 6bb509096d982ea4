import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Artillery's engine http, and what it makes requests with, which engines of others get handed as `helpers`. */
interface ArtillerysHttp {
  Engine: { prototype: Record<string, any> }
  tools: Tools
}

export interface Tools {
  template: (value: any, context: any) => any
  captureOrMatch: (params: any, response: { body: string, headers: Record<string, any> }, context: any, done: (error: Error | null, result: any) => void) => void
  isProbableEnough: (params: any) => boolean
  compileExpression: (expression: string) => (vars: Record<string, any>) => any
  set: (object: object, path: string, value: unknown) => unknown // by a path such as `user.name`
}

/** Where each Artillery has them: since 2.0.34 in its own folders, compiled; before, in packages of its own. */
const places = [
  (require: NodeJS.Require) => ({ engine: require.resolve('./dist/lib/core/engine_http.js'), commons: require.resolve('./dist/lib/commons/index.js') }),
  (require: NodeJS.Require) => {
    const core = require.resolve('@artilleryio/int-core')
    const fromCore = createRequire(core)
    return { engine: fromCore.resolve('./lib/engine_http.js'), commons: fromCore.resolve('@artilleryio/int-commons') }
  }
]

/**
 * @param artillery a file of Artillery's, such as the script that is the `artillery` command
 * @returns null: this Artillery has it elsewhere, or another one
 */
export function findArtillerysHttp(artillery: string): ArtillerysHttp | null {
  const manifest = manifestAbove(realpathSync(artillery))
  if (manifest === null) return null
  const require = createRequire(manifest)
  for (const place of places) {
    try {
      const { engine, commons } = place(require)
      const Engine = asDefault(require(engine))
      const { template, captureOrMatch, isProbableEnough } = asDefault(require(commons)).engine_util
      const own = createRequire(engine)
      const filtrex = own('filtrex')
      const tools = { template, captureOrMatch, isProbableEnough, compileExpression: filtrex.compileExpression ?? filtrex, set: own('lodash').set }
      const isKnown = [Engine.prototype.createScenario, Engine.prototype.step, Engine.prototype.setInitialContext, ...Object.values(tools)]
      if (isKnown.every((found) => typeof found === 'function')) return { Engine, tools }
    } catch {
      // It may be at the next place.
    }
  }
  return null
}

/** @returns the package.json of the package that the file is a part of */
function manifestAbove(file: string): string | null {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json')
    if (existsSync(manifest)) return manifest
  }
  return null
}

/** @param found what was exported by a module of either kind */
function asDefault(found: any) {
  return found.default ?? found
}
