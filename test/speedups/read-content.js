import { assertNotFaster, assertThresholds } from 'artillery-plugin-speedup/assert'
import { compareBeforeAll } from 'artillery-plugin-speedup/mocha'
import { expect } from 'chai'
import { describe, it } from 'mocha'

describe('read content, which has time to spare', () => {
  const comparison = compareBeforeAll('scenarios/read-content.yml')

  it('is not harmed by a cluster', () => {
    assertThresholds(comparison)
  })

  it('does not gain from it', () => {
    assertNotFaster(comparison, { at: 'throughput', by: 1.5 })
  })

  it('is found to have time to spare', () => {
    expect(comparison.candidate().diagnosis.code).to.be.oneOf(['idle', 'waiting', 'partly-busy'])
  })
})
