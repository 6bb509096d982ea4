import { createRequire } from 'node:module'
import { once } from 'node:events'
import { expect } from 'chai'
import { afterEach, describe, it } from 'mocha'
import { poissonArrivals } from '../../plugin/generator/arrivals.ts'
import { repository } from '../support/project.ts'

const artillery = `${repository}node_modules/artillery/bin/run`
const require = createRequire(artillery)
const { poisson } = require('arrivals')
const original = poisson.process

/** @returns ms from the beginning at which users came, and how late each was; blockedMs: for so long, after 100 ms, nothing else runs */
async function comeFor(seconds: number, perSecond: number, blockedMs = 0) {
  const arrivals = poissonArrivals(perSecond, artillery)
  const process = poisson.process(1, 1000 * seconds)
  const came: { atMs: number, lateMs: number }[] = []
  const began = performance.now()
  process.on('arrival', () => came.push({ atMs: performance.now() - began, lateMs: arrivals.lateMs() }))
  const finished = once(process, 'finished')
  process.start()
  if (blockedMs > 0) setTimeout(() => {
    for (const until = performance.now() + blockedMs; performance.now() < until;);
  }, 100)
  await finished
  return { came, lateness: arrivals.readLateness() }
}

describe('users who come independently of each other', () => {
  afterEach(() => void (poisson.process = original))

  it('come at the rate, with pauses as exponential times have them', async () => {
    const { came } = await comeFor(1.5, 1000)
    // 1,500 of a Poisson process, with a standard deviation of 39.
    expect(came.length).to.be.within(1300, 1700)
    const pauses = came.slice(1).map(({ atMs }, i) => atMs - came[i].atMs)
    // A timer brings some together, which leaves long pauses as they are: of exponential times of 1 ms on average, e^-4 are above 4 ms.
    expect(pauses.filter((ms) => ms > 4).length / pauses.length).to.be.within(0.006, 0.04)
  })

  it('are as many after the thread was blocked: those who were due come at once, each as late as he was', async () => {
    const { came, lateness } = await comeFor(1, 400, 300)
    expect(came.length).to.be.within(310, 490)
    const late = came.filter(({ lateMs }) => lateMs > 0)
    expect(late.length).to.be.above(60)
    expect(Math.max(...late.map(({ lateMs }) => lateMs))).to.be.within(200, 700)
    expect(lateness?.max).to.be.above(200)
    expect(lateness?.p50).to.be.below(Number(lateness?.['p99.9']))
  })

  it('are not late where a timer took a millisecond or two longer', async () => {
    const { came } = await comeFor(0.5, 50)
    expect(came.filter(({ lateMs }) => lateMs > 0 && lateMs <= 2)).to.eql([])
  })

  it('are refused where this version of Artillery makes arrivals otherwise', () => {
    poisson.process = undefined
    expect(() => poissonArrivals(10, artillery)).to.throw(/^This version of Artillery makes its arrivals in an unknown way, so plugins\.speedup\.capacity can’t have users come at a rate\./)
  })
})
