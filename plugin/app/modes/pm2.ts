import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createRequire, findPackageJSON } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { refuse, SpeedupError } from '../../concepts/errors.ts'
import { wantsReload } from '../../questions/concepts.ts'
import { builtModule } from '../../package-files.ts'
import { makeTemporaryFolder } from '../../processes/guard.ts'
import { declare, readEcosystem } from '../../primaries/pm2-declaration.ts'
import { startProcess } from '../start-process.ts'
import type { Runner } from '../runner.ts'
import type { Settings, Variant } from '../../concepts/settings.ts'
import type { HostOptions } from '../../messages/app.ts'

/** As PM2 runs it, with a daemon and a home of its own: one that the user has is left alone. */
export const pm2: Runner = {
  async check(settings, variant) {
    const found = findPm2(settings.scriptFile)
    checkPm2(found, variant.name)
    const who = wantsReload(settings)
    if (found !== null && who !== null) await checkReload(who, settings, variant, createRequire(found.main))
  },
  async start(request, signal) {
    // In no folder with a long name: the path of a socket may have some hundred characters only.
    const home = makeTemporaryFolder('pm2-')
    request.guard.watchFolder(home)
    const remove = () => rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    const { app, variant, target, pidHeader, logFile, scriptFile, preload } = request
    const options: HostOptions = {
      pm2: String(findPm2(scriptFile)?.main),
      app,
      variant,
      target,
      pidHeader,
      logFile,
      preload
    }
    const argv = [fileURLToPath(builtModule('primaries/pm2-host.js')), JSON.stringify(options)]
    const running = await startProcess(request, { argv, env: { PM2_HOME: home } }, signal).catch((error) => {
      remove()
      throw error
    })
    return { ...running, stop: () => running.stop().finally(remove) }
  }
}

/** main: absolute path of its main module */
type Found = { main: string; version: string }

/** @returns the project's own PM2, or the one that the shell would find in PATH */
export function findPm2(
  scriptFile: string,
  workingDirectory = process.cwd(),
  path = process.env.PATH ?? ''
): Found | null {
  const commands = path
    .split(delimiter)
    .map((folder) => join(folder, 'pm2'))
    .filter(existsSync)
  for (const from of [scriptFile, join(workingDirectory, 'here.js'), ...commands.map((file) => realpathSync(file))]) {
    try {
      const manifestFile = String(findPackageJSON('pm2', from))
      const { version, main = 'index.js' } = JSON.parse(readFileSync(manifestFile, 'utf8'))
      return { main: join(dirname(manifestFile), main), version }
    } catch {
      // It is not there.
    }
  }
  return null
}

/** Older versions were never tried with the Node that we need. */
const oldestMajor = 5

/** @throws SpeedupError UNSUPPORTED */
export function checkPm2(found: Pick<Found, 'version'> | null, variantName: string) {
  const install = 'npm install --save-dev pm2'
  const unsupported = (why: string) => new SpeedupError('UNSUPPORTED', `Variant ${variantName}: ${why}.`)
  if (found === null)
    throw unsupported(
      `mode pm2 needs the package pm2, which is not installed. Install it: ${install}. Or remove ${variantName}`
    )
  if (Number(found.version.split('.')[0]) < oldestMajor)
    throw unsupported(
      `this is PM2 ${found.version}, but mode pm2 needs PM2 ${oldestMajor} or later. Update it: ${install}@latest`
    )
}

/** What PM2 calls a reload is a restart in its fork mode. @throws SpeedupError INVALID_SETTINGS */
async function checkReload(who: string, settings: Settings, variant: Variant, pm2: NodeJS.Require) {
  const written = await readEcosystem(variant.ecosystem, pm2)
  if (declare(written, { ...settings, variant, logFile: '' }).exec_mode === 'cluster') return
  refuse(
    `${who}, but PM2 runs ${variant.name} in fork mode, which stops a process before it starts the new one. ` +
      `Set exec_mode: cluster in ${variant.ecosystem?.file}, or workers: 2 in the variant.`
  )
}
