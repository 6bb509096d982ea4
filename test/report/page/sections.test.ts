import { expect } from 'chai'
import { XMLValidator } from 'fast-xml-parser'
import { Markup } from '../../../plugin/report/markup.ts'
import { percentilesSection, runsSection } from '../../../plugin/report/page/runs-sections.ts'
import { speedupSection } from '../../../plugin/report/page/speedup-section.ts'
import { workersSection } from '../../../plugin/report/page/workers-section.ts'
import { aView } from '../../support/pages.ts'
import { aRandomView, hardCases } from '../../support/random-views.ts'
import { hardPlans, runsOverTime } from '../../support/runs-over-time.ts'
import { expectSound } from '../charts/drawing.ts'

const names = ['single', 'clustered', 'third', 'fourth', 'fifth']
const sections = {
  speedups: speedupSection,
  percentiles: percentilesSection,
  runs: runsSection,
  workers: workersSection
}
const views = [0, 1, 2].flatMap((seed) => [
  ...Object.entries(hardCases).map(([plan, options]) => ({
    plan,
    seed,
    make: () => aRandomView({ ...options, seed })
  })),
  ...Object.entries(hardPlans).map(([plan, options]) => ({
    plan: `${plan}, over time`,
    seed,
    make: () => aView({ runs: runsOverTime({ seed, ...options }), names, result: null })
  }))
])

describe('the sections of a scenario', () => {
  for (const { plan, seed, make } of views) {
    it(`are well-formed, and their charts sound, with ${plan} (seed ${seed})`, () => {
      const view = make()
      const hasNothing = {
        speedups: view.result === null,
        percentiles: view.runs.every(({ quantiles }) => quantiles.length === 0)
      }
      for (const [name, section] of Object.entries(sections)) {
        const html = section(view)?.text ?? null
        expect(html === null, name).to.equal(hasNothing[name as keyof typeof hasNothing] ?? false)
        if (html === null) continue
        expect(XMLValidator.validate(html)).to.equal(true)
        expect(html).to.not.match(/NaN|undefined|Infinity|\[object/)
        if (name !== 'speedups')
          for (const [figure] of html.matchAll(/<figure.*?<\/figure>/gs)) expectSound(new Markup(figure))
        if (name === 'speedups')
          for (const [, part] of html.matchAll(/ (?:x|x1|x2|cx)="([\d.-]+)%"/g))
            expect(Number(part)).to.be.within(0, 100)
      }
    })
  }
})
