import { expect } from 'chai'
import { describe, it } from 'mocha'
import { timelineSection, overTimeSection } from '../../../plugin/report/page/time-sections.ts'
import { aView, textOf } from '../../support/pages.ts'
import { runsOverTime } from '../../support/runs-over-time.ts'
import { aUsage } from '../../support/runs.ts'
import type { RunDetail } from '../../../plugin/concepts/report-data.ts'

const drawTimeline = (runs: RunDetail[]) => String(timelineSection(aView({ runs, names: ['single', 'clustered', 'third', 'fourth', 'fifth'] })))

describe('the section of the run as it happened', () => {
  it('is nothing without a run', () => expect(timelineSection(aView({ runs: [] }))).to.equal(null))

  it('shows the variants that were run, and latency above utilization', () => {
    const html = drawTimeline(runsOverTime({ seed: 2 }))
    expect(html).to.match(/id="timeline".*single<\/bdi> \(baseline\).*clustered.*Latency: p50.*<svg role="img".*Event-loop utilization.*<svg role="img"/s)
    expect(textOf(html)).to.not.include('third')
  })

  it('speaks of failures, many workers and missing responses only where there are any', () => {
    const quiet = textOf(drawTimeline(runsOverTime({ seed: 3, failing: 0 })))
    expect(quiet).to.not.match(/Red ticks|More than 4|told too little|no response that counts/i)
    expect(textOf(drawTimeline(runsOverTime({ seed: 3 })))).to.include('Red ticks at the bottom: requests failed.')
    expect(textOf(drawTimeline(runsOverTime({ seed: 3, workers: [1, 5] })))).to.include(
      'Of more than 4 workers, the median and the band in which all of them are.'
    )
    const few = runsOverTime({ seed: 3, workers: [1, 6] }).map(
      (run) => ({ ...run, workers: run.workers.map((worker, i) => (i < 3 ? worker : { ...worker, utilization: [] })) })
    )
    expect(textOf(drawTimeline(few))).to.not.include('the median and the band')
    expect(textOf(drawTimeline(runsOverTime({ seed: 3, failing: 1, rounds: 2 })))).to.include('In 4 runs there was no response that counts.')
  })

  it('says what is not known of event loops', () => {
    const runs = runsOverTime({ seed: 4, rounds: 1 })
    const [silent] = runsOverTime({ seed: 4, rounds: 1, isSilent: true })
    const text = textOf(drawTimeline([silent, runs[1]]))
    expect(text).to.include(
      'In 1 run, marked with a question mark, the workers told too little of their event loops. In 1 run the load generator told too little.'
    )
    const half = { ...runs[1], workers: [runs[1].workers[0], { ...runs[1].workers[1], utilization: [] }] }
    expect(textOf(drawTimeline([runs[0], half]))).to.include('In 1 run some of the workers told too little.').and.to.not.include('question mark')
  })

  it('says of which variants no event loop can be known, apart from those that told too little', () => {
    const runs = runsOverTime({ seed: 4, rounds: 2, isSilent: true })
    const planned = { single: { mode: 'single' as const, workers: 1 }, clustered: { mode: 'url' as const, workers: null } }
    const text = textOf(String(timelineSection(aView({ runs, planned }))))
    expect(text).to.include(
      'Nothing is known of the event loops of clustered (running elsewhere): question marks. In 2 runs, marked with a question mark, ' +
        'the workers told too little'
    )
  })

  it('has the numbers of each run in a table', () => {
    const runs = runsOverTime({ seed: 5, rounds: 2, failing: 0, spread: 0, medianMs: 40 })
    runs[1] = { ...runs[1], workers: [0.5, 0.9].map((utilization, i) => ({ ...runs[1].workers[i], usage: aUsage({ utilization }) })) }
    const rows = drawTimeline(runs).split('<tbody>')[1].split('</tr>').slice(0, -1).map(textOf)
    expect(rows).to.have.lengthOf(4)
    expect(rows[1]).to.match(/^1 clustered 0:08 6\.0 s 200 0 40\.0 40\.0 40\.0 200\.0 90 % 25 %$/)
    const [silent] = runsOverTime({ seed: 5, rounds: 1, isSilent: true, failing: 1 })
    expect(textOf(drawTimeline([silent]).split('<tbody>')[1])).to.match(/none none none 200\.0 unknown unknown/)
  })
})

const drawOverTime = (runs: RunDetail[]) => String(overTimeSection(aView({ runs, names: ['single', 'clustered', 'third', 'fourth', 'fifth'] })))

describe('the section of latency over time', () => {
  it('is nothing without a run in detail, or without a response', () => {
    expect(overTimeSection(aView({ runs: runsOverTime({ seed: 1 }).map((run) => ({ ...run, cloud: null })) }))).to.equal(null)
    expect(overTimeSection(aView({ runs: runsOverTime({ seed: 1, failing: 1 }) }))).to.equal(null)
    expect(overTimeSection(aView({ runs: [] }))).to.equal(null)
  })

  it('has a panel for each variant, of the run that has a cloud', () => {
    const runs = runsOverTime({ seed: 2, rounds: 3 })
    const moved = runs.map((run) => (run.run.variant === 'single' ? { ...run, cloud: run.run.round === 2 ? runs[0].cloud : null } : run))
    const html = drawOverTime(moved)
    expect([...html.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, title]) => textOf(title))).to.eql(['single, round 2', 'clustered, round 1'])
    expect(textOf(html)).to.include(`${moved[1].counted} dots, one for each response that counts.`)
  })

  it('has one scale of latencies for all panels', () => {
    const [slow] = runsOverTime({ seed: 3, rounds: 1, medianMs: 5000 })
    const fast = runsOverTime({ seed: 3, rounds: 1, medianMs: 5 })[1]
    const scales = [
      ...drawOverTime([slow, fast]).matchAll(/<svg role="img".*?<\/figure>/gs)
    ].map(([chart]) => (chart.match(/>[\d.]+ m?s<\/text>/g) ?? []).slice(0, 3))
    expect(scales).to.have.lengthOf(2)
    expect(scales[0]).to.eql(scales[1])
  })

  it('has a legend of the workers whose dots are coloured', () => {
    const html = drawOverTime(runsOverTime({ seed: 4, rounds: 1, workers: [1, 3] }))
    expect(textOf(html)).to.include('worker 1 PID 100 worker 2 PID 101 worker 3 PID 102 unknown worker')
    expect(html.match(/class="legend"/g)).to.have.lengthOf(1)
    const swatches = [...html.matchAll(/class="swatch">(<\w+)/g)].map(([, shape]) => shape)
    expect(swatches).to.eql(['<circle', '<path', '<circle', '<path'])
    const density = drawOverTime(runsOverTime({ seed: 4, rounds: 1, workers: [1, 16] }))
    expect(density).to.not.include('class="legend"')
  })

  it('says whether it shows dots or density, and how many', () => {
    const both = textOf(drawOverTime(runsOverTime({ seed: 5, rounds: 1, workers: [1, 16], failing: 0, requests: 1234 })))
    expect(both).to.include('A dot is a response. Shading is for many responses or workers').and.include('1,234 dots').and.match(
      /Density of 1,234 responses, at most \d+ in a cell\./
    )
    const dots = textOf(drawOverTime(runsOverTime({ seed: 5, rounds: 1 })))
    expect(dots).to.include('A dot is a response; where there are several workers, its colour and shape are its worker’s, not a variant’s.')
      .and.not.include('Shading')
  })
})
