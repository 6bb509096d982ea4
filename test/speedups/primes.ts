import { availableParallelism } from 'node:os'
import speedup from 'artillery-plugin-speedup/chai'
import { compareBeforeAll } from 'artillery-plugin-speedup/mocha'
import { expect, use } from 'chai'
import { describe, it } from 'mocha'

use(speedup)

// One core has no room for a second worker.
const describeHere = availableParallelism() > 1 ? describe : describe.skip

describeHere('primes, which takes nothing but the CPU', () => {
  // The tests' own demands, so that rounds go on until they are decided; on many cores, users for all workers.
  const users = Math.max(8, 2 * availableParallelism())
  const demands = { users, thresholds: { throughput: 1.1 }, limits: { fairness: 0.6 } }
  const comparison = compareBeforeAll(new URL('../../scenarios/primes.yml', import.meta.url), demands)

  it('gets more done with a worker for each core', () => {
    expect(comparison).to.be.faster({ at: 'throughput', by: 1.1 })
  })

  it('spreads its users over all workers', () => {
    const clustered = comparison.candidate('clustered')
    expect(clustered).to.spreadOver(clustered.workers).workers.evenly(0.6)
  })

  it('meets what was demanded', () => {
    expect(comparison).to.meetItsThresholds()
  })

  it('takes runs as long as its time and its metrics allow, without their start, and tells where the time went', () => {
    const {
      settings,
      timeSpent,
      scenarios: [{ rounds, roundsAllowed }],
      startedAt,
      finishedAt
    } = comparison
    expect(settings.time).to.equal(60)
    expect(rounds).to.be.within(roundsAllowed.min, roundsAllowed.max)
    const { countedSeconds = NaN, uncountedSeconds = NaN, exchangeSeconds = NaN, otherSeconds = NaN } = timeSpent ?? {}
    expect(countedSeconds).to.be.at.least(1.3 * 2 * rounds)
    expect(uncountedSeconds).to.be.at.least(1.4 * 2 * rounds)
    expect(countedSeconds + uncountedSeconds + exchangeSeconds + otherSeconds).to.be.closeTo(
      (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000,
      0.3
    )
  })

  it('is found to be limited by the CPU', () => {
    expect(comparison.candidate().diagnosis.code).to.be.oneOf(['cpu-bound', 'more-workers', 'machine-full', 'uneven'])
  })
})
