import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { geometricMean, sum } from '../../plugin/statistics/descriptive.ts'
import { freePort } from '../support/project.ts'
import { runComparison } from './run-artillery.ts'

const [app, primary] = ['./flow-app.js', './bare-primary.js'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url))
)
const passesOfTruth = 20
const [warmUpMs, leastMs] = [2000, 8000] // twenty passes of a short flow would be over before its code is compiled
const forADecisionSeconds = 180

/** Requests that a user makes one after the other: ms of CPU, and of waiting. */
interface Flow {
  name: string
  users: number
  requests: [cpuMs: number, waitMs: number][]
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

/** Two that were told wrongly, and five by chance, the same each time. */
export function flows(): Flow[] {
  let seed = 52
  const random = (from: number, to: number) => {
    seed = (seed * 48271) % 2147483647
    return from + Math.floor((seed / 2147483647) * (to - from + 1))
  }
  const byChance = (_: unknown, i: number): Flow => {
    const requests = Array.from({ length: random(2, 12) }, (): [number, number] => [
      random(0, 2) === 0 ? random(15, 40) : random(1, 6),
      random(0, 3) === 0 ? random(5, 60) : 0
    ])
    const cpuMs = sum(requests.map(([ms]) => ms))
    const waitMs = sum(requests.map(([, ms]) => ms))
    // Enough that two workers have no time to spare.
    return { name: `random ${i + 1}`, users: Math.max(8, Math.ceil((4 * (cpuMs + waitMs)) / cpuMs)), requests }
  }
  return [
    {
      name: 'login of 100 ms, ten items of 3 ms',
      users: 20,
      requests: [[100, 0], ...times<[number, number]>(10, [3, 0])]
    },
    { name: '250 ms, fifty of 2 ms', users: 8, requests: [[250, 0], ...times<[number, number]>(50, [2, 0])] },
    ...Array.from({ length: 5 }, byChance)
  ]
}

const pathOf = ([cpuMs, waitMs]: [number, number]) => `/${cpuMs}/${waitMs}`

/** @returns passes a second of all users, of one unbroken load in which each makes twenty or more, once it is warm */
async function passesPerSecond(argv: string[], { users, requests }: Flow) {
  const port = await freePort()
  const child = spawn(process.execPath, argv, {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc']
  })
  try {
    await delay(1000)
    const beganMs = performance.now()
    let isOver = false
    let atWork = users
    const askedBy = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      let passes = -1
      let begunMs = 0
      let endedMs = 0
      let isDone = false
      while (!isOver) {
        for (const request of requests) await answered(port, pathOf(request), agent)
        endedMs = performance.now()
        if (passes >= 0 || endedMs - beganMs >= warmUpMs) passes++
        if (passes === 0) begunMs = endedMs
        // Until the last one has as many, the others go on.
        const isEnough = passes >= passesOfTruth && endedMs - begunMs >= leastMs
        if (isEnough && !isDone) {
          isDone = true
          atWork--
        }
        if (atWork === 0) isOver = true
      }
      agent.destroy()
      return (1000 * passes) / (endedMs - begunMs)
    }
    return sum(await Promise.all(Array.from({ length: users }, askedBy)))
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}

function answered(port: number, path: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent }, (response) => response.resume().on('end', resolve)).on(
      'error',
      reject
    )
  })
}

/** @returns passes a second of each variant over two long loads: of a machine that drifts, one of each would differ by it */
async function countPasses(flow: Flow) {
  const counted = { single: [] as number[], clustered: [] as number[] }
  for (const variant of ['single', 'clustered', 'clustered', 'single'] as const)
    counted[variant].push(await passesPerSecond(variant === 'single' ? [app] : [primary, app], flow))
  return { single: geometricMean(counted.single), clustered: geometricMean(counted.clustered) }
}

/**
 * What a comparison says of a flow, beside passes that were counted over long loads of each variant before it.
 *
 * @yields of each comparison
 */
export async function* compareFlow(flow: Flow, comparisons: number) {
  const { single, clustered } = await countPasses(flow)
  const truth = clustered / single
  for (let i = 0; i < comparisons; i++) {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'speedup-bench-'))
    const script = join(folder.path, 'flow.json')
    const port = await freePort()
    const speedup = { app: { script: app }, users: flow.users, thresholds: { throughput: 1.2 } }
    const config = { target: `http://127.0.0.1:${port}`, plugins: { speedup } }
    const steps = flow.requests.map((request) => ({ get: { url: pathOf(request) } }))
    writeFileSync(script, JSON.stringify({ config, scenarios: [{ flow: steps }] }))
    const { wallSeconds, comparison } = await runComparison(script, {}, { codes: [0, 1, 2] })
    const [{ verdict, estimates }] = comparison.scenarios[0].candidates
    const found = estimates.find(({ metric }) => metric === 'throughput')
    if (found === undefined) throw new Error(`No throughput was told of ${flow.name}`)
    const { speedup: estimate, interval, baseline } = found
    yield {
      single,
      truth,
      estimate,
      interval,
      baseline: baseline / flow.requests.length,
      isHeld: interval[0] <= truth && truth <= interval[1],
      isDecided: (verdict === 'pass' || verdict === 'fail') && wallSeconds <= forADecisionSeconds,
      wallSeconds
    }
  }
}
