import { expect } from 'chai'
import { XMLValidator } from 'fast-xml-parser'
import { readRecord } from '../../../plugin/measure/condense-run.ts'
import { renderPage } from '../../../plugin/report/page/render-page.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { textOf } from '../../support/pages.ts'
import { writeSyntheticRecord, type SyntheticPlan } from '../../support/synthetic-record.ts'
import type { ReportData } from '../../../plugin/concepts/report-data.ts'
import type { Run } from '../../../plugin/concepts/run.ts'

const metrics = 'With the option generator, only Artillery’s own metrics of the load are known:'

describe('the page of a load that is known by Artillery’s metrics alone', () => {
  const folder = temporaryFolder()
  const variants: SyntheticPlan['variants'] = [
    { name: 'before', mode: 'url', workers: 1 },
    { name: 'after', mode: 'url', workers: 2 }
  ]
  const dataOf = async (isMetered: boolean) => {
    writeSyntheticRecord(folder.path(`${isMetered}`), {
      variants,
      rounds: 3,
      requests: 200,
      failures: 2,
      seed: 1,
      isMetered
    })
    return readRecord(folder.path(`${isMetered}`))
  }
  const section = (id: string, html: string) =>
    textOf(
      html
        .split(`<section id="${id}"`)[1]
        .split('</section>')[0]
        .replace(/^[^>]*>/, '')
    )
  let [data, page]: [ReportData, string] = [] as any
  before(async () => {
    data = await dataOf(true)
    page = renderPage(data)
  })
  /** @param change of each run */
  const changed = ({ comparison, runs }: ReportData, change: Partial<Run>) =>
    renderPage({ comparison, runs: runs.map((detail) => ({ ...detail, run: { ...detail.run, ...change } })) })

  const sections: [id: string, text: string | RegExp][] = [
    [
      'percentiles',
      `Latency by percentile ${metrics} the p50, p95 and p99 of each run, listed with all runs below, but no single latencies, ` +
        'so no other percentiles.'
    ],
    ['runs', 'Numbers: all runs in their order Round Variant Began at Took Requests Failed'],
    ['trust', 'NOTE Load generator. How busy it was is unknown'],
    [
      'environment',
      'Percentiles come from Artillery’s own metrics, because of the option generator: they are estimated from sketches (DDSketch) to within 1 %.'
    ],
    ['environment', 'the first request on each is left out']
  ]
  for (const [id, text] of sections)
    it(`says what is known, and what is not: ${id}`, () => expect(section(id, page)).to.include(text))

  it('draws nothing of what is not known, calls no load generator idle, nor silent, and links to what Artillery wrote', () => {
    for (const id of ['#percentiles', 'samples/scenario-1-round-1-1.metrics.json'])
      expect(page).to.include(`<a href="${id}">`)
    expect(page).to.not.include('.csv')
    expect(textOf(page)).to.not.match(/load generator told too little|busy: it was not the bottleneck|interpolated/)
  })

  it('says nothing of all this where no response counts, nor of first requests that nobody knows, as the load was made without the plugin', () => {
    expect(changed({ ...data, comparison: { ...data.comparison, scenarios: [] } }, { latencyMs: null })).to.not.match(
      /id="percentiles"/
    )
    const firstRequests = { apart: false, count: 0, latencyMs: null }
    expect(section('environment', changed(data, { firstRequests }))).to.not.include('the first request')
    const generator = { ...data.runs[0].run.generator, threads: 1 }
    expect(section('environment', changed(data, { firstRequests, generator }))).to.include('the first request')
  })

  it('is well-formed, and says nothing of it where requests were recorded', async () => {
    for (const html of [page, renderPage(await dataOf(false))]) {
      expect(XMLValidator.validate(`<main>${html.split('<main>')[1].split('</main>')[0]}</main>`)).to.equal(true)
      expect(html).to.not.match(/NaN|undefined|Infinity|\[object/)
      expect(html.includes('Artillery’s own metrics')).to.equal(html === page)
    }
  })
})
