import { expect } from 'chai'
import { levelsOf, type Reading } from '../../plugin/statistics/change-points.ts'
import { mean } from '../../plugin/statistics/descriptive.ts'
import { seededNormal, seededUniform } from '../support/random.ts'

const spread = 0.03 // between comparisons, beside the error of each

/** @param shiftOf by how many spreads each reading lies off. maxError: intervals are of different widths */
function history(count: number, seed: number, shiftOf: (i: number) => number = () => 0, maxError = 0): Reading[] {
  const [normal, uniform] = [seededNormal(seed), seededUniform(seed + 1)]
  const all = Math.hypot(spread, 0.58 * maxError)
  return Array.from({ length: count }, (_, i) => {
    const error = maxError * (0.2 + 0.8 * uniform())
    return { value: Math.log(1.8) + spread * normal() + error * normal() - shiftOf(i) * all, error }
  })
}

const share = (times: number, is: (seed: number) => boolean) =>
  mean(Array.from({ length: times }, (_, i) => Number(is(1 + 10 * i))))
const startsOf = (readings: Reading[]) =>
  levelsOf(readings)
    .slice(1)
    .map(({ from }) => from)

describe('changes of the level of a history, simulated', () => {
  for (const [count, times] of [
    [6, 1000],
    [12, 1000],
    [50, 400],
    [200, 60]
  ]) {
    for (const maxError of [0, 0.06]) {
      const errors = maxError === 0 ? 'alike' : 'of different widths'
      it(`are none in 19 of 20 histories of ${count} that have none, with intervals ${errors}`, () => {
        const marked = share(times, (seed) => startsOf(history(count, seed, undefined, maxError)).length > 0)
        // Beside what chance leaves of so many.
        expect(marked).to.be.below(0.05 + 2 * Math.sqrt((0.05 * 0.95) / times))
      })
    }
  }

  for (const [spreads, within, least] of [
    [3, 3, 0.9],
    [2, 6, 0.8],
    [2, 8, 0.9]
  ]) {
    it(`of ${spreads} spreads are found within ${within} results, where they were, in ${least * 100} %`, () => {
      const before = 30
      const found = share(300, (seed) =>
        startsOf(history(before + within, seed, (i) => (i < before ? 0 : spreads))).some(
          (from) => Math.abs(from - before) <= 2
        )
      )
      expect(found).to.be.above(least)
    })
  }

  it('are found one after the other, with the level of each part', () => {
    const levels = levelsOf(history(45, 3, (i) => (i < 15 ? 0 : i < 30 ? 5 : 10)))
    expect(levels).to.have.length(3)
    for (const [i, { from }] of levels.entries()) expect(from).to.be.closeTo(15 * i, 1)
    for (const [i, level] of levels.entries()) expect(level.mean).to.be.closeTo(Math.log(1.8) - 5 * i * spread, spread)
  })
})

describe('the levels of a history', () => {
  const readings = (...values: number[]) => values.map((value) => ({ value, error: 0.02 }))

  it('are one where a result or two lie off', () => {
    const calm = [0.6, 0.61, 0.59, 0.6, 0.62, 0.6, 0.59, 0.61]
    for (const off of [[0.1], [0.1, 0.12]])
      expect(levelsOf(readings(...calm, ...off, ...calm)), String(off)).to.have.length(1)
  })

  it('are one of results that are all the same, and of fewer than six', () => {
    expect(levelsOf(readings(...Array(40).fill(0.5)))).to.eql([{ from: 0, to: 40, mean: 0.5 }])
    expect(levelsOf(readings(0.7, 0.7, 0, 0, 0))).to.have.length(1)
    expect(levelsOf(readings(0.7))).to.have.length(1)
    expect(levelsOf([])).to.eql([])
  })
})
