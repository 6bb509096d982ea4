import { expect } from 'chai'
import { describe, it } from 'mocha'
import { fitScalability, peakOf, valueAt, type Point, type Law } from '../../plugin/statistics/scalability.ts'
import { seededNormal } from '../support/random.ts'

const law = { lambda: 228, sigma: 0.06, kappa: 0.004 }

/** @param how.spread between rounds, on the log scale */
function measured({ of = law, ns = [1, 2, 4, 8], rounds = 3, spread = 0 }: { of?: Law, ns?: number[], rounds?: number, spread?: number } = {}): Point[] {
  const normal = seededNormal(11)
  return ns.map((n) => ({ n, logs: Array.from({ length: rounds }, () => Math.log(valueAt(of, n)) + spread * normal()) }))
}

const width = ({ interval: [low, high] }: { interval: [number, number] }) => high - low

describe('the scalability of what was measured', () => {
  it('is the law itself where nothing is noisy', () => {
    const { lambda, sigma, kappa } = fitScalability(measured(), 0.95)
    expect(lambda.value).to.be.closeTo(228, 1e-6)
    expect(sigma.value).to.be.closeTo(0.06, 1e-9)
    expect(kappa.value).to.be.closeTo(0.004, 1e-9)
  })

  it('is the same, intervals and all, for the same points in any order', () => {
    const points = measured({ spread: 0.05 })
    expect(fitScalability(points, 0.95)).to.eql(fitScalability(structuredClone(points), 0.95))
    const { lambda } = fitScalability([...points].reverse(), 0.95)
    expect(lambda.value).to.be.closeTo(fitScalability(points, 0.95).lambda.value, 1e-9)
  })

  it('is judged by the geometric mean at each n, and by the standard deviation of all', () => {
    const [first, ...rest] = measured()
    const spread = { ...first, logs: first.logs.map((log, i) => log + [-0.3, 0.1, 0.2][i]) }
    const { lambda, kappa } = fitScalability([spread, ...rest], 0.95)
    expect(lambda.value).to.be.closeTo(228, 1e-6)
    // What one n varies by, all may vary by.
    expect(width(kappa)).to.be.above(3 * width(fitScalability(measured(), 0.95).kappa))
  })

  it('is surer with more rounds and with less spread, and never surer than measuring is exact', () => {
    const widths = [{ spread: 0.05 }, { spread: 0.05, rounds: 10 }, { spread: 0.02, rounds: 10 }, { rounds: 10 }].map((how) => width(fitScalability(measured(how), 0.95).lambda))
    expect(widths).to.eql([...widths].sort((a, b) => b - a))
    expect(widths[3]).to.be.above(228 * 2 * 1.96 * 0.01 / Math.sqrt(10) * 0.7)
  })

  it('has wider intervals at a higher confidence', () => {
    const points = measured({ spread: 0.05 })
    const widths = [0.9, 0.95, 0.99].map((confidence) => width(fitScalability(points, confidence).lambda))
    expect(widths).to.eql([...widths].sort((a, b) => a - b))
    expect(widths[2]).to.be.above(1.3 * widths[1])
  })

  it('has values within their intervals, which never lie below 0', () => {
    for (const values of [law, { lambda: 1, sigma: 0, kappa: 0 }, { lambda: 1, sigma: 0.5, kappa: 0 }, { lambda: 1, sigma: 0, kappa: 0.05 }]) {
      const { lambda, sigma, kappa, curve } = fitScalability(measured({ of: values, spread: 0.05 }), 0.95)
      // However certain it seems that they are 0, nobody has measured that.
      expect([sigma, kappa].map(({ interval }) => interval[1])).to.not.include(0)
      for (const { value, interval: [low, high] } of [lambda, sigma, kappa, ...curve]) {
        expect(low).to.be.at.least(0)
        expect(value).to.be.within(low, high)
      }
    }
  })
})

describe('the peak of what was measured', () => {
  const peakWith = (kappa: number, rounds = 10) => fitScalability(measured({ of: { ...law, kappa }, ns: [1, 2, 4, 8, 16], rounds }), 0.95).peak

  it('is told with an interval where the law has one in sight', () => {
    const peak = peakWith(0.01)
    expect(peak?.n).to.be.closeTo(peakOf({ ...law, kappa: 0.01 }), 1e-6)
    expect(peak?.n).to.be.within(peak?.interval[0] ?? NaN, peak?.interval[1] ?? NaN)
    expect(peak?.interval.every(Number.isFinite)).to.equal(true)
  })

  it('is none where there may be none', () => {
    const noisy = fitScalability(measured({ of: { ...law, kappa: 0.001 }, spread: 0.1 }), 0.95)
    expect(noisy.kappa.interval[0]).to.equal(0)
    expect(noisy.peak).to.equal(null)
    expect(peakWith(0)).to.equal(null)
  })

  it('is none beyond twice the largest n', () => {
    // The square root of 0.94 / kappa: 31.9 and 32.1.
    expect(peakWith(0.000_924, 1000)?.n).to.be.closeTo(31.9, 0.01)
    expect(peakWith(0.000_912, 1000)).to.equal(null)
  })
})

describe('the curve of what was measured', () => {
  it('goes from 1 to twice the largest n, in small steps that meet every whole number', () => {
    for (const ns of [[1, 2, 3], [2, 4, 8], [1, 8, 64], [1, 2, 200]]) {
      const { curve } = fitScalability(measured({ ns }), 0.95)
      const at = curve.map(({ n }) => n)
      const most = 2 * ns[2]
      expect([at[0], at[at.length - 1]]).to.eql([1, most])
      expect(at.filter(Number.isInteger)).to.eql(Array.from({ length: most }, (_, i) => i + 1))
      expect(curve.length).to.be.within(Math.min(50, most), Math.max(100, most))
    }
  })

  it('follows the law, and is less sure of what was not measured', () => {
    const { curve } = fitScalability(measured({ spread: 0.03 }), 0.95)
    const { lambda, sigma, kappa } = fitScalability(measured({ spread: 0.03 }), 0.95)
    const fitted = { lambda: lambda.value, sigma: sigma.value, kappa: kappa.value }
    for (const { n, value } of curve) expect(value).to.be.closeTo(valueAt(fitted, n), 1e-9)
    const relative = (n: number) => curve.filter((one) => one.n === n).map((one) => width(one) / one.value)[0]
    expect(relative(16)).to.be.above(2 * relative(4))
  })
})
