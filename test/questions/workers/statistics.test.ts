import { expect } from 'chai'
import {
  fitLaw,
  fitScalability,
  peakOf,
  valueAt,
  type Law,
  type Point
} from '../../../plugin/questions/workers/statistics.ts'
import { seededNormal } from '../../support/random.ts'

const usual = { lambda: 228, sigma: 0.06, kappa: 0.004 }
const laws: Law[] = [
  usual,
  { ...usual, kappa: 0 },
  { lambda: 0.002, sigma: 0, kappa: 0.02 },
  { lambda: 91_000, sigma: 0, kappa: 0 },
  { lambda: 10, sigma: 1, kappa: 0.1 }
]

/** @param plan spread: between rounds, on the log scale */
function measured(
  {
    law = usual,
    ns = [1, 2, 4, 8],
    rounds = 3,
    spread = 0
  }: { law?: Law; ns?: number[]; rounds?: number; spread?: number },
  normal = seededNormal(11)
): Point[] {
  return ns.map((workers) => ({
    workers,
    logs: Array.from({ length: rounds }, () => Math.log(valueAt(law, workers)) + spread * normal())
  }))
}
const fit = (plan: Parameters<typeof measured>[0]) => fitScalability(measured(plan), 0.95)
const width = ({ interval: [low, high] }: { interval: [number, number] }) => high - low

describe('the Universal Scalability Law', () => {
  it('the scalability of what was measured is the same, intervals and all, for the same points in any order', () => {
    const points = measured({ spread: 0.05 })
    expect(fitScalability(points, 0.95)).to.eql(fitScalability(structuredClone(points), 0.95))
    expect(fitScalability([...points].reverse(), 0.95).lambda.value).to.be.closeTo(
      fitScalability(points, 0.95).lambda.value,
      1e-9
    )
  })

  it('the scalability of what was measured is the law itself where nothing is noisy, by the geometric mean at each n, and by the standard deviation of all', () => {
    const [first, ...rest] = measured({})
    const noisy = fitScalability(
      [{ ...first, logs: first.logs.map((log, i) => log + [-0.3, 0.1, 0.2][i]) }, ...rest],
      0.95
    )
    for (const { lambda, sigma, kappa } of [fit({}), noisy]) {
      expect(lambda.value).to.be.closeTo(228, 1e-6)
      expect(sigma.value).to.be.closeTo(0.06, 1e-9)
      expect(kappa.value).to.be.closeTo(0.004, 1e-9)
    }
    // What one n varies by, all may vary by.
    expect(width(noisy.kappa)).to.be.above(3 * width(fit({}).kappa))
  })

  it('the scalability of what was measured is less sure with more confidence, and never surer than measuring is exact', () => {
    const [usually, rather] = [0.95, 0.99].map((confidence) =>
      width(fitScalability(measured({ spread: 0.05 }), confidence).lambda)
    )
    expect(rather).to.be.above(1.3 * usually)
    expect(width(fit({ rounds: 10 }).lambda)).to.be.above(((228 * 2 * 1.96 * 0.01) / Math.sqrt(10)) * 0.7)
  })

  it('the scalability of what was measured has values within their intervals, which never lie below 0', () => {
    for (const law of [
      usual,
      { lambda: 1, sigma: 0, kappa: 0 },
      { lambda: 1, sigma: 0.5, kappa: 0 },
      { lambda: 1, sigma: 0, kappa: 0.05 }
    ]) {
      const { lambda, sigma, kappa, curve } = fit({ law, spread: 0.05 })
      // However certain it seems that they are 0, nobody has measured that.
      expect([sigma, kappa].map(({ interval }) => interval[1])).to.not.include(0)
      for (const {
        value,
        interval: [low, high]
      } of [lambda, sigma, kappa, ...curve.map((point) => ({ ...point, value: point.throughputPerSecond }))]) {
        expect(low).to.be.at.least(0)
        expect(value).to.be.within(low, high)
      }
    }
  })

  it('the peak of a law is where neither fewer nor more get more done: nowhere without coherency, and at one where two get less done', () => {
    const peak = peakOf(usual)
    expect(valueAt(usual, peak))
      .to.be.above(valueAt(usual, peak - 1))
      .and.above(valueAt(usual, peak + 1))
    const others = [usual, laws[1], laws[4], { lambda: 1, sigma: 1.5, kappa: 0 }, { lambda: 1, sigma: 0.5, kappa: 2 }]
    expect(others.map(peakOf)).to.eql([Math.sqrt(0.94 / 0.004), Infinity, 1, 1, 1])
  })

  const peakWith = (kappa: number, rounds = 10) => fit({ law: { ...usual, kappa }, ns: [1, 2, 4, 8, 16], rounds }).peak

  it('the peak is told with an interval where the law has one in sight, at most at twice the largest n', () => {
    const { workers = NaN, interval = [NaN, NaN] } = peakWith(0.01) ?? {}
    expect(workers).to.be.closeTo(peakOf({ ...usual, kappa: 0.01 }), 1e-6)
    expect(workers).to.be.within(interval[0], interval[1])
    expect(interval.every(Number.isFinite)).to.equal(true)
    // The square root of 0.94 / kappa: 31.9 and 32.1.
    expect(peakWith(0.000_924, 1000)?.workers).to.be.closeTo(31.9, 0.01)
    expect(peakWith(0.000_912, 1000)).to.equal(null)
  })

  it('the peak is none where there may be none', () => {
    const noisy = fit({ law: { ...usual, kappa: 0.001 }, spread: 0.1 })
    expect([noisy.kappa.interval[0], noisy.peak, peakWith(0)]).to.eql([0, null, null])
  })

  it('the curve of what was measured goes from 1 to twice the largest n, in small steps that meet every whole number', () => {
    for (const ns of [
      [1, 2, 3],
      [2, 4, 8],
      [1, 8, 64],
      [1, 2, 200]
    ]) {
      const at = fit({ ns }).curve.map(({ workers }) => workers)
      const most = 2 * ns[2]
      expect([at[0], at[at.length - 1]]).to.eql([1, most])
      expect(at.filter(Number.isInteger)).to.eql(Array.from({ length: most }, (_, i) => i + 1))
      expect(at.length).to.be.within(Math.min(50, most), Math.max(100, most))
    }
  })

  it('the curve of what was measured follows the law, and is less sure of what was not measured', () => {
    const { curve, lambda, sigma, kappa } = fit({ spread: 0.03 })
    const fitted = { lambda: lambda.value, sigma: sigma.value, kappa: kappa.value }
    for (const { workers, throughputPerSecond } of curve)
      expect(throughputPerSecond).to.be.closeTo(valueAt(fitted, workers), 1e-9)
    const relative = (n: number) =>
      curve.filter(({ workers }) => workers === n).map((one) => width(one) / one.throughputPerSecond)[0]
    expect(relative(16)).to.be.above(2 * relative(4))
  })

  it('the fit of the Universal Scalability Law finds the law where nothing is noisy', () => {
    for (const law of laws) {
      for (const ns of [
        [1, 2, 3],
        [1, 2, 4, 8],
        [2, 16, 64],
        [8, 4, 1, 2]
      ]) {
        const found = fitLaw(
          ns,
          ns.map((n) => valueAt(law, n))
        )
        expect(found.lambda / law.lambda).to.be.closeTo(1, 1e-9)
        expect(
          [found.sigma - law.sigma, found.kappa - law.kappa].every((difference) => Math.abs(difference) < 1e-9),
          JSON.stringify(found)
        ).to.equal(true)
      }
    }
  })

  it('the fit of the Universal Scalability Law is the best there is: every law nearby fits worse', () => {
    const [ns, normal] = [[1, 2, 4, 8, 16], seededNormal(3)]
    /** What the fit makes as small as possible: the sum of the squares of value / n (n / law - n / value). */
    const misfit = (law: Law, values: number[]): number =>
      ns.reduce((sum, n, i) => sum + (values[i] / valueAt(law, n) - 1) ** 2, 0)
    for (let trial = 0; trial < 200; trial++) {
      const values = ns.map((n) => valueAt(laws[trial % laws.length], n) * Math.exp(0.1 * normal()))
      const best = fitLaw(ns, values)
      for (const [byLambda, bySigma, byKappa] of [
        [1.01, 0, 0],
        [0.99, 0, 0],
        [1, 0.01, 0],
        [1, -0.01, 0],
        [1, 0, 0.001],
        [1, 0, -0.001],
        [1.01, 0.01, 0],
        [0.99, -0.01, 0.001]
      ]) {
        const other = {
          lambda: best.lambda * byLambda,
          sigma: Math.max(0, best.sigma + bySigma),
          kappa: Math.max(0, best.kappa + byKappa)
        }
        expect(misfit(other, values), JSON.stringify({ trial, best, other })).to.be.at.least(
          misfit(best, values) * (1 - 1e-9)
        )
      }
    }
  })

  it('the fit of the Universal Scalability Law is a law, even where more get more done than their share, or the values fall faster than any law does', () => {
    const ns = [1, 2, 4, 8]
    const { lambda, ...terms } = fitLaw(
      ns,
      ns.map((n) => 100 * n ** 1.2)
    )
    expect(terms).to.eql({ sigma: 0, kappa: 0 })
    expect(lambda).to.be.within(100, 100 * 8 ** 0.2)
    const falling = fitLaw([2, 4, 8], [20, 3.6, 2.6])
    expect(falling.lambda).to.be.above(0).and.below(Infinity)
    expect(Math.min(falling.sigma, falling.kappa)).to.be.at.least(0)
  })
})

const trials = 150

// What the intervals promise: 95 % of them cover the truth. The random numbers are seeded, so a run of this file can't
// fail by bad luck, only because the fit or the promise was changed.
const sweeps: { name: string; law: Law; ns: number[]; rounds: number; spread: number }[] = [
  {
    name: 'a little contention and coherency',
    law: { lambda: 228, sigma: 0.05, kappa: 0.002 },
    ns: [1, 2, 4, 8, 16],
    rounds: 3,
    spread: 0.03
  },
  { name: 'an early peak', law: { lambda: 228, sigma: 0.02, kappa: 0.02 }, ns: [1, 2, 4, 8], rounds: 5, spread: 0.03 },
  { name: 'no coherency', law: { lambda: 228, sigma: 0.1, kappa: 0 }, ns: [1, 2, 4, 8], rounds: 3, spread: 0.03 },
  {
    name: 'three numbers alone, and noisy rounds',
    law: { lambda: 228, sigma: 0.1, kappa: 0 },
    ns: [1, 2, 3],
    rounds: 3,
    spread: 0.05
  }
]

describe('the intervals of the scalability, simulated', () => {
  for (const sweep of sweeps) {
    const { name, law, ns } = sweep
    it(`cover the truth 88 to 98 times in 100, with ${name}`, () => {
      const { terms, curve, peaks } = simulate(sweep)
      expect(terms.lambda, 'lambda').to.be.within(0.88, 0.98)
      expect(terms.sigma, 'sigma').to.be.within(0.88, 0.98)
      // Where it is 0, it can be left to one side only, and with three numbers hardly at all.
      expect(terms.kappa, 'kappa').to.be.within(0.88, law.kappa === 0 ? 1 + 1e-9 : 0.98)
      expect(curve, 'curve, in the mean over its length').to.be.within(0.88, 0.98)
      // 2.5 % on either side of kappa's interval, and two standard errors of 150 trials.
      if (law.kappa === 0) expect(peaks, 'peaks that are none').to.be.below(0.052)
      else if (ns.length > 4 || law.kappa > 0.01) expect(peaks, 'peaks that are seen').to.be.above(0.9)
    })
  }
})

function simulate(sweep: (typeof sweeps)[0]) {
  const normal = seededNormal(77)
  const seen = { terms: { lambda: 0, sigma: 0, kappa: 0 }, curve: 0, peaks: 0 }
  const share = ([low, high]: [number, number], truth: number) => (low <= truth && truth <= high ? 1 / trials : 0)
  for (let trial = 0; trial < trials; trial++) {
    const found = fitScalability(measured(sweep, normal), 0.95)
    for (const term of ['lambda', 'sigma', 'kappa'] as const)
      seen.terms[term] += share(found[term].interval, sweep.law[term])
    seen.curve +=
      found.curve.reduce((sum, { workers, interval }) => sum + share(interval, valueAt(sweep.law, workers)), 0) /
      found.curve.length
    if (found.peak !== null) seen.peaks += 1 / trials
  }
  return seen
}
