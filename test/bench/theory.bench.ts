import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { repository } from '../support/project.ts'
import { capacityOfQueue } from '../support/queues.ts'
import { runComparison } from './run-artillery.ts'
import type { Comparison } from '../../plugin/concepts/comparison.ts'

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
export async function tryTheory(
  limitMs: number,
  { port, rounds }: { port: number; rounds: number }
): Promise<{ tries: Try[]; comparison: Comparison }> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'speedup-theory-'))
  const variants = Object.fromEntries(
    services.map((service) => [service, { mode: 'single', env: { SERVICE: service, SERVICE_MS: serviceMs } }])
  )
  const speedup = {
    app: join(repository, 'test/fixtures/one-at-a-time.js'),
    variants,
    capacity: { p95: `${limitMs}ms` },
    rounds
  }
  const script = {
    config: { target: `http://127.0.0.1:${port}`, plugins: { speedup } },
    scenarios: [{ name: 'queue', flow: [{ get: { url: '/' } }] }]
  }
  const file = join(folder.path, 'theory.yml')
  writeFileSync(file, stringify(script))
  const { comparison, wallSeconds: seconds } = await runComparison(file, {})
  const [{ capacity }] = comparison.scenarios
  const tries = (capacity?.variants ?? []).map(({ variant, capacity: { value, interval } }) => {
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
  return { tries, comparison }
}
