import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { filesBelow } from './files-below.js'

/**
 * What the modules look up beside themselves, by `new URL('name', import.meta.url)`: scripts that they start, and
 * files that they read. What is in the package's top folder is not counted: it is as far from dist/ as from any
 * folder of modules.
 *
 * @typedef {object} Lookups
 * @property {string[]} scripts paths from the plugin's folder
 * @property {{ file: string, name: string }[]} assets file: path from the plugin's folder; name: from the module's
 */

/**
 * @param {string} plugin absolute path
 * @param {string[]} modules paths from there
 * @returns {Lookups}
 * @throws {Error} one of them would find something else, or nothing, in dist/
 */
export function lookupsOf(plugin, modules) {
  const found = modules.flatMap((module) => lookupsIn(plugin, module))
  const isScript = (/** @type {{ file: string }} */ { file }) => file.endsWith('.js')
  return { scripts: found.filter(isScript).map(({ file }) => file), assets: found.filter((one) => !isScript(one)) }
}

/**
 * @param {string} plugin
 * @param {string} module
 */
function lookupsIn(plugin, module) {
  const folder = posix.dirname(module)
  const source = readFileSync(join(plugin, module), 'utf8')
  const names = [...source.matchAll(/new URL\((['"`])([^'"`]+)\1, import\.meta\.url\)/g)].map(([, , name]) => posix.normalize(name))
  const upwards = names.find((name) => name.startsWith('..'))
  if (upwards !== undefined && folder.includes('/')) {
    throw new Error(`${module} looks up ${upwards}. In the package it is part of a file in dist/, from where this leads elsewhere: move it into a folder at the top.`)
  }
  return names.filter((name) => !name.startsWith('..')).flatMap((name) => filesOf(join(plugin, folder), name)).map((name) => ({ file: posix.join(folder, name), name }))
}

/**
 * @param {string} folder absolute path
 * @param {string} name where a part of it varies, it may be any file of its folder
 * @returns {string[]} those that there are: a message may show such a call, too
 */
function filesOf(folder, name) {
  if (!name.includes('${')) return existsSync(join(folder, name)) ? [name] : []
  const place = posix.dirname(name)
  return existsSync(join(folder, place)) ? filesBelow(join(folder, place)).map((file) => posix.join(place, file)) : []
}
