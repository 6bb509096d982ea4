import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/**
 * @param {string} folder absolute path
 * @returns {string[]} paths with slashes, from the folder
 */
export function filesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return files.map((file) => relative(folder, file).replaceAll(sep, '/'))
}
