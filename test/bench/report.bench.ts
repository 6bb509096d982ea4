import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeSyntheticRecord, type SyntheticPlan } from '../support/synthetic-record.ts'
import { inTurn, ratiosOf } from './medians.ts'

const script = fileURLToPath(new URL('./report-process.js', import.meta.url))

const two: SyntheticPlan['variants'] = [{ name: 'single', mode: 'single', workers: 1 }, { name: 'clustered', mode: 'cluster', workers: 2 }]
const five: SyntheticPlan['variants'] = ['baseline', 'round-robin', 'shared', 'pinned', 'latest'].map((name) => ({ name, mode: 'cluster', workers: 16 }))
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
 *   to read the rows of these files alone, and most memory of the process that made the page, or the summaries of the
 *   runs
 */
export async function benchReport(rounds: number): Promise<{ kilobytes: Record<keyof typeof pages, number>, ratios: number[], peakMegabytes: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'speedup-bench-'))
  try {
    for (const [name, plan] of Object.entries(pages)) writeSyntheticRecord(join(folder, name), plan)
    const kilobytesOf = (name: string) => run('page', join(folder, name)).bytes / 1000
    const many = join(folder, 'twoMillionRequests')
    const megabytes: number[] = []
    const makePage = async () => {
      const { seconds, peakMegabytes } = run('page', many)
      megabytes.push(peakMegabytes)
      return seconds
    }
    const seconds = await inTurn(rounds, { page: makePage, rows: async () => run('rows', many).seconds })
    megabytes.push(run('summaries', many).peakMegabytes)
    return {
      kilobytes: { usual: kilobytesOf('usual'), manyWorkers: kilobytesOf('manyWorkers'), twoMillionRequests: kilobytesOf('twoMillionRequests') },
      ratios: ratiosOf(seconds.page, seconds.rows),
      peakMegabytes: Math.max(...megabytes)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Each time in a process of its own, as it is done. */
function run(what: 'page' | 'summaries' | 'rows', folder: string): { seconds: number, bytes: number, peakMegabytes: number } {
  return JSON.parse(execFileSync(process.execPath, [script, what, folder], { encoding: 'utf8' }))
}
