import { expect } from 'chai'
import { describe, it } from 'mocha'
import { latencyProfiles, percentileCurves } from '../../../plugin/report/charts/percentile-curves.ts'
import { latencyScale } from '../../../plugin/report/charts/scales.ts'
import { percentileAxis } from '../../../plugin/report/charts/axes.ts'
import { milliseconds } from '../../../plugin/report/words/numbers.ts'
import { shade } from '../../../plugin/report/palette.ts'
import { aRandomView, hardCases } from '../../support/random-views.ts'
import { expectGolden, expectSound, named } from './drawing.ts'
import type { ScenarioView } from '../../../plugin/report/page/section.ts'

function draw(view: ScenarioView) {
  const details = view.runs.filter(({ counted }) => counted > 0)
  const percentiles = percentileAxis(details.map(({ counted }) => counted))
  const profiles = latencyProfiles(view, details, percentiles.probabilities)
  const latency = latencyScale(profiles.flatMap(({ points }) => points.flatMap(({ least, most }) => [least, most])))
  return { profiles, percentiles, latency, markup: percentileCurves(profiles, { percentiles, latency }) }
}

function textsOf(view: ScenarioView) {
  return named(expectSound(draw(view).markup), 'text')
}

const cases = Object.entries(hardCases).filter(([, { requests }]) => requests !== 0)

describe('latencies by percentile', () => {
  it('are drawn as they were', () => {
    expectGolden('percentile-curves', draw(aRandomView({ seed: 6, mediansMs: [100, 60], requests: 1200 })).markup)
    expectGolden('percentile-curves-many', draw(aRandomView({ seed: 7, candidates: 4, rounds: 4 })).markup)
  })

  for (const [name, plan] of cases) {
    it(`are sound: ${name}`, () => {
      for (let seed = 0; seed < 3; seed++) expectSound(draw(aRandomView({ ...plan, seed })).markup)
    })
  }

  it('have a line, a band and three marks for each variant', () => {
    for (const candidates of [1, 4, 5]) {
      const view = aRandomView({ seed: 8, candidates })
      const drawn = expectSound(draw(view).markup)
      const lines = named(drawn, 'path').filter(({ attributes }) => attributes['vector-effect'] === 'non-scaling-stroke')
      const colours = view.names.map((variant) => view.lookOf(variant).colour)
      expect(lines.map(({ attributes }) => attributes.stroke)).to.have.members(colours)
      expect(named(drawn, 'path').filter(({ attributes }) => attributes['fill-opacity'] !== undefined).map(({ attributes }) => attributes.fill)).to.have.members(colours)
      expect(lines.filter(({ attributes }) => attributes['stroke-dasharray'] !== undefined).map(({ attributes }) => attributes.stroke)).to.eql([view.lookOf('single').colour])
      for (const variant of view.names) expect(named(drawn, 'title').filter(({ text }) => text.startsWith(`${variant}, p`))).to.have.lengthOf(3)
    }
  })

  it('print the estimates at p50, p95 and p99', () => {
    const view = aRandomView({ seed: 9, mediansMs: [100, 40] })
    const texts = textsOf(view).map(({ text }) => text)
    for (const { metric, baseline, candidate } of view.result?.candidates[0].estimates ?? []) {
      if (metric === 'throughput') continue
      expect(texts).to.include(`${milliseconds(baseline)} ms`)
      expect(texts).to.include(`${milliseconds(candidate)} ms`)
    }
  })

  it('name up to nine variants at the end of their lines, in places that do not overlap', () => {
    for (let seed = 0; seed < 5; seed++) {
      const view = aRandomView({ seed, candidates: 8, noise: 0.01, mediansMs: Array(9).fill(50) })
      const names = textsOf(view).filter(({ attributes }) => attributes.x === '100%' && attributes.dx === '7')
      expect(names.map(({ text }) => text)).to.eql(view.names)
      const places = names.map(({ attributes }) => Number(attributes.y)).sort((a, b) => a - b)
      for (const [i, place] of places.slice(1).entries()) expect(place - places[i]).to.be.at.least(13.9)
    }
    expect(textsOf(aRandomView({ seed: 1, candidates: 9 })).map(({ text }) => text)).to.not.include('single')
  })

  it('are grey where a round has fewer than 10 responses beyond', () => {
    const zone = (requests: number) => named(expectSound(draw(aRandomView({ seed: 2, requests })).markup), 'rect').filter(({ attributes }) => attributes.fill === shade)
    expect(parseFloat(zone(300)[0].attributes.x)).to.be.within(50, 70)
    expect(zone(1)[0].attributes).to.include({ x: '0%', width: '100%' })
    expect(zone(20_000)).to.eql([])
  })

  it('rise from left to right, and lie higher where they are slower', () => {
    const [slow, fast] = named(expectSound(draw(aRandomView({ seed: 3, mediansMs: [100, 40], noise: 0 })).markup), 'path')
      .filter(({ attributes }) => attributes.stroke !== undefined)
      .map(({ attributes }) => [...attributes.d.matchAll(/,([\d.]+)/g)].map(([, y]) => Number(y)))
      .reverse()
    for (const [i, y] of slow.slice(1).entries()) expect(y).to.be.at.most(slow[i])
    for (const [i, y] of slow.entries()) expect(y).to.be.below(fast[i])
  })

  it('tell those who do not see them the main figures', () => {
    const view = aRandomView({ seed: 9 })
    const [estimate] = view.result?.candidates[0].estimates ?? []
    const label = expectSound(draw(view).markup)[0].attributes['aria-label']
    expect(label).to.include(`single: p50 ${milliseconds(estimate.baseline)} ms`).and.include(`clustered: p50 ${milliseconds(estimate.candidate)} ms`)
  })
})
