import speedup from 'artillery-plugin-speedup/chai'
import { compareBeforeAll } from 'artillery-plugin-speedup/mocha'
import { expect, use } from 'chai'
import { describe, it } from 'mocha'

use(speedup)

describe('io, which waits for something else than the CPU', () => {
  const comparison = compareBeforeAll(new URL('../../scenarios/io.yml', import.meta.url))

  it('is not answered measurably sooner by a cluster', () => {
    const clustered = comparison.candidate('clustered')
    expect(clustered).to.not.have.speedup('p50').atLeast(1.2)
    expect(clustered).to.not.have.speedup('throughput').atLeast(1.2)
  })

  it('is found to wait', () => {
    expect(comparison.candidate('clustered').diagnosis.code).to.equal('waiting')
  })
})
