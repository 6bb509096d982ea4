import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPm2, findPm2 } from '../find-pm2.js'
import { pm2Host } from '../scripts.js'
import { startProcess } from '../start-process.js'
/**
 * @import { Way } from '../modes.js'
 * @import { StartRequest } from '../start-variant.js'
 * @import { HostOptions } from '../pm2-host.js'
 */

/**
 * As PM2 runs it, with a daemon and a home of its own: one that the user has is left alone.
 *
 * @type {Way}
 */
export const pm2 = {
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

/** @param {string} scriptFile */
function find(scriptFile) {
  return findPm2({ scriptFile, workingDirectory: process.cwd(), path: process.env.PATH ?? '' })
}

/**
 * @param {StartRequest} request
 * @param {string} home
 */
function hostOf({ app, variant, target, pidHeader, logFile, scriptFile }, home) {
  /** @type {HostOptions} */
  const options = {
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
