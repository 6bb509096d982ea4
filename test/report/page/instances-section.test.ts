import { expect } from 'chai'
import { instancesSection } from '../../../plugin/report/page/workers-section.ts'
import { aView, rowsIn } from '../../support/pages.ts'
import { aScenarioResult, aVariantUse } from '../../support/results.ts'

const used = { cpu: 0.497, throttledPeriods: 0.93, throttledTime: 0.48, peakMegabytes: 77.4, oomKills: 3 }
const unlimited = { cpus: null, memoryBytes: null }
const shapes = {
  half: { instances: 4, workers: 1, cpus: 0.5, memoryBytes: 128 * 2 ** 20, ...used },
  whole: { instances: 1, workers: 2, ...unlimited, memoryBytes: 2 ** 30, ...used },
  free: null
}
const variants = Object.entries(shapes).map(([name, shape]) => aVariantUse({ name, shape }))

describe('the section of instances', () => {
  it('has what each used of its limits, for variants that have any', () => {
    const html = String(instancesSection(aView({ result: aScenarioResult([], { variants }) })))
    expect(rowsIn(html).slice(1)).to.eql([
      ['half', '4', '0.50 of 0.5 cores', '93 %', '48 %', '77 of 128 MiB', '3'],
      ['whole', '1', '0.50', '–', '–', '77 of 1 GiB', '3']
    ])
  })

  it('is nothing where no variant has limits, or nothing was measured', () => {
    const result = aScenarioResult([], { variants: variants.slice(2) })
    for (const view of [{ result }, { result: null }]) expect(instancesSection(aView(view))).to.equal(null)
  })
})
