import { expect } from 'chai'
import { describe, it } from 'mocha'
import { trendChart, requirementsOf, speedupsToHold, ticksOf } from '../../../plugin/report/history/trend-chart.ts'
import { trendsOf } from '../../../plugin/report/history/trends.ts'
import { numberedLook } from '../../../plugin/report/palette.ts'
import { seededUniform } from '../../support/random.ts'
import { expectGolden, expectSound, named } from '../charts/drawing.ts'
import { aHistoryCandidate, aHistoryEntry, aHistoryEstimate, aHistoryScenario, someHistory, type HistoryEstimate } from './entries.ts'
import type { HistoryEntry } from '../../../plugin/concepts/report-data.ts'

const trendOf = (entries: HistoryEntry[]) => trendsOf(entries).shown[0]

/**
 * One candidate, a day between its comparisons.
 *
 * @param estimates of p95, the oldest first
 */
const history = (estimates: Partial<HistoryEstimate>[]) =>
  estimates
    .map((estimate, i) => aHistoryEntry({ startedAt: `2026-11-${10 + i}T12:00:00.000Z`, scenarios: [aHistoryScenario([aHistoryCandidate({}, estimate)])] }))
    .reverse()
const drawn = (estimates: Partial<HistoryEstimate>[]) => expectSound(trendChart(trendOf(history(estimates)), 'p95'))
const marksIn = (elements: ReturnType<typeof drawn>) => named(elements, 'svg').filter(({ children }) => children[0]?.name === 'title')
const titlesIn = (elements: ReturnType<typeof drawn>) => named(elements, 'title').map(({ text }) => text)

describe('the chart of a trend', () => {
  it('is drawn as it was', () => {
    const changed = [{ required: 1.2 }, { speedup: 1.7, interval: [1.5, 1.93] as [number, number], required: 1.2 }, { reason: 'generator-saturated' as const }]
    const fallen = { speedup: 0.9, interval: [0.8, 1.01] as [number, number], required: 1.5, regression: true }
    expectGolden('trend-chart', trendChart(trendOf(history([...changed, fallen])), 'p95'))
    expectGolden('trend-chart-two', trendChart(trendOf(someHistory(4, { candidates: ['clustered', '<four> & "quoted"'], required: null })), 'throughput'))
  })

  it('is sound whatever was measured', () => {
    const uniform = seededUniform(11)
    for (let i = 0; i < 40; i++) {
      const count = Math.ceil(uniform() * 70)
      const candidates = Array.from({ length: Math.ceil(uniform() * 7) }, (_, name) => `<b>${name}`)
      const reach = i % 3 === 0 ? 9 : 1
      const estimate = () => {
        const speedup = 10 ** (reach * (2 * uniform() - 1))
        const factor = 1 + 10 ** (2 * uniform() - 1)
        const found: HistoryEstimate = aHistoryEstimate({ speedup, interval: [speedup / factor, speedup * factor], required: uniform() < 0.5 ? null : 10 ** (reach * (2 * uniform() - 1)) })
        return { ...found, regression: uniform() < 0.1, reason: uniform() < 0.1 ? 'errors' as const : null }
      }
      const entries = Array.from({ length: count }, (_, age) =>
        aHistoryEntry({
          startedAt: new Date(Date.UTC(2026, 0, 1) - age * 3_600_000 * 10 ** (i % 4)).toISOString(),
          scenarios: [aHistoryScenario(candidates.filter(() => uniform() < 0.9).map((name) => aHistoryCandidate({ name, estimates: [estimate()] })))]
        })
      )
      const trend = trendOf(entries)
      const elements = expectSound(trendChart(trend, 'p95'))
      const shown = trend.comparisons.flatMap((one) => one.candidates).length
      expect(marksIn(elements)).to.have.length(shown)
      expectSound(trendChart(trend, 'throughput'))
    }
  })

  it('has a mark for each comparison in equal steps, in its variant’s look, with a line through them and a bar for each', () => {
    const elements = drawn([{ speedup: 1.5 }, { speedup: 1.6 }, { speedup: 1.7 }, { speedup: 1.8 }])
    const marks = marksIn(elements)
    expect(marks.map(({ attributes }) => attributes.x)).to.eql(['12.5%', '37.5%', '62.5%', '87.5%'])
    const heights = marks.map(({ attributes }) => Number(attributes.y))
    expect(heights).to.eql([...heights].sort((a, b) => b - a))
    expect(marks.every(({ children }) => children[1].attributes.fill === numberedLook(0).colour)).to.equal(true)
    const [way, whiskers] = named(elements, 'path').map(({ attributes }) => attributes.d)
    expect(way.match(/[ML]/g)?.join('')).to.equal('MLLL')
    expect(whiskers.match(/[ML]/g)?.join('')).to.equal('MLMLMLML')
  })

  it('says of each mark when it was, and what was measured', () => {
    expect(titlesIn(drawn([{}, { regression: true }, { reason: 'errors' }]))).to.eql([
      '2026-11-10 12:00 1.60x [1.34, 1.92]',
      '2026-11-11 12:00 1.60x [1.34, 1.92], fell',
      '2026-11-12 12:00 1.60x [1.34, 1.92], no verdict: errors'
    ])
    const two = expectSound(trendChart(trendOf(someHistory(1, { candidates: ['clustered', 'four'] })), 'p95'))
    // The first candidate is drawn last, on top.
    expect(titlesIn(two).map((text) => text.split(':')[1].slice(3))).to.eql(['four', 'clustered'])
  })

  it('keeps a comparison without a verdict out of the line, without a bar and without a look', () => {
    const elements = drawn([{}, { reason: 'errors' }, {}])
    expect(named(elements, 'path').map(({ attributes }) => attributes.d.match(/[ML]/g)?.length)).to.eql([2, 4])
    expect(marksIn(elements).map(({ children }) => children[1].attributes.r)).to.eql(['5', '3', '5'])
    expect(named(drawn([{ reason: 'errors' }]), 'path')).to.eql([])
  })

  it('rings a regression', () => {
    const elements = drawn([{}, { regression: true }])
    expect(marksIn(elements).map(({ children }) => children.map(({ attributes }) => attributes.r).join(' '))).to.eql([' 5', ' 9 5'])
  })

  it('has a solid line at 1x, with the slower below it', () => {
    const elements = drawn([{ speedup: 0.8, interval: [0.7, 0.9] }])
    const [zone] = named(elements, 'rect')
    const one = named(elements, 'line').find(({ attributes }) => attributes['stroke-width'] === '1.5' && attributes['stroke-dasharray'] === undefined)
    expect(one?.attributes.y1).to.equal(zone.attributes.y)
    const [mark] = marksIn(elements)
    expect(Number(mark.attributes.y)).to.be.above(Number(zone.attributes.y))
    expect(Number(zone.attributes.y) + Number(zone.attributes.height)).to.be.closeTo(170, 0.02)
  })

  it('has a dashed line as long as something was required', () => {
    const elements = drawn([{ required: 1.2 }, { required: 1.2 }, { required: 1.3 }, {}])
    const dashed = named(elements, 'line').filter(({ attributes }) => attributes['stroke-dasharray'] !== undefined)
    expect(dashed.map(({ attributes }) => [attributes.x1, attributes.x2])).to.eql([['0%', '50%'], ['50%', '75%']])
    expect(named(elements, 'text').map(({ text }) => text).filter((text) => text.startsWith('≥'))).to.eql(['≥ 1.20x', '≥ 1.30x'])
  })

  it('writes what was required last to the left of the edge', () => {
    const label = named(drawn([{}, {}, {}, { required: 1.3 }]), 'text').find(({ text }) => text.startsWith('≥'))
    expect(label?.attributes).to.include({ x: '100%', 'text-anchor': 'end' })
  })

  it('tells those who do not see it the newest numbers', () => {
    const [figure] = drawn([{}, { speedup: 2, interval: [1.8, 2.2] }])
    expect(figure.attributes['aria-label']).to.equal('Speedup over single at p95, 2 comparisons, 2026-11-10 to 2026-11-11. Newest: clustered 2.00x [1.80, 2.20].')
    const one = expectSound(trendChart(trendOf(history([{}])), 'throughput'))
    expect(one[0].attributes['aria-label']).to.equal('Speedup over single in throughput, one comparison, 2026-11-10. Newest: clustered 1.60x [1.34, 1.92].')
  })
})

describe('the axes of a trend', () => {
  it('hold every speedup, 1, and intervals as far as they leave room', () => {
    const held = speedupsToHold([aHistoryEstimate({ speedup: 2, interval: [0.01, 50] }), aHistoryEstimate({ speedup: 1.5, interval: [1.2, 1.9] })], [])
    expect(Math.min(...held)).to.be.closeTo(1 / 1.5, 1e-9)
    expect(Math.max(...held)).to.be.closeTo(3, 1e-9)
    expect(held).to.include.members([1, 2, 1.2, 1.9])
  })

  it('take no notice of an interval that carries no verdict', () => {
    expect(speedupsToHold([aHistoryEstimate({ speedup: 2, interval: [1.1, 2.9], reason: 'errors' })], [])).to.eql([1, 2])
  })

  it('hold what was required, unless it is far from all that was measured', () => {
    const [near, far] = [2.5, 9].map((required) => requirementsOf(trendOf(history([{ required }])), 'p95'))
    expect(near).to.eql([{ speedup: 2.5, from: 0, to: 0, isBeyond: false }])
    expect(far[0].isBeyond).to.equal(true)
    expect(speedupsToHold([aHistoryEstimate()], near)).to.include(2.5)
    expect(speedupsToHold([aHistoryEstimate()], far)).not.to.include(9)
    expect(requirementsOf(trendOf(history([{ required: 0.1 }])), 'p95')[0].isBeyond).to.equal(true)
  })

  it('tell what was required once, of however many candidates', () => {
    const trend = trendOf(someHistory(5, { candidates: ['clustered', 'four'], required: 1.3 }))
    expect(requirementsOf(trend, 'p95')).to.eql([{ speedup: 1.3, from: 0, to: 4, isBeyond: false }])
    expect(requirementsOf(trend, 'p50')).to.eql([])
  })

  it('tell again what was required after a comparison without it', () => {
    const required = 1.3
    expect(requirementsOf(trendOf(history([{ required }, {}, { required }, { required }])), 'p95').map(({ from, to }) => [from, to])).to.eql([[0, 0], [2, 3]])
  })

  it('name the first comparison, the last and one between, by the hour where the days are the same', () => {
    const days = ['2026-11-10T12:00:00.000Z', '2026-11-11T12:00:00.000Z', '2026-11-12T12:00:00.000Z', '2026-11-13T12:00:00.000Z']
    expect(ticksOf(days)).to.eql([{ part: 0.125, label: '2026-11-10' }, { part: 0.375, label: '2026-11-11' }, { part: 0.875, label: '2026-11-13' }])
    expect(ticksOf(['2026-11-10T12:00:00.000Z', '2026-11-10T13:30:00.000Z']).map(({ label }) => label)).to.eql(['11-10 12:00', '11-10 13:30'])
    expect(ticksOf(days.slice(0, 1))).to.eql([{ part: 0.5, label: '2026-11-10' }])
  })
})
