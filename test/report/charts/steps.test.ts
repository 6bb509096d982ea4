import { expect } from 'chai'
import { describe, it } from 'mocha'
import { bandPath, linePath } from '../../../plugin/report/charts/steps.ts'

const same = (value: number) => value
const band = { low: 1, middle: 2, high: 3 }

describe('the steps of a curve', () => {
  it('are joined at their middles', () => {
    const steps = [{ from: 0, to: 0.2, value: band }, { from: 0.2, to: 0.4, value: { low: 10, middle: 20, high: 30 } }]
    expect(linePath(steps, same)).to.equal('M100,2L300,20')
    expect(linePath(steps, same, 'high')).to.equal('M100,3L300,30')
    expect(bandPath(steps, same)).to.equal('M100,3L300,30L300,10L100,1Z')
  })

  it('are interrupted where nothing is known', () => {
    const steps = [0, 0.25, 0.5, 0.75].map((from, i) => ({ from, to: from + 0.25, value: i === 1 ? null : band }))
    expect(linePath(steps, same)).to.equal('M0,2L250,2M625,2L875,2')
  })

  it('are seen from end to end where one stands alone', () => {
    expect(linePath([{ from: 0.2, to: 0.3, value: band }], same)).to.equal('M200,2L300,2')
    expect(bandPath([{ from: 0.2, to: 0.3, value: band }], same)).to.equal('M200,3L300,3L300,1L200,1Z')
  })

  it('are nothing where nothing is known', () => {
    expect(linePath([], same) + bandPath([{ from: 0, to: 1, value: null }], same)).to.equal('')
  })
})
