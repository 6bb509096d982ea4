import { expect } from 'chai'
import { describe, it } from 'mocha'
import { trendChart, requirementsOf, speedupsToHold, ticksOf } from '../../../plugin/report/history/trend-chart.ts'
import { trendsOf } from '../../../plugin/report/history/trends.ts'
import { numberedLook } from '../../../plugin/report/palette.ts'
import { seededUniform } from '../../support/random.ts'
import { expectSound, labelOf, named, textsOf, titledMarks, type Element } from '../charts/drawing.ts'
import { aHistoryCandidate, aHistoryEstimate, anEntryOf, someHistory, type HistoryEstimate } from './entries.ts'
import type { HistoryEntry } from '../../../plugin/concepts/report-data.ts'

const trendOf = (entries: HistoryEntry[]) => trendsOf(entries).shown[0]

/** One candidate, a day between its comparisons, the oldest first. */
const history = (...estimates: Partial<HistoryEstimate>[]) =>
  estimates.map((estimate, i) => ({ ...anEntryOf(aHistoryCandidate({}, estimate)), startedAt: `2026-11-${10 + i}T12:00:00.000Z` })).reverse()
/** p95 of that candidate. */
const drawn = (...estimates: Partial<HistoryEstimate>[]) => expectSound(trendChart(trendOf(history(...estimates)), 'p95'))
const pathsIn = (elements: Element[]) => named(elements, 'path', { 'vector-effect': true }).map(({ attributes }) => attributes.d.replace(/[^ML]/g, ''))
/** The circles of each mark. */
const radiiIn = (elements: Element[]) =>
  titledMarks(elements).map(({ children: [, ...shapes] }) => shapes.map(({ attributes }) => attributes.r).join(' '))

describe('the chart of a trend', () => {
  it('is sound whatever was measured', () => {
    const uniform = seededUniform(11)
    for (let i = 0; i < 40; i++) {
      const count = Math.ceil(uniform() * 70)
      const candidates = Array.from({ length: Math.ceil(uniform() * 7) }, (_, name) => `<b>${name}`)
      const reach = i % 3 === 0 ? 9 : 1
      const anySpeedup = () => 10 ** (reach * (2 * uniform() - 1))
      const estimate = () => {
        const [speedup, factor] = [anySpeedup(), 1 + 10 ** (2 * uniform() - 1)]
        const found = aHistoryEstimate({ speedup, interval: [speedup / factor, speedup * factor], required: uniform() < 0.5 ? null : anySpeedup() })
        return { ...found, regression: uniform() < 0.1, reason: uniform() < 0.1 ? 'errors' as const : null }
      }
      const entries = Array.from({ length: count }, (_, age) => {
        const seen = candidates.filter(() => uniform() < 0.9)
        const startedAt = new Date(Date.UTC(2026, 0, 1) - age * 3_600_000 * 10 ** (i % 4)).toISOString()
        return { ...anEntryOf(...seen.map((name) => aHistoryCandidate({ name, estimates: [estimate()] }))), startedAt }
      })
      const trend = trendOf(entries)
      const measured = trend.comparisons.flatMap((comparison) => comparison.candidates)
      expect(titledMarks(expectSound(trendChart(trend, 'p95')))).to.have.length(measured.length)
      expectSound(trendChart(trend, 'throughput'))
    }
  })

  it('has a mark for each comparison in equal steps, in its variant’s look, with a line through them and a bar for each', () => {
    const elements = drawn({ speedup: 1.5 }, { speedup: 1.6 }, { speedup: 1.7 }, { speedup: 1.8 })
    const marks = titledMarks(elements)
    expect(marks.map(({ attributes }) => attributes.x)).to.eql(['12.5%', '37.5%', '62.5%', '87.5%'])
    const heights = marks.map(({ attributes }) => Number(attributes.y))
    expect(heights).to.eql([...heights].sort((a, b) => b - a))
    expect(marks.every(({ children }) => children[1].attributes.fill === numberedLook(0).colour)).to.equal(true)
    expect(pathsIn(elements)).to.eql(['MLLL', 'MLMLMLML'])
  })

  it('says of each mark when it was, and what was measured', () => {
    expect(textsOf(drawn({}, { regression: true }, { reason: 'errors' }), 'title')).to.eql([
      '2026-11-10 12:00 1.60x [1.34, 1.92]',
      '2026-11-11 12:00 1.60x [1.34, 1.92], fell',
      '2026-11-12 12:00 1.60x [1.34, 1.92], no verdict: errors'
    ])
    const two = expectSound(trendChart(trendOf(someHistory(1, { candidates: ['clustered', 'four'] })), 'p95'))
    // The first candidate is drawn last, on top.
    expect(textsOf(two, 'title').map((text) => text.split(':')[1].slice(3))).to.eql(['four', 'clustered'])
  })

  it('keeps a comparison without a verdict out of the line, without a bar and without a look', () => {
    const elements = drawn({}, { reason: 'errors' }, {})
    expect(pathsIn(elements)).to.eql(['ML', 'MLML'])
    expect(radiiIn(elements)).to.eql(['5', '3', '5'])
    expect(pathsIn(drawn({ reason: 'errors' }))).to.eql([])
  })

  it('has smaller marks where there are many', () => {
    for (const [count, small] of [[40, 0], [50, 50]]) {
      const elements = expectSound(trendChart(trendOf(someHistory(count)), 'p95'))
      expect(named(elements, 'g', { transform: 'scale(.7)' })).to.have.length(small)
    }
  })

  it('rings a regression', () => {
    expect(radiiIn(drawn({}, { regression: true }))).to.eql(['5', '9 5'])
  })

  it('has a solid line at 1x, with the slower below it', () => {
    const elements = drawn({ speedup: 0.8, interval: [0.7, 0.9] })
    const [{ attributes: { y, height } }] = named(elements, 'rect')
    expect(named(elements, 'line', { 'stroke-width': '1.5', 'stroke-dasharray': false })[0].attributes.y1).to.equal(y)
    expect(Number(titledMarks(elements)[0].attributes.y)).to.be.above(Number(y))
    expect(Number(y) + Number(height)).to.be.closeTo(170, 0.02)
  })

  it('has a dashed line as long as something was required', () => {
    const elements = drawn({ required: 1.2 }, { required: 1.2 }, { required: 1.3 }, {})
    const dashed = named(elements, 'line', { 'stroke-dasharray': true })
    expect(dashed.map(({ attributes }) => [attributes.x1, attributes.x2])).to.eql([['0%', '50%'], ['50%', '75%']])
    expect(textsOf(elements).filter((text) => text.startsWith('≥'))).to.eql(['≥ 1.20x', '≥ 1.30x'])
  })

  it('writes what was required last to the left of the edge', () => {
    const [label] = named(drawn({}, {}, {}, { required: 1.3 }), 'text', { x: '100%' })
    expect([label.text, label.attributes['text-anchor']]).to.eql(['≥ 1.30x', 'end'])
  })

  it('tells those who do not see it the newest numbers', () => {
    const start = 'Speedup over single at p95, 2 comparisons, 2026-11-10 to 2026-11-11.'
    expect(labelOf(drawn({}, { speedup: 2, interval: [1.8, 2.2] }))).to.equal(`${start} Newest: clustered 2.00x [1.80, 2.20].`)
    const throughput = expectSound(trendChart(trendOf(history({})), 'throughput'))
    expect(labelOf(throughput)).to.equal('Speedup over single in throughput, one comparison, 2026-11-10. Newest: clustered 1.60x [1.34, 1.92].')
  })
})

describe('the axes of a trend', () => {
  it('hold every speedup, 1, and intervals as far as they leave room', () => {
    const estimates = [{ speedup: 2, interval: [0.01, 50] }, { speedup: 1.5, interval: [1.2, 1.9] }] as Partial<HistoryEstimate>[]
    const held = speedupsToHold(estimates.map(aHistoryEstimate), [])
    expect(Math.min(...held)).to.be.closeTo(1 / 1.5, 1e-9)
    expect(Math.max(...held)).to.be.closeTo(3, 1e-9)
    expect(held).to.include.members([1, 2, 1.2, 1.9])
  })

  it('take no notice of an interval that carries no verdict', () => {
    expect(speedupsToHold([aHistoryEstimate({ speedup: 2, interval: [1.1, 2.9], reason: 'errors' })], [])).to.eql([1, 2])
  })

  it('hold what was required, unless it is far from all that was measured', () => {
    const [near, far] = [2.5, 9].map((required) => requirementsOf(trendOf(history({ required })), 'p95'))
    expect(near).to.eql([{ speedup: 2.5, from: 0, to: 0, isBeyond: false }])
    expect(far[0].isBeyond).to.equal(true)
    expect(speedupsToHold([aHistoryEstimate()], near)).to.include(2.5)
    expect(speedupsToHold([aHistoryEstimate()], far)).not.to.include(9)
    expect(requirementsOf(trendOf(history({ required: 0.1 })), 'p95')[0].isBeyond).to.equal(true)
  })

  it('tell what was required once, of however many candidates', () => {
    const trend = trendOf(someHistory(5, { candidates: ['clustered', 'four'], required: 1.3 }))
    expect(requirementsOf(trend, 'p95')).to.eql([{ speedup: 1.3, from: 0, to: 4, isBeyond: false }])
    expect(requirementsOf(trend, 'p50')).to.eql([])
  })

  it('tell again what was required after a comparison without it', () => {
    const required = 1.3
    const trend = trendOf(history({ required }, {}, { required }, { required }))
    expect(requirementsOf(trend, 'p95').map(({ from, to }) => [from, to])).to.eql([[0, 0], [2, 3]])
  })

  it('name the first comparison, the last and one between, by the hour where the days are the same', () => {
    const labels = (...times: string[]) => ticksOf(times.map((time) => `2026-11-${time}:00.000Z`))
    const days = labels('10T12:00', '11T12:00', '12T12:00', '13T12:00')
    expect(days).to.eql([{ part: 0.125, label: '2026-11-10' }, { part: 0.375, label: '2026-11-11' }, { part: 0.875, label: '2026-11-13' }])
    expect(labels('10T12:00', '10T13:30').map(({ label }) => label)).to.eql(['11-10 12:00', '11-10 13:30'])
    expect(labels('10T12:00')).to.eql([{ part: 0.5, label: '2026-11-10' }])
  })
})
