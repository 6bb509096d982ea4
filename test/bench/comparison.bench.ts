import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const artillery = join(repository, 'node_modules/artillery/bin/run')

/**
 * Runs scenarios/primes.yml with a fixed number of rounds.
 *
 * @param how helloPerUser: so many requests of /hello instead
 * @returns wall time of the whole command over the sum of its measured loads; requests of all runs; most memory of the
 *   outer process
 */
export async function benchComparison({ rounds, helloPerUser }: { rounds: number, helloPerUser?: number }): Promise<{ wallToLoad: number, requests: number, peakMegabytes: number }> {
  const reports = mkdtempSync(join(tmpdir(), 'speedup-bench-'))
  const overrides = {
    config: { plugins: { speedup: { rounds, report: reports, thresholds: { p99: null, throughput: null } } } },
    ...(helloPerUser === undefined ? {} : { scenarios: [{ name: 'hello', flow: [{ loop: [{ get: { url: '/hello' } }], count: helloPerUser }] }] })
  }
  const begun = performance.now()
  const child = spawn(process.execPath, [artillery, 'run', '--quiet', '--overrides', JSON.stringify(overrides), 'scenarios/primes.yml'], { cwd: repository, stdio: 'ignore' })
  let peakMegabytes = 0
  const timer = setInterval(() => (peakMegabytes = Math.max(peakMegabytes, peakOf(Number(child.pid)))), 100)
  const [code] = await once(child, 'exit')
  clearInterval(timer)
  const wallSeconds = (performance.now() - begun) / 1000
  const lines = readFileSync(join(reports, readdirSync(reports)[0], 'runs.ndjson'), 'utf8').trimEnd().split('\n')
  rmSync(reports, { recursive: true })
  if (code !== 0) throw new Error(`artillery run ended with ${code}`)
  const runs = lines.map((line) => JSON.parse(line))
  const sum = (key: string) => runs.reduce((total, run) => total + run[key], 0)
  return { wallToLoad: wallSeconds / sum('loadSeconds'), requests: sum('requests'), peakMegabytes }
}

function peakOf(pid: number) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
