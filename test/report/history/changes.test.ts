import { expect } from 'chai'
import { historyPage } from '../../../plugin/report/history/history-page.ts'
import { changeSentence, changesIn, changesOf, trendsOf } from '../../../plugin/report/history/trends.ts'
import { textOf } from '../../support/pages.ts'
import { aHistoryCandidate, aHistoryEntry, aHistoryScenario } from './entries.ts'
import type { HistoryEntry } from '../../../plugin/concepts/report-data.ts'

const dayOf = (i: number) => new Date(Date.UTC(2026, 10, 1 + i)).toISOString()
const commitOf = (i: number) => `${i.toString(16).padStart(7, '0')}${'f'.repeat(33)}`

/** A comparison a day, the newest first. */
const history = (speedups: number[], overrides: (i: number) => Partial<HistoryEntry> = () => ({})): HistoryEntry[] =>
  speedups
    .map((speedup, i) => {
      const candidate = aHistoryCandidate({}, { speedup, interval: [0.95 * speedup, 1.05 * speedup] })
      const own = { startedAt: dayOf(i), commit: commitOf(i), scenarios: [aHistoryScenario([candidate])] }
      return aHistoryEntry({ ...own, ...overrides(i) })
    })
    .reverse()

const fell = [1.9, 1.92, 1.88, 1.91, 1.9, 1.89, 1.41, 1.39, 1.4]
const sentencesOf = (entries: HistoryEntry[]) =>
  changesIn(trendsOf(entries).shown[0], 'throughput').map((change) => changeSentence(change))

describe('the days on which a speedup changed', () => {
  it('are told with both levels, and with the comparisons and commits between which it was', () => {
    expect(sentencesOf(history(fell))).to.eql([
      'Throughput of clustered fell from 1.90x to 1.40x between 2026-11-06 and 2026-11-07 (0000005..0000006)'
    ])
    expect(sentencesOf(history(fell.map((speedup) => 2 / speedup)))[0]).to.match(/ rose from 1\.05x to 1\.43x between /)
    const hours = sentencesOf(history(fell, (i) => ({ startedAt: `2026-11-20T0${i}:30:00.000Z`, commit: null })))
    const same = sentencesOf(history(fell, () => ({ commit: commitOf(1) })))
    expect(same[0], 'the commit did not change').to.match(/ and 2026-11-07$/)
    expect(hours[0]).to.match(/ between 2026-11-20 05:30 and 2026-11-20 06:30$/)
  })

  it('are none where machine, client, Node or settings changed, whose comparisons are histories of their own', () => {
    expect(sentencesOf(history(fell, (i) => ({ measuredBy: i < 6 ? 'a machine' : 'another' })))).to.eql([])
    const both = [...fell, ...fell]
    expect(sentencesOf(history(both, (i) => ({ measuredBy: i < 9 ? 'a machine' : 'another' })))).to.have.length(2)
  })

  it('are none of speedups without a verdict, and of candidates that are not there', () => {
    const noVerdict = history(fell).map((entry) => ({
      ...entry,
      scenarios: [aHistoryScenario([aHistoryCandidate({}, { reason: 'errors' })])]
    }))
    expect(sentencesOf(noVerdict)).to.eql([])
    const [{ judged }] = trendsOf(history(fell)).shown
    expect(changesOf(judged, 'other', 'throughput')).to.eql([])
    expect(changesOf(judged, 'clustered', 'p99.9')).to.eql([])
  })

  it('are on the page of all comparisons, below the chart of each metric, with a line where the level changed', () => {
    const page = historyPage(history(fell))
    expect(textOf(page).match(/Throughput of clustered fell from 1\.90x to 1\.40x between/g)).to.have.length(1)
    const dotted = (html: string) => html.match(/stroke-dasharray="1\.5 4"/g)?.length ?? 0
    expect(dotted(page)).to.be.above(0)
    expect(dotted(historyPage(history(fell.slice(0, 6))))).to.equal(0)
  })

  it('are found in older comparisons than the chart shows', () => {
    const long = Array.from({ length: 150 }, (_, i) => (i < 40 ? 1.9 : 1.4) * (1 + 0.02 * Math.sin(7 * i)))
    const [trend] = trendsOf(history(long)).shown
    expect(trend.comparisons.length).to.be.below(110)
    expect(changesIn(trend, 'throughput').map(({ index }) => index)).to.eql([40])
    expect(historyPage(history(long))).not.to.include('stroke-dasharray="1.5 4"')
  })
})
