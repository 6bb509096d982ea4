import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SpeedupError } from '../../concepts/errors.ts'
import { builtModule } from '../../package-files.ts'
import { startProcess } from '../start-process.ts'
import type { Runner } from '../modes.ts'
import type { HostOptions } from '../pm2-host.ts'
import type { StartRequest } from '../start-variant.ts'

/** As PM2 runs it, with a daemon and a home of its own: one that the user has is left alone. */
export const pm2: Runner = {
  check: async ({ scriptFile }, { name }) => checkPm2(findPm2(scriptFile), name),
  async start(request, signal) {
    // In no folder with a long name: the path of a socket may have some hundred characters only.
    const home = mkdtempSync(join(tmpdir(), 'pm2-'))
    request.guard.watchFolder(home)
    const remove = () => rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    const argv = [fileURLToPath(builtModule('app/pm2-host.js')), JSON.stringify(hostOptions(request))]
    try {
      const running = await startProcess(request, { argv, env: { PM2_HOME: home } }, signal)
      return { ...running, stop: () => running.stop().finally(remove) }
    } catch (error) {
      remove()
      throw error
    }
  }
}

function hostOptions({ app, variant, target, pidHeader, logFile, scriptFile }: StartRequest): HostOptions {
  const { ecosystem, workers } = variant
  return {
    pm2: String(findPm2(scriptFile)?.main),
    ecosystem,
    script: ecosystem === null ? app.script : null,
    args: [...(ecosystem === null ? app.args : []), ...variant.args],
    nodeArgs: app.nodeArgs,
    env: { ...app.env, ...variant.env, PORT: String(target.port) },
    cwd: app.cwd,
    workers,
    pidHeader,
    logFile,
    stopTimeoutMs: 1000 * app.stopTimeoutSeconds
  }
}

/**
 * The project's own PM2, or the one that the shell would find.
 *
 * @param path as in PATH
 * @returns main: absolute path of its main module; null: there is none
 */
export function findPm2(scriptFile: string, workingDirectory = process.cwd(), path = process.env.PATH ?? ''): { main: string, version: string } | null {
  const commands = path.split(delimiter).map((folder) => join(folder, 'pm2')).filter((file) => existsSync(file))
  for (const from of [scriptFile, join(workingDirectory, 'here.js'), ...commands.map((file) => realpathSync(file))]) {
    const manifestFile = manifestFrom(from)
    if (manifestFile === undefined) continue
    const { version, main = 'index.js' } = JSON.parse(readFileSync(manifestFile, 'utf8'))
    return { main: join(dirname(manifestFile), main), version }
  }
  return null
}

/** @param from a file of the project, or of PM2 itself */
function manifestFrom(from: string) {
  try {
    return findPackageJSON('pm2', from)
  } catch {
    return undefined
  }
}

/** What came before was never tried with the Node that we need. */
const oldestMajor = 5

/**
 * @param name of the variant
 * @throws SpeedupError UNSUPPORTED
 */
export function checkPm2(found: { version: string } | null, name: string) {
  const refuse = (why: string) => {
    throw new SpeedupError('UNSUPPORTED', `Variant ${name}: ${why}`)
  }
  if (found === null) {
    refuse(`mode pm2 needs the package pm2, which is not installed. Install it: npm install --save-dev pm2. Or leave ${name} out.`)
  } else if (Number(found.version.split('.')[0]) < oldestMajor) {
    const update = 'Update it: npm install --save-dev pm2@latest.'
    refuse(`this is PM2 ${found.version}, but mode pm2 needs PM2 ${oldestMajor} or later. ${update}`)
  }
}
