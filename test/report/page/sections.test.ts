import { expect } from 'chai'
import { XMLValidator } from 'fast-xml-parser'
import { describe, it } from 'mocha'
import { Markup } from '../../../plugin/report/markup.ts'
import { percentilesSection, roundsSection } from '../../../plugin/report/page/latency-sections.ts'
import { speedupSection } from '../../../plugin/report/page/speedup-section.ts'
import { overTimeSection, timelineSection } from '../../../plugin/report/page/time-sections.ts'
import { workersSection } from '../../../plugin/report/page/workers-section.ts'
import { aView } from '../../support/pages.ts'
import { aRandomView, hardCases } from '../../support/random-views.ts'
import { hardPlans, runsOverTime } from '../../support/runs-over-time.ts'
import { expectSound } from '../charts/drawing.ts'

type Section = typeof speedupSection

function expectWellFormed(html: string) {
  expect(XMLValidator.validate(html)).to.equal(true)
  expect(html).to.not.match(/NaN|undefined|Infinity|\[object/)
}

describe('the sections of a scenario', () => {
  const latencySections: [string, Section, number][] = [
    ['speedups', speedupSection, 21], ['percentiles', percentilesSection, 38], ['rounds', roundsSection, 46]
  ]
  for (const [plan, options] of Object.entries(hardCases)) {
    for (const [name, section, seed] of latencySections) {
      it(`bear ${plan}: ${name}`, () => {
        const view = aRandomView({ ...options, seed })
        const found = section(view)
        expect(found === null).to.equal(section === speedupSection ? view.result === null : options.requests === 0)
        if (found === null) return
        expectWellFormed(found.text)
        for (const [figure] of found.text.matchAll(/<figure.*?<\/figure>/gs)) expectSound(new Markup(figure))
        if (section !== speedupSection) return
        for (const [, part] of found.text.matchAll(/ (?:x|x1|x2|cx)="([\d.-]+)%"/g)) expect(Number(part)).to.be.within(0, 100)
      })
    }
  }

  const names = ['single', 'clustered', 'third', 'fourth', 'fifth']
  for (const [plan, options] of Object.entries(hardPlans)) {
    for (const [name, section] of Object.entries({ run: timelineSection, 'latency over time': overTimeSection, workers: workersSection })) {
      it(`bear ${plan}: ${name}`, () => {
        const found = section(aView({ runs: runsOverTime({ seed: 1, ...options }), names, result: null }))
        expect(found === null).to.equal(section === overTimeSection && options.failing === 1)
        if (found !== null) expectWellFormed(found.text)
      })
    }
  }
})
