import { expect } from 'chai'
import { describe, it } from 'mocha'
import { axisOf, speedupAxis } from '../../../plugin/report/charts/axes.ts'
import { speedupStrip, stripHeader } from '../../../plugin/report/charts/speedup-strip.ts'
import { numberedLook } from '../../../plugin/report/palette.ts'
import { seededUniform } from '../../support/random.ts'
import { anEstimate } from '../../support/results.ts'
import { attributesOf, expectGolden, expectSound, labelOf, named, textsOf } from './drawing.ts'
import type { Estimate } from '../../../plugin/concepts/comparison.ts'

const look = numberedLook(0)

function draw(overrides: Partial<Estimate>, name: string = 'clustered') {
  const estimate = anEstimate(overrides)
  const { speedup, interval, ratios, required } = estimate
  const axis = speedupAxis([speedup, ...interval, ...ratios, required ?? 1], 0.17)
  const markup = speedupStrip(estimate, { name, look, axis })
  const drawn = expectSound(markup)
  const x = (value: number) => `${Math.round(10_000 * axis.part(value)) / 100}%`
  return { axis, markup, drawn, x, dots: named(drawn, 'circle', { cx: true }), zones: attributesOf(drawn, 'rect') }
}

const passed = anEstimate({ required: 1.3, verdict: 'pass', ratios: [1.5, 1.6, 3, 1.7], outliers: [{ round: 3, ratio: 3, pulledTo: 2.1 }] })

describe('the strip of a speedup', () => {
  it('is drawn as it was', () => expectGolden('speedup-strip', draw(passed, 'clustered & "quoted"').markup))

  it('is sound whatever the ratios', () => {
    const uniform = seededUniform(5)
    const anySpeedup = () => 10 ** (4 * uniform() - 2)
    for (let i = 0; i < 150; i++) {
      const ratios = Array.from({ length: 1 + Math.floor(10 * uniform()) }, anySpeedup)
      const interval: [number, number] = [ratios[0] / (1 + uniform()), ratios[0] * (1 + uniform())]
      expectSound(stripHeader(draw({ speedup: ratios[0], interval, ratios, required: i % 2 === 0 ? null : anySpeedup() }, `<b>${i}`).axis))
    }
  })

  it('has its bar from one end of the interval to the other, its mark between them and a dot for each round', () => {
    const { drawn, x, dots } = draw({})
    expect(attributesOf(drawn, 'line', { 'stroke-width': '3' })[0]).to.include({ x1: x(1.34), x2: x(1.92), stroke: look.colour })
    expect(named(drawn, 'svg', { x: x(1.6) })).to.have.lengthOf(1)
    expect(dots.map(({ attributes }) => attributes.cx)).to.eql([1.5, 1.6, 1.6, 1.7].map(x))
    expect(dots.map(({ children }) => children[0].text)).to.eql(['Round 1: 1.50x', 'Round 2: 1.60x', 'Round 3: 1.60x', 'Round 4: 1.70x'])
  })

  it('has a hollow dot for an outlier, and says where it was pulled', () => {
    const { dots } = draw(passed)
    expect(dots.map(({ attributes }) => attributes.stroke === look.colour && attributes.fill !== look.colour)).to.eql([false, false, true, false])
    expect(dots[2].children[0].text).to.equal('Round 3: 3.00x, an outlier, pulled to 2.10x')
  })

  it('shades what is required and writes it, and shades what is slower up to there', () => {
    const { drawn, x, zones: [slower, required] } = draw({ required: 1.3 })
    expect([slower.width, required.x]).to.eql([x(1), x(1.3)])
    expect(parseFloat(required.x) + parseFloat(required.width)).to.be.closeTo(100, 0.02)
    expect(textsOf(drawn)).to.eql(['≥ 1.3x'])
    const below = draw({ required: 0.5 })
    expect(below.zones[0].width).to.equal(below.x(0.5))
    const { zones, drawn: free } = draw({})
    expect([zones.length, textsOf(free)], 'nothing required').to.eql([1, []])
  })

  it('tells those who do not see it the same numbers', () => {
    const figures = 'speedup 1.60x, interval [1.34, 1.92], 4 rounds from 1.50x to 1.70x, required at least 1.3x'
    expect(labelOf(draw({ required: 1.3 }).drawn)).to.equal(`clustered, p95: ${figures}.`)
    expect(labelOf(draw({ ratios: [1.6] }).drawn)).to.include('one round')
  })
})

describe('the head of the strips', () => {
  it('names all ticks, and which side is faster', () => {
    const { axis: { part, ticks } } = draw(passed)
    const drawn = expectSound(stripHeader({ part, ticks }))
    expect(textsOf(drawn)).to.have.members(['← slower', 'faster →', ...ticks.map(({ label }) => label)])
    expect(textsOf(named(drawn, 'text', { y: '26' })), 'above the axis').to.have.members(ticks.map(({ label }) => label))
    expect(textsOf(named(drawn, 'text', { 'font-weight': 'bold' }))).to.eql(['1x'])
  })

  it('leaves out a name at an edge that would lie on the one beside it', () => {
    for (const [speedups, names] of [[[1, 1.5, 2, 2.25], '1.5x 2x'], [[1, 1.5, 2.25], '1.5x 2.25x'], [[1, 1.5, 1.9, 2.2], '1.5x 1.9x 2.2x']] as const) {
      const axis = axisOf((speedup) => speedup / 2.3, speedups, (speedup) => `${speedup}x`)
      expect(textsOf(expectSound(stripHeader(axis))).filter((text) => text.endsWith('x')).join(' ')).to.equal(`${names} 1x`)
    }
  })
})
