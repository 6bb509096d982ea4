import { expect } from 'chai'
import { aRound, someLosses, someLost } from '../../support/losses.ts'
import { seededNormal, seededUniform } from '../../support/random.ts'
import type { Round } from '../../../plugin/questions/losses/comparison/losses.ts'
import type { LossThresholds } from '../../../plugin/questions/losses/concepts/losses.ts'
import type { Verdict } from '../../../plugin/concepts/verdicts.ts'

const requests = 3000 // a round
const uniform = seededUniform(11)
const normal = seededNormal(12)

function poisson(mean: number): number {
  let [count, product] = [0, uniform()]
  for (const end = Math.exp(-mean); product > end; count++) product *= uniform()
  return count
}

/** How much more or less a round loses than the mean of all: logarithms are normal, with this spread. */
const burst = (spread: number) => Math.exp(spread * normal() - spread ** 2 / 2)

/**
 * A round that loses so many on average, and is back after that time, give or take; read as the load is, in steps of
 * 0.1 s.
 */
function simulated({
  lost,
  bursts,
  seconds,
  spread
}: {
  lost: number
  bursts: number
  seconds: number
  spread: number
}): Round {
  const count = Math.min(requests, poisson(lost * burst(bursts)))
  return aRound({
    answered: { fresh: 0, kept: requests - count },
    lost: someLost({ reset: { fresh: 0, kept: count } }),
    recoverySeconds: Math.ceil(10 * seconds * Math.exp(spread * normal())) / 10 - 0.05
  })
}

/**
 * @returns as a comparison ends that looks after each round from the third to the tenth, and stops when it is decided
 */
function verdictOf(round: () => Round, required: LossThresholds): { verdict: Verdict; rounds: number } {
  const rounds = [round(), round()]
  for (;;) {
    rounds.push(round())
    const verdict = someLosses(rounds, { required }).limits[0].verdict as Verdict
    if (verdict !== 'inconclusive' || rounds.length === 10) return { verdict, rounds: rounds.length }
  }
}

const comparisons = 800
function sharesOf(round: () => Round, required: LossThresholds) {
  const found = Array.from({ length: comparisons }, () => verdictOf(round, required).verdict)
  return {
    pass: found.filter((verdict) => verdict === 'pass').length / comparisons,
    fail: found.filter((verdict) => verdict === 'fail').length / comparisons
  }
}

/** Two standard errors above 2.5 %, where so many are made. */
const atMost = 0.025 + 2 * Math.sqrt((0.025 * 0.975) / comparisons)

describe('the verdicts on losses, in a simulation', () => {
  for (const [title, bursts] of [
    ['one by one', 0],
    ['in bursts', 0.4]
  ] as const) {
    it(`are wrong in one of forty at most, where exactly as much is lost as is allowed, ${title}`, () => {
      const { pass, fail } = sharesOf(() => simulated({ lost: 9, bursts, seconds: 0.5, spread: 0.2 }), {
        lost: 9 / requests
      })
      expect(pass, 'pass').to.be.below(atMost)
      expect(fail, 'fail').to.be.below(atMost)
    })
  }

  it('on the time to recover are wrong in one of forty at most, where it is exactly what is allowed', () => {
    const { pass, fail } = sharesOf(() => simulated({ lost: 0, bursts: 0, seconds: 1, spread: 0.3 }), { recovery: 1 })
    expect(pass, 'pass').to.be.below(atMost)
    expect(fail, 'fail').to.be.below(atMost)
  })

  it('are reached, where a third or three times of what is allowed is lost', () => {
    const spare = (lost: number, bursts: number) =>
      sharesOf(() => simulated({ lost, bursts, seconds: 0.5, spread: 0.2 }), { lost: 9 / requests })
    expect(spare(3, 0).pass).to.be.above(0.95)
    expect(spare(27, 0).fail).to.be.above(0.95)
    expect(spare(3, 0.6).pass).to.be.above(0.9)
    expect(spare(27, 0.6).fail).to.be.above(0.9)
  })

  it('pass without a single loss only, if that is demanded', () => {
    expect(verdictOf(() => simulated({ lost: 0, bursts: 0, seconds: 0.5, spread: 0.2 }), { lost: 0 })).to.eql({
      verdict: 'pass',
      rounds: 3
    })
    expect(sharesOf(() => simulated({ lost: 1, bursts: 0, seconds: 0.5, spread: 0.2 }), { lost: 0 }).fail).to.be.within(
      0.92,
      0.98
    ) // 1 - e^-3, in three rounds
  })
})
