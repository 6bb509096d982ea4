import { availableParallelism } from 'node:os'
import speedup from 'artillery-plugin-speedup/chai'
import { compareBeforeAll } from 'artillery-plugin-speedup/mocha'
import { expect, use } from 'chai'
import { describe, it } from 'mocha'

use(speedup)

// One core has no room for a second worker.
const describeHere = availableParallelism() > 1 ? describe : describe.skip

describeHere('primes, which takes nothing but the CPU', () => {
  // The tests' own demands, so that rounds go on until they are decided.
  const thresholds = { throughput: 1.1, fairness: 0.6 }
  const comparison = compareBeforeAll(new URL('../../scenarios/primes.yml', import.meta.url), { thresholds })

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

  it('is found to be limited by the CPU', () => {
    expect(comparison.candidate().diagnosis.code).to.be.oneOf(['cpu-bound', 'more-workers', 'uneven'])
  })
})
