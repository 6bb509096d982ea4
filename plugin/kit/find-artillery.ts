import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { SpeedupError } from '../errors.ts'
import { packageFile } from '../package-files.ts'

/** The folder in which this package lies: there Artillery finds the plugin when it is installed far from it. */
export const pluginPath = packageFile('..')

/**
 * @param scriptFile absolute path
 * @returns the script that is the `artillery` command: of the project in which we are called, of that of the scenario
 *   file, or the one installed beside us
 * @throws SpeedupError UNSUPPORTED
 */
export function findArtillery(scriptFile: string): string {
  for (const from of [join(process.cwd(), 'package.json'), scriptFile, fileURLToPath(import.meta.url)]) {
    const manifest = resolveFrom(from)
    if (manifest === null) continue
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
    return join(dirname(manifest), typeof bin === 'string' ? bin : bin.artillery)
  }
  throw new SpeedupError('UNSUPPORTED', `Artillery is not installed in ${process.cwd()}, nor beside ${scriptFile}: npm install --save-dev artillery`)
}

function resolveFrom(file: string) {
  try {
    // Before 2.0.34 Artillery does not export its package.json.
    return findPackageJSON('artillery', pathToFileURL(file)) ?? null
  } catch {
    return null
  }
}
