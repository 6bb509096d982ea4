import { quantileOfSorted } from '../../plugin/statistics/descriptive.ts'
import { seededUniform } from './random.ts'

/**
 * Servers that each serve one request at a time, in the order in which they came, for a fixed or an exponential time.
 */
export interface Queue {
  servers: number
  serviceMs: number // mean
  isExponential: boolean
}

/**
 * As a real load counts: latencies of who came in the counted seconds, however long they then waited, and the answers
 * of those seconds.
 *
 * @returns p95 in ms; Infinity: nobody arrived
 */
export function simulateLoad(queue: Queue, load: SimulatedLoad, uniform: () => number) {
  const { latencies, answered } = simulate(queue, load, uniform)
  const p95 = latencies.length === 0 ? Infinity : quantileOfSorted(new Float64Array(latencies).sort(), 0.95)
  return { p95, came: latencies.length, answered }
}

type SimulatedLoad = { perSecond: number; warmUpSeconds: number; seconds: number }

function simulate({ servers, serviceMs, isExponential }: Queue, load: SimulatedLoad, uniform: () => number) {
  const exponential = () => -Math.log(1 - uniform())
  const fromMs = 1000 * load.warmUpSeconds
  const toMs = fromMs + 1000 * load.seconds
  const freeAt = new Float64Array(servers)
  const latencies: number[] = []
  let answered = 0
  for (let atMs = 0; ;) {
    atMs += (1000 * exponential()) / load.perSecond
    if (atMs > toMs) break
    let first = 0
    for (let i = 1; i < servers; i++) if (freeAt[i] < freeAt[first]) first = i
    freeAt[first] = Math.max(atMs, freeAt[first]) + serviceMs * (isExponential ? exponential() : 1)
    if (atMs > fromMs) latencies.push(freeAt[first] - atMs)
    if (freeAt[first] > fromMs && freeAt[first] <= toMs) answered++
  }
  return { latencies, answered }
}

/**
 * The arrival rate per second at which p95 is the limit. M/M/1: the time in the system is exponential with rate mu -
 * lambda (Kleinrock, Queueing Systems 1, 1975, 5.118). Else by simulation: the series for fixed times (Erlang 1909,
 * Crommelin 1932) has terms that alternate and cancel each other near saturation, where the answer lies.
 */
export function capacityOfQueue(queue: Queue, limitMs: number): number {
  const saturation = (1000 * queue.servers) / queue.serviceMs
  if (queue.isExponential && queue.servers === 1) return saturation + (1000 * Math.log(0.05)) / limitMs
  let [low, high] = [0, saturation]
  for (let i = 0; i < 11; i++) {
    const middle = (low + high) / 2
    // The same random numbers each time, so that noise can't mislead the bisection.
    const { latencies } = simulate(
      queue,
      { perSecond: middle, warmUpSeconds: 60, seconds: 300_000 / saturation },
      seededUniform(1)
    )
    // Which takes less than to sort them.
    const late = latencies.reduce((count, ms) => count + Number(ms > limitMs), 0)
    if (late > 0.05 * latencies.length) high = middle
    else low = middle
  }
  return (low + high) / 2
}
