import { expect } from 'chai'
import { describe, it } from 'mocha'
import { speedupAxis } from '../../../plugin/report/charts/axes.ts'
import { speedupStrip, stripHeader } from '../../../plugin/report/charts/speedup-strip.ts'
import { interval, times } from '../../../plugin/report/words/numbers.ts'
import { numberedLook } from '../../../plugin/report/palette.ts'
import { seededUniform } from '../../support/random.ts'
import { anEstimate } from '../../support/results.ts'
import { expectGolden, expectSound, named } from './drawing.ts'
import type { Estimate } from '../../../plugin/concepts/comparison.ts'

const look = numberedLook(0)
const axisOf = (estimates: Estimate[]) =>
  speedupAxis(estimates.flatMap(({ speedup, interval: range, ratios, required }) => [speedup, ...range, ...ratios, required ?? 1]), 0.17)

function draw(overrides: Partial<Estimate>) {
  const estimate = anEstimate(overrides)
  const axis = axisOf([estimate])
  return { axis, drawn: expectSound(speedupStrip(estimate, { name: 'clustered', look, axis })) }
}

const passed = anEstimate({ required: 1.3, verdict: 'pass', ratios: [1.5, 1.6, 3, 1.7], outliers: [{ round: 3, ratio: 3, pulledTo: 2.1 }] })
const failed = anEstimate({ speedup: 0.8, interval: [0.7, 0.92], ratios: [0.75, 0.8, 0.85], required: 3.2, verdict: 'fail' })
const free = anEstimate({ metric: 'throughput' })

describe('the strip of a speedup', () => {
  const axis = axisOf([passed, failed, free])

  it('is drawn as it was', () => {
    expectGolden('speedup-strip-passed', speedupStrip(passed, { name: 'clustered', look, axis }))
    expectGolden('speedup-strip-failed', speedupStrip(failed, { name: 'slower & "quoted"', look: numberedLook(2), axis }))
    expectGolden('speedup-strip-free', speedupStrip(free, { name: 'clustered', look, axis }))
    expectGolden('speedup-strip-header', stripHeader(axis))
  })

  it('is sound whatever the ratios', () => {
    const uniform = seededUniform(5)
    for (let i = 0; i < 150; i++) {
      const ratios = Array.from({ length: 1 + Math.floor(10 * uniform()) }, () => 10 ** (4 * uniform() - 2))
      const speedup = ratios[0]
      const estimate = anEstimate({ speedup, interval: [speedup / (1 + uniform()), speedup * (1 + uniform())], ratios, required: i % 2 === 0 ? null : 10 ** (4 * uniform() - 2) })
      const shared = axisOf([estimate])
      expectSound(speedupStrip(estimate, { name: `<b>${i}`, look: numberedLook(i), axis: shared }))
      expectSound(stripHeader(shared))
    }
  })

  it('has its bar from one end of the interval to the other, its mark between them and a dot for each round', () => {
    const { axis: own, drawn } = draw({})
    const x = (speedup: number) => `${Math.round(10_000 * own.part(speedup)) / 100}%`
    const bar = named(drawn, 'line').find(({ attributes }) => attributes['stroke-width'] === '3')
    expect(bar?.attributes).to.include({ x1: x(1.34), x2: x(1.92), stroke: look.colour })
    expect(drawn.some(({ name, attributes }) => name === 'svg' && attributes.x === x(1.6))).to.equal(true)
    const dots = named(drawn, 'circle').filter(({ attributes }) => attributes.cx !== undefined)
    expect(dots.map(({ attributes }) => attributes.cx)).to.eql([1.5, 1.6, 1.6, 1.7].map(x))
    expect(dots.map(({ children }) => children[0].text)).to.eql(['Round 1: 1.50x', 'Round 2: 1.60x', 'Round 3: 1.60x', 'Round 4: 1.70x'])
  })

  it('has a hollow dot for an outlier, and says where it was pulled', () => {
    const { drawn } = draw(passed)
    const dots = named(drawn, 'circle').filter(({ attributes }) => attributes.cx !== undefined)
    expect(dots.map(({ attributes }) => attributes.stroke === look.colour && attributes.fill !== look.colour)).to.eql([false, false, true, false])
    expect(dots[2].children[0].text).to.equal('Round 3: 3.00x, an outlier, pulled to 2.10x')
  })

  it('shades what is required, and what is slower up to there', () => {
    const { axis: own, drawn } = draw({ required: 1.3 })
    const zones = named(drawn, 'rect').map(({ attributes }) => [parseFloat(attributes.x ?? '0'), parseFloat(attributes.width)])
    expect(zones[0][1]).to.be.closeTo(100 * own.part(1), 0.01)
    expect(zones[1][0]).to.be.closeTo(100 * own.part(1.3), 0.01)
    expect(zones[1][0] + zones[1][1]).to.be.closeTo(100, 0.02)
    expect(named(drawn, 'text').map(({ text }) => text)).to.eql(['≥ 1.3x'])
    const below = draw({ required: 0.5 })
    expect(parseFloat(named(below.drawn, 'rect')[0].attributes.width)).to.be.closeTo(100 * below.axis.part(0.5), 0.01)
  })

  it('shades nothing but what is slower, and writes nothing, when nothing is required', () => {
    const { drawn } = draw({})
    expect(named(drawn, 'rect')).to.have.lengthOf(1)
    expect(named(drawn, 'text')).to.eql([])
  })

  it('tells those who do not see it the same numbers', () => {
    const { drawn } = draw({ required: 1.3 })
    expect(drawn[0].attributes['aria-label']).to.equal(`clustered, p95: speedup ${times(1.6)}, interval ${interval([1.34, 1.92])}, 4 rounds from 1.50x to 1.70x, required at least 1.3x.`)
    expect(draw({ ratios: [1.6] }).drawn[0].attributes['aria-label']).to.include('one round')
  })
})

describe('the head of the strips', () => {
  it('names all ticks, and which side is faster', () => {
    const axis = axisOf([passed])
    const texts = named(expectSound(stripHeader(axis)), 'text')
    expect(texts.map(({ text }) => text)).to.have.members(['← slower', 'faster →', ...axis.ticks.map(({ label }) => label)])
    expect(texts.find(({ text }) => text === '1x')?.attributes).to.include({ 'font-weight': 'bold' })
  })

  it('leaves out a name at an edge that would lie on the one beside it', () => {
    const part = (speedup: number) => speedup / 2.3
    const namesOf = (...speedups: number[]) => {
      const ticks = speedups.map((speedup) => ({ value: speedup, part: part(speedup), label: `${speedup}x` }))
      return named(expectSound(stripHeader({ part, ticks })), 'text').map(({ text }) => text).filter((text) => text.endsWith('x'))
    }
    expect(namesOf(1, 1.5, 2, 2.25)).to.have.members(['1x', '1.5x', '2x'])
    expect(namesOf(1, 1.5, 2.25)).to.have.members(['1x', '1.5x', '2.25x'])
    expect(namesOf(1, 1.5, 1.9, 2.2)).to.have.members(['1x', '1.5x', '1.9x', '2.2x'])
  })
})
