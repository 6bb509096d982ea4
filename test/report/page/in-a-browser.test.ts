import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import type { Page } from 'playwright-core'
import { grouped, interval, milliseconds, times } from '../../../plugin/report/words/numbers.ts'
import { change, scenarioSentence } from '../../../plugin/report/words/scenario-sentences.ts'
import { cellsOf, hostile, makePages, plans } from '../../support/browser-pages.ts'
import { overflowing, useBrowser, violations } from '../../support/browser.ts'

describe('the page in a real browser', function () {
  this.timeout(60_000)
  const browser = useBrowser()
  const names = Object.keys(plans)
  const pages = makePages(names)

  const itShows = (title: string, name: string, check: (page: Page, complaints: string[]) => Promise<void>, look?: Parameters<typeof browser.open>[1]) => it(title, async () => {
    const { page, complaints } = await browser.open(pages[name].url, look)
    await check(page, complaints)
    await page.context().close()
  })

  for (const name of names) {
    for (const [width, colorScheme] of [[360, 'light'], [768, 'dark'], [1280, 'light'], [1280, 'dark']] as const) {
      itShows(`fits ${width} px in the ${colorScheme}, asks for nothing and complains of nothing: ${name}`, name, async (page, complaints) => {
        await browser.screenshot(page, `${name}-${width}-${colorScheme}`)
        expect(complaints).to.eql([])
        expect(await overflowing(page)).to.eql([])
        const charts = await page.locator('figure.scaling > svg, figure.loads > svg').all()
        for (const chart of charts) expect((await chart.boundingBox())?.width).to.be.above(240)
        // What is folded away is looked at as well.
        await page.locator('.level').evaluateAll((all) => all.forEach((level) => (level.open = true)))
        expect(await overflowing(page)).to.eql([])
      }, { width, colorScheme })
    }
    for (const [width, colorScheme] of [[1280, 'light'], [360, 'dark']] as const) {
      itShows(`has nothing that axe finds at ${width} px in the ${colorScheme}, contrast included: ${name}`, name, async (page) => {
        await page.locator('.level').evaluateAll((all) => all.forEach((level) => (level.open = true)))
        expect(await violations(page)).to.eql([])
      }, { width, colorScheme, script: true })
    }
  }

  for (const name of ['pass', 'fail', 'many']) {
    itShows(`has the numbers of comparison.json and runs.ndjson: ${name}`, name, async (page) => {
      const { comparison: { scenarios: [result] }, runs } = pages[name]
      expect(await page.locator('.verdict-sentence').innerText()).to.equal(scenarioSentence(result).replace(/^([A-Z]+) {2}/, '$1. '))
      const trust = await page.locator('#trust').innerText()
      for (const { message } of [...result.warnings, ...result.candidates.map(({ diagnosis }) => diagnosis)]) expect(trust).to.include(message)
      const speedups = await cellsOf(page, '#speedup table')
      const [header, baseline, ...others] = await cellsOf(page, '#percentiles details table')
      for (const [i, { name: variant, estimates }] of result.candidates.entries()) {
        for (const [j, estimate] of estimates.entries()) {
          const row = speedups[1 + j * result.candidates.length + i]
          expect(row, `${variant} at ${estimate.metric}`).to.include.members([change(estimate), times(estimate.speedup), interval(estimate.interval)])
          expect(row.at(-1)?.toLowerCase()).to.match(new RegExp(`^${estimate.verdict ?? 'not required'}`))
          if (estimate.metric === 'throughput') continue
          const column = header.indexOf(estimate.metric)
          expect([baseline[column], others[i][0], others[i][column]]).to.eql([milliseconds(estimate.baseline), variant, milliseconds(estimate.candidate)])
        }
      }
      const [columns, ...rows] = await cellsOf(page, '#timeline details table')
      expect(rows.map((cells) => ['Round', 'Variant', 'Requests', 'Failed', 'p95 (ms)'].map((column) => cells[columns.indexOf(column)]))).to.eql(
        runs.map(({ round, variant, requests, failures, latencyMs }) => [`${round}`, variant, grouped(requests), grouped(failures), milliseconds(Number(latencyMs?.p95))])
      )
    })
  }

  itShows('puts the leader’s speedups and intervals into the tiles', 'pass', async (page) => {
    const tiles = await page.locator('.tiles li').allInnerTexts()
    const { estimates } = pages.pass.comparison.scenarios[0].candidates[0]
    estimates.forEach((estimate, i) => expect(tiles[i]).to.include(times(estimate.speedup)).and.include(interval(estimate.interval)))
  })

  itShows('has every name as text, and no element of theirs', 'hostile', async (page) => {
    expect(await page.locator('script').count()).to.equal(0)
    const text = await page.locator('main').innerText()
    for (const name of hostile) expect(text).to.include(name)
  }, { script: true })

  it('is complete under the policy with which Jenkins serves it, which drops all of its CSS', async () => {
    const server = createServer((request, response) => {
      response.setHeader('content-security-policy', "sandbox; default-src 'none'; img-src 'self'; style-src 'self';")
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(request.url === '/' ? readFileSync(pages.pass.file) : '')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const { port } = server.address() as import('node:net').AddressInfo
      const { page, complaints } = await browser.open(`http://127.0.0.1:${port}/`)
      await browser.screenshot(page, 'pass-jenkins')
      expect(complaints.filter((complaint) => !complaint.includes('inline style') && !complaint.includes('favicon'))).to.eql([])
      expect(await page.locator('body').evaluate((body) => (globalThis as any).getComputedStyle(body).fontFamily)).to.not.include('system-ui')
      const { page: styled } = await browser.open(pages.pass.url)
      const words = async (shown: Page) => (await shown.locator('main').innerText()).split(/\s+/).filter((word) => word !== '').sort()
      // What is hidden by CSS alone is to be read here, so there may be more, but nothing less.
      expect(await words(page)).to.include.members(await words(styled))
      expect(await overflowing(page)).to.eql([])
      await Promise.all([page.context().close(), styled.context().close()])
    } finally {
      server.close()
      server.closeAllConnections()
    }
  })

  itShows('prints what is folded away on the screen', 'pass', async (page) => {
    const heightOf = async () => Number((await page.locator('details').first().boundingBox())?.height)
    const before = await heightOf()
    await page.emulateMedia({ media: 'print' })
    expect(await heightOf()).to.be.above(before + 20)
  })

  itShows('folds each load away, until it is clicked, linked to or printed', 'loads', async (page) => {
    const open = () => page.locator('details.level').evaluateAll((all) => all.map((level) => level.open))
    expect(await open()).to.eql([false, false, false])
    expect(await page.locator('.level > summary h2').allInnerTexts()).to.eql(pages.loads.comparison.scenarios.map(({ scenario }) => scenario))
    await page.locator('#overview a').nth(1).click()
    expect(await open()).to.eql([false, true, false])
    const heading = page.locator('.level > summary').nth(1)
    const { y, height } = (await heading.boundingBox()) as { y: number, height: number }
    expect(y + height).to.be.within(0, 400)
    await heading.click()
    expect(await open()).to.eql([false, false, false])
    const printed = page.locator('#s3-workers')
    expect(await printed.isVisible()).to.equal(false)
    await page.emulateMedia({ media: 'print' })
    expect((await printed.boundingBox())?.height).to.be.above(100)
  }, { width: 360 })

  itShows('has no verdict on what was interrupted in a later round, and says so', 'late', async (page) => {
    const sentences = await page.locator('.verdict-sentence').allInnerTexts()
    expect(sentences[0]).to.equal('INTERRUPTED. The comparison was interrupted.')
    expect(sentences[1]).to.match(/^PRELIMINARY\. clustered .* It was ended after 4 rounds, too early for a verdict\.$/)
    const results = (await cellsOf(page, '#speedup table')).slice(1).map((cells) => cells.at(-1))
    expect(results).to.eql(['not required', 'preliminary', 'not required', 'not required'])
  })

  itShows('says in the place of the verdict that it was interrupted, and shows the rounds that were finished', 'interrupted', async (page) => {
    expect(await page.locator('.verdict-sentence').innerText()).to.equal('INTERRUPTED. The comparison was interrupted.')
    expect(await page.locator('h2').allInnerTexts()).to.include('Round by round').and.not.include('Can this result be trusted?')
  })
})
