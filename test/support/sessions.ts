import { samplesHeader } from '../../plugin/record/samples.ts'
import type { ThreadReport } from '../../plugin/record/telemetry.ts'
import { readLoad } from '../../plugin/measure/read-load.ts'
import { summariseGenerator } from '../../plugin/measure/usage.ts'
import { seededUniform } from './random.ts'
import type { GeneratorUse } from '../../plugin/concepts/run.ts'

export interface SessionsPlan {
  perSecond: number // users, who come independently of each other
  seconds: number // for which they come
  serviceMs: number[] // of their requests, one after the other; one process serves them in turn
  thinkMs: [least: number, most: number] // before each request but the first; between these, all are as probable
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
    seed
  } = plan
  const uniform = seededUniform(seed)
  const came: number[] = []
  for (let atMs = 0; (atMs -= (1000 * Math.log(1 - uniform())) / perSecond) < 1000 * seconds;) came.push(atMs)
  const waiting: Request[] = came.map((atMs, user) => ({ atMs, user, step: 0 }))
  const sessions: [cameMs: number, ms: number][] = []
  let [samples, freeAtMs] = [samplesHeader, 0]
  for (let next; (next = waiting.shift()) !== undefined;) {
    const { atMs, user, step } = next
    freeAtMs = Math.max(freeAtMs, atMs) - serviceMs[step] * Math.log(1 - uniform())
    samples += `${atMs.toFixed(3)},${(freeAtMs - atMs).toFixed(3)},200,,${step === 0 ? 1 : 0}\n`
    if (step + 1 === serviceMs.length) sessions.push([came[user], freeAtMs - came[user]])
    else insert(waiting, { atMs: freeAtMs + least + (most - least) * uniform(), user, step: step + 1 })
  }
  const shortestSessionMs = Math.min(...sessions.map(([, ms]) => ms))
  const times = { beganMs: 0, lastArrivalMs: 1000 * seconds, endedMs: freeAtMs, shortestSessionMs, users: came.length }
  const files = { samplesFile: write(samples), originMs: 0 }
  const load = await readLoad(files, times, { warmUp: null, load: null })
  const outcome = { errors: {}, responses: { byStatus: {}, bytes: 0 }, skippedUsers: 0, ...times }
  const idle = { activeMs: 0, idleMs: 0, loopDelayMs: null }
  const report: ThreadReport = { source: 'load-thread', thread: 1, atMs: freeAtMs, ...idle, sessions }
  return summariseGenerator([report], load, outcome)
}

function insert(waiting: Request[], request: Request) {
  const later = waiting.findIndex(({ atMs }) => atMs > request.atMs)
  waiting.splice(later === -1 ? waiting.length : later, 0, request)
}
