import speedup from 'artillery-plugin-speedup/chai'
import { compareBeforeAll } from 'artillery-plugin-speedup/mocha'
import { expect, use } from 'chai'
import { describe, it } from 'mocha'

use(speedup)

describe('io, which waits for something else than the CPU', () => {
  const comparison = compareBeforeAll(new URL('../../scenarios/io.yml', import.meta.url), { rounds: 4 })

  it('does not gain from a cluster', () => {
    const clustered = comparison.candidate('clustered')
    expect(clustered).to.not.have.speedup('p50').atLeast(1.5)
    expect(clustered).to.not.have.speedup('throughput').atLeast(1.5)
  })

  it('is found to wait', () => {
    expect(comparison.candidate('clustered').diagnosis.code).to.equal('waiting')
  })
})
