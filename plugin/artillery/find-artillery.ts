import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SpeedupError } from '../concepts/errors.ts'
import { packageFile } from '../package-files.ts'

/**
 * @returns what makes Artillery find this plugin, wherever the two are installed: the folder in which this package lies
 */
export const withPluginPath = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  ARTILLERY_PLUGIN_PATH: [env.ARTILLERY_PLUGIN_PATH, packageFile('..')].filter(Boolean).join(delimiter)
})

/**
 * @returns the script of the `artillery` command: of the project that calls us, of the script's project, the one that a
 * shell would run, or the one beside us. Throws SpeedupError UNSUPPORTED.
 */
export function findArtillery(scriptFile: string) {
  const manifests = [
    () => findPackageJSON('artillery', pathToFileURL(join(process.cwd(), 'package.json'))),
    () => findPackageJSON('artillery', pathToFileURL(scriptFile)),
    // A global command is a link into its package.
    () => findPackageJSON(pathToFileURL(realpathSync(programsInPath('artillery')[0]))),
    () => findPackageJSON('artillery', import.meta.url)
  ]
  for (const find of manifests) {
    const found = commandIn(find)
    if (found !== null) return found
  }
  throw new SpeedupError(
    'UNSUPPORTED',
    `Artillery is installed neither in ${process.cwd()}, nor beside ${scriptFile}, nor globally. Install it: npm ` +
      'install --save-dev artillery'
  )
}

/** @returns absolute paths, of which a shell would run the first */
export const programsInPath = (name: string) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .filter(existsSync)

/** @returns null: there is no Artillery. Before 2.0.34 it does not export its package.json. */
function commandIn(findManifest: () => string | undefined) {
  try {
    const manifest = findManifest()
    if (manifest === undefined) return null
    const { name, bin } = JSON.parse(readFileSync(manifest, 'utf8'))
    return name === 'artillery' ? join(dirname(manifest), typeof bin === 'string' ? bin : bin.artillery) : null
  } catch {
    return null
  }
}
