import { expect } from 'chai'
import { CountedPasses } from '../../plugin/measure/counts.ts'
import { mean } from '../../plugin/statistics/descriptive.ts'
import { seededNormal, seededUniform } from '../support/random.ts'

interface Flow {
  ms: number[] // of CPU that each request takes
  users: number
}

/** A login that is heavy beside what follows, requests that are alike, and one of a few users. */
const flows: Record<string, Flow> = {
  'a login of 100 ms and ten items of 3 ms, 20 users': { ms: [100, ...Array(10).fill(3)], users: 20 },
  'a login of 250 ms and fifty items of 2 ms, 8 users': { ms: [250, ...Array(50).fill(2)], users: 8 },
  'four requests of 5 to 40 ms, 12 users': { ms: [5, 40, 5, 5], users: 12 },
  'two requests of 60 and 10 ms, 30 users': { ms: [60, 10], users: 30 },
  'a heavy request and six light ones, 4 users': { ms: [30, ...Array(6).fill(3)], users: 4 }
}
const noise = 0.1 // of the time that a request takes, on the log scale
const clientMs = 0.3

type Turn = { user: number; atMs: number; step: number; beganMs: number }

/**
 * Users of a closed load who go through a flow, each at one of the workers, which serve one request after the other.
 *
 * @returns passes per second that users are told to have made between the two times
 */
function passesPerSecond(
  { ms, users }: Flow,
  {
    workers,
    spreadMs,
    fromMs,
    toMs,
    seed
  }: { workers: number; spreadMs: number; fromMs: number; toMs: number; seed: number }
): number {
  const [normal, uniform] = [seededNormal(seed), seededUniform(seed)]
  const freeMs = Array<number>(workers).fill(0)
  const counted = new CountedPasses([{ fromMs, toMs }])
  const tell = (startMs: number, endMs: number, outcome: string, requests: number) =>
    counted.add({ startMs, ms: endMs - startMs, outcome, served: requests, requests, heldMs: 0 })
  let turns: Turn[] = Array.from({ length: users }, (_, user) => {
    const atMs = (spreadMs * (user + 1)) / users
    return { user, atMs, step: 0, beganMs: atMs }
  })
  while (turns.length > 0) {
    const turn = turns.reduce((first, other) => (other.atMs < first.atMs ? other : first))
    if (turn.atMs > toMs) {
      // The load is over: no request begins any more.
      tell(turn.beganMs, turn.atMs, 'cut', turn.step)
      turns = turns.filter((other) => other !== turn)
      continue
    }
    const worker = turn.user % workers
    freeMs[worker] = Math.max(turn.atMs, freeMs[worker]) + ms[turn.step] * Math.exp(noise * normal())
    turn.step++
    turn.atMs = freeMs[worker] + clientMs * (0.5 + uniform())
    if (turn.step < ms.length) continue
    tell(turn.beganMs, turn.atMs, 'through', ms.length)
    Object.assign(turn, { step: 0, beganMs: turn.atMs })
  }
  return (1000 * (counted.total()?.passes ?? NaN)) / (toMs - fromMs)
}

/** @returns the speedup of two workers over one, in loads that hold so many passes of the slower one */
function speedupOf(flow: Flow, passes: number, seed: number) {
  const passMs = flow.users * flow.ms.reduce((all, ms) => all + ms, 0)
  const spreadMs = Math.min(10_000, Math.max(1000, passMs))
  const fromMs = spreadMs + 500
  const [single, clustered] = [1, 2].map((workers) =>
    passesPerSecond(flow, { workers, spreadMs, fromMs, toMs: fromMs + passes * passMs, seed: 100 * seed + workers })
  )
  return clustered / single
}

const most = Number(process.env.PASSES_LOADS ?? 24)

describe('the throughput by passes, with parts of them weighed, simulated', () => {
  for (const [name, flow] of Object.entries(flows)) {
    it(`is within 1 % of the truth with as few passes as a run may hold: ${name}`, () => {
      const speedups = Array.from({ length: most }, (_, seed) => speedupOf(flow, 2.2, seed))
      const spread = Math.sqrt(mean(speedups.map((speedup) => (speedup - mean(speedups)) ** 2)) / most)
      // Beside what chance leaves of so few loads.
      expect(mean(speedups)).to.be.within(2 * 0.99 - 2 * spread, 2 * 1.01 + 2 * spread)
      for (const speedup of speedups) expect(speedup).to.be.within(1.8, 2.2)
    })
  }

  it('is not that of the responses, which depends on where the flow is cut', () => {
    // All logins come first: of a second and a half, a single process has answered hardly anything else.
    const { ms, users } = flows['a login of 100 ms and ten items of 3 ms, 20 users']
    const single = passesPerSecond({ ms, users }, { workers: 1, spreadMs: 1000, fromMs: 1500, toMs: 3000, seed: 1 })
    expect(single * ms.reduce((all, each) => all + each, 0)).to.be.within(900, 1100)
  })
})
