import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stringify } from 'yaml'
import { capacityOfQueue } from '../support/queues.ts'
import type { Comparison } from '../../plugin/concepts/comparison.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const artillery = join(repository, 'node_modules/artillery/bin/run')
const serviceMs = 2
const services = ['fixed', 'exponential'] as const

export interface Try {
  service: (typeof services)[number]
  limitMs: number
  found: number // users per second
  interval: [number, number]
  expected: number
  seconds: number // for both
}

/**
 * Searches the capacity of an app that is a queue of the theory: fixed times (M/D/1) as one variant, exponential ones
 * (M/M/1) as the other.
 */
export async function tryTheory(limitMs: number, { port, rounds }: { port: number; rounds: number }): Promise<Try[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'speedup-theory-'))
  const variants = Object.fromEntries(
    services.map((service) => [service, { mode: 'single', env: { SERVICE: service, SERVICE_MS: serviceMs } }])
  )
  const speedup = {
    app: join(repository, 'test/fixtures/one-at-a-time.js'),
    variants,
    capacity: { p95: `${limitMs}ms` },
    rounds,
    report: folder.path
  }
  const script = {
    config: { target: `http://127.0.0.1:${port}`, plugins: { speedup } },
    scenarios: [{ name: 'queue', flow: [{ get: { url: '/' } }] }]
  }
  const file = join(folder.path, 'theory.yml')
  writeFileSync(file, stringify(script))
  const begun = performance.now()
  const [code] = await once(
    spawn(process.execPath, [artillery, 'run', '--quiet', file], { cwd: repository, stdio: 'ignore' }),
    'exit'
  )
  if (code !== 0) throw new Error(`artillery run ended with ${code}`)
  const kept = readdirSync(folder.path, { withFileTypes: true }).find((entry) => entry.isDirectory())?.name ?? ''
  const {
    scenarios: [{ capacity }]
  }: Comparison = JSON.parse(readFileSync(join(folder.path, kept, 'comparison.json'), 'utf8'))
  const seconds = (performance.now() - begun) / 1000
  return (capacity?.variants ?? []).map(({ variant, capacity: { value, interval } }) => {
    const service = services.find((name) => name === variant) ?? 'fixed'
    return {
      service,
      limitMs,
      found: value,
      interval,
      expected: capacityOfQueue({ servers: 1, serviceMs, isExponential: service === 'exponential' }, limitMs),
      seconds
    }
  })
}
