import { createServer } from 'node:http'
import { readFileSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { before, describe, it } from 'mocha'
import { readRecord } from '../../../plugin/record/read-record.js'
import { interval, times } from '../../../plugin/report/numbers.js'
import { renderPage } from '../../../plugin/report/page/render-page.js'
import { scenarioSentence } from '../../../plugin/report/scenario-sentences.js'
import { useBrowser } from '../../support/browser.js'
import { temporaryFolder } from '../../support/folder.js'
import { writeSyntheticRecord } from '../../support/synthetic-record.js'
/**
 * @import { Page } from 'playwright-core'
 * @import { Comparison } from '../../../plugin/vocabulary.js'
 * @import { SyntheticPlan } from '../../support/synthetic-record.js'
 */

const single = { name: 'single', mode: /** @type {const} */ ('single'), workers: 1 }
const clustered = { name: 'clustered', mode: /** @type {const} */ ('cluster'), workers: 2 }
const hostile = [`<script>alert(1)</script>"'&`, '🧨 émoji 👩‍👩‍👧', 'מבחן עברית (1) abc', 'x'.repeat(200)]

/** @type {Record<string, SyntheticPlan>} */
const plans = {
  pass: { variants: [single, clustered], rounds: 4, requests: 600, seed: 1, thresholds: { p95: 1.2, throughput: 1.1 } },
  fail: { variants: [single, { ...clustered, medianMs: 90 }], rounds: 3, requests: 400, seed: 2, thresholds: { p95: 3, fairness: 0.5, errorRate: 0.001 }, failures: 8 },
  many: { variants: [single, ...[2, 4, 8, 16].map((workers) => ({ ...clustered, name: `cluster-${workers}`, workers }))], rounds: 3, requests: 800, seed: 3, thresholds: { p95: 1.5 } },
  hostile: { variants: [{ ...single, name: hostile[0] }, ...hostile.slice(1).map((name) => ({ ...clustered, name }))], rounds: 3, requests: 100, seed: 4, scenarios: hostile.slice(0, 2) },
  interrupted: {
    variants: [single, clustered],
    rounds: 2,
    requests: 100,
    seed: 5,
    comparison: { scenarios: [], verdict: 'not measured', exitCode: 3, error: { code: 'INTERRUPTED', message: 'The comparison was interrupted.' } }
  }
}

describe('the page in a real browser', function () {
  this.timeout(60_000)
  const folder = temporaryFolder()
  const browser = useBrowser()
  /** @type {Record<string, { url: string, file: string, comparison: Comparison }>} */
  const pages = {}

  before(async () => {
    for (const [name, plan] of Object.entries(plans)) {
      const record = folder.path(name)
      const { comparison } = writeSyntheticRecord(record, plan)
      const file = folder.path(`${name}/index.html`)
      writeFileSync(file, renderPage(await readRecord(record)))
      pages[name] = { url: pathToFileURL(file).href, file, comparison }
    }
  })

  for (const name of Object.keys(plans)) {
    for (const [width, colorScheme] of /** @type {const} */ ([[360, 'light'], [768, 'dark'], [1280, 'light'], [1280, 'dark']])) {
      it(`fits ${width} px in the ${colorScheme}, asks for nothing and complains of nothing: ${name}`, async () => {
        const { page, complaints } = await browser.open(pages[name].url, { width, colorScheme })
        await browser.screenshot(page, `${name}-${width}-${colorScheme}`)
        expect(complaints).to.eql([])
        expect(await overflowing(page)).to.eql([])
        await page.context().close()
      })
    }
  }

  for (const name of Object.keys(plans)) {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      it(`has nothing that axe finds, contrast included: ${name}, ${colorScheme}`, async () => {
        const { page } = await browser.open(pages[name].url, { colorScheme, script: true })
        expect(await violations(page)).to.eql([])
        await page.context().close()
      })
    }
  }

  it('shows the verdict and the numbers of comparison.json', async () => {
    for (const name of ['pass', 'fail', 'many']) {
      const { page } = await browser.open(pages[name].url)
      const [result] = pages[name].comparison.scenarios
      expect(await page.locator('.verdict-sentence').innerText()).to.equal(scenarioSentence(result).replace(/^([A-Z]+) {2}/, '$1. '))
      const table = await page.locator('#speedup table').first().innerText()
      for (const estimate of result.candidates.flatMap(({ estimates }) => estimates)) {
        expect(table, `${name} ${estimate.metric}`).to.include(times(estimate.speedup))
      }
      const text = await page.locator('main').innerText()
      for (const warning of result.warnings) expect(text).to.include(warning.message)
      for (const { diagnosis } of result.candidates) expect(text).to.include(diagnosis.message)
      await page.context().close()
    }
  })

  it('puts the leader’s speedups and intervals into the tiles', async () => {
    const { page } = await browser.open(pages.pass.url)
    const tiles = await page.locator('.tiles li').allInnerTexts()
    const { estimates } = pages.pass.comparison.scenarios[0].candidates[0]
    estimates.forEach((estimate, i) => expect(tiles[i]).to.include(times(estimate.speedup)).and.include(interval(estimate.interval)))
    await page.context().close()
  })

  it('has every name as text, and no element of theirs', async () => {
    const { page } = await browser.open(pages.hostile.url, { script: true })
    expect(await page.locator('script').count()).to.equal(0)
    const text = await page.locator('main').innerText()
    for (const name of hostile) expect(text).to.include(name)
    await page.context().close()
  })

  it('is complete under the policy with which Jenkins serves it, which drops all of its CSS', async () => {
    const server = createServer((request, response) => {
      response.setHeader('content-security-policy', "sandbox; default-src 'none'; img-src 'self'; style-src 'self';")
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(request.url === '/' ? readFileSync(pages.pass.file) : '')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      const { page, complaints } = await browser.open(`http://127.0.0.1:${port}/`)
      await browser.screenshot(page, 'pass-jenkins')
      expect(complaints.filter((one) => !one.includes('inline style') && !one.includes('favicon'))).to.eql([])
      expect(await page.locator('body').evaluate((body) => /** @type {any} */ (globalThis).getComputedStyle(body).fontFamily)).to.not.include('system-ui')
      const { page: styled } = await browser.open(pages.pass.url)
      const words = async (/** @type {Page} */ shown) => (await shown.locator('main').innerText()).split(/\s+/).filter((word) => word !== '').sort()
      // What is hidden by CSS alone is to be read here, so there may be more, but nothing less.
      const plain = await words(page)
      expect((await words(styled)).filter((word) => !plain.includes(word))).to.eql([])
      expect(await overflowing(page)).to.eql([])
      await Promise.all([page.context().close(), styled.context().close()])
    } finally {
      server.close()
      server.closeAllConnections()
    }
  })

  it('prints what is folded away on the screen', async () => {
    const { page } = await browser.open(pages.pass.url)
    const folded = page.locator('details').first()
    const heightOf = async () => Number((await folded.boundingBox())?.height)
    const before = await heightOf()
    await page.emulateMedia({ media: 'print' })
    expect(await heightOf()).to.be.above(before + 20)
    await page.context().close()
  })

  it('says in the place of the verdict that it was interrupted, and shows the rounds that were finished', async () => {
    const { page } = await browser.open(pages.interrupted.url)
    expect(await page.locator('.verdict-sentence').innerText()).to.equal('INTERRUPTED. The comparison was interrupted.')
    const headings = await page.locator('h2').allInnerTexts()
    expect(headings).to.include('Round by round').and.not.include('Can this result be trusted?')
    await page.context().close()
  })

})

/**
 * @param {Page} page
 * @returns {Promise<string[]>} what makes the page wider than the window
 */
function overflowing(page) {
  return page.evaluate(() => {
    const { document } = /** @type {any} */ (globalThis)
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter((/** @type {any} */ element) => element.getBoundingClientRect().right > clientWidth + 1)
    return [`${scrollWidth} px wide`, ...wide.slice(0, 5).map((/** @type {any} */ element) => element.outerHTML.slice(0, 120))]
  })
}

/**
 * @param {Page} page that may run scripts
 * @returns {Promise<string[]>}
 */
async function violations(page) {
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') })
  return page.evaluate(async () => {
    const { axe, document } = /** @type {any} */ (globalThis)
    const found = await axe.run(document)
    return found.violations.flatMap((/** @type {any} */ { id, nodes }) => nodes.slice(0, 3).map((/** @type {any} */ { html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`))
  })
}
