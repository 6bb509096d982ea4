import { assertNotFaster, assertThresholds } from 'artillery-plugin-speedup/assert'
import { compareBeforeAll } from 'artillery-plugin-speedup/mocha'
import { expect } from 'chai'
import { describe, it } from 'mocha'

describe('io, which waits for something else than the CPU', () => {
  const comparison = compareBeforeAll('scenarios/io.yml', { thresholds: { throughput: 0.7 } })

  it('is not harmed by a cluster', () => {
    assertThresholds(comparison)
  })

  it('does not gain from it', () => {
    assertNotFaster(comparison, { at: 'throughput', by: 1.5 })
  })

  it('is found to wait, or to have time to spare', () => {
    expect(comparison.candidate().diagnosis.code).to.be.oneOf(['idle', 'waiting'])
  })
})
