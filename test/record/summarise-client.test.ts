import { expect } from 'chai'
import { describe, it } from 'mocha'
import { summariseClient } from '../../plugin/record/summarise-generator.ts'
import type { ClientReport } from '../../plugin/generator/run-order.ts'

const upload = 'it uploads files (formData)'
const told: (scenario: string | null, because?: string) => ClientReport = (scenario, because) => ({ source: 'client', scenario, name: because === undefined ? 'lean' : 'artillery', because: because ?? null })

describe('what sent the requests of a run', () => {
  it('is the lean client where every load thread says so', () => {
    expect(summariseClient([told('search'), told('search')], null)).to.eql({ name: 'lean', because: null })
  })

  it('is Artillery’s where a thread says so, and why', () => {
    expect(summariseClient([told('album', upload), told('album', upload)], null)).to.eql({ name: 'artillery', because: upload })
    expect(summariseClient([told(null, upload)], null)).to.eql({ name: 'artillery', because: upload })
  })

  it('is that of the scenario that was run, whatever the others would have used', () => {
    const reports = [told('search'), told('search for albums', upload), told('album', upload), told(null, upload)]
    expect(summariseClient(reports, '^search$')).to.eql({ name: 'lean', because: null })
    expect(summariseClient(reports, '^album$')).to.eql({ name: 'artillery', because: upload })
  })

  it('is Artillery’s for a mix in which any scenario needs it, and names the first such', () => {
    expect(summariseClient([told('search'), told('album', upload), told('cart', 'it has a proxy')], null)).to.eql({ name: 'artillery', because: `${upload}, in album` })
    expect(summariseClient([told('search'), told(null, upload)], null)).to.eql({ name: 'artillery', because: `${upload}, in a scenario without a name` })
  })

  it('may be told without a reason', () => {
    expect(summariseClient([told('search'), { ...told('album'), name: 'artillery' }], null)).to.eql({ name: 'artillery', because: null })
  })

  it('is unknown where nobody told', () => {
    expect(summariseClient([], null)).to.equal(null)
    expect(summariseClient([told('album')], '^search$')).to.equal(null)
  })
})
