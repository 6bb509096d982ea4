import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { aSource, refusal } from '../support/settings.ts'

const swept = { mode: 'cluster', workers: [1, 2, 4] }
const variants = { single: {}, clustered: swept }
const read = (options: object) => readSettings(aSource({ variants, ...options }))

describe('reading the baseline', () => {
  it('takes a variant of one number of workers', () => {
    expect(read({ baseline: 'clustered 2' }).baseline).to.equal('clustered 2')
  })

  it('takes the one with the fewest workers for the variant of all', () => {
    expect(read({ baseline: 'clustered' }).baseline).to.equal('clustered 1')
  })

  it('takes the first that was written, and of several workers the fewest', () => {
    expect(read({ variants: { clustered: swept, single: {} } }).baseline).to.equal('clustered 1')
  })

  it('lets the thresholds of several hold for each but the baseline', () => {
    const { scenarios } = read({ variants: { clustered: { ...swept, thresholds: { p95: 1.5 } }, single: {} }, thresholds: { p95: 1.1, p99: 1.1 } })
    expect(scenarios[0].thresholds).to.eql({ 'clustered 2': { p95: 1.5, p99: 1.1 }, 'clustered 4': { p95: 1.5, p99: 1.1 }, single: { p95: 1.1, p99: 1.1 } })
  })

  it('refuses what is no variant, and names those that there are', () => {
    expect(refusal(() => read({ baseline: 'clustered 3' })).message)
      .to.equal('plugins.speedup.baseline is "clustered 3", which is no variant (did you mean clustered 1?). Variants: single, clustered 1, clustered 2, clustered 4.')
  })

  it('refuses thresholds that nobody has to reach, and names who could by the names that were written', () => {
    expect(refusal(() => read({ variants: { single: { thresholds: { p95: 1.3 } }, clustered: swept, last: { mode: 'cluster' } } })).message).to.equal(
      'plugins.speedup.variants.single.thresholds is set, but single is the baseline, which the others are compared with. Move it to clustered or last.'
    )
  })
})
