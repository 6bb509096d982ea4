import { expect } from 'chai'
import { after, before, describe, it } from 'mocha'
import type { Page } from 'playwright-core'
import { grouped, interval, milliseconds, times } from '../../../plugin/report/words/numbers.ts'
import { change, scenarioSentence } from '../../../plugin/report/words/scenario-sentences.ts'
import { cellsOf, cellsOfTable, makePages } from '../../support/browser-pages.ts'
import { useBrowser } from '../../support/browser.ts'

const metrics = ['p50', 'p95', 'p99', 'throughput']
const names = ['pass', 'fail', 'many']

describe('the numbers on the page, which are those of comparison.json and runs.ndjson', function () {
  this.timeout(60_000)
  const browser = useBrowser()
  const pages = makePages(names)

  for (const name of names) {
    describe(`of ${name}`, () => {
      let page: Page
      before(async () => ({ page } = await browser.open(pages[name].url)))
      after(() => page.context().close())
      const result = () => pages[name].comparison.scenarios[0]
      const runs = () => pages[name].runs

      it('in the verdict, the diagnosis and the warnings', async () => {
        expect(await page.locator('.verdict-sentence').innerText()).to.equal(scenarioSentence(result()).replace(/^([A-Z]+) {2}/, '$1. '))
        const trust = await page.locator('#trust').innerText()
        for (const { message } of [...result().warnings, ...result().candidates.map(({ diagnosis }) => diagnosis)]) expect(trust).to.include(message)
      })

      it('in each cell of the speedups', async () => {
        const rows = await cellsOf(page, '#speedup table')
        const { candidates } = result()
        for (const [i, metric] of metrics.entries()) {
          for (const [j, candidate] of candidates.entries()) {
            const estimate = candidate.estimates[i]
            const cells = rows[1 + i * candidates.length + j]
            const required = estimate.required === null ? '' : `≥ ${estimate.required}x`
            const known = [change(estimate), times(estimate.speedup), interval(estimate.interval), required]
            expect(cells, `${candidate.name} at ${metric}`).to.include.members(known)
            expect(
              cells.at(-1), `${candidate.name} at ${metric}`
            ).to.match(estimate.verdict === null ? /^not required/ : new RegExp(`^${estimate.verdict.toUpperCase()}`))
            if (candidates.length > 1) expect(cells).to.include(candidate.name)
          }
        }
      })

      it('in the percentiles of each variant, which are geometric means of its rounds', async () => {
        const [header, ...rows] = await cellsOf(page, '#percentiles details table')
        const [{ estimates }] = result().candidates
        const percentiles = estimates.filter(({ metric }) => metric !== 'throughput')
        for (const { metric, baseline } of percentiles) expect(rows[0][header.indexOf(metric)]).to.equal(milliseconds(baseline))
        for (const [i, { name: variant, estimates: of }] of result().candidates.entries()) {
          expect(rows[i + 1][0]).to.equal(variant)
          for (const { metric, candidate } of of.slice(0, 3)) expect(rows[i + 1][header.indexOf(metric)]).to.equal(milliseconds(candidate))
        }
      })

      it('in every mark of every round', async () => {
        const titles = await page.locator('#rounds svg title').evaluateAll((all) => all.map(({ textContent }) => textContent))
        const expected = runs().flatMap(({ variant, round, latencyMs }) =>
          (['p50', 'p95', 'p99'] as const).map((metric) => `${variant}, round ${round}, ${metric}: ${milliseconds(Number(latencyMs?.[metric]))} ms`)
        )
        expect(titles.filter((title) => expected.includes(String(title))).sort()).to.eql(expected.sort())
      })

      it('in the runs as they happened', async () => {
        const [header, ...rows] = await cellsOf(page, '#timeline details table')
        const columns = ['Round', 'Variant', 'Requests', 'Failed', 'p95 (ms)']
        const shown = rows.map((cells) => columns.map((column) => cells[header.indexOf(column)]))
        expect(shown).to.eql(
          runs().map(({ round, variant, requests, failures, latencyMs }) => [
            String(round), variant, grouped(requests), grouped(failures), milliseconds(Number(latencyMs?.p95))
          ])
        )
      })

      it('in the requests of each worker', async () => {
        const all = page.locator('#workers table')
        const tables = (await Promise.all((await all.all()).map((table) => table.evaluate(cellsOfTable)))).filter(([[first]]) => first === 'Worker')
        expect(tables).to.have.length(result().candidates.length)
        for (const [i, { name: variant }] of result().candidates.entries()) {
          const [header, ...rows] = tables[i]
          const requests = rows.map((cells) => Number(cells[header.indexOf('Requests')].replaceAll(',', '')))
          const responses = runs().filter((run) => run.variant === variant).flatMap(({ workers }) => workers.map((worker) => worker.requests))
          expect(requests.reduce((sum, one) => sum + one), variant).to.equal(responses.reduce((sum, one) => sum + one))
        }
      })
    })
  }
})
