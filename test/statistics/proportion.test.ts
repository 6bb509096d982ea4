import { expect } from 'chai'
import { shareInterval } from '../../plugin/statistics/proportion.ts'

/** @returns the probability of at most so many of all, each with that share */
function atMost(count: number, all: number, share: number): number {
  let [term, sum] = [(1 - share) ** all, 0]
  for (let i = 0; i <= count; i++) {
    sum += term
    term *= ((all - i) / (i + 1)) * (share / (1 - share))
  }
  return sum
}

describe('the exact interval of a share', () => {
  for (const [count, all] of [
    [1, 10],
    [3, 20],
    [10, 400],
    [2, 5000],
    [19, 20]
  ]) {
    it(`ends where ${count} of ${all}, or fewer, and as many, or more, are as unlikely as the tail`, () => {
      const [low, high] = shareInterval(count, all, 0.025)
      expect(atMost(count, all, high)).to.be.closeTo(0.025, 1e-6)
      expect(1 - atMost(count - 1, all, low)).to.be.closeTo(0.025, 1e-6)
    })
  }

  it('of nothing among many begins at 0 and ends at 1 - tail^(1/n); of all it ends at 1', () => {
    const [none, most] = shareInterval(0, 14_210, 0.025)
    expect(none).to.equal(0)
    expect(most).to.be.closeTo(1 - 0.025 ** (1 / 14_210), 1e-9)
    expect(shareInterval(7, 7, 0.025)).to.have.property('1', 1)
  })

  it('is not lost in many requests', () => {
    const [low, high] = shareInterval(500, 1_000_000, 0.025)
    expect(low).to.be.closeTo(0.000457, 2e-6)
    expect(high).to.be.closeTo(0.000546, 2e-6)
  })
})
