import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { wholeLoadSeconds } from '../../plugin/comparison/conclude.ts'
import { readIfThere } from '../../plugin/processes/proc.ts'
import { sum } from '../../plugin/statistics/descriptive.ts'
import type { Run } from '../../plugin/concepts/run.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const artillery = join(repository, 'node_modules/artillery/bin/run')

/**
 * Runs scenarios/primes.yml with a fixed number of rounds.
 *
 * @param helloPerUser so many requests of /hello instead
 * @returns wall time of the whole command over the sum of its measured loads; requests of all runs; most memory of the
 * outer process
 */
export async function benchComparison(rounds: number, helloPerUser?: number) {
  using reports = mkdtempDisposableSync(join(tmpdir(), 'speedup-bench-'))
  const overrides = {
    config: { plugins: { speedup: { rounds, report: reports.path, thresholds: { p50: null, throughput: null } } } },
    ...(helloPerUser === undefined
      ? {}
      : { scenarios: [{ name: 'hello', flow: [{ loop: [{ get: { url: '/hello' } }], count: helloPerUser }] }] })
  }
  const begun = performance.now()
  const child = spawn(
    process.execPath,
    [artillery, 'run', '--quiet', '--overrides', JSON.stringify(overrides), 'scenarios/primes.yml'],
    { cwd: repository, stdio: 'ignore' }
  )
  let peakMegabytes = 0
  const timer = setInterval(() => (peakMegabytes = Math.max(peakMegabytes, peakOf(Number(child.pid)))), 100)
  const [code] = await once(child, 'exit')
  clearInterval(timer)
  const wallSeconds = (performance.now() - begun) / 1000
  if (code !== 0) throw new Error(`artillery run ended with ${code}`)
  const lines = readFileSync(join(reports.path, readdirSync(reports.path)[0], 'runs.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
  const runs: Run[] = lines.map((line) => JSON.parse(line))
  return {
    wallToLoad: wallSeconds / sum(runs.map(wholeLoadSeconds)),
    requests: sum(runs.map(({ requests }) => requests)),
    peakMegabytes
  }
}

const peakOf = (pid: number) => Number(/VmHWM:\s+(\d+)/.exec(readIfThere(`/proc/${pid}/status`))?.[1] ?? 0) / 1024
