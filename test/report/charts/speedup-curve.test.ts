import { expect } from 'chai'
import { describe, it } from 'mocha'
import { speedupProfiles, speedupCurve } from '../../../plugin/report/charts/percentile-curves.ts'
import { percentileAxis, speedupAxis } from '../../../plugin/report/charts/axes.ts'
import { times } from '../../../plugin/report/words/numbers.ts'
import { ink } from '../../../plugin/report/palette.ts'
import { aRandomView, hardCases } from '../../support/random-views.ts'
import { expectGolden, expectSound, named } from './drawing.ts'
import type { ScenarioView } from '../../../plugin/report/page/section.ts'

function draw(view: ScenarioView) {
  const percentiles = percentileAxis(view.runs.map(({ counted }) => counted))
  const profiles = speedupProfiles(view, view.runs, percentiles.probabilities)
  const speedup = speedupAxis(profiles.flatMap(({ points }) => points.flatMap(({ least, most }) => [least, most])))
  return { speedup, markup: speedupCurve(profiles, { percentiles, speedup, baseline: view.baseline }) }
}

const cases = Object.entries(hardCases).filter(([, { requests }]) => requests !== 0)

describe('speedups by percentile', () => {
  it('are drawn as they were', () => {
    expectGolden('speedup-curve', draw(aRandomView({ seed: 10, candidates: 2, mediansMs: [100, 60, 120] })).markup)
  })

  for (const [name, plan] of cases) {
    it(`are sound: ${name}`, () => {
      for (let seed = 0; seed < 3; seed++) expectSound(draw(aRandomView({ ...plan, seed })).markup)
    })
  }

  it('have a line and a band for each candidate, and none for the baseline', () => {
    const view = aRandomView({ seed: 11, candidates: 5 })
    const paths = named(expectSound(draw(view).markup), 'path')
    const colours = view.names.slice(1).map((name) => view.lookOf(name).colour)
    expect(paths.filter(({ attributes }) => attributes['fill-opacity'] !== undefined).map(({ attributes }) => attributes.fill)).to.have.members(colours)
    expect(paths.filter(({ attributes }) => attributes['vector-effect'] !== undefined).map(({ attributes }) => attributes.stroke)).to.have.members(colours)
  })

  it('have a mark of each candidate at p50, p95 and p99, on its line and in its shape', () => {
    const view = aRandomView({ seed: 11, candidates: 5 })
    const { speedup, markup } = draw(view)
    const shown = named(expectSound(markup), 'svg').filter(({ attributes, children }) => attributes.overflow === 'visible' && children[0].name === 'title')
    const estimates = view.result?.candidates.flatMap(({ name, estimates: own }) => own.slice(0, 3).map(({ metric, baseline, candidate }) => ({ name, metric, speedup: baseline / candidate }))) ?? []
    expect(shown.map(({ children }) => children[0].text)).to.eql(estimates.map((one) => `${one.name}, ${one.metric}: ${times(one.speedup)}`))
    for (const [i, { attributes }] of shown.entries()) expect(Number(attributes.y)).to.be.closeTo(130 * (1 - speedup.part(estimates[i].speedup)), 0.5)
    const shapes = shown.map(({ children: [, { name, attributes }] }) => `${name} ${attributes.d ?? attributes.r}`)
    expect(new Set(shapes)).to.have.lengthOf(5)
  })

  it('have a solid line at 1x, and name every tick', () => {
    const { speedup, markup } = draw(aRandomView({ seed: 12 }))
    const drawn = expectSound(markup)
    const one = named(drawn, 'line').filter(({ attributes }) => attributes.stroke === ink)
    expect(one.map(({ attributes }) => Number(attributes.y1))).to.eql([Math.round(130 * (1 - speedup.part(1)) * 100) / 100])
    expect(named(drawn, 'text').map(({ text }) => text)).to.include.members(speedup.ticks.map(({ label }) => label))
  })

  it('lie above 1x where the candidate is faster', () => {
    const yOf = (candidate: number) => {
      const { speedup, markup } = draw(aRandomView({ seed: 13, mediansMs: [100, candidate], noise: 0, spread: 0 }))
      const line = named(expectSound(markup), 'path').find(({ attributes }) => attributes.stroke !== undefined)
      return { y: Number(line?.attributes.d.match(/,([\d.]+)/)?.[1]), one: 130 * (1 - speedup.part(1)) }
    }
    expect(yOf(50).y).to.be.below(yOf(50).one)
    expect(yOf(200).y).to.be.above(yOf(200).one)
  })

  it('tell those who do not see them the main figures', () => {
    const view = aRandomView({ seed: 14 })
    const label = expectSound(draw(view).markup)[0].attributes['aria-label']
    for (const { metric, baseline, candidate } of view.result?.candidates[0].estimates.slice(0, 3) ?? []) {
      expect(label).to.include(`${times(baseline / candidate)} at ${metric}`)
    }
  })
})
