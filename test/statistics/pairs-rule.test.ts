import { expect } from 'chai'
import { metrics } from '../../plugin/concepts/metrics.ts'
import { mean, quantileOfSorted, standardDeviation } from '../../plugin/statistics/descriptive.ts'
import { pairsInterval, pairsOf, typicalRounds, varianceByPairs } from '../../plugin/statistics/pairs-rule.ts'
import { decide } from '../../plugin/statistics/decide.ts'
import { fromLog, logInterval, tailAtLook, type Looks } from '../../plugin/statistics/sequential-rule.ts'
import { seededNormal, seededUniform } from '../support/random.ts'
import { aRun } from '../support/runs.ts'
import type { Run } from '../../plugin/concepts/run.ts'

const pairsIn = 4

/**
 * launch, pair: standard deviations; correlation: of a pair with the one before; trend: from the first pair to the last
 */
interface Noise {
  launch: number
  pair: number
  correlation?: number
  trend?: number
  pairs?: number // in a round
  rounds?: number // by how much a launch is correlated with the one before
  flips?: number // how often a pair meets a machine that becomes 1.7 times as quick in one of its turns
}

/** Of rounds without an effect, log ratios and their pairs, one round after the other. */
function* roundsOf(noise: Noise, normal: () => number, random: () => number) {
  const { launch, pair, correlation = 0, trend = 0, rounds = 0, flips = 0, pairs = pairsIn } = noise
  for (let mood = normal(); ; mood = rounds * mood + Math.sqrt(1 - rounds ** 2) * normal()) {
    let common = normal()
    const logs = Array.from({ length: pairs }, (_, i) => {
      common = correlation * common + Math.sqrt(1 - correlation ** 2) * normal()
      const flip = random() < flips ? (random() < 0.5 ? 1 : -1) * Math.log(1.7) * random() : 0
      return launch * mood + pair * common + trend * (i / (pairs - 1) - 0.5) + flip
    })
    yield { log: mean(logs), pairs: { logs, seconds: 0.5 } }
  }
}

/**
 * Shares of comparisons of equal variants that pass, or fail, at any look, and what their intervals hold at the end.
 */
function simulate(noise: Noise, looks: Looks, trials: number) {
  const normal = seededNormal(56)
  const random = seededUniform(57)
  const seen = { pass: 0, fail: 0, held: 0, now: [0, 0], before: [0, 0] }
  for (let trial = 0; trial < trials; trial++) {
    const rounds: { log: number; pairs: { logs: number[]; seconds: number } }[] = []
    let verdict = 'inconclusive'
    for (const round of roundsOf(noise, normal, random)) {
      rounds.push(round)
      if (rounds.length < looks.min) continue
      const logs = rounds.map(({ log }) => log)
      const tail = tailAtLook(looks, logs.length)
      const ofPairs = varianceByPairs(
        rounds.map(({ pairs }) => pairs),
        0.01
      )
      const found = logInterval(logs, tail, 0.01, ofPairs)
      const isLast = rounds.length === looks.max
      if (rounds.length === looks.min || isLast) {
        seen.now[Number(isLast)] += found.halfWidth / trials
        seen.before[Number(isLast)] += logInterval(logs, tail).halfWidth / trials
      }
      if (isLast && Math.abs(found.centre) <= found.halfWidth) seen.held += 1 / trials
      if (verdict === 'inconclusive') verdict = decide(fromLog(found).interval, 1)
      if (isLast) break
    }
    if (verdict === 'pass' || verdict === 'fail') seen[verdict] += 1 / trials
  }
  return seen
}

const upTo = (max: number): Looks => ({ min: 3, max, confidence: 0.95 })
const byChance = (share: number, trials: number) => 3.5 * Math.sqrt((share * (1 - share)) / trials)

describe('the rule that uses pairs, simulated', () => {
  const trials = 600
  const cells: [name: string, noise: Noise, wrong: number, held: number][] = [
    ['launches that do not differ', { launch: 0, pair: 0.13 }, 0.025, 0.95],
    ['quiet pairs', { launch: 0.03, pair: 0.03 }, 0.025, 0.95],
    ['the usual', { launch: 0.06, pair: 0.13 }, 0.025, 0.95],
    ['noisy pairs', { launch: 0.06, pair: 0.2 }, 0.025, 0.95],
    ['launches that differ by 0.08', { launch: 0.08, pair: 0.13 }, 0.025, 0.95],
    ['launches that differ by 0.08, and quiet pairs', { launch: 0.08, pair: 0.03 }, 0.025, 0.95],
    ['launches that differ by 0.1', { launch: 0.1, pair: 0.13 }, 0.04, 0.93],
    ['pairs that are correlated by 0.4', { launch: 0.04, pair: 0.13, correlation: 0.4 }, 0.025, 0.95],
    ['a trend within rounds', { launch: 0.06, pair: 0.1, trend: 0.1 }, 0.025 + 0.01, 0.93],
    ['a machine whose speed flips by 1.7', { launch: 0.05, pair: 0.1, flips: 0.2 }, 0.025, 0.95],
    ['halves instead of pairs', { launch: 0.06, pair: 0.13, pairs: 2 }, 0.025, 0.95],
    ['halves, and launches that differ by 0.1', { launch: 0.1, pair: 0.13, pairs: 2 }, 0.04, 0.93]
  ]
  for (const [name, noise, wrong, held] of cells)
    it(`passes and fails wrongly in ${Number((100 * wrong).toFixed(1))} % a side at most, with ${name}`, () => {
      for (const max of [3, 10]) {
        const seen = simulate(noise, upTo(max), trials)
        for (const side of [seen.pass, seen.fail])
          expect(side, `${max} rounds`).to.be.below(wrong + byChance(wrong, trials))
        expect(seen.held, `${max} rounds`).to.be.above(held - byChance(held, trials))
      }
    })

  it('has intervals of at most half of those of the rounds alone after three of ten, and never wider ones at the end', () => {
    for (const noise of [
      { launch: 0.03, pair: 0.13 },
      { launch: 0.06, pair: 0.13 },
      { launch: 0.08, pair: 0.2 }
    ]) {
      const { now, before } = simulate(noise, upTo(10), 400)
      expect(now[0] / before[0]).to.be.below(0.5)
      expect(now[1] / before[1]).to.be.below(1.06)
    }
  })

  it('keeps what it promises over thirty rounds', () => {
    const seen = simulate({ launch: 0.08, pair: 0.13 }, upTo(30), 200)
    for (const side of [seen.pass, seen.fail]) expect(side).to.be.below(0.025 + byChance(0.025, 200))
    expect(seen.held).to.be.above(0.95 - byChance(0.05, 200))
  })

  it('errs more often where launches are correlated, as the rule by rounds does: 6.5 % a side at 0.3', () => {
    const seen = simulate({ launch: 0.08, pair: 0.08, rounds: 0.3 }, upTo(10), trials)
    expect(Math.max(seen.pass, seen.fail)).to.be.below(0.065 + byChance(0.065, trials))
  })
})

const aCounted = (latencies: number) => ({ ...aRun().counted, latencies })
const inSlices = (p95: number[]) => Object.fromEntries(metrics.map((metric) => [metric, p95])) as Run['inSlices']

describe('what pairs of turns tell', () => {
  const some = [0.1, 0.2, 0.15, 0.05]

  it('is the variance of a round’s mean, in proportion to one over the seconds that its turns last', () => {
    const [short, long] =
      varianceByPairs(
        [
          { logs: some, seconds: 0.5 },
          { logs: some, seconds: 2 }
        ],
        0.001
      ) ?? []
    expect(short / long).to.be.closeTo(4, 1e-9)
    const [even] =
      varianceByPairs(
        [
          { logs: some, seconds: 1 },
          { logs: some, seconds: 1 }
        ],
        0.001
      ) ?? []
    expect(even).to.be.closeTo(standardDeviation(some) ** 2 / some.length, 1e-9)
  })

  it('is never less than is believed of any measurement', () => {
    expect(varianceByPairs([{ logs: [0.1, 0.1, 0.1, 0.1], seconds: 1 }], 0.01)).to.eql([0.0001])
  })

  it('is as much of a percentile as it varies by in rounds of so few responses', () => {
    const uniform = seededUniform(95)
    const latencies = () => Array.from({ length: 25 }, () => -Math.log(1 - uniform()))
    const p95 = (values: number[]) => quantileOfSorted(Float64Array.from(values).sort(), 0.95)
    const trials = Array.from({ length: 2000 }, () => {
      const slices = [0, 1].map(() => Array.from({ length: pairsIn }, latencies))
      const [own, other] = slices.map((all) => p95(all.flat()))
      const [ofOwn, ofOther] = slices.map((all) => aRun({ counted: aCounted(100), inSlices: inSlices(all.map(p95)) }))
      const [pairs] = pairsOf([ofOwn], [ofOther], 'p95')
      return { round: Math.log(other / own) ** 2, told: varianceByPairs([pairs], 0)?.[0] ?? NaN }
    })
    const ratio = mean(trials.map(({ told }) => told)) / mean(trials.map(({ round }) => round))
    expect(Math.sqrt(ratio)).to.be.within(0.94, 1.12)
    const [tooFew] = pairsOf([aRun({ counted: aCounted(99), inSlices: inSlices([1, 2, 1, 2]) })], [aRun()], 'p95')
    expect(tooFew).to.equal(null)
  })

  it('is that of halves of the rounds where slices have too few responses, and each round has halves', () => {
    const aRound = (p95: number[]) =>
      aRun({ counted: aCounted(60), loadSeconds: 8, inSlices: inSlices([1, 1, 1, 1]), inHalves: inSlices(p95) })
    const [own, other] = [aRound([1, 2]), aRound([2, 3])]
    const [halves] = pairsOf([own], [other], 'p95')
    expect(halves).to.deep.include({ logs: [Math.log(2), Math.log(3) - Math.log(2)], seconds: 4 })
    const odd = { ...own, inHalves: undefined }
    expect(pairsOf([own, odd], [other, other], 'p95')).to.eql([null, null])
    // Of enough responses, slices tell more.
    expect(pairsOf([own], [other], 'p50')[0]?.logs).to.have.lengthOf(4)
  })

  it('is nothing where a round has none, or all have too few', () => {
    expect(varianceByPairs([{ logs: some, seconds: 1 }, null], 0.01)).to.equal(null)
    expect(
      varianceByPairs(
        [1, 2, 3].map(() => ({ logs: [0.1], seconds: 1 })),
        0.01
      )
    ).to.equal(null)
    expect(
      varianceByPairs(
        [1, 2].map(() => ({ logs: [0.1, 0.2], seconds: 1 })),
        0.01
      )
    ).to.equal(null)
  })

  it('is nothing for the throughput of passes that take longer than a turn, which each turn has a share of', () => {
    const inSlices = Object.fromEntries(metrics.map((metric) => [metric, [1, 2, 3, 4]])) as Run['inSlices']
    const ofPasses = (seconds: number): Partial<Run> => ({
      loadSeconds: 8,
      inSlices,
      passes: { through: 9, failed: 0, failedOtherwise: 0, failureKinds: {}, seconds }
    })
    const [single, clustered, slow] = [1.9, 1, 2.1].map((seconds) => aRun(ofPasses(seconds)))
    expect(pairsOf([clustered], [single], 'throughput')[0]?.seconds).to.equal(2)
    expect(pairsOf([clustered], [slow], 'throughput')).to.eql([null])
    expect(pairsOf([slow], [clustered], 'throughput')).to.eql([null])
    expect(pairsOf([clustered], [slow], 'p50')[0]?.seconds).to.equal(2)
  })

  it('leaves the verdict to the rounds where they differ by more than launches do', () => {
    const ofPairs = [0.0001, 0.0001, 0.0001]
    expect(pairsInterval([0, 0.05, -0.05], ofPairs, 0.025)).to.not.equal(null)
    expect(pairsInterval([0, 0.4, -0.4], ofPairs, 0.025)).to.equal(null)
    const wild = logInterval([0, 0.4, -0.4], 0.025, 0.01, ofPairs)
    expect(wild).to.eql(logInterval([0, 0.4, -0.4], 0.025))
    expect(wild.ofPairs).to.equal(null)
  })

  it('holds as much on either side as was asked for: a mixture of normal distributions', () => {
    // All of the variance is that of the pairs, so many that the launches can't add to it.
    const logs = typicalRounds(30, 0.02)
    const found = pairsInterval(
      logs,
      logs.map(() => 0.25),
      0.025
    )
    expect(found?.centre).to.be.closeTo(0, 1e-9)
    expect(found?.halfWidth).to.be.within((1.96 * 0.5) / Math.sqrt(30), (2.05 * 0.5) / Math.sqrt(30))
  })

  it('weighs rounds by how sure each is', () => {
    const found = pairsInterval([0, 0, 0.3], [0.0004, 0.0004, 0.04], 0.025)
    expect(found?.centre).to.be.within(0.01, 0.08)
  })
})
