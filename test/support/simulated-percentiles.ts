import { twoKinds } from '../../plugin/comparison/plausible.ts'
import { aroundOf, probabilityOf, type Percentile } from '../../plugin/concepts/metrics.ts'
import { mean, quantileOfSorted, standardDeviation } from '../../plugin/statistics/descriptive.ts'
import { logInterval, tailAtLook, type Looks } from '../../plugin/statistics/sequential-rule.ts'
import { seededNormal, seededUniform } from './random.ts'
import { aRun, latencies } from './runs.ts'

/** Users in a loop without a pause, who queue for workers. */
export interface SimulatedApp {
  // how long a worker computes: always the same, or with a coefficient of variation of 0.2, 1 or 1.3; the mean is 1
  service: 'constant' | 'even' | 'exponential' | 'lognormal'
  slow?: { share: number; factor: number } // requests that take as many times as long
  users: number
  workers: [baseline: number, candidate: number]
}

const jitter = 0.05 // mean of a delay of each response that no worker makes
const launchNoise = 0.03 // standard deviation of the logarithm of how fast a fresh process is

function serviceOf(
  { service, slow = { share: 0, factor: 1 } }: SimulatedApp,
  uniform: () => number,
  normal: () => number
) {
  const usual = {
    constant: () => 1,
    even: () => Math.exp(0.2 * normal() - 0.2 ** 2 / 2),
    exponential: () => -Math.log(1 - uniform()),
    lognormal: () => Math.exp(normal() - 1 / 2)
  }[service]
  return slow.share === 0 ? usual : () => usual() * (uniform() < slow.share ? slow.factor : 1)
}

const meanOf = ({ slow = { share: 0, factor: 1 } }: SimulatedApp) => 1 + slow.share * (slow.factor - 1)

/** @returns makes a run: the latencies, sorted, of what is answered in so much time after a warm-up */
function runner(app: SimulatedApp, workers: number, { seed, noise }: { seed: number; noise: number }) {
  const [uniform, normal] = [seededUniform(seed), seededNormal(seed + 1)]
  const serve = serviceOf(app, uniform, normal)
  const busy = Math.min(workers, app.users)
  const warmUp = 5 * app.users
  return (time: number) => {
    const speed = Math.exp(noise * normal())
    const endsAt = Array.from({ length: busy }, () => serve() * speed)
    const beganAt = endsAt.map(() => 0)
    const queue = Array.from({ length: app.users - busy }, () => 0) // since when each waits
    const found: number[] = []
    for (let head = 0; ;) {
      let next = 0
      for (let i = 1; i < busy; i++) if (endsAt[i] < endsAt[next]) next = i
      const now = endsAt[next]
      if (now > warmUp + time) return Float64Array.from(found).sort()
      if (now > warmUp) found.push(now - beganAt[next] - jitter * Math.log(1 - uniform()))
      queue.push(now)
      beganAt[next] = queue[head++]
      endsAt[next] = now + serve() * speed
    }
  }
}

/** Of runs with so many responses. */
export function trueRatio(app: SimulatedApp, percentile: Percentile, responses = 400_000): number {
  const [baseline, candidate] = app.workers.map((workers, i) => {
    const run = runner(app, workers, { seed: 77 + i, noise: 0 })
    return quantileOfSorted(run((responses * meanOf(app)) / Math.min(workers, app.users)), probabilityOf(percentile))
  })
  return baseline / candidate
}

interface Simulated {
  percentile: Percentile
  responses: number // of the baseline's runs; the candidate's take as long
  rounds: number // the most
  trials: number
  seed?: number
}

/**
 * Comparisons that go on to their last round: how far the speedup is from the true one on average, with the standard
 * error of that, how often its interval contains the true one, how wide that is, and how often two kinds are found.
 */
export function promiseOf(
  app: SimulatedApp,
  { percentile, responses, rounds, trials, seed = 1 }: Simulated,
  truth = trueRatio(app, percentile)
) {
  const runs = app.workers.map((workers, i) => runner(app, workers, { seed: seed + 1000 * i, noise: launchNoise }))
  const time = (responses * meanOf(app)) / Math.min(app.workers[0], app.users)
  const looks: Looks = { min: 3, max: rounds, confidence: 0.95 }
  const [errors, widths]: number[][] = [[], []]
  let [covered, mixed] = [0, 0]
  for (let trial = 0; trial < trials; trial++) {
    const all = Array.from({ length: rounds }, () => runs.map((run) => run(time)))
    const logs = all.map(([baseline, candidate]) => {
      const [a, b] = [baseline, candidate].map((sorted) => quantileOfSorted(sorted, probabilityOf(percentile)))
      return Math.log(a / b)
    })
    const { centre, halfWidth } = logInterval(logs, tailAtLook(looks))
    errors.push(centre - Math.log(truth))
    widths.push(2 * halfWidth)
    covered += Number(Math.abs(centre - Math.log(truth)) <= halfWidth) / trials
    const hasTwoKinds = [0, 1].some(
      (variant) =>
        twoKinds(
          all.map((round) => asRun(round[variant])),
          percentile
        ) !== null
    )
    mixed += Number(hasTwoKinds) / trials
  }
  return {
    bias: mean(errors),
    error: standardDeviation(errors) / Math.sqrt(trials),
    coverage: covered,
    width: Math.exp(mean(widths)),
    mixed
  }
}

const asRun = (sorted: Float64Array) =>
  aRun({
    latencyMs: {
      ...latencies(1),
      around: Object.fromEntries(
        (['p95', 'p99'] as const).map((percentile) => [
          percentile,
          aroundOf(percentile).map((at) => quantileOfSorted(sorted, at))
        ])
      )
    }
  })
