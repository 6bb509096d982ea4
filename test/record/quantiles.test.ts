import { expect } from 'chai'
import { describe, it } from 'mocha'
import { quantiles } from '../../plugin/record/condense-run.ts'
import { groupLatencies } from '../../plugin/record/read-requests.ts'
import { quantileOfSorted } from '../../plugin/statistics/descriptive.ts'
import { seededNormal, seededUniform } from '../support/random.ts'
import { someRequests } from './some-requests.ts'

const logNormal = (count: number) => {
  const normal = seededNormal(count)
  return Float64Array.from({ length: count }, () => 100 * Math.exp(0.4 * normal())).sort()
}
const named = [0, 0.5, 0.75, 0.9, 0.95, 0.99, 1]

describe('the quantiles of a run', () => {
  it('of one latency are that one, and none without any', () => {
    expect(quantiles(new Float64Array())).to.eql([])
    expect(quantiles(Float64Array.of(7.125))).to.eql(named.map((probability) => ({ probability, latencyMs: 7.125 })))
  })

  it('are interpolated, to the microsecond', () => {
    const found = quantiles(Float64Array.from({ length: 101 }, (_, i) => i / 3))
    const at = Object.fromEntries(found.map(({ probability, latencyMs }) => [probability, latencyMs]))
    expect(at).to.include({ 0: 0, 0.5: 16.667, 0.75: 25, 0.9: 30, 0.95: 31.667, 0.99: 33, 1: 33.333 })
  })

  it('stand evenly on the scale of the chart, forty to a decade, up to p99.9', () => {
    const found = quantiles(logNormal(50_000)).map(({ probability }) => probability)
    expect(found).to.have.length(121 + 4)
    expect(found).to.include.members([...named, 0.999])
    const places = found.filter((probability) => ![0.5, 0.75, 0.95, 1].includes(probability)).map((probability) => -Math.log10(1 - probability))
    places.forEach((place, i) => expect(place).to.be.closeTo(i / 40, 1e-9))
  })

  it('end where the sample does, but for those that have a name', () => {
    const found = quantiles(logNormal(10)).map(({ probability }) => probability)
    expect(found).to.have.length(41 + 5)
    expect(found.filter((probability) => probability > 0.9)).to.eql([0.95, 0.99, 1])
    expect(quantiles(logNormal(999)).map(({ probability }) => probability)).not.to.include(0.999)
    expect(quantiles(logNormal(1000)).map(({ probability }) => probability)).to.include(0.999)
  })

  it('ascend, each probability once, as the sample says', () => {
    for (const count of [1, 2, 3, 19, 20, 21, 100, 1234, 5000]) {
      const sorted = logNormal(count)
      const found = quantiles(sorted)
      found.slice(1).forEach(({ probability, latencyMs }, i) => {
        expect(probability).to.be.above(found[i].probability)
        expect(latencyMs).to.be.at.least(found[i].latencyMs)
      })
      found.forEach(({ probability, latencyMs }) => expect(latencyMs).to.be.closeTo(quantileOfSorted(sorted, probability), 0.0005001))
    }
  })
})

describe('latencies in groups', () => {
  it('are sorted in each, without those that do not count or belong to none', () => {
    const kinds = { 1: 'failed', 2: 'first' } as const
    const requests = someRequests([30.25, 9.5, 1, 100.001, 2, 3, 0].map((latencyMs, startMs) => [startMs, latencyMs, 0, kinds[latencyMs as 1 | 2] ?? 'counts'] as const))
    const groups = groupLatencies(requests, 3, [0, 1, 0, 1, 0, -1, 0])
    expect(groups.map((group) => [...group])).to.eql([[0, 30.25], [9.5, 100.001], []])
  })

  it('are exactly those that were recorded', () => {
    const uniform = seededUniform(3)
    const recorded = Array.from({ length: 2000 }, () => Number((10 ** (8 * uniform() - 3)).toFixed(3)))
    const requests = someRequests(recorded.map((latencyMs) => [0, latencyMs] as const))
    const [group] = groupLatencies(requests, 1, recorded.map(() => 0))
    expect([...group]).to.eql(recorded.sort((a, b) => a - b))
  })
})
