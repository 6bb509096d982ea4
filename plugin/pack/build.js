import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundle } from './bundle.js'
import { declarations } from './declarations.js'
import { filesBelow } from './files-below.js'
import { lookupsOf } from './lookups.js'
import { entriesOf } from './manifest.js'
/** @import { Manifest } from './manifest.js' */

/** @typedef {Map<string, string>} Files path with slashes -> content */

/**
 * Makes dist/, which holds what is published but for package.json, README, license and schemas. Who runs what an
 * earlier build left there finds every file, all the time.
 *
 * @param {string} plugin absolute path
 * @param {Manifest} manifest
 */
export async function buildDist(plugin, manifest) {
  const files = await contents(plugin, manifest)
  const dist = join(plugin, 'dist')
  const isNew = (/** @type {string} */ name) => !existsSync(join(dist, name))
  // New ones first: those that take the place of others may refer to them.
  const names = [...files.keys()].sort((a, b) => Number(isNew(b)) - Number(isNew(a)))
  for (const name of names) writeWhole(join(dist, name), files.get(name) ?? '')
  for (const name of filesBelow(dist)) {
    if (!files.has(name)) rmSync(join(dist, name))
  }
}

/**
 * @param {string} plugin
 * @param {Manifest} manifest
 * @returns {Promise<Files>}
 */
async function contents(plugin, manifest) {
  const { name, version, type } = manifest
  const { modules, commands } = entriesOf(manifest)
  const sources = filesBelow(plugin).filter((file) => file.endsWith('.js') && !/^(dist|node_modules|pack)\//.test(file))
  const { scripts, assets } = lookupsOf(plugin, sources)
  return new Map([
    ...await bundle(plugin, [...new Set([...modules, ...commands, ...scripts])]),
    ...[...declarations(plugin, modules)].map(([file, text]) => /** @type {const} */ ([`types/${file}`, text])),
    ...assets.map((asset) => /** @type {const} */ ([asset.name, readFileSync(join(plugin, asset.file), 'utf8')])),
    ['package.json', `${JSON.stringify({ name, version, type })}\n`]
  ])
}

/**
 * @param {string} file absolute path
 * @param {string} content
 */
function writeWhole(file, content) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, content, { mode: content.startsWith('#!') ? 0o755 : 0o644 })
  renameSync(`${file}.new`, file)
}
