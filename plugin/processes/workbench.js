import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGuard } from './guard.js'
/** @import { Guard } from './guard.js' */

/**
 * What running apps needs: the guard over what we start, and a folder for what is not kept.
 *
 * @typedef {object} Workbench
 * @property {Guard} guard
 * @property {string} folder temporary
 * @property {(name: string) => string} createLog a new file for the output of a process
 * @property {() => Promise<void>} close
 */

/** @returns {Workbench} its owner has to close it */
export function openWorkbench() {
  const folder = mkdtempSync(join(tmpdir(), 'artillery-plugin-speedup-'))
  const guard = startGuard()
  guard.watchFolder(folder)
  let logs = 0
  return {
    guard,
    folder,
    createLog: (name) => join(folder, `${++logs}-${name}.log`),
    async close() {
      rmSync(folder, { recursive: true, force: true })
      await guard.close()
    }
  }
}
