import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { SpeedupError } from '../errors.ts'

/** What came before was never tried with the Node that we need. */
const oldestMajor = 5

interface Pm2Place {
  main: string // absolute path of its main module
  version: string
}

/**
 * The project's own PM2, or the one that the shell would find.
 *
 * @param here absolute paths; path: as in PATH
 * @returns null: there is none
 */
export function findPm2({ scriptFile, workingDirectory, path }: { scriptFile: string, workingDirectory: string, path: string }): Pm2Place | null {
  const commands = path.split(delimiter).map((folder) => join(folder, 'pm2')).filter((file) => existsSync(file)).map((file) => realpathSync(file))
  for (const from of [scriptFile, join(workingDirectory, 'here.js'), ...commands]) {
    const manifestFile = packageFrom(from)
    if (manifestFile === undefined) continue
    const { version, main } = JSON.parse(readFileSync(manifestFile, 'utf8'))
    return { main: join(dirname(manifestFile), main ?? 'index.js'), version }
  }
  return null
}

/**
 * @param name of the variant
 * @throws SpeedupError UNSUPPORTED
 */
export function checkPm2(found: Pm2Place | null, name: string) {
  if (found === null) {
    throw new SpeedupError('UNSUPPORTED', `Variant ${name}: mode pm2 needs the package pm2, which is not installed. Install it: npm install --save-dev pm2. Or leave ${name} out.`)
  }
  if (Number(found.version.split('.')[0]) >= oldestMajor) return
  throw new SpeedupError('UNSUPPORTED', `Variant ${name}: this is PM2 ${found.version}, but mode pm2 needs PM2 ${oldestMajor} or later. Update it: npm install --save-dev pm2@latest.`)
}

/** @param from a file of the project, or of PM2 itself */
function packageFrom(from: string) {
  try {
    return findPackageJSON('pm2', from) ?? undefined
  } catch {
    return undefined
  }
}
