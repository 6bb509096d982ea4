import { expect } from 'chai'
import { describe, it } from 'mocha'
import { loadShape } from '../../plugin/comparison/compare-scenario.ts'
import { aGenerator, aRun } from '../support/runs.ts'
import { itFinds } from '../support/cases.ts'
import type { GeneratorUse, Run } from '../../plugin/concepts/run.ts'

/** @param single of each round */
const runs = (single: Partial<GeneratorUse>[], clustered: Partial<GeneratorUse>[] = single): Run[] => [
  ...single.map((generator, i) => aRun({ round: i + 1, generator: aGenerator(generator) })),
  ...clustered.map((generator, i) => aRun({ round: i + 1, variant: 'clustered', generator: aGenerator(generator) }))
]

const three = (generator: Partial<GeneratorUse>) => [generator, generator, generator]
const kept = { shortestSessionMs: 20, arrivalSeconds: 10, drainSeconds: 0.1 }
const late = { ...kept, drainSeconds: 2, queueSeconds: 2 }

describe('the model of the load', () => {
  it('is closed when users stay longer than it takes until all have come', () => {
    expect(loadShape(runs(three({ shortestSessionMs: 4000, arrivalSeconds: 1, drainSeconds: 9 })))).to.eql({ model: 'closed', saturated: [] })
    expect(loadShape(runs(three({ shortestSessionMs: 1000, arrivalSeconds: 1 }))).model).to.equal('closed')
    expect(loadShape(runs(three({ shortestSessionMs: 50, arrivalSeconds: 0 }))).model).to.equal('closed')
  })

  it('is open when users come and go', () => expect(loadShape(runs(three(kept)))).to.eql({ model: 'open', saturated: [] }))
  it('is unknown when no user got through', () =>
    expect(loadShape(runs(three({ shortestSessionMs: null })))).to.eql({ model: 'unknown', saturated: [] }))
  it('is taken from the users who got through when others did not', () =>
    expect(loadShape(runs(three({ ...kept, shortestSessionMs: null }), three(kept))).model).to.equal('open'))

  it('is closed when users stay that long at one variant', () => {
    const quick = { shortestSessionMs: 900, arrivalSeconds: 1, drainSeconds: 0.9 }
    const slow = { shortestSessionMs: 4800, arrivalSeconds: 1, drainSeconds: 5.3, queueSeconds: 2 }
    expect(loadShape(runs(three(slow), three(quick)))).to.eql({ model: 'closed', saturated: [] })
  })
})

describe('who could not keep up', () => {
  it('is who answers the last users later than 5 % of the time in which they came', () => {
    const by = (drainSeconds: number) => loadShape(runs(three(kept), three({ ...kept, drainSeconds, queueSeconds: drainSeconds }))).saturated
    expect(by(0.51)).to.eql([])
    expect(by(0.53)).to.eql(['clustered'])
  })

  itFinds({
    'may be the baseline, or all': [
      [loadShape(runs(three(late), three(kept))).saturated, ['single']], [loadShape(runs(three(late))).saturated, ['single', 'clustered']]
    ],
    'is judged by the median over the rounds': [
      [loadShape(runs([kept, kept, late])).saturated, []], [loadShape(runs([kept, late, late])).saturated, ['single', 'clustered']]
    ]
  })

  it('is not blamed for the time that a user takes without load', () => {
    const thinking = { shortestSessionMs: 3000, arrivalSeconds: 10, drainSeconds: 3.3, queueSeconds: 3 }
    expect(loadShape(runs(three(thinking)))).to.eql({ model: 'open', saturated: [] })
  })

  it('is not blamed for users who just stay longer than others, whose requests did not wait', () => {
    const mix = { shortestSessionMs: 10, arrivalSeconds: 20, drainSeconds: 5, queueSeconds: 0.01 }
    expect(loadShape(runs(three(mix)))).to.eql({ model: 'open', saturated: [] })
    const by = (queueSeconds: number) => loadShape(runs(three(mix), three({ ...mix, queueSeconds }))).saturated
    expect([by(0.29), by(0.31)], 'three times a latency without load').to.eql([[], ['clustered']])
  })

  it('is not blamed for an app that is slow to everybody', () => {
    const slow = { ...kept, shortestSessionMs: 1600, drainSeconds: 1.7, queueSeconds: 1.6 }
    expect(loadShape(runs(three(slow), three(kept)))).to.eql({ model: 'open', saturated: [] })
  })

  it('is not blamed for less than a tenth of a second, however short the load', () => {
    const short = { shortestSessionMs: 10, arrivalSeconds: 1, drainSeconds: 0.1, queueSeconds: 0.4 }
    expect(loadShape(runs(three(short))).saturated).to.eql([])
    expect(loadShape(runs(three({ ...short, drainSeconds: 0.12 }))).saturated).to.eql(['single', 'clustered'])
  })
})
