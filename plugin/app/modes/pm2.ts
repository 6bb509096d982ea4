import { mkdtempSync, rmSync, existsSync, readFileSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, delimiter, dirname } from 'node:path'
import { findPackageJSON } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Runner } from '../modes.ts'
import { startProcess } from '../start-process.ts'
import type { StartRequest } from '../start-variant.ts'
import type { HostOptions } from '../pm2-host.ts'
import { SpeedupError } from '../../concepts/errors.ts'
import { builtModule } from '../../package-files.ts'

const pm2Host = fileURLToPath(builtModule('app/pm2-host.js'))

/** As PM2 runs it, with a daemon and a home of its own: one that the user has is left alone. */
export const pm2: Runner = {
  async check({ scriptFile }, { name }) {
    checkPm2(find(scriptFile), name)
  },
  async start(request, signal) {
    // In no folder with a long name: the path of a socket may have some hundred characters only.
    const home = mkdtempSync(join(tmpdir(), 'pm2-'))
    request.guard.watchFolder(home)
    const remove = () => rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    try {
      const running = await startProcess(request, hostOf(request, home), signal)
      return { ...running, stop: () => running.stop().finally(remove) }
    } catch (error) {
      remove()
      throw error
    }
  }
}

function find(scriptFile: string) {
  return findPm2({ scriptFile, workingDirectory: process.cwd(), path: process.env.PATH ?? '' })
}

function hostOf({ app, variant, target, pidHeader, logFile, scriptFile }: StartRequest, home: string) {
  const options: HostOptions = {
    pm2: String(find(scriptFile)?.main),
    ecosystem: variant.ecosystem,
    script: variant.ecosystem === null ? app.script : null,
    args: [...(variant.ecosystem === null ? app.args : []), ...variant.args],
    nodeArgs: app.nodeArgs,
    env: { ...app.env, ...variant.env, PORT: String(target.port) },
    cwd: app.cwd,
    workers: variant.workers,
    pidHeader,
    logFile,
    stopTimeoutMs: 1000 * app.stopTimeoutSeconds
  }
  const argv = [pm2Host, JSON.stringify(options)]
  return { argv, env: { PM2_HOME: home } }
}

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
