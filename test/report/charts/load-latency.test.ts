import { expect } from 'chai'
import { describe, it } from 'mocha'
import { loadLatency } from '../../../plugin/report/charts/scaling.ts'
import { lookOf, shade } from '../../../plugin/report/palette.ts'
import { aCrossover, aLevel, around } from '../../support/scaling.ts'
import { expectSound, itIsSoundWith, labelOf, named, textsOf, titledMarks } from './drawing.ts'
import type { Crossover } from '../../../plugin/concepts/load-results.ts'

const names = ['single', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const many = aCrossover({
  levels: [0.5, 1, 2].map((factor) => aLevel(factor, Object.fromEntries(names.map((name, i) => [name, 100 + 10 * i * factor])), ['two', 'nine'])),
  candidates: names.slice(1).map((name) => ({ name, asGoodUpTo: 90, betterFrom: 180, message: `Better: ${name}.` }))
})

function draw(crossover: Crossover) {
  const seen = crossover.levels[0].variants.map(({ name }) => name)
  return loadLatency(crossover, { names: seen, lookOf: (name) => lookOf(name, { baseline: 'single', candidates: crossover.candidates }) })
}
const drawn = (overrides?: Partial<Crossover>) => expectSound(draw(aCrossover(overrides)))

const endless = aCrossover().levels.map((level) => ({
  ...level, variants: level.variants.map((variant) => ({ ...variant, p95Ms: around(variant.p95Ms.value, 1e6) }))
}))

describe('p95 over the offered load', () => {
  itIsSoundWith({
    'one load': { levels: [aLevel(1, { single: 10, clustered: 5 })] },
    'equal loads': { levels: [1, 2].map((ms) => aLevel(1, { single: ms, clustered: ms })) },
    'latencies from 0.05 ms to 100 s': { levels: [aLevel(1, { single: 0.05, clustered: 100_000 }), aLevel(2, { single: 100_000, clustered: 0.05 })] },
    'loads that differ a thousandfold': { levels: [aLevel(0.01, { single: 1, clustered: 1 }), aLevel(10, { single: 90, clustered: 1 })] },
    'intervals without end': { levels: endless }
  }, (overrides) => [draw(aCrossover(overrides))])

  it('has a mark for each variant at each load, with its figures, and a tick for each load', () => {
    const titles = titledMarks(drawn()).map(({ children }) => children[0].text)
    expect(titles).to.have.lengthOf(8)
    const behind = 'single at 270 requests/s: p95 1,240 [1,127, 1,364] ms, could not keep up'
    expect(titles).to.include.members(['single at 90.0 requests/s: p95 11.4 [10.3, 12.6] ms', behind])
    expect(textsOf(drawn()).filter((text) => text.endsWith('/s'))).to.eql(['90.0/s', '144/s', '180/s', '270/s'])
  })

  it('has an arrow beside those who could not keep up, and nowhere else', () => {
    const cases: [Crossover, number][] = [[aCrossover(), 1], [many, 6], [aCrossover({ levels: aCrossover().levels.slice(0, 3) }), 0]]
    for (const [crossover, count] of cases) expect(named(expectSound(draw(crossover)), 'path', { d: 'M11 7v-13m-4 4l4-4l4 4' })).to.have.lengthOf(count)
  })

  it('shades where it turns, from the load of no gain to that from which on it pays off', () => {
    const elements = drawn()
    const [{ attributes: zone }] = named(elements, 'rect', { fill: shade })
    const x = (start: string) => titledMarks(elements).find(({ children }) => children[0].text.startsWith(start))?.attributes.x ?? ''
    expect(zone.x).to.equal(x('clustered at 144'))
    expect(parseFloat(zone.x) + parseFloat(zone.width)).to.be.closeTo(parseFloat(x('clustered at 180')), 0.02)
    expect(textsOf(elements)).to.include.members(['no gain →|', '|→ it pays off'])
  })

  it('shades nothing where nothing turns, nor for several candidates', () => {
    const [candidate] = aCrossover().candidates
    for (const overrides of [{ asGoodUpTo: null }, { betterFrom: null }]) {
      expect(named(drawn({ candidates: [{ ...candidate, ...overrides }] }), 'rect')).to.eql([])
    }
    expect(named(expectSound(draw(many)), 'rect')).to.eql([])
  })

  it('tells lines apart by colour, dash and mark, also of eight candidates, and names each at its end', () => {
    const elements = expectSound(draw(many))
    const lines = named(elements, 'path', { 'vector-effect': true })
    expect(new Set(lines.map(({ attributes }) => `${attributes.stroke} ${attributes['stroke-dasharray']}`)).size).to.equal(9)
    expect(textsOf(named(elements, 'text', { x: '100%' }))).to.eql(names)
  })

  it('tells those who do not see it all that it shows', () => {
    const label = labelOf(drawn())
    expect(label).to.match(/^p95 of primes over the offered load\. single: 11\.4 ms at 90\.0\/s, .*1,240 ms at 270\/s \(could not keep up\); clustered: /)
    expect(label).to.include(aCrossover().candidates[0].message)
  })
})
