import { expect } from 'chai'
import { parse } from 'yaml'
import { quotaPeriodMs } from '../../plugin/concepts/run.ts'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { codeIn, rowsBelow } from '../support/readme.ts'
import { aSource } from '../support/settings.ts'

describe('docs/containers.md', () => {
  it('says how long a quota makes a request wait, by the rest of its period', () => {
    const rows = rowsBelow('`cpus`', 'while one worker computes', 'while two workers compute')
    expect(rows).to.have.length.above(3)
    for (const [cpus, ...waits] of rows)
      expect(
        waits.map((wait) => parseInt(wait, 10)),
        cpus
      ).to.eql([1, 2].map((workers) => Math.round(quotaPeriodMs * Math.max(0, 1 - Number(cpus) / workers))))
  })

  it("reads the limits in Kubernetes' words", () => {
    const options = rowsBelow('Kubernetes', 'here').map(([, cell]) => codeIn(cell))
    const { cpus, memory, instances } = parse(options.filter((option) => option.includes(': ')).join('\n'))
    const read = (given: object) => readSettings(aSource({ variants: { one: {}, limited: given } })).variants[1]
    const { resources, ...variant } = read({ cpus, memory, instances })
    expect([variant.instances, resources]).to.eql([4, { cpus: 0.5, memoryBytes: 512 * 2 ** 20 }])
    expect(read({ cpus: 0.5, memory: '512M' }).resources).to.eql(resources)
  })
})
