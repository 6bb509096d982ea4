import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Artillery's engine http, and what it makes requests with, which engines of others get handed as `helpers`.
 *
 * @typedef {object} ArtillerysHttp
 * @property {{ prototype: Record<string, any> }} Engine
 * @property {Tools} tools
 *
 * @typedef {object} Tools
 * @property {(value: any, context: any) => any} template
 * @property {(params: any, response: { body: string, headers: Record<string, any> }, context: any, done: (error: Error | null, result: any) => void) => void} captureOrMatch
 * @property {(params: any) => boolean} isProbableEnough
 * @property {(expression: string) => (vars: Record<string, any>) => any} compileExpression
 * @property {(object: object, path: string, value: unknown) => unknown} set by a path such as `user.name`
 */

/** Where each Artillery has them: since 2.0.34 in its own folders, compiled; before, in packages of its own. */
const places = [
  (/** @type {NodeJS.Require} */ require) => ({ engine: require.resolve('./dist/lib/core/engine_http.js'), commons: require.resolve('./dist/lib/commons/index.js') }),
  (/** @type {NodeJS.Require} */ require) => {
    const core = require.resolve('@artilleryio/int-core')
    const fromCore = createRequire(core)
    return { engine: fromCore.resolve('./lib/engine_http.js'), commons: fromCore.resolve('@artilleryio/int-commons') }
  }
]

/**
 * @param {string} artillery a file of Artillery's, such as the script that is the `artillery` command
 * @returns {ArtillerysHttp | null} null: this Artillery has it elsewhere, or another one
 */
export function findArtillerysHttp(artillery) {
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

/**
 * @param {string} file
 * @returns {string | null} the package.json of the package that the file is a part of
 */
function manifestAbove(file) {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json')
    if (existsSync(manifest)) return manifest
  }
  return null
}

/** @param {any} found what was exported by a module of either kind */
function asDefault(found) {
  return found.default ?? found
}
