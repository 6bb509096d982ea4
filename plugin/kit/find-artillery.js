import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { SpeedupError } from '../errors.js'

/** The folder in which this package lies: there Artillery finds the plugin when it is installed far from it. */
export const pluginPath = fileURLToPath(new URL('../..', import.meta.url))

/**
 * @param {string} scriptFile absolute path
 * @returns {string} the script that is the `artillery` command: of the project in which we are called, of that of the
 *   scenario file, or the one installed beside us
 * @throws {SpeedupError} UNSUPPORTED
 */
export function findArtillery(scriptFile) {
  for (const from of [join(process.cwd(), 'package.json'), scriptFile, fileURLToPath(import.meta.url)]) {
    const manifest = resolveFrom(from)
    if (manifest === null) continue
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
    return join(dirname(manifest), typeof bin === 'string' ? bin : bin.artillery)
  }
  throw new SpeedupError('UNSUPPORTED', `Artillery is not installed in ${process.cwd()}, nor beside ${scriptFile}: npm install --save-dev artillery`)
}

/** @param {string} file */
function resolveFrom(file) {
  try {
    // Before 2.0.34 Artillery does not export its package.json.
    return findPackageJSON('artillery', pathToFileURL(file)) ?? null
  } catch {
    return null
  }
}
