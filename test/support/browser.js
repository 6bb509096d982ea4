import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { after, before } from 'mocha'
import { chromium } from 'playwright-core'
import { browserNames, findBrowser } from './find-browser.js'
/** @import { Browser, Page } from 'playwright-core' */

/** What CI keeps, to be looked at. */
const screenshots = fileURLToPath(new URL('../../reports/screenshots', import.meta.url))

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--font-render-hinting=none']

/**
 * @typedef {object} Look how a page is looked at
 * @property {number} [width] in px; 1280 when it is left out
 * @property {'light' | 'dark'} [colorScheme]
 * @property {boolean} [script] whether scripts may run, for tools that look from inside; false when it is left out
 *
 * @typedef {object} OpenPage
 * @property {Page} page
 * @property {string[]} complaints console messages, errors and any request but the page's own
 */

/**
 * In a describe block: a real browser for all its tests. Where there is none, they are skipped, and loudly; in CI
 * they fail.
 *
 * @returns {{ open: (url: string, look?: Look) => Promise<OpenPage>, screenshot: (page: Page, name: string) => Promise<void> }}
 */
export function useBrowser() {
  /** @type {Browser | undefined} */
  let browser

  before(async function () {
    this.timeout(60_000)
    const executablePath = findBrowser()
    if (executablePath === undefined) {
      if (process.env.CI !== undefined) throw new Error('No Chromium was found, and in CI these tests must not be skipped. Install it: apt-get install chromium')
      console.warn(`\n  SKIPPED, for no Chromium was found (${browserNames.join(', ')} in PATH): the tests of the page in a real browser.\n`)
      return this.skip()
    }
    browser = await chromium.launch({ executablePath, args: flags })
  })
  after(() => browser?.close())

  return {
    async open(url, { width = 1280, colorScheme = 'light', script = false } = {}) {
      if (browser === undefined) throw new Error('the browser has not been started')
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, javaScriptEnabled: script, bypassCSP: script })
      const page = await context.newPage()
      /** @type {string[]} */
      const complaints = []
      page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`))
      page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
      page.on('request', (request) => {
        if (request.url() !== url) complaints.push(`request: ${request.url()}`)
      })
      await page.goto(url)
      return { page, complaints }
    },
    async screenshot(page, name) {
      mkdirSync(screenshots, { recursive: true })
      await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true })
    }
  }
}

/**
 * @param {Page} page
 * @returns {Promise<string[]>} what makes the page wider than the window
 */
export function overflowing(page) {
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
 * @returns {Promise<string[]>} what axe has against it
 */
export async function violations(page) {
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') })
  return page.evaluate(async () => {
    const { axe, document } = /** @type {any} */ (globalThis)
    const found = await axe.run(document)
    return found.violations.flatMap((/** @type {any} */ { id, nodes }) => nodes.slice(0, 3).map((/** @type {any} */ { html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`))
  })
}
