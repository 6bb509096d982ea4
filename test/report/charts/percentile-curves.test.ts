import { expect } from 'chai'
import { describe, it } from 'mocha'
import {
  latencyProfiles, percentileCurves, speedupCurve, speedupProfiles, valueAt, type Profile
} from '../../../plugin/report/charts/percentile-curves.ts'
import { latencyScale } from '../../../plugin/report/charts/axes.ts'
import { markedPercentiles, percentileAxis, speedupAxis } from '../../../plugin/report/charts/axes.ts'
import { milliseconds, times } from '../../../plugin/report/words/numbers.ts'
import { baselineLook, ink, shade } from '../../../plugin/report/palette.ts'
import { aRunDetail } from '../../support/pages.ts'
import { aRandomView, hardCases } from '../../support/random-views.ts'
import { aRun, latencies } from '../../support/runs.ts'
import { expectSound, itIsSoundWith, labelOf, named, pointsOf, textsOf, titledMarks, type Element } from './drawing.ts'
import type { ScenarioView } from '../../../plugin/report/page/section.ts'
import type { RunDetail } from '../../../plugin/concepts/report-data.ts'

function draw(view: ScenarioView) {
  const details = view.runs.filter(({ counted }) => counted > 0)
  const percentiles = percentileAxis(details.map(({ counted }) => counted))
  const [profiles, speedups] = [latencyProfiles, speedupProfiles].map((profilesOf) => profilesOf(view, details, percentiles.probabilities))
  const valuesOf = (shown: Profile[]) => shown.flatMap(({ points }) => points.flatMap(({ least, most }) => [least, most]))
  const speedup = speedupAxis(valuesOf(speedups))
  return {
    speedup,
    curves: percentileCurves(profiles, { percentiles, latency: latencyScale(valuesOf(profiles)) }),
    speedups: speedupCurve(speedups, { percentiles, speedup, baseline: view.baseline })
  }
}

const curvesOf = (plan: Parameters<typeof aRandomView>[0]) => expectSound(draw(aRandomView(plan)).curves)
/** The attributes of bands and of lines. */
const bandsIn = (drawn: Element[]) => named(drawn, 'path', { 'fill-opacity': true }).map(({ attributes }) => attributes)
const linesIn = (drawn: Element[]) => named(drawn, 'path', { 'vector-effect': true }).map(({ attributes }) => attributes)
/** p50, p95 and p99 of each candidate. */
const estimatesOf = ({ result }: ScenarioView) =>
  (result?.candidates ?? []).flatMap(({ name, estimates }) =>
    estimates.slice(0, 3).map((estimate) => ({ ...estimate, name, ratio: estimate.baseline / estimate.candidate }))
  )

const cases = Object.fromEntries(Object.entries(hardCases).filter(([, { requests }]) => requests !== 0))

describe('latencies by percentile', () => {
  itIsSoundWith(cases, (plan, seed) => [draw(aRandomView({ ...plan, seed })).curves])

  it('have a line, a band and three marks for each variant', () => {
    for (const candidates of [1, 4, 5]) {
      const view = aRandomView({ seed: 8, candidates })
      const drawn = expectSound(draw(view).curves)
      const colours = view.names.map((variant) => view.lookOf(variant).colour)
      expect(linesIn(drawn).map(({ stroke }) => stroke)).to.have.members(colours)
      expect(bandsIn(drawn).map(({ fill }) => fill)).to.have.members(colours)
      expect(named(drawn, 'path', { 'stroke-dasharray': true }).map(({ attributes }) => attributes.stroke)).to.eql([view.lookOf('single').colour])
      const titles = titledMarks(drawn).map(({ children }) => children[0].text.split(':')[0])
      expect(titles).to.eql(view.names.flatMap((variant) => ['p50', 'p95', 'p99'].map((metric) => `${variant}, ${metric}`)))
    }
  })

  it('print the estimates at p50, p95 and p99, and tell them to those who do not see them', () => {
    const view = aRandomView({ seed: 9, mediansMs: [100, 40] })
    const drawn = expectSound(draw(view).curves)
    for (const { metric, baseline, candidate } of estimatesOf(view)) {
      expect(textsOf(drawn)).to.include.members([baseline, candidate].map((latency) => `${milliseconds(latency)} ms`))
      expect(labelOf(drawn)).to.match(new RegExp(`single: .*${metric} ${milliseconds(baseline)} ms.*clustered: .*${metric} ${milliseconds(candidate)} ms`))
    }
  })

  it('name up to nine variants at the end of their lines, in places that do not overlap', () => {
    for (let seed = 0; seed < 5; seed++) {
      const names = named(curvesOf({ seed, candidates: 8, noise: 0.01, mediansMs: Array(9).fill(50) }), 'text', { x: '100%', dx: '7' })
      expect(names.map(({ text }) => text)).to.eql(aRandomView({ seed, candidates: 8 }).names)
      const places = names.map(({ attributes }) => Number(attributes.y)).sort((a, b) => a - b)
      for (const [i, place] of places.slice(1).entries()) expect(place - places[i]).to.be.at.least(13.9)
    }
    expect(textsOf(curvesOf({ seed: 1, candidates: 9 }))).to.not.include('single')
  })

  it('are grey where a round has fewer than 10 responses beyond', () => {
    const zone = (requests: number) => named(curvesOf({ seed: 2, requests }), 'rect', { fill: shade })
    expect(parseFloat(zone(300)[0].attributes.x)).to.be.within(50, 70)
    expect(zone(1)[0].attributes).to.include({ x: '0%', width: '100%' })
    expect(zone(20_000)).to.eql([])
  })

  it('rise from left to right, and lie higher where they are slower', () => {
    const [fast, slow] = linesIn(curvesOf({ seed: 3, mediansMs: [100, 40], noise: 0 })).map(({ d }) => pointsOf(d).map(({ y }) => y))
    for (const [i, y] of slow.slice(1).entries()) expect(y).to.be.at.most(slow[i])
    for (const [i, y] of slow.entries()) expect(y).to.be.below(fast[i])
  })
})

describe('speedups by percentile', () => {
  itIsSoundWith(cases, (plan, seed) => [draw(aRandomView({ ...plan, seed })).speedups])

  it('have a line and a band for each candidate, and none for the baseline', () => {
    const view = aRandomView({ seed: 11, candidates: 5 })
    const drawn = expectSound(draw(view).speedups)
    const colours = view.names.slice(1).map((name) => view.lookOf(name).colour)
    expect(bandsIn(drawn).map(({ fill }) => fill)).to.have.members(colours)
    expect(linesIn(drawn).map(({ stroke }) => stroke)).to.have.members(colours)
  })

  it('have a mark of each candidate at p50, p95 and p99, on its line and in its shape, and say where to those who do not see it', () => {
    const view = aRandomView({ seed: 11, candidates: 5 })
    const { speedup, speedups } = draw(view)
    const drawn = expectSound(speedups)
    const [shown, estimates] = [titledMarks(drawn), estimatesOf(view)]
    expect(shown.map(({ children }) => children[0].text)).to.eql(estimates.map(({ name, metric, ratio }) => `${name}, ${metric}: ${times(ratio)}`))
    for (const [i, { attributes }] of shown.entries()) expect(Number(attributes.y)).to.be.closeTo(130 * (1 - speedup.part(estimates[i].ratio)), 0.5)
    expect(new Set(shown.map(({ children: [, { name, attributes }] }) => `${name} ${attributes.d ?? attributes.r}`))).to.have.lengthOf(5)
    for (const { metric, ratio } of estimates) expect(labelOf(drawn)).to.include(`${times(ratio)} at ${metric}`)
  })

  it('have a solid line at 1x, and name every tick', () => {
    const { speedup, speedups } = draw(aRandomView({ seed: 12 }))
    const solid = named(expectSound(speedups), 'line', { stroke: ink })
    expect(solid.map(({ attributes }) => Number(attributes.y1))).to.eql([Math.round(130 * (1 - speedup.part(1)) * 100) / 100])
    expect(textsOf(expectSound(speedups))).to.include.members(speedup.ticks.map(({ label }) => label))
  })

  it('lie above 1x where the candidate is faster', () => {
    for (const [candidate, isFaster] of [[50, true], [200, false]] as const) {
      const { speedup, speedups } = draw(aRandomView({ seed: 13, mediansMs: [100, candidate], noise: 0, spread: 0 }))
      const [{ y }] = pointsOf(linesIn(expectSound(speedups))[0].d)
      expect(y < 130 * (1 - speedup.part(1))).to.equal(isFaster)
    }
  })
})

const variants = { names: ['single', 'clustered'], baseline: 'single', lookOf: () => baselineLook }

function aDetail(variant: string, round: number, ...quantiles: [probability: number, latencyMs: number][]): RunDetail {
  const run = aRun({ variant, round, latencyMs: latencies(50) })
  return aRunDetail({ run, quantiles: quantiles.map(([probability, latencyMs]) => ({ probability, latencyMs })) })
}

describe('latencies by percentile over the rounds', () => {
  it('are geometric means, with the fastest and the slowest round', () => {
    const [{ name, points }] = latencyProfiles(variants, [aDetail('single', 1, [0, 10], [1, 10]), aDetail('single', 2, [0, 40], [1, 40])], [0.75])
    expect(name).to.equal('single')
    expect(points[0].value).to.be.closeTo(20, 1e-9)
    expect(points[0]).to.include({ probability: 0.75, least: 10, most: 40 })
  })

  it('are interpolated by probability, each round by its own steps', () => {
    const details = [aDetail('single', 1, [0, 0], [0.5, 10], [1, 110]), aDetail('single', 2, [0.2, 35], [1, 35])]
    const [{ points }] = latencyProfiles(variants, details, [0.1, 0.75, 1])
    expect(points.map(({ least, most }) => [least, most])).to.eql([[2, 35], [35, 60], [35, 110]])
  })

  it('agree with the estimates at p50, p95 and p99', () => {
    const view = aRandomView({ seed: 4, candidates: 2, rounds: 5 })
    const profiles = latencyProfiles(view, view.runs, [0.5, 0.95, 0.99])
    for (const { name, metric, baseline, candidate } of estimatesOf(view)) {
      const { probability } = markedPercentiles.find((marked) => marked.metric === metric) ?? { probability: NaN }
      const [before, after] = ['single', name].map((wanted) => valueAt(profiles.find((profile) => profile.name === wanted) ?? { points: [] }, probability))
      expect(before).to.be.closeTo(Number(baseline), 1e-9)
      expect(after).to.be.closeTo(Number(candidate), 1e-9)
    }
  })

  it('leave out a variant that was not seen', () => {
    expect(latencyProfiles(variants, [aDetail('clustered', 1, [0, 1])], [0.5]).map(({ name }) => name)).to.eql(['clustered'])
  })
})

describe('speedups by percentile over the rounds', () => {
  it('are those of the rounds, not of the means', () => {
    const rounds = [['single', 1, 20], ['clustered', 1, 10], ['clustered', 2, 5], ['single', 2, 40]] as const
    const details = rounds.map(([variant, round, ms]) => aDetail(variant, round, [0, ms], [1, ms]))
    const [{ name, points }] = speedupProfiles(variants, details, [0.3])
    expect(name).to.equal('clustered')
    expect(points[0].value).to.be.closeTo(4, 1e-9)
    expect(points[0]).to.include({ least: 2, most: 8 })
  })

  it('need both variants of a round, and a latency above 0', () => {
    expect(speedupProfiles(variants, [aDetail('single', 1, [0, 20]), aDetail('clustered', 2, [0, 10])], [0.3])).to.eql([])
    const [{ points }] = speedupProfiles(variants, [aDetail('single', 1, [0, 0], [1, 10]), aDetail('clustered', 1, [0, 0], [1, 5])], [0, 1])
    expect(points.map(({ probability, value }) => [probability, value])).to.eql([[1, 2]])
  })
})
