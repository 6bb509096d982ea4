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
const [warmUpMs, usualMs] = [2000, 8000] // twenty passes of a short flow would be over before its code is compiled
const forADecisionSeconds = 180

/** Requests that a user makes one after the other: ms of CPU, and of waiting. */
interface Flow {
  name: string
  users: number
  requests: [cpuMs: number, waitMs: number][]
  spread?: number // part of the CPU by which requests differ; left out: 0
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

const pathsOf = ({ requests, spread = 0 }: Flow) => requests.map(([cpuMs, waitMs]) => `/${cpuMs}/${waitMs}/${spread}`)

/** @returns passes a second of one unbroken load, in which each user makes twenty or more, once it is warm */
async function loadOf(argv: string[], flow: Flow): Promise<number> {
  const port = await freePort()
  const child = spawn(process.execPath, argv, {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc']
  })
  try {
    await delay(1000)
    const beganMs = performance.now()
    let isOver = false
    let atWork = flow.users
    const askedBy = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      let passes = -1
      let begunMs = 0
      let endedMs = 0
      let isDone = false
      while (!isOver) {
        for (const path of pathsOf(flow)) await answered(port, path, agent)
        endedMs = performance.now()
        if (passes >= 0 || endedMs - beganMs >= warmUpMs) passes++
        if (passes === 0) begunMs = endedMs
        // Until the last one has as many, the others go on.
        const isEnough = passes >= passesOfTruth && endedMs - begunMs >= usualMs
        if (isEnough && !isDone) {
          isDone = true
          atWork--
        }
        if (atWork === 0) isOver = true
      }
      agent.destroy()
      return (1000 * passes) / (endedMs - begunMs)
    }
    return sum(await Promise.all(Array.from({ length: flow.users }, askedBy)))
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

const pair = ['single', 'clustered'] as const

/**
 * What comparisons say of a flow, beside passes that are counted over long loads of each variant before, between and
 * after them, since the machine drifts.
 *
 * @returns truths: of each pair of long loads
 */
export async function compareFlow(flow: Flow, comparisons: number) {
  const found = []
  const pairs: Record<(typeof pair)[number], number>[] = []
  for (let i = 0; i <= comparisons; i++) {
    const passesPerSecond = { single: NaN, clustered: NaN }
    for (const variant of i % 2 === 0 ? pair : pair.toReversed())
      passesPerSecond[variant] = await loadOf(variant === 'single' ? [app] : [primary, app], flow)
    pairs.push(passesPerSecond)
    if (i === comparisons) break
    const { wallSeconds, candidate } = await comparisonOf(flow, { thresholds: { throughput: 1.2 } })
    const { verdict, estimates } = candidate
    const told = estimates.find(({ metric }) => metric === 'throughput')
    if (told === undefined) throw new Error(`No throughput was told of ${flow.name}`)
    const isDecided = (verdict === 'pass' || verdict === 'fail') && wallSeconds <= forADecisionSeconds
    found.push({ ...told, baseline: told.baseline / flow.requests.length, isDecided, wallSeconds })
  }
  const truths = pairs.map(({ single, clustered }) => clustered / single)
  const truth = geometricMean(truths)
  return {
    truth,
    truths,
    single: geometricMean(pairs.map(({ single }) => single)),
    found: found.map((told) => ({ ...told, isHeld: told.interval[0] <= truth && truth <= told.interval[1] }))
  }
}

async function comparisonOf(flow: Flow, options: object) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'speedup-bench-'))
  const script = join(folder.path, 'flow.json')
  const speedup = { app: { script: app }, users: flow.users, ...options }
  const config = { target: `http://127.0.0.1:${await freePort()}`, plugins: { speedup } }
  const steps = pathsOf(flow).map((url) => ({ get: { url } }))
  writeFileSync(script, JSON.stringify({ config, scenarios: [{ flow: steps }] }))
  const { wallSeconds, comparison } = await runComparison(script, {}, { codes: [0, 1, 2] })
  return { wallSeconds, candidate: comparison.scenarios[0].candidates[0] }
}

/**
 * A login, a list and a page that waits, which gain differently. Of requests that all take the same, users who never
 * pause keep in step for as long as they are let: what an unbroken run finds then is that of its launch. So theirs
 * vary. (With ten lists in a pass, users keep in step all the same: their median is 2 to 4 of them, and 10 % apart
 * between unbroken runs and turns.)
 */
export const shop: Flow = {
  name: 'shop',
  users: 8,
  requests: [
    [100, 0],
    [3, 0],
    [1, 50]
  ],
  spread: 0.5
}
const toldOfRequests = ['p50', 'p95']
/** Of each request, by metric. */
type ShopSpeedups = Record<string, Record<string, number>>

/**
 * @returns speedups of each request over unbroken runs that are about ten times as long as usual ones, by the same
 * client: one that takes more of the two cores makes the cluster's requests slower
 */
async function shopSpeedups(): Promise<ShopSpeedups> {
  const { candidate } = await comparisonOf(shop, { alternate: 'runs', duration: '20s', rounds: 3 })
  return Object.fromEntries(
    (candidate.flow?.requests ?? []).map(({ name, estimates }) => [
      name,
      Object.fromEntries(estimates.map(({ metric, speedup }) => [metric, speedup]))
    ])
  )
}

/**
 * What comparisons of three rounds say of each request of the shop, beside unbroken runs before and after them, since
 * the machine drifts.
 *
 * @returns of each comparison, request and percentile. truths: of the unbroken runs; reason: why it is not told
 */
export async function compareShop(comparisons: number, options: object = { rounds: 3 }) {
  const unbroken = [await shopSpeedups()]
  const found = []
  for (let i = 0; i < comparisons; i++) found.push(await comparisonOf(shop, options))
  unbroken.push(await shopSpeedups())
  return found.flatMap(({ candidate, wallSeconds }) =>
    (candidate.flow?.requests ?? []).flatMap(({ name, estimates, cpu, waiting }) =>
      estimates
        .filter(({ metric }) => toldOfRequests.includes(metric))
        .map(({ metric, speedup, interval, reason }) => {
          const truths = unbroken.map((each) => each[name][metric])
          const truth = geometricMean(truths)
          const isHeld = interval[0] <= truth && truth <= interval[1]
          return { name, metric, truths, truth, speedup, interval, reason, isHeld, cpu, waiting, wallSeconds }
        })
    )
  )
}
