import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPm2, findPm2 } from '../find-pm2.ts'
import { pm2Host } from '../scripts.ts'
import { startProcess } from '../start-process.ts'
import type { Way } from '../modes.ts'
import type { StartRequest } from '../start-variant.ts'
import type { HostOptions } from '../pm2-host.ts'

/** As PM2 runs it, with a daemon and a home of its own: one that the user has is left alone. */
export const pm2: Way = {
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
