import { expect } from 'chai'
import { unknownPace } from '../../plugin/experiment/warm-up.ts'
import { secondsLeft, withBeside } from '../../plugin/experiment/run-scenario.ts'
import { Schedule } from '../../plugin/experiment/schedule.ts'
import { scheduleRound } from '../../plugin/experiment/loads.ts'
import { itFinds } from '../support/cases.ts'
import { latencies, runsWithSpeedups } from '../support/runs.ts'
import { aPlan, aVariant, refusal, someSettings } from '../support/settings.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { ScenarioPlan, Settings } from '../../plugin/concepts/settings.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'

const schedule = (variants: string, rounds: number) =>
  Array.from({ length: rounds }, (_, i) => scheduleRound(Object.freeze([...variants]), i + 1).join(''))

describe('the order in a round', () => {
  itFinds({
    'alternates for two variants': [[schedule('AB', 6), ['AB', 'BA', 'AB', 'BA', 'AB', 'BA']]],
    'alternates and rotates for three, until every order was there once': [
      [schedule('ABC', 6), ['ABC', 'CBA', 'BCA', 'ACB', 'CAB', 'BAC']]
    ]
  })

  for (const variants of ['AB', 'ABC', 'ABCD']) {
    it(`holds each of ${variants.length} variants once in every round, and lets each begin equally often, and end equally often`, () => {
      for (const round of schedule(variants, 30)) expect([...round].sort().join('')).to.equal(variants)
      const cycle = schedule(variants, 2 * variants.length)
      for (const place of [0, -1]) {
        for (const variant of variants) expect(cycle.filter((round) => round.at(place) === variant)).to.have.length(2)
      }
    })
  }
})

describe('the time left', () => {
  const variants = [{ name: 'single' }, { name: 'clustered' }]
  /** @param runs variant and seconds */
  const forecast = (...runs: [string, number][]) =>
    secondsLeft(
      runs.map(([variant, wallSeconds]) => ({ variant, wallSeconds })),
      variants,
      { min: 3, max: 10 }
    )
  /** @param count of rounds, in which single took 8 s and clustered 6 s */
  const rounds = (count: number) =>
    Array<[string, number][]>(count)
      .fill([
        ['single', 8],
        ['clustered', 6]
      ])
      .flat()

  itFinds({
    'has what comes after the rounds in what it may take at most, and not in what it must take': [
      [withBeside([20, 90], null, 12), [20, 102]],
      [withBeside([0, 0], 30, 12), [0, 12]],
      [withBeside([20, 90], 15, 12), [15, 27]]
    ],
    'is guessed from the first run for all variants alike': [[forecast(['single', 8]), [5 * 8, 19 * 8]]],
    'counts each variant at its own mean': [
      [forecast(...rounds(1)), [2 * 14, 9 * 14]],
      [forecast(...rounds(1), ['clustered', 8]), [2 * 8 + 7, 9 * 8 + 8 * 7]]
    ],
    'may be over after the fewest rounds': [[forecast(...rounds(3)), [0, 7 * 14]]],
    'reaches at least to the end of a round that was begun': [
      [forecast(...rounds(3), ['clustered', 6]), [8, 7 * 8 + 6 * 6]]
    ],
    'is nothing after the last round': [[forecast(...rounds(10)), [0, 0]]]
  })
})

const at = (responsesPerSecond: number) => ({ ...unknownPace, responsesPerSecond })
const given = (seconds: number) => ({ seconds, isGiven: true })
const within = { p50: 0.01, p95: 0.04, p99: 0.1, 'p99.9': 0.2, throughput: 0.01 }
/** Rounds whose runs count for 2 s of the 4 s that each takes. */
const rounds = (ratios: number[], overrides = {}) => {
  const run = { loadSeconds: 2, wallSeconds: 4, requests: 500, within, ...overrides }
  return runsWithSpeedups(ratios, { single: run, clustered: run })
}
const scheduleOf = (changes: Partial<Settings>, thresholds: Thresholds = {}, limits: ScenarioPlan['limits'] = {}) => {
  const settings = someSettings({ rounds: { min: 3, max: 30 }, lengthIsFree: true, ...changes })
  return new Schedule(aPlan(thresholds, ['clustered'], limits), settings, settings.time && settings.time.seconds)
}

describe('a schedule', () => {
  it('by rounds has as many as were asked for, of the script’s own length', () => {
    const schedule = scheduleOf({ rounds: { min: 3, max: 10 }, lengthIsFree: false })
    schedule.begin(at(100))
    schedule.plan(rounds([1.5, 1.6, 1.7]))
    expect(schedule).to.deep.include({ rounds: { min: 3, max: 10 }, outlook: null })
    expect([schedule.loadSeconds, schedule.secondsLeft]).to.eql([null, null])
  })

  it('by time does not take for noise what pairs of slices have in common', () => {
    const slow = [1, 2, 1, 2]
    const inSlices = (values: number[]) =>
      Object.fromEntries(Object.keys(within).map((metric) => [metric, values])) as Run['inSlices']
    const roundsOf = (ofOther: number[]) => {
      const runs = rounds([1.5, 1.8, 1.6], { within: null })
      return runs.map((run) => ({ ...run, inSlices: inSlices(run.variant === 'single' ? slow : ofOther) }))
    }
    const planned = [slow.map((each) => 3 * each), slow.toReversed()].map((ofOther) => {
      const schedule = scheduleOf({ time: given(60) })
      schedule.begin(at(100))
      schedule.plan(roundsOf(ofOther))
      return schedule.rounds.max
    })
    // Where nothing is left within, more rounds tell more than longer ones.
    expect(planned[0]).to.be.above(planned[1])
  })

  it('by time begins with runs as short as the metrics allow, beside their warm-up', () => {
    for (const [perSecond, thresholds, seconds] of [
      [1000, {}, 1.5],
      [100, {}, 2.2],
      [100, { p99: 1.2 }, 11],
      [100, { throughput: 1.2 }, 1.5],
      [5, { throughput: 1.2 }, 4]
    ] as const) {
      const schedule = scheduleOf({ time: given(600) }, thresholds)
      schedule.begin(at(perSecond))
      expect(schedule.loadSeconds).to.be.closeTo(1.5 + seconds, 1e-9)
    }
    const unasked = scheduleOf({ time: { seconds: 60, isGiven: false }, warmUpSeconds: 0 }, { p99: 1.2 })
    unasked.begin(at(10))
    expect(unasked.loadSeconds, 'never longer than 10 s, unless a time was given').to.equal(10)
  })

  it('in the usual time gives p95 and p99, for which all look, their responses as far as five rounds fit', () => {
    const usualTime = { time: { seconds: 60, isGiven: false } }
    // Of 60 s, five rounds have 6 s for each of two runs, of which the exchange and the warm-up take 2.5 s.
    for (const [perSecond, seconds] of [
      [1000, 1.5],
      [500, 2.2],
      [100, 3.5],
      [80, 2.75],
      [62, 3.5],
      [30, 1.5]
    ]) {
      const schedule = scheduleOf(usualTime, { throughput: 1.2 })
      schedule.begin(at(perSecond))
      expect(schedule.loadSeconds, `${perSecond}/s`).to.be.closeTo(1.5 + seconds, 0.01)
    }
  })

  it('in the usual time makes runs for p95 shorter again where each takes longer than was thought, for five rounds', () => {
    const schedule = scheduleOf({ time: { seconds: 60, isGiven: false } }, { throughput: 1.2 })
    schedule.begin(at(62))
    const run = { loadSeconds: 2, wallSeconds: 5, requests: 124 }
    for (const ratios of [[1.5], [1.5, 1.8], [1.5, 1.8, 1.6]]) schedule.plan(rounds(ratios, run))
    expect(schedule.rounds.max).to.be.at.least(5)
    expect(Number(schedule.loadSeconds) - 1.5).to.be.at.least((1.1 * 100) / 62)
  })

  it('has users come over a pass of the flow, and runs hold two and a half of it, in a time that grows by so much', () => {
    const schedule = scheduleOf({ time: { seconds: 60, isGiven: false } }, { throughput: 1.2 })
    const longer = schedule.begin({ ...at(100), passSeconds: 4 })
    expect(schedule.spreadSeconds).to.equal(4)
    expect(schedule.loadSeconds).to.be.closeTo(4 + 0.5 + 2.5 * 4, 1e-9)
    expect(longer?.seconds).to.be.closeTo(3 * 2 * (4.5 + 10 + 1), 0.1)
    expect(longer?.why).to.equal('a user takes about 4.0 s for the flow, of which each run holds several')
    schedule.plan(rounds([1.5], { passes: { seconds: 5 } }))
    expect(schedule.loadSeconds, 'once it was measured').to.be.closeTo(4 + 0.5 + 2.2 * 5, 1e-9)
    const quick = scheduleOf({ time: { seconds: 60, isGiven: false } }, { throughput: 1.2 })
    expect(quick.begin({ ...at(100), passSeconds: 0.2 }), 'as usual').to.equal(null)
    expect(quick.spreadSeconds).to.equal(0)
    expect(quick.loadSeconds).to.be.closeTo(1.5 + 3.5, 0.01)
  })

  it('goes on for up to three minutes with a long flow whose first three rounds differ so much that hardly anything is told, unless a time was given', () => {
    const roundsOf = (ratios: number[], time = { seconds: 60, isGiven: false }) => {
      const schedule = scheduleOf({ time }, { throughput: 1.2 })
      schedule.begin({ ...at(100), passSeconds: 2 })
      const flow = { loadSeconds: 5, wallSeconds: 12, passes: { seconds: 2 } }
      for (const i of ratios.keys()) schedule.plan(rounds(ratios.slice(0, i + 1), flow))
      return schedule.rounds.max
    }
    const usual = roundsOf([1.5, 1.6, 1.7])
    expect(roundsOf([1.2, 1.6, 2.1])).to.be.at.least(1.5 * usual)
    expect(roundsOf([1.2, 1.6, 2.1], given(60))).to.be.within(usual - 1, usual + 1)
  })

  it('takes longer unasked where responses are rare, or variants many, and says which of them it is', () => {
    const whyOf = (perSecond: number, { variants: { length } = { length: 2 }, passSeconds = 0 } = {}) => {
      const variants = Array.from({ length }, (_, i) => aVariant({ name: i === 0 ? 'single' : `clustered ${i}` }))
      const schedule = scheduleOf({ variants, time: { seconds: 60, isGiven: false } }, { throughput: 1.2 })
      return schedule.begin({ ...at(perSecond), passSeconds })?.why
    }
    const rare = 'responses are rare, of which each run needs 20'
    expect(whyOf(2)).to.equal(rare)
    expect(whyOf(2, { passSeconds: 1.5 })).to.equal(rare)
    expect(whyOf(1000, { variants: { length: 12 } })).to.equal('there are 12 variants')
    expect(whyOf(1000)).to.equal(undefined)
  })

  it('refuses a flow that takes more than five minutes unasked, with what it would take', () => {
    const schedule = scheduleOf({ time: { seconds: 60, isGiven: false } }, { throughput: 1.2 })
    const { code, message } = refusal(() => schedule.begin({ ...at(1), passSeconds: 30 }))
    expect(code).to.equal('TIME_TOO_SHORT')
    expect(message).to.equal(
      'A user takes about 30 s for the flow, and each run has to hold 2.5 passes of it: 3 rounds of 2 variants take about 9 min, ' +
        'more than is taken unasked. Set plugins.speedup.time to 9m, have fewer users, or make the flow shorter.'
    )
    const asked = scheduleOf({ time: given(900) }, { throughput: 1.2 })
    asked.begin({ ...at(1), passSeconds: 30 })
    expect(asked.loadSeconds).to.be.closeTo(10.5 + 75, 1e-9)
  })

  it('by time leaves a slow app time for two responses to each user, whatever is demanded, but no more than 10 s', () => {
    const settings = someSettings({ lengthIsFree: true, time: given(600) })
    for (const [users, perSecond, seconds] of [
      [100, 25, 8],
      [100, 5, 10],
      [20, 1000, 1.5]
    ]) {
      const schedule = new Schedule({ ...aPlan({ throughput: 1.2 }), loop: { users, seconds: null } }, settings, 600)
      schedule.begin(at(perSecond))
      expect(schedule.loadSeconds).to.be.closeTo(1.5 + seconds, 1e-9)
    }
  })

  it('by time plans after three rounds how many there will be, and how long, and what they will tell', () => {
    const schedule = scheduleOf({ time: given(60) })
    schedule.begin(at(100))
    schedule.plan(rounds([1.5, 1.6]))
    expect(schedule).to.deep.include({ rounds: { min: 3, max: 30 }, outlook: null })
    schedule.plan(rounds([1.5, 1.8, 1.6]))
    const {
      rounds: { max },
      outlook
    } = schedule
    expect(max).to.be.within(6, 12)
    expect(outlook?.rounds).to.equal(max)
    expect(outlook?.intervals.map(({ metric }) => metric)).to.eql(['p95', 'throughput'])
    for (const { factor } of outlook?.intervals ?? []) expect(factor).to.be.within(1.02, 1.4)
    // What is left is shared by the rounds to come: 2 s of each run do not count.
    expect(Number(schedule.loadSeconds) - 1.5).to.be.closeTo(60 / (max - 3) / 2 - 2, 0.1)
    schedule.plan(rounds([1.5, 1.8, 1.6, 1.7]))
    expect(schedule.rounds.max, 'planned once').to.equal(max)
  })

  it('by time plans for limits, too: runs long enough for their percentiles, and as many rounds as the values of each limited variant need', () => {
    const long = scheduleOf({ time: given(600) }, {}, { single: { p99: 200 } })
    long.begin(at(100))
    expect(long.loadSeconds).to.be.closeTo(1.5 + 11, 1e-9)
    const factorsOf = (limits: ScenarioPlan['limits'], thresholds: Thresholds = {}) => {
      const schedule = scheduleOf({ time: given(60) }, thresholds, limits)
      schedule.plan(rounds([1, 2, 3]))
      return schedule.outlook?.intervals.map(({ metric, factor }) => `${metric} ${factor > 1.5 ? 'wide' : 'narrow'}`)
    }
    // single is as fast in every round, clustered is not.
    expect(factorsOf({ single: { throughput: 100 } })).to.eql(['throughput narrow'])
    expect(factorsOf({ clustered: { throughput: 100 }, single: { errorRate: 0.1 } })).to.eql(['throughput wide'])
    expect(factorsOf({ single: { throughput: 100 } }, { p95: 1.2 })).to.eql(['p95 wide', 'throughput narrow'])
  })

  it('by time keeps to a load that has its own length', () => {
    const schedule = scheduleOf({ time: given(60), lengthIsFree: false })
    schedule.begin(at(100))
    schedule.plan(rounds([1.5, 1.8, 1.6]))
    expect([schedule.loadSeconds, schedule.rounds.max]).to.eql([null, 3 + Math.floor(60 / 8)])
  })

  it('ends where no time is left for another round, a tenth more at most', () => {
    for (const [seconds, isOver] of [
      [-10, true],
      [0, true],
      [600, false]
    ] as const) {
      const schedule = scheduleOf({ time: given(seconds) })
      schedule.plan(rounds([1.5, 1.8, 1.6]))
      expect(schedule.rounds.max === 3, `${seconds} s`).to.equal(isOver)
    }
  })

  it('makes runs of a slow app shorter than its percentiles need, where nothing is demanded and a time is given', () => {
    const schedule = scheduleOf({ time: given(60) })
    schedule.begin(at(10))
    // A sixth of a minute each, less the exchange of the app and the warm-up.
    expect(schedule.loadSeconds).to.be.closeTo(10 - 1, 0.1)
  })

  it('takes more time than usual where the metrics need it, but refuses a given time that is too short, with the least', () => {
    const unasked = scheduleOf({ time: { seconds: 30, isGiven: false } }, { p99: 1.2 })
    unasked.begin(at(40))
    expect(unasked.secondsLeft).to.be.within(63, 64.6)
    const asked = scheduleOf({ time: given(20) }, { p99: 1.2 })
    const { code, message } = refusal(() => asked.begin(at(100)))
    expect(code).to.equal('TIME_TOO_SHORT')
    expect(message).to.match(
      /^plugins\.speedup\.time leaves 20 s for this scenario, but 3 rounds of 2 variants take about 35 s: each run is 5\.8 s long to get the 300 responses needed for p99\. /
    )
    const fixed = scheduleOf({ time: given(10), lengthIsFree: false })
    expect(
      refusal(() => fixed.plan(rounds([1.5], { loadSeconds: 5, wallSeconds: 6, latencyMs: latencies(10) }))).message
    ).to.match(/take about 2\d s: each run is 6\.0 s long\. /)
  })
})
