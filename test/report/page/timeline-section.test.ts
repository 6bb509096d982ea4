import { expect } from 'chai'
import { XMLValidator } from 'fast-xml-parser'
import { describe, it } from 'mocha'
import { timelineSection } from '../../../plugin/report/page/time-sections.ts'
import { aView, textOf } from '../../support/pages.ts'
import { aUsage } from '../../support/runs.ts'
import { hardPlans, runsOverTime } from '../../support/runs-over-time.ts'
import type { RunDetail } from '../../../plugin/concepts/report-data.ts'

const draw = (runs: RunDetail[]) => String(timelineSection(aView({ runs, names: ['single', 'clustered', 'third', 'fourth', 'fifth'] })))

describe('the section of the run as it happened', () => {
  it('is nothing without a run', () => {
    expect(timelineSection(aView({ runs: [] }))).to.equal(null)
  })

  for (const [name, plan] of Object.entries(hardPlans)) {
    it(`is well-formed with ${name}`, () => {
      const html = draw(runsOverTime({ seed: 1, ...plan }))
      expect(XMLValidator.validate(html)).to.equal(true)
      expect(html).to.not.match(/NaN|undefined|Infinity/)
    })
  }

  it('shows the variants that were run, and latency above utilization', () => {
    const html = draw(runsOverTime({ seed: 2 }))
    expect(html).to.match(/id="timeline".*single<\/bdi> \(baseline\).*clustered.*Latency: p50.*<svg role="img".*Event-loop utilization.*<svg role="img"/s)
    expect(textOf(html)).to.not.include('third')
  })

  it('speaks of failures, many workers and missing responses only where there are any', () => {
    const quiet = textOf(draw(runsOverTime({ seed: 3, failing: 0 })))
    expect(quiet).to.not.match(/Red ticks|More than 4|told too little|no response that counts/i)
    expect(textOf(draw(runsOverTime({ seed: 3 })))).to.include('Red ticks at the bottom: requests failed.')
    expect(textOf(draw(runsOverTime({ seed: 3, workers: [1, 5] })))).to.include('Of more than 4 workers, the median and the band in which all of them are.')
    const few = runsOverTime({ seed: 3, workers: [1, 6] }).map((run) => ({ ...run, workers: run.workers.map((worker, i) => (i < 3 ? worker : { ...worker, utilization: [] })) }))
    expect(textOf(draw(few))).to.not.include('the median and the band')
    expect(textOf(draw(runsOverTime({ seed: 3, failing: 1, rounds: 2 })))).to.include('In 4 runs there was no response that counts.')
  })

  it('says what is not known of event loops', () => {
    const runs = runsOverTime({ seed: 4, rounds: 1 })
    const [silent] = runsOverTime({ seed: 4, rounds: 1, isSilent: true })
    const text = textOf(draw([silent, runs[1]]))
    expect(text).to.include('In 1 run, marked with a question mark, the workers told too little of their event loops. In 1 run the load generator told too little.')
    const half = { ...runs[1], workers: [runs[1].workers[0], { ...runs[1].workers[1], utilization: [] }] }
    expect(textOf(draw([runs[0], half]))).to.include('In 1 run some of the workers told too little.').and.to.not.include('question mark')
  })

  it('says of which variants no event loop can be known, apart from those that told too little', () => {
    const runs = runsOverTime({ seed: 4, rounds: 2, isSilent: true })
    const planned = { single: { mode: 'single' as const, workers: 1 }, clustered: { mode: 'url' as const, workers: null } }
    const text = textOf(String(timelineSection(aView({ runs, planned }))))
    expect(text).to.include('Nothing is known of the event loops of clustered (running elsewhere): question marks. In 2 runs, marked with a question mark, the workers told too little')
  })

  it('has the numbers of each run in a table', () => {
    const runs = runsOverTime({ seed: 5, rounds: 2, failing: 0, spread: 0, medianMs: 40 })
    runs[1] = { ...runs[1], workers: [0.5, 0.9].map((utilization, i) => ({ ...runs[1].workers[i], usage: aUsage({ utilization }) })) }
    const rows = draw(runs).split('<tbody>')[1].split('</tr>').slice(0, -1).map(textOf)
    expect(rows).to.have.lengthOf(4)
    expect(rows[1]).to.match(/^1 clustered 0:08 6\.0 s 200 0 40\.0 40\.0 40\.0 200\.0 90 % 25 %$/)
    const [silent] = runsOverTime({ seed: 5, rounds: 1, isSilent: true, failing: 1 })
    expect(textOf(draw([silent]).split('<tbody>')[1])).to.match(/none none none 200\.0 unknown unknown/)
  })

  it('keeps hostile names text', () => {
    const hostile = '<script>alert(1)</script> "\' \u202egnol\u202c 🐢'
    const runs = runsOverTime({ seed: 6, names: ['single', hostile] })
    const html = String(timelineSection(aView({ runs, names: ['single', hostile], scenario: hostile, prefix: 's1-' })))
    expect(html).to.not.include('<script')
    expect(XMLValidator.validate(html)).to.equal(true)
  })
})
