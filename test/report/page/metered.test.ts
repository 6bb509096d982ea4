import { expect } from 'chai'
import { XMLValidator } from 'fast-xml-parser'
import { before, describe, it } from 'mocha'
import { readRecord } from '../../../plugin/record/read-record.ts'
import { renderPage } from '../../../plugin/report/page/render-page.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { textOf } from '../../support/pages.ts'
import { writeSyntheticRecord, type SyntheticPlan } from '../../support/synthetic-record.ts'

const metrics = 'The option generator was set, so that Artillery’s own metrics are all that tells of the load:'

describe('the page of a load that is known by Artillery’s metrics alone', () => {
  const folder = temporaryFolder()
  const plan: SyntheticPlan = {
    variants: [{ name: 'before', mode: 'url', workers: 1 }, { name: 'after', mode: 'url', workers: 2 }],
    rounds: 3,
    requests: 200,
    failures: 2,
    seed: 1,
    isMetered: true
  }
  let page: string

  const pageOf = async (of: SyntheticPlan) => {
    writeSyntheticRecord(folder.path('record'), of)
    return renderPage(await readRecord(folder.path('record')))
  }
  const section = (id: string, html: string = page) => textOf(html.split(`<section id="${id}"`)[1].split('</section>')[0].replace(/^[^>]*>/, ''))
  before(async () => (page = await pageOf(plan)))

  it('says what is not known of single latencies, where they would be shown', () => {
    expect(section('percentiles')).to.equal(
      `Latency by percentile ${metrics} the p50, p95 and p99 of each run, which stand round by round below, but no single latencies, ` +
        'from which other percentiles could be told.'
    )
    expect(section('over-time')).to.equal(`Latency over time ${metrics} neither when each response came nor how long it took.`)
    expect(section('rounds')).to.include('p95')
    expect(page).to.include('<a href="#percentiles">').and.include('<a href="#over-time">')
  })

  it('has the runs in numbers where there is nothing to draw', () => {
    const start = `The run, as it happened The runs in numbers, in the order in which they were made. ${metrics} `
    const known = 'not what happened when within a run, so that there is nothing to draw over time. Numbers: all runs'
    expect(section('timeline').startsWith(`${start}${known}`)).to.equal(true)
    expect(page.split('<section id="timeline"')[1].split('</section>')[0]).to.not.match(/<figure|<svg/)
  })

  it('does not say that the load generator had time to spare, nor that it told too little', () => {
    expect(section('trust')).to.include('NOTE Load generator. How busy it was is unknown')
    expect(textOf(page)).to.not.match(/load generator told too little|busy: it was not the bottleneck/)
  })

  it('says where its percentiles come from, and links to what Artillery wrote', () => {
    const environment = section('environment')
    expect(environment).to.include(
      'Percentiles are those of Artillery’s own metrics, as the option generator was set: ' +
        'they come from sketches of the latencies (DDSketch), and are within 1 % of them.'
    ).and.not.include('interpolated')
    expect(environment).to.include('the first request on each is left out')
    expect(page).to.include('<a href="samples/scenario-1-round-1-1.metrics.json">').and.not.include('.csv')
  })

  it('does not speak of first requests where the load was made without the plugin, and nobody knows them', async () => {
    const { comparison, runs } = await readRecord(folder.path('record'))
    const unknown = runs.map((detail) => ({ ...detail, run: { ...detail.run, firstRequests: { apart: false, count: 0, latencyMs: null } } }))
    expect(section('environment', renderPage({ comparison, runs: unknown }))).to.not.include('the first request')
    const recorded = unknown.map((detail) => ({ ...detail, run: { ...detail.run, generator: { ...detail.run.generator, threads: 1 } } }))
    expect(section('environment', renderPage({ comparison, runs: recorded }))).to.include('the first request')
  })

  it('says nothing of all this where no response counts', async () => {
    const { comparison, runs } = await readRecord(folder.path('record'))
    const failed = runs.map((detail) => ({ ...detail, counted: 0, run: { ...detail.run, latencyMs: null } }))
    const html = renderPage({ comparison: { ...comparison, scenarios: [] }, runs: failed })
    expect(html).to.not.include('id="percentiles"').and.not.include('id="over-time"')
  })

  it('is well-formed, and says nothing of it where requests were recorded', async () => {
    for (const html of [page, await pageOf({ ...plan, isMetered: false })]) {
      expect(XMLValidator.validate(`<main>${html.split('<main>')[1].split('</main>')[0]}</main>`)).to.equal(true)
      expect(html).to.not.match(/NaN|undefined|Infinity|\[object/)
      expect(html.includes('Artillery’s own metrics')).to.equal(html === page)
    }
  })
})
