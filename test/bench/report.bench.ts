import { execFileSync } from 'node:child_process'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeSyntheticRecord, type SyntheticPlan } from '../support/synthetic-record.ts'
import { inTurn, ratiosBy } from './medians.ts'

const script = fileURLToPath(new URL('./report-process.js', import.meta.url))

const two: SyntheticPlan['variants'] = [
  { name: 'single', mode: 'single', workers: 1 },
  { name: 'clustered', mode: 'cluster', workers: 2 }
]
const five: SyntheticPlan['variants'] = ['baseline', 'round-robin', 'shared', 'pinned', 'latest'].map((name) => ({
  name,
  mode: 'cluster',
  workers: 16
}))
const pages = {
  usual: { variants: two, rounds: 5, requests: 1200, seed: 1, thresholds: { p95: 1.3, p99: 1.3 } },
  manyWorkers: { variants: five, rounds: 3, requests: 1200, seed: 2, thresholds: { p95: 1 } },
  // As quick as /hello: nobody waits hours for a comparison.
  twoMillionRequests: { variants: two, rounds: 4, requests: 250_000, medianMs: 2, seed: 3 }
}

/**
 * The page of three comparisons that never took place.
 *
 * @returns kilobytes: 1,000 bytes of HTML; of two million requests: time from files to page over the time that it takes
 * to read the rows of these files alone, and most memory of the process that made the page, or the summaries of the
 * runs
 */
export async function benchReport(rounds: number) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'speedup-bench-'))
  for (const [name, plan] of Object.entries(pages)) writeSyntheticRecord(join(folder.path, name), plan)
  // Each time in a process of its own, as it is done.
  const run = async (
    task: 'page' | 'summaries' | 'rows',
    name: keyof typeof pages = 'twoMillionRequests'
  ): Promise<Record<'seconds' | 'bytes' | 'peakMegabytes', number>> =>
    JSON.parse(execFileSync(process.execPath, [script, task, join(folder.path, name)], { encoding: 'utf8' }))
  const { page, rows } = await inTurn(rounds, { page: () => run('page'), rows: () => run('rows') })
  const kilobytesOf = async (name: keyof typeof pages) => (await run('page', name)).bytes / 1000
  return {
    kilobytes: {
      usual: await kilobytesOf('usual'),
      manyWorkers: await kilobytesOf('manyWorkers'),
      twoMillionRequests: page[0].bytes / 1000
    },
    ratios: ratiosBy(page, rows, ({ seconds }) => seconds),
    peakMegabytes: Math.max(...[...page, await run('summaries')].map(({ peakMegabytes }) => peakMegabytes))
  }
}
