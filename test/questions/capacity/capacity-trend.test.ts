import { expect } from 'chai'
import { costsMore, fallOf } from '../../../plugin/questions/capacity/comparison/searches.ts'
import { capacityWarnings } from '../../../plugin/questions/capacity/comparison/warnings.ts'
import { costGrowth } from '../../../plugin/questions/capacity/experiment/search-capacity.ts'
import { seededNormal } from '../../support/random.ts'
import { aSearch } from '../../support/searches.ts'
import type { UsageReport } from '../../../plugin/messages/app.ts'

const growing = (...growths: (number | null)[]) => growths.map((growth) => ({ costGrowth: growth }))

describe('a capacity that falls', () => {
  it('is told of an app whose requests cost more and more, by more than a tenth and more than chance', () => {
    expect(costsMore(growing(1.4, 1.5, 1.45, 1.55))).to.be.within(1.4, 1.55)
    expect(costsMore(growing(1.02, 0.97, 1.01, 1.0))).to.equal(null)
    expect(costsMore(growing(0.7, 2.4, 1.1, 1.9))).to.equal(null)
    expect(costsMore(growing(1.5, 1.5)), 'two rounds').to.equal(null)
    expect(costsMore(growing(null, null, null, 2)), 'unknown').to.equal(null)
  })

  it('is told of a machine that slows down, and seldom where there is only noise', () => {
    expect(fallOf([100, 95, 91, 86, 82])).to.be.within(0.15, 0.2)
    expect(fallOf([100, 101, 99, 100])).to.equal(null)
    expect(fallOf([82, 86, 91, 95, 100]), 'it rises').to.equal(null)
    const normal = seededNormal(3)
    const alarms = Array.from({ length: 400 }, () =>
      fallOf(Array.from({ length: 6 }, () => 100 * Math.exp(0.05 * normal())))
    ).filter((fall) => fall !== null)
    expect(alarms.length).to.be.below(20)
  })

  it('names the variant, by how much, and what to look for', () => {
    const {
      results: [{ capacity }]
    } = aSearch()
    const [single, clustered] = capacity!.variants
    const variants = [
      { ...single, costsMore: 1.5 },
      { ...clustered, falls: 0.2 }
    ]
    const found = capacityWarnings.checkTrend({ capacity: { ...capacity!, variants } })!
    expect(found.map(({ code, variant }) => [code, variant])).to.eql([
      ['capacity-falls', 'single'],
      ['capacity-falls', 'clustered']
    ])
    expect(found[0].message).to.match(
      /^A request costs single 1\.50 times as much computing in the second half of a load as in the first, .+ Look for what grows with each request/
    )
    expect(found[1].message).to.match(/^The capacity of clustered fell by 20 % from the first round to the last, /)
  })

  it('is seen by what the workers computed and answered in each half of a load', () => {
    const reports = Array.from({ length: 9 }, (_, i) => ({
      pid: 7,
      atMs: 500 * i,
      activeMs: 100 * i,
      idleMs: 400 * i
    })) as UsageReport[]
    const counted = [{ fromMs: 0, toMs: 4000 }]
    expect(costGrowth(reports, { counted, halves: [100, 100] })).to.equal(1)
    expect(costGrowth(reports, { counted, halves: [100, 80] })).to.equal(1.25)
    for (const halves of [null, [0, 10], [10, 0]] as const)
      expect(costGrowth(reports, { counted, halves: halves && [...halves] })).to.equal(null)
    expect(costGrowth([], { counted, halves: [1, 1] })).to.equal(null)
  })
})
