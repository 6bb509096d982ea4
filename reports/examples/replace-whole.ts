import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Whole or not at all: nothing is touched before everything that is to come is there.
 *
 * @param folder absolute path
 * @param old names in it that go, even where nothing of that name comes
 * @param fill makes all that is to come, in an empty folder
 */
export async function replaceWhole(folder: string, old: string[], fill: (empty: string) => Promise<void>) {
  const made = mkdtempSync(join(tmpdir(), 'speedup-example-'))
  try {
    await fill(made)
    for (const name of old) rmSync(join(folder, name), { recursive: true, force: true })
    cpSync(made, folder, { recursive: true })
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}
