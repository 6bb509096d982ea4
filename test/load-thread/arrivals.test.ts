import { createRequire } from 'node:module'
import { once } from 'node:events'
import { expect } from 'chai'
import { poissonArrivals } from '../../plugin/load-thread/arrivals.ts'
import { repository } from '../support/project.ts'
import { seededUniform } from '../support/random.ts'

const artillery = `${repository}node_modules/artillery/bin/run`
const require = createRequire(artillery)
const { poisson } = require('arrivals')
const original = poisson.process

interface Came {
  atMs: number
  dueMs: number // by the random numbers that were drawn
  lateMs: number // as it is told
}

/**
 * All times from just before the beginning.
 *
 * @param options seed: of the random numbers; blocked: for so many ms, as soon as so many users have come, nothing else
 * runs
 * @returns startMs: at which they had begun
 */
async function comeFor(
  seconds: number,
  perSecond: number,
  { seed = 1, blocked }: { seed?: number; blocked?: { afterUsers: number; ms: number } } = {}
) {
  const { random } = Math
  Math.random = seededUniform(seed)
  const arrivals = poissonArrivals(perSecond, artillery)
  const process = poisson.process(1, 1000 * seconds)
  const due = dueTimes(seconds, perSecond, seed)
  const came: Came[] = []
  const blockedMs = { from: Infinity, to: -Infinity }
  let startMs = 0
  const began = performance.now()
  const now = () => performance.now() - began
  process.on('arrival', () => {
    came.push({ atMs: now(), dueMs: due[came.length], lateMs: arrivals.lateMs() })
    if (came.length !== blocked?.afterUsers) return
    blockedMs.from = now()
    while (now() < blockedMs.from + blocked.ms);
    blockedMs.to = now()
  })
  try {
    const finished = once(process, 'finished')
    process.start()
    startMs = now()
    await finished
  } finally {
    Math.random = random
  }
  return { came, due, blockedMs, startMs, lateness: arrivals.readLateness() }
}

/** @returns ms from the beginning: sums of exponential times, as they are drawn from these random numbers */
function dueTimes(seconds: number, perSecond: number, seed: number): number[] {
  const uniform = seededUniform(seed)
  const times: number[] = []
  for (let ms = 0; ;) {
    ms -= (1000 * Math.log(1 - uniform())) / perSecond
    if (ms >= 1000 * seconds) return times
    times.push(ms)
  }
}

describe('users who come independently of each other', () => {
  afterEach(() => void (poisson.process = original))

  it('are due at the rate, with pauses as exponential times have them', () => {
    const due = dueTimes(100, 1000, 7)
    expect(due.length / 100_000).to.be.closeTo(1, 0.01)
    const pauses = due.map((ms, i) => ms - (due[i - 1] ?? 0))
    for (const ms of [0.1, 1, 4])
      expect(pauses.filter((pause) => pause > ms).length / pauses.length, `${ms} ms`).to.be.closeTo(
        Math.exp(-ms),
        0.005
      )
  })

  it('come when they are due, all of them, none too early', async () => {
    const { came, due } = await comeFor(1, 1000)
    expect(came).to.have.lengthOf(due.length)
    // The beginning is taken a moment before theirs.
    expect(came.filter(({ atMs, dueMs }) => atMs < dueMs)).to.eql([])
    expect(came.filter(({ atMs }, i) => i > 0 && atMs < came[i - 1].atMs)).to.eql([])
  })

  it('are as many after the thread was blocked: those who were due come at once, each as late as he was', async () => {
    const { came, due, blockedMs, startMs, lateness } = await comeFor(1, 400, { blocked: { afterUsers: 20, ms: 300 } })
    expect(came).to.have.lengthOf(due.length)
    // Who was due at the end of it may have come as if nothing had been.
    const met = came.filter(({ dueMs }) => dueMs > blockedMs.from && dueMs < blockedMs.to - startMs - 5)
    expect(met).to.not.eql([])
    // Each was late until the thread was free again, at least, and is told to be as late as he was.
    for (const { atMs, dueMs, lateMs } of met) expect(lateMs).to.be.within(blockedMs.to - startMs - dueMs, atMs - dueMs)
    expect(Number(lateness?.max) / Math.max(...came.map(({ lateMs }) => lateMs))).to.be.closeTo(1, 0.01)
    expect(lateness?.p50).to.be.at.most(Number(lateness?.['p99.9']))
  })

  it('are not late where a timer took a millisecond or two longer', async () => {
    const { came } = await comeFor(0.5, 50)
    expect(came.filter(({ lateMs }) => lateMs > 0 && lateMs <= 2)).to.eql([])
  })

  it('are refused where this version of Artillery makes arrivals otherwise', () => {
    poisson.process = undefined
    expect(() => poissonArrivals(10, artillery)).to.throw(
      /^This version of Artillery makes its arrivals in an unknown way, so the rate at which users come can’t be searched for\./
    )
  })
})
