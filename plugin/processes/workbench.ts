import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGuard, type Guard } from './guard.ts'

/** What running apps needs: the guard over what we start, and a folder for what is not kept. */
export interface Workbench {
  guard: Guard
  folder: string // temporary
  createLog: (name: string) => string // a new file for the output of a process
  close: () => Promise<void>
}

/** @returns its owner has to close it */
export function openWorkbench(): Workbench {
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
