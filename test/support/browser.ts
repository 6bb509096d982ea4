import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, before } from 'mocha'
import { chromium, type Browser, type Page } from 'playwright-core'
import { browserNames, findBrowser } from '../../plugin/commands/picture.ts'
import { repository } from './project.ts'

/** What CI keeps, to be looked at; made where SCREENSHOTS is set: they take longer than all that is asserted. */
const screenshots = `${repository}reports/screenshots`

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none'
]

/** width: in px */
export type Look = { width: number; colorScheme: 'light' | 'dark' }

const height = 900
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * In a describe block: a real browser for all its tests. Where there is none, they are skipped, and loudly; in CI they
 * fail.
 */
export function useBrowser() {
  let browser: Browser | undefined
  let page: Page | undefined

  before(async function () {
    const executablePath = findBrowser()
    if (executablePath === undefined) {
      if (process.env.CI !== undefined)
        throw new Error(
          'No Chromium was found, and in CI these tests must not be skipped. Install it: apt-get install chromium'
        )
      console.warn(
        `\n  SKIPPED, for no Chromium was found (${browserNames.join(', ')} in PATH): the tests of the page in a real browser.\n`
      )
      return this.skip()
    }
    browser = await chromium.launch({ executablePath, args: flags, timeout: 0 })
  })
  after(() => browser?.close())

  return {
    /**
     * In the same window as whatever was opened before: another one would cost a process.
     *
     * @returns complaints: console messages (also of what the page's policy blocked), errors and any request but the
     * page's own
     */
    async open(url: string, width: number = 1280): Promise<{ page: Page; complaints: string[] }> {
      if (browser === undefined) throw new Error('the browser has not been started')
      page ??= await browser.newPage()
      page.removeAllListeners()
      // How long a test may take is mocha's matter.
      page.setDefaultTimeout(0)
      await page.goto('about:blank')
      await page.emulateMedia({ media: null })
      await showAs(page, { width, colorScheme: 'light' })
      const complaints: string[] = []
      page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`))
      page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
      page.on('request', (request) => request.url() !== url && complaints.push(`request: ${request.url()}`))
      await page.goto(url)
      return { page, complaints }
    },
    async screenshot(page: Page, name: string) {
      if (process.env.SCREENSHOTS === undefined) return
      mkdirSync(screenshots, { recursive: true })
      await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true })
    }
  }
}

/** In a page that stays open. */
export async function showAs(page: Page, { width, colorScheme }: Look) {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme })
}

export const wordsOf = async (page: Page): Promise<string[]> =>
  (await page.locator('main').innerText())
    .split(/\s+/)
    .filter((word) => word !== '')
    .sort()

/** @returns what makes the page wider than the window */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { document } = globalThis as any
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (element: any) => element.getBoundingClientRect().right > clientWidth + 1
    )
    return [`${scrollWidth} px wide`, ...wide.slice(0, 5).map((element: any) => element.outerHTML.slice(0, 120))]
  })
}

/** @returns what axe finds; it is put into the page as a debugger does it, past the page's policy */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe, document } = globalThis as any
    const found = await axe.run(document, { resultTypes: ['violations'], selectors: false })
    return found.violations.flatMap(({ id, nodes }: any) =>
      nodes.slice(0, 3).map(({ html, failureSummary }: any) => `${id}: ${html.slice(0, 160)} ${failureSummary}`)
    )
  })
}
