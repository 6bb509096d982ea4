import { expect } from 'chai'
import { levelsOf, rangeOfLevel, readingOf, type Reading } from '../../plugin/statistics/change-points.ts'
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

  for (const [spreads, within] of [
    [3, 3],
    [2, 6],
    [2, 8]
  ]) {
    for (const maxError of [0, 0.06]) {
      const errors = maxError === 0 ? 'alike' : 'of different widths'
      it(`of ${spreads} spreads are found within ${within} results, where they were, in 9 of 10, with intervals ${errors}`, () => {
        const before = 30
        const found = share(500, (seed) =>
          startsOf(history(before + within, seed, (i) => (i < before ? 0 : spreads), maxError)).some(
            (from) => Math.abs(from - before) <= 2
          )
        )
        expect(found).to.be.above(0.9)
      })
    }
  }

  it('of two spreads stay marked with the results that follow', () => {
    for (const after of [7, 9, 12, 20]) {
      const found = share(300, (seed) => startsOf(history(30 + after, seed, (i) => (i < 30 ? 0 : 2))).length > 0)
      expect(found, String(after)).to.be.above(0.95)
    }
  })

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
    const same = levelsOf(readings(...Array(40).fill(0.5)))
    expect(same).to.have.length(1)
    expect(same[0]).to.deep.include({ from: 0, to: 40, mean: 0.5 })
    expect(levelsOf(readings(0.7, 0.7, 0, 0, 0))).to.have.length(1)
    expect(levelsOf(readings(0.7))).to.have.length(1)
    expect(levelsOf([])).to.eql([])
  })

  it('hold the next result of the same level in 19 of 20, and that of one result where there is no other', () => {
    const held = share(400, (seed) => {
      const [next, ...known] = history(21, seed)
      const [low, high] = rangeOfLevel(levelsOf(known).at(-1)!).interval.map(Math.log)
      return next.value > low && next.value < high
    })
    expect(held).to.be.within(0.9, 0.98)
    const { speedup, interval } = rangeOfLevel(levelsOf([readingOf({ speedup: 1.5, interval: [1.2, 1.875] })])[0])
    for (const [i, end] of [1.2, 1.5, 1.875].entries())
      expect([interval[0], speedup, interval[1]][i]).to.be.closeTo(end, 0.01)
  })
})
