import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGuard } from '../processes/guard.js'
/** @import { Guard } from '../processes/guard.js' */

/**
 * What all runs of a comparison share: the guard over our processes, and a folder for what is not kept.
 *
 * @typedef {object} Workplace
 * @property {Guard} guard
 * @property {string} folder temporary
 * @property {(name: string) => string} createLog a new file for the output of a process
 * @property {string} recordFolder where the comparison is kept
 * @property {string} artillery the script that is the `artillery` command
 * @property {Record<string, any>} flags of the outer `artillery run`
 * @property {() => Promise<void>} close
 */

/**
 * @param {{ recordFolder: string, artillery: string, flags: Record<string, any> }} given
 * @returns {Workplace} its owner has to close it
 */
export function openWorkplace({ recordFolder, artillery, flags }) {
  const folder = mkdtempSync(join(tmpdir(), 'artillery-plugin-speedup-'))
  const guard = startGuard()
  guard.watchFolder(folder)
  let logs = 0
  return {
    guard,
    folder,
    recordFolder,
    artillery,
    flags,
    createLog: (name) => join(folder, `${++logs}-${name}.log`),
    async close() {
      rmSync(folder, { recursive: true, force: true })
      await guard.close()
    }
  }
}
