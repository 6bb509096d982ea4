import { expect } from 'chai'
import { describe, it } from 'mocha'
import { Schedule } from '../../plugin/experiment/schedule.ts'
import { latencies, runsWithSpeedups } from '../support/runs.ts'
import { aPlan, refusal, someSettings } from '../support/settings.ts'
import type { Settings } from '../../plugin/concepts/settings.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'

const given = (seconds: number) => ({ seconds, isGiven: true })
const within = { p50: 0.01, p95: 0.04, p99: 0.1, 'p99.9': 0.2, throughput: 0.01 }
/** Rounds whose runs count for 2 s of the 4 s that each takes. */
const rounds = (ratios: number[], overrides = {}) => {
  const run = { loadSeconds: 2, wallSeconds: 4, requests: 500, within, ...overrides }
  return runsWithSpeedups(ratios, { single: run, clustered: run })
}
const scheduleOf = (changes: Partial<Settings>, thresholds: Thresholds = {}) => {
  const settings = someSettings({ rounds: { min: 3, max: 30 }, lengthIsFree: true, ...changes })
  return new Schedule(aPlan(thresholds), settings, settings.time && settings.time.seconds)
}

describe('a schedule', () => {
  it('by rounds has as many as were asked for, of the script’s own length', () => {
    const schedule = scheduleOf({ rounds: { min: 3, max: 10 }, lengthIsFree: false })
    schedule.begin(100)
    schedule.plan(rounds([1.5, 1.6, 1.7]))
    expect(schedule).to.deep.include({ rounds: { min: 3, max: 10 }, outlook: null })
    expect([schedule.loadSeconds, schedule.secondsLeft]).to.eql([null, null])
  })

  it('by time begins with runs as short as the metrics allow, beside their warm-up', () => {
    for (const [perSecond, thresholds, seconds] of [[1000, {}, 1.5], [100, {}, 2.2], [100, { p99: 1.2 }, 11], [100, { throughput: 1.2 }, 1.5]] as const) {
      const schedule = scheduleOf({ time: given(600) }, thresholds)
      schedule.begin(perSecond)
      expect(schedule.loadSeconds).to.be.closeTo(1.5 + seconds, 1e-9)
    }
    const unasked = scheduleOf({ time: { seconds: 60, isGiven: false }, warmUpSeconds: 0 }, { p99: 1.2 })
    unasked.begin(10)
    expect(unasked.loadSeconds, 'never longer than 10 s, unless a time was given').to.equal(10)
  })

  it('by time plans after three rounds how many there will be, and how long, and what they will tell', () => {
    const schedule = scheduleOf({ time: given(60) })
    schedule.begin(100)
    schedule.plan(rounds([1.5, 1.6]))
    expect(schedule).to.deep.include({ rounds: { min: 3, max: 30 }, outlook: null })
    schedule.plan(rounds([1.5, 1.8, 1.6]))
    const { rounds: { max }, outlook } = schedule
    expect(max).to.be.within(6, 12)
    expect(outlook?.rounds).to.equal(max)
    expect(outlook?.intervals.map(({ metric }) => metric)).to.eql(['p95', 'throughput'])
    for (const { factor } of outlook?.intervals ?? []) expect(factor).to.be.within(1.02, 1.4)
    // What is left is shared by the rounds to come: 2 s of each run do not count.
    expect(Number(schedule.loadSeconds) - 1.5).to.be.closeTo(60 / (max - 3) / 2 - 2, 0.1)
    schedule.plan(rounds([1.5, 1.8, 1.6, 1.7]))
    expect(schedule.rounds.max, 'planned once').to.equal(max)
  })

  it('by time keeps to a load that has its own length', () => {
    const schedule = scheduleOf({ time: given(60), lengthIsFree: false })
    schedule.begin(100)
    schedule.plan(rounds([1.5, 1.8, 1.6]))
    expect([schedule.loadSeconds, schedule.rounds.max]).to.eql([null, 3 + Math.floor(60 / 8)])
  })

  it('by time expects less of rounds that vary more', () => {
    const factors = [[1.5, 1.6, 1.7], [1, 2, 3]].map((ratios) => {
      const schedule = scheduleOf({ time: given(60) })
      schedule.plan(rounds(ratios))
      return Number(schedule.outlook?.intervals[0].factor)
    })
    expect(factors[1]).to.be.above(1.5 * factors[0])
  })

  it('ends where no time is left for another round, a tenth more at most', () => {
    for (const [seconds, isOver] of [[-10, true], [0, true], [600, false]] as const) {
      const schedule = scheduleOf({ time: given(seconds) })
      schedule.plan(rounds([1.5, 1.8, 1.6]))
      expect(schedule.rounds.max === 3, `${seconds} s`).to.equal(isOver)
    }
  })

  it('makes runs of a slow app shorter than its percentiles need, where nothing is demanded and a time is given', () => {
    const schedule = scheduleOf({ time: given(60) })
    schedule.begin(10)
    // A sixth of a minute each, less the exchange of the app and the warm-up.
    expect(schedule.loadSeconds).to.be.closeTo(10 - 1, 0.1)
  })

  it('takes more time than usual where the metrics need it, but refuses a given time that is too short, with the least', () => {
    const unasked = scheduleOf({ time: { seconds: 30, isGiven: false } }, { p99: 1.2 })
    unasked.begin(100)
    expect(unasked.secondsLeft).to.be.within(74, 75.1)
    const asked = scheduleOf({ time: given(40) }, { p99: 1.2 })
    const { code, message } = refusal(() => asked.begin(100))
    expect(code).to.equal('TIME_TOO_SHORT')
    expect(message).to.match(/^plugins\.speedup\.time leaves 40 s for this scenario, but 3 rounds of 2 variants take about 81 s: each run is 13\.5 s long, for 1000 responses, the least for p99\. /)
    const fixed = scheduleOf({ time: given(10), lengthIsFree: false })
    expect(refusal(() => fixed.plan(rounds([1.5], { loadSeconds: 5, wallSeconds: 6, latencyMs: latencies(10) }))).message).to.match(/take about 2\d s: each run is 6\.0 s long\. /)
  })
})
