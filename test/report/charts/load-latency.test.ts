import { expect } from 'chai'
import { describe, it } from 'mocha'
import { loadLatency } from '../../../plugin/report/charts/load-latency.ts'
import { lookOf, shade } from '../../../plugin/report/palette.ts'
import { aCrossover, aLevel, around } from '../../support/scaling.ts'
import { expectGolden, expectSound, named, type Element } from './drawing.ts'
import type { Crossover } from '../../../plugin/concepts/load-results.ts'

const many = ['single', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const manyLevels = [0.5, 1, 2].map((factor) => aLevel(factor, Object.fromEntries(many.map((name, i) => [name, 100 + 10 * i * factor])), ['two', 'nine']))
const manyCandidates = many.slice(1).map((name) => ({ name, asGoodUpTo: 90, betterFrom: 180, message: `Better: ${name}.` }))

function draw(crossover: Crossover) {
  const names = crossover.levels[0].variants.map(({ name }) => name)
  return loadLatency(crossover, { names, lookOf: (name) => lookOf(name, { baseline: 'single', candidates: crossover.candidates }) })
}

const titlesIn = (elements: Element[]) => named(elements, 'title').map(({ text }) => text).filter((text) => text.includes('p95'))

describe('p95 over the offered load', () => {
  it('is drawn as it was', () => {
    expectGolden('load-latency', draw(aCrossover()))
    expectGolden('load-latency-many', draw(aCrossover({ levels: manyLevels, candidates: manyCandidates })))
  })

  const hard: Record<string, Partial<Crossover>> = {
    'one load': { levels: [aLevel(1, { single: 10, clustered: 5 })] },
    'equal loads': { levels: [1, 2].map((ms) => aLevel(1, { single: ms, clustered: ms })) },
    'latencies from 0.05 ms to 100 s': { levels: [aLevel(1, { single: 0.05, clustered: 100_000 }), aLevel(2, { single: 100_000, clustered: 0.05 })] },
    'loads that differ a thousandfold': { levels: [aLevel(0.01, { single: 1, clustered: 1 }), aLevel(10, { single: 90, clustered: 1 })] },
    'intervals without end': { levels: aCrossover().levels.map((level) => ({ ...level, variants: level.variants.map((one) => ({ ...one, p95Ms: around(one.p95Ms.value, 1e6) })) })) }
  }
  for (const [name, overrides] of Object.entries(hard)) {
    it(`is sound with ${name}`, () => {
      expectSound(draw(aCrossover(overrides)))
    })
  }

  it('has a mark for each variant at each load, with its figures', () => {
    const titles = titlesIn(expectSound(draw(aCrossover())))
    expect(titles).to.have.lengthOf(8)
    expect(titles).to.include('single at 90.0 requests/s: p95 11.4 [10.3, 12.6] ms').and.include('single at 270 requests/s: p95 1,240 [1,127, 1,364] ms, could not keep up')
  })

  it('has an arrow beside those who could not keep up, and nowhere else', () => {
    const arrows = (crossover: Crossover) => named(expectSound(draw(crossover)), 'path').filter(({ attributes }) => attributes.d.startsWith('M11 7v-13'))
    expect(arrows(aCrossover())).to.have.lengthOf(1)
    expect(arrows(aCrossover({ levels: manyLevels, candidates: manyCandidates }))).to.have.lengthOf(6)
    expect(arrows(aCrossover({ levels: aCrossover().levels.slice(0, 3) }))).to.eql([])
  })

  it('shades where it turns, from the load of no gain to that from which on it pays off', () => {
    const elements = expectSound(draw(aCrossover()))
    const [zone] = named(elements, 'rect').filter(({ attributes }) => attributes.fill === shade)
    const x = (start: string) => named(elements, 'svg').find(({ children }) => children[0]?.text.startsWith(start))?.attributes.x
    expect(zone.attributes.x).to.equal(x('clustered at 144'))
    expect(parseFloat(zone.attributes.x) + parseFloat(zone.attributes.width)).to.be.closeTo(parseFloat(String(x('clustered at 180'))), 0.02)
    expect(named(elements, 'text').map(({ text }) => text)).to.include.members(['no gain →|', '|→ it pays off'])
  })

  it('shades nothing where nothing turns, nor for several candidates', () => {
    const [candidate] = aCrossover().candidates
    for (const overrides of [{ asGoodUpTo: null }, { betterFrom: null }]) {
      expect(named(expectSound(draw(aCrossover({ candidates: [{ ...candidate, ...overrides }] }))), 'rect')).to.eql([])
    }
    expect(named(expectSound(draw(aCrossover({ levels: manyLevels, candidates: manyCandidates }))), 'rect')).to.eql([])
  })

  it('tells lines apart by colour, dash and mark, also of eight candidates, and names each at its end', () => {
    const elements = expectSound(draw(aCrossover({ levels: manyLevels, candidates: manyCandidates })))
    const lines = named(elements, 'path').filter(({ attributes }) => attributes['vector-effect'] !== undefined)
    expect(new Set(lines.map(({ attributes }) => `${attributes.stroke} ${attributes['stroke-dasharray']}`)).size).to.equal(9)
    expect(named(elements, 'text').filter(({ attributes }) => attributes.x === '100%').map(({ text }) => text)).to.eql(many)
  })

  it('tells those who do not see it all that it shows', () => {
    const label = expectSound(draw(aCrossover()))[0].attributes['aria-label']
    expect(label).to.match(/^p95 of primes over the offered load\. single: 11\.4 ms at 90\.0\/s, .*1,240 ms at 270\/s \(could not keep up\); clustered: /)
    expect(label).to.include(aCrossover().candidates[0].message)
  })
})
