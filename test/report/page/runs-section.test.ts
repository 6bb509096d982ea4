import { expect } from 'chai'
import { runsSection } from '../../../plugin/report/page/runs-sections.ts'
import { times } from '../../../plugin/report/words/numbers.ts'
import { aView, itReads, rowsIn, textOf } from '../../support/pages.ts'
import { aRandomView } from '../../support/random-views.ts'
import { runsOverTime } from '../../support/runs-over-time.ts'
import { aUsage } from '../../support/runs.ts'
import type { ScenarioResult } from '../../../plugin/concepts/comparison.ts'
import type { RunDetail } from '../../../plugin/concepts/report-data.ts'

const draw = (runs: RunDetail[]) => runsSection(aView({ runs, names: ['single', 'clustered'], result: null }))

describe('the section of all runs', () => {
  itReads({
    'is a folded table, without a chart': [
      [
        draw(runsOverTime({ seed: 2 })),
        { html: /^<section id="runs".*<details><summary>Numbers: all runs in their order/s },
        { lacks: /<figure|<svg/ }
      ]
    ]
  })

  it('has the ratios of the estimates in each round, and says which was an outlier, of the metric that it was', () => {
    const view = aRandomView({ seed: 40, rounds: 5, candidates: 2 })
    const { candidates } = view.result as ScenarioResult
    const all = candidates.flatMap(({ name, estimates }) => estimates.map((estimate) => ({ name, estimate })))
    all.forEach(({ estimate }, i) => {
      estimate.outliers = i === 0 ? [{ round: 2, ratio: estimate.ratios[1], pulledTo: 1 }] : []
    })
    const written = all.map(({ name, estimate: { metric, ratios } }) => [`${name}, ${metric}`, ...ratios.map(times)])
    written[0][2] += ' outlier'
    const [head, ...rows] = rowsIn(String(runsSection(view)).split('</table>')[0])
    expect(head.slice(-1)).to.eql(['Round 5'])
    expect(rows).to.eql(written)
  })

  it('has the numbers of each run in their order', () => {
    const all = runsOverTime({ seed: 5, rounds: 2, failing: 0, spread: 0, medianMs: 40 })
    all[1] = {
      ...all[1],
      workers: [0.5, 0.9].map((utilization, i) => ({ ...all[1].workers[i], usage: aUsage({ utilization }) }))
    }
    const rowsOf = (details: RunDetail[]) =>
      String(draw(details)).split('<tbody>')[1].split('</tr>').slice(0, -1).map(textOf)
    expect(rowsOf(all).map((row) => row.split(' ').slice(0, 3).join(' '))).to.eql([
      '1 single 0:00',
      '1 clustered 0:08',
      '2 single 0:16',
      '2 clustered 0:24'
    ])
    expect(rowsOf(all)[1]).to.equal('1 clustered 0:08 6.0 s 200 0 40.0 40.0 40.0 200.0 90 % 25 %')
    expect(rowsOf(runsOverTime({ seed: 5, rounds: 1, isSilent: true, failing: 1 }))[0]).to.match(
      /none none none 200\.0 unknown unknown/
    )
    const searched = { ...all[0], run: { ...all[0].run, round: 0 } }
    expect(rowsOf([searched])[0]).to.match(/^search single 0:00/)
  })
})
