import { expect } from 'chai'
import { describe, it } from 'mocha'
import { spreadLabels } from '../../../plugin/report/charts/plot.ts'
import { seededUniform } from '../../support/random.ts'

describe('labels that would overlap', () => {
  it('stay where they are when they do not', () => {
    expect(spreadLabels([100, 20, 60], { height: 300, gap: 14 })).to.eql([100, 20, 60])
  })

  it('are moved down, and up where there is no room below', () => {
    expect(spreadLabels([20, 22], { height: 300, gap: 14 })).to.eql([20, 34])
    expect(spreadLabels([298, 299], { height: 300, gap: 14 })).to.eql([286, 300])
  })

  it('keep their order, their distance and the plot', () => {
    const uniform = seededUniform(3)
    for (let i = 0; i < 300; i++) {
      const wanted = Array.from({ length: 1 + Math.floor(5 * uniform()) }, () => 300 * uniform() ** 3)
      const places = spreadLabels(wanted, { height: 300, gap: 14 })
      const order = wanted.map((_, one) => one).sort((a, b) => wanted[a] - wanted[b])
      for (const place of places) expect(place).to.be.within(0, 300)
      for (const [rank, one] of order.slice(1).entries()) expect(places[one] - places[order[rank]]).to.be.at.least(14 - 1e-9)
    }
  })
})
