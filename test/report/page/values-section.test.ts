import { expect } from 'chai'
import { valuesSection } from '../../../plugin/report/page/parts-sections.ts'
import { aView, textOf } from '../../support/pages.ts'
import { aCandidateWith, aScenarioResult } from '../../support/results.ts'

const candidates = [10, 20].map((number) =>
  aCandidateWith([{ metric: 'throughput', speedup: number / 5, interval: [number / 6, number / 4] }], {
    name: `pool ${number}`
  })
)
const pool = (number: number) => ({
  mode: 'single' as const,
  workers: 1,
  listed: { list: 'pool', key: 'POOL', number }
})
const planned = { 'pool 20': pool(20), 'pool 10': pool(10) }
const result = aScenarioResult(candidates)

describe('the speedups over the numbers of a list', () => {
  it('are a mark for each number, ascending, on a line, the baseline’s being 1x', () => {
    const view = aView({ result, baseline: 'pool 5', names: ['pool 5', 'pool 20', 'pool 10'] })
    const html = String(valuesSection({ ...view, planned: { 'pool 5': pool(5), ...planned } }))
    expect(textOf(html)).to.include('pool: POOL').and.to.include('Speedup in throughput, over POOL.')
    expect(html).to.include(
      'Speedup, throughput, over POOL: 5: 1.00x [1.00, 1.00], 10: 2.00x [1.66, 2.50] and 20: 4.00x [3.33, 5.00].'
    )
    expect(
      html
        .match(/<title>[^<]*/g)
        ?.slice(0, 3)
        .map((title) => title.slice(7))
    ).to.eql(['pool 5, 5: 1.00x [1.00, 1.00]', 'pool 10, 10: 2.00x [1.66, 2.50]', 'pool 20, 20: 4.00x [3.33, 5.00]'])
  })

  it('are nowhere where variants have no numbers, or only one of them has a speedup', () => {
    expect(valuesSection(aView({ result }))).to.equal(null)
    const one = { ...planned, 'pool 20': { mode: 'single' as const, workers: 1, listed: null } }
    expect(valuesSection(aView({ result, planned: one }))).to.equal(null)
  })
})
