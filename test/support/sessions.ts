import { samplesHeader, type ThreadReport } from '../../plugin/generator/run-order.ts'
import { readLoad } from '../../plugin/generator/read-load.ts'
import { summariseGenerator } from '../../plugin/record/usage.ts'
import { quantileOfSorted } from '../../plugin/statistics/descriptive.ts'
import { seededUniform } from './random.ts'
import type { GeneratorUse } from '../../plugin/concepts/run.ts'

export interface SessionsPlan {
  perSecond: number // users, who come independently of each other
  seconds: number // for which they come
  serviceMs: number[] // of their requests, one after the other; one process serves them in turn
  thinkMs: [least: number, most: number] // before each request but the first; between these, all are as probable
  timeoutMs?: number // after which a request fails
  isMetered?: boolean // Artillery's metrics tell of the load, not its samples
  seed: number
}

interface Request {
  atMs: number
  user: number
  step: number
}

/**
 * @param write writes the samples file, and returns its path
 * @returns what would be known of the load of such users
 */
export async function simulateSessions(plan: SessionsPlan, write: (samples: string) => string): Promise<GeneratorUse> {
  const {
    perSecond,
    seconds,
    serviceMs,
    thinkMs: [least, most],
    timeoutMs = Infinity,
    isMetered = false,
    seed
  } = plan
  const uniform = seededUniform(seed)
  const came: number[] = []
  for (let atMs = 0; (atMs -= (1000 * Math.log(1 - uniform())) / perSecond) < 1000 * seconds;) came.push(atMs)
  const waiting: Request[] = came.map((atMs, user) => ({ atMs, user, step: 0 }))
  const [sessions, answers]: [cameMs: number, ms: number][][] = [[], []]
  let [samples, freeAtMs, endedMs] = [samplesHeader, 0, 0]
  for (let next; (next = waiting.shift()) !== undefined;) {
    const { atMs, user, step } = next
    freeAtMs = Math.max(freeAtMs, atMs) - serviceMs[step] * Math.log(1 - uniform())
    const hasFailed = freeAtMs - atMs > timeoutMs
    const endMs = hasFailed ? atMs + timeoutMs : freeAtMs
    const outcome = hasFailed ? 'ETIMEDOUT' : 200
    if (!hasFailed) answers.push([atMs, endMs - atMs])
    samples += `${atMs.toFixed(3)},${(endMs - atMs).toFixed(3)},${outcome},,${step === 0 ? 1 : 0}\n`
    endedMs = Math.max(endedMs, endMs)
    if (step + 1 === serviceMs.length) sessions.push([came[user], endMs - came[user]])
    else insert(waiting, { atMs: endMs + least + (most - least) * uniform(), user, step: step + 1 })
  }
  const shortestSessionMs = Math.min(...sessions.map(([, ms]) => ms))
  const times = { beganMs: 0, lastArrivalMs: 1000 * seconds, endedMs, shortestSessionMs, users: came.length }
  const metered = isMetered ? { outputFile: write(metricsOf(sessions, answers, came)), startedAtMs: 0 } : null
  const files = { samplesFile: isMetered ? '' : write(samples), metered, originMs: 0 }
  const load = await readLoad(files, times, { warmUp: null, load: null })
  const outcome = { errors: {}, responses: { byStatus: {}, bytes: 0 }, skippedUsers: 0, ...times }
  const idle = { activeMs: 0, idleMs: 0, loopDelayMs: null }
  const report: ThreadReport = { source: 'load-thread', thread: 1, atMs: endedMs, ...idle, sessions }
  return summariseGenerator([report], { ...load, load: load.span, outcome })
}

/** What Artillery writes of it with --output, with the plugin where the load is made. */
function metricsOf(sessions: [number, number][], answers: [number, number][], came: number[]): string {
  const endsOf = (spans: [number, number][]) => spans.map(([beganMs, ms]) => ({ endedMs: beganMs + ms, ms }))
  const [left, answered] = [endsOf(sessions), endsOf(answers)]
  const of = (inPeriod: (ended: { endedMs: number }) => boolean) => ({
    'vusers.session_length': histogram(left.filter(inPeriod).map(({ ms }) => ms)),
    'plugins.speedup.latency_us': histogram(answered.filter(inPeriod).map(({ ms }) => 1000 * ms))
  })
  const periods = Math.ceil(Math.max(...answered.map(({ endedMs }) => endedMs)) / 10_000)
  const intermediate = Array.from({ length: periods }, (_, i) => ({
    summaries: of(({ endedMs }) => Math.floor(endedMs / 10_000) === i)
  }))
  const at = {
    'plugins.speedup.request_at': histogram([...answers.map(([ms]) => ms), ...answered.map(({ endedMs }) => endedMs)]),
    'plugins.speedup.user_at': histogram(came)
  }
  const counters = { 'plugins.speedup.requests': answers.length, 'vusers.created': came.length }
  return JSON.stringify({ aggregate: { counters, summaries: { ...of(() => true), ...at } }, intermediate })
}

function histogram(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const [min, p50, p95, p99, max] = [0, 0.5, 0.95, 0.99, 1].map((probability) => quantileOfSorted(sorted, probability))
  return { count: values.length, min, p50, p95, p99, p999: p99, max, mean: p50 }
}

function insert(waiting: Request[], request: Request) {
  const later = waiting.findIndex(({ atMs }) => atMs > request.atMs)
  waiting.splice(later === -1 ? waiting.length : later, 0, request)
}
