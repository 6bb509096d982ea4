import { expect } from 'chai'
import { describe, it } from 'mocha'
import { coarser, stepsOf } from '../../../plugin/report/charts/steps.ts'

const aBin = (i: number, requests: number, p50: number | null) => ({ fromSeconds: i, toSeconds: i + 1, requests, failures: 1, latencyMs: p50 === null ? null : { p5: p50 / 2, p50, p95: 2 * p50 } })

describe('bins of time', () => {
  it('stay as they are while they are few', () => {
    const bins = [aBin(0, 10, 100), aBin(1, 10, 200)]
    expect(coarser(bins, 2)).to.equal(bins)
  })

  it('are put together where they are many, the larger ones counting more', () => {
    const merged = coarser([aBin(0, 30, 100), aBin(1, 10, 200), aBin(2, 5, 50)], 2)
    expect(merged).to.eql([
      { fromSeconds: 0, toSeconds: 2, requests: 40, failures: 2, latencyMs: { p5: 62.5, p50: 125, p95: 250 } },
      { fromSeconds: 2, toSeconds: 3, requests: 5, failures: 1, latencyMs: { p5: 25, p50: 50, p95: 100 } }
    ])
  })

  it('are put together from those with responses', () => {
    expect(coarser([aBin(0, 30, null), aBin(1, 10, 200)], 1)[0].latencyMs).to.eql({ p5: 100, p50: 200, p95: 400 })
    expect(coarser([aBin(0, 30, null), aBin(1, 10, null)], 1)[0].latencyMs).to.equal(null)
  })

  it('become steps of their run', () => {
    expect(stepsOf([aBin(0, 1, 100), aBin(1, 1, null)], 1.5)).to.eql([
      { from: 0, to: 1 / 1.5, value: { low: 50, middle: 100, high: 200 } },
      { from: 1 / 1.5, to: 1, value: null }
    ])
  })
})
