import { expect } from 'chai'
import { flowSection } from '../../../plugin/report/page/parts-sections.ts'
import { compared } from '../../support/compared.ts'
import { flowRuns, shopRuns } from '../../support/flows.ts'
import { aView } from '../../support/pages.ts'
import { aVariant } from '../../support/settings.ts'

const stripOfRow = /<td role="cell" class="strip-cell"><svg/g

describe('the requests of a flow on the page', () => {
  const html = String(flowSection(aView({ result: compared(shopRuns()) })))

  it('say where they differ, and have a strip each', () => {
    expect(html).to.contain('clustered helps POST /login most')
    expect(html.match(stripOfRow)).to.have.length(3)
    expect(html).to.contain('20 % of the responses')
  })

  it('tell what a response takes of the CPU, and waits for, beside its latency', () => {
    const arm = { a: { ms: [10], cpuMs: 3 }, b: { ms: [60], waitingMs: 50 } }
    const found = String(flowSection(aView({ result: compared(flowRuns(arm, arm)) })))
    expect(found).to.contain('3.0 → 3.0 ms of CPU each')
    expect(found).to.contain('50 → 50 ms of waiting in the app each')
  })

  it('have no strip where they are too rare', () => {
    const arm = { a: { ms: [10] }, b: { ms: [10], responses: 3 } }
    const found = String(flowSection(aView({ result: compared(flowRuns(arm, arm)) })))
    expect(found.match(stripOfRow)).to.have.length(1)
    expect(found).to.contain('3 a run: too few')
  })

  it('have strips that hold what is required, however little it is', () => {
    const result = compared(shopRuns())
    for (const { estimates } of result.candidates[0].flow!.requests) estimates[0].required = 0.01
    expect(String(flowSection(aView({ result })))).to.not.match(/ (?:width|x)="-/)
  })

  it('have a table for each candidate, under its name', () => {
    const runs = shopRuns().flatMap((run) => (run.variant === 'clustered' ? [run, { ...run, variant: 'four' }] : [run]))
    const variants = ['single', 'clustered', 'four'].map((name) => aVariant({ name }))
    const found = String(flowSection(aView({ result: compared(runs, {}, { variants }) })))
    expect(found.match(/<table/g)).to.have.length(2)
    expect(found).to.match(/<h3>[^<]*four helps/)
  })

  it('have no section where users send one request', () => {
    const arm = { a: { ms: [10] } }
    expect(flowSection(aView({ result: compared(flowRuns(arm, arm)) }))).to.equal(null)
    expect(flowSection(aView({ result: null }))).to.equal(null)
  })
})
