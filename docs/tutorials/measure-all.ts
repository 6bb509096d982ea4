import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compare, type Options } from 'artillery-plugin-speedup/compare'

/**
 * What a measurement needs. compareFile: runs a scenario file; keep: what is needed of its folder, which is removed;
 * options: in place of those of the file
 */
export interface Measuring {
  compareFile: <Kept>(file: string, keep: (folder: string) => Kept, options?: Options) => Promise<Kept>
  signal: AbortSignal
}

/**
 * Measures one thing after the other, and says so. One that fails does not keep the others from being measured: what
 * was kept of it stays, and the exit code tells.
 *
 * @param measure one of them, and keeps what came of it
 */
export async function measureAll<Tried extends { name: string }>(
  chosen: Tried[],
  measure: (tried: Tried, measuring: Measuring) => Promise<void>
) {
  const interrupted = new AbortController()
  const { signal } = interrupted
  for (const name of ['SIGINT', 'SIGTERM'])
    process.once(name, () => interrupted.abort(new Error(`It was ended by ${name}.`)))
  for (const tried of chosen) {
    if (signal.aborted) break
    const begun = performance.now()
    console.log(`${tried.name}: measured, which takes some minutes ...`)
    try {
      await measure(tried, { compareFile: compareFile(signal), signal })
      console.log(`${tried.name}: ${Math.round((performance.now() - begun) / 1000)} s`)
    } catch (error) {
      console.error(`${tried.name}: ${(error as Error).message}`)
      process.exitCode = 1
    }
  }
}

const compareFile =
  (signal: AbortSignal): Measuring['compareFile'] =>
  async (file, keep, options) => {
    const report = mkdtempSync(join(tmpdir(), 'speedup-measured-'))
    try {
      return keep((await compare(file, { ...options, report, signal })).folder)
    } finally {
      rmSync(report, { recursive: true, force: true })
    }
  }
