import { expect } from 'chai'
import { XMLValidator } from 'fast-xml-parser'
import { describe, it } from 'mocha'
import { overTimeSection } from '../../../plugin/report/page/time-sections.ts'
import { aView, textOf } from '../../support/pages.ts'
import { hardPlans, runsOverTime } from '../../support/runs-over-time.ts'
import type { RunDetail } from '../../../plugin/concepts/report-data.ts'

const draw = (runs: RunDetail[]) => String(overTimeSection(aView({ runs, names: ['single', 'clustered', 'third', 'fourth', 'fifth'] })))

describe('the section of latency over time', () => {
  it('is nothing without a run in detail, or without a response', () => {
    expect(overTimeSection(aView({ runs: runsOverTime({ seed: 1 }).map((run) => ({ ...run, cloud: null })) }))).to.equal(null)
    expect(overTimeSection(aView({ runs: runsOverTime({ seed: 1, failing: 1 }) }))).to.equal(null)
    expect(overTimeSection(aView({ runs: [] }))).to.equal(null)
  })

  for (const [name, plan] of Object.entries(hardPlans)) {
    it(`is well-formed with ${name}`, () => {
      const html = draw(runsOverTime({ seed: 1, ...plan }))
      if (plan.failing === 1) return expect(html).to.equal('null')
      expect(XMLValidator.validate(html)).to.equal(true)
      return expect(html).to.not.match(/NaN|undefined|Infinity/)
    })
  }

  it('has a panel for each variant, of the run that has a cloud', () => {
    const runs = runsOverTime({ seed: 2, rounds: 3 })
    const moved = runs.map((run) => (run.run.variant === 'single' ? { ...run, cloud: run.run.round === 2 ? runs[0].cloud : null } : run))
    const html = draw(moved)
    expect([...html.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, title]) => textOf(title))).to.eql(['single, round 2', 'clustered, round 1'])
    expect(textOf(html)).to.include(`${moved[1].counted} dots, one for each response that counts.`)
  })

  it('has one scale of latencies for all panels', () => {
    const [slow] = runsOverTime({ seed: 3, rounds: 1, medianMs: 5000 })
    const fast = runsOverTime({ seed: 3, rounds: 1, medianMs: 5 })[1]
    const scales = [...draw([slow, fast]).matchAll(/<svg role="img".*?<\/figure>/gs)].map(([chart]) => (chart.match(/>[\d.]+ m?s<\/text>/g) ?? []).slice(0, 3))
    expect(scales).to.have.lengthOf(2)
    expect(scales[0]).to.eql(scales[1])
  })

  it('has a legend of the workers whose dots are coloured', () => {
    const html = draw(runsOverTime({ seed: 4, rounds: 1, workers: [1, 3] }))
    expect(textOf(html)).to.include('worker 1 PID 100 worker 2 PID 101 worker 3 PID 102 unknown worker')
    expect(html.match(/class="legend"/g)).to.have.lengthOf(1)
    const swatches = [...html.matchAll(/class="swatch">(<\w+)/g)].map(([, shape]) => shape)
    expect(swatches).to.eql(['<circle', '<path', '<circle', '<path'])
    const density = draw(runsOverTime({ seed: 4, rounds: 1, workers: [1, 16] }))
    expect(density).to.not.include('class="legend"')
  })

  it('says whether it shows dots or density, and how many', () => {
    const both = textOf(draw(runsOverTime({ seed: 5, rounds: 1, workers: [1, 16], failing: 0, requests: 1234 })))
    expect(both).to.include('A dot is a response. Shading is for many responses or workers').and.include('1,234 dots').and.match(/Density of 1,234 responses, at most \d+ in a cell\./)
    const dots = textOf(draw(runsOverTime({ seed: 5, rounds: 1 })))
    expect(dots).to.include('A dot is a response; where there are several workers, its colour and shape are its worker’s, not a variant’s.').and.not.include('Shading')
  })
})
