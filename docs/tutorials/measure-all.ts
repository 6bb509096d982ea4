import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compare } from 'artillery-plugin-speedup/compare'

/**
 * Runs one scenario file after the other, and says so. One that fails does not keep the others from being measured:
 * what was kept of it stays, and the exit code tells.
 *
 * @param keep what is needed of the folder of a comparison, before that is removed
 */
export async function measureAll<Tried extends { name: string }>(
  chosen: Tried[],
  fileOf: (tried: Tried) => string,
  keep: (tried: Tried, folder: string) => void
) {
  const interrupted = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'])
    process.once(name, () => interrupted.abort(new Error(`It was ended by ${name}.`)))
  for (const tried of chosen) {
    if (interrupted.signal.aborted) break
    const report = mkdtempSync(join(tmpdir(), 'speedup-measured-'))
    const begun = performance.now()
    console.log(`${tried.name}: measured with ${fileOf(tried)}, which takes some minutes ...`)
    try {
      keep(tried, (await compare(fileOf(tried), { report, signal: interrupted.signal })).folder)
      console.log(`${tried.name}: ${Math.round((performance.now() - begun) / 1000)} s`)
    } catch (error) {
      console.error(`${tried.name}: ${(error as Error).message}`)
      process.exitCode = 1
    } finally {
      rmSync(report, { recursive: true, force: true })
    }
  }
}
