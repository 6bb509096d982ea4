import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGuard } from '../processes/guard.js'
/** @import { Guard } from '../processes/guard.js' */

/**
 * What trying an app needs: the guard over what we start, and a place for what it prints.
 *
 * @typedef {object} Workbench
 * @property {Guard} guard
 * @property {(name: string) => string} createLog a new file for the output of a process
 * @property {() => Promise<void>} close
 */

/** @returns {Workbench} its owner has to close it */
export function openWorkbench() {
  const folder = mkdtempSync(join(tmpdir(), 'artillery-speedup-init-'))
  const guard = startGuard()
  guard.watchFolder(folder)
  return {
    guard,
    createLog: (name) => join(folder, `${name}.log`),
    async close() {
      rmSync(folder, { recursive: true, force: true })
      await guard.close()
    }
  }
}
