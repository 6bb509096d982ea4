import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { historyPage } from '../../plugin/report/history/history-page.ts'
import { hostile, makePages, plans } from '../support/browser-pages.ts'
import { overflowing, showAs, useBrowser, violations, wordsOf, type Look } from '../support/browser.ts'
import { temporaryFolder } from '../support/folder.ts'
import { serving } from '../support/serving.ts'
import { aHistoryCandidate, aHistoryEntry, anEntryOf, someHistory } from './history/entries.ts'
import type { HistoryEntry } from '../../plugin/concepts/report-data.ts'

const [narrow, medium, wide] = [360, 768, 1280].map((width): Look => ({ width, colorScheme: 'light' }))
const inTheDark = (look: Look): Look => ({ ...look, colorScheme: 'dark' })
/** What has to be on these pages as text. */
const namesIn: Record<string, string[]> = {
  hostile,
  disturbed: hostile,
  searched: [hostile[0], hostile[1], hostile[3]],
  loads: hostile.slice(0, 3)
}

const ended = aHistoryEntry({ verdict: 'not measured', scenarios: [], commit: null })
const judged = [
  [{ verdict: 'fail' }, { regression: true }],
  [{ verdict: 'inconclusive' }, { reason: 'errors' }]
] as const
const marked = judged.map(([candidate, estimate]) => ({
  ...anEntryOf(aHistoryCandidate(candidate, estimate)),
  ...candidate
}))
const usual = [...marked, ended, { ...ended, interrupted: true }, ...someHistory(8)]
const histories: Record<string, [entries: HistoryEntry[], ...looks: Look[]]> = {
  'history-usual': [usual, narrow, medium, inTheDark(wide)],
  'history-many': [
    someHistory(6, { candidates: ['two', 'four', 'eight', 'sixteen', 'reusePort'] }),
    inTheDark(narrow),
    wide
  ],
  'history-hostile': [someHistory(1, { candidates: hostile, scenarios: hostile }), narrow, wide],
  'history-none': [[], wide]
}

describe('the pages in a real browser', () => {
  const browser = useBrowser()
  const serve = serving()
  const folder = temporaryFolder()
  const pages = makePages(Object.keys(plans))
  const historyUrl = (name: string) => pathToFileURL(folder.path(`${name}.html`)).href

  before(() => {
    for (const [name, [entries]] of Object.entries(histories)) folder.write(`${name}.html`, historyPage(entries))
    folder.write('plain.html', historyPage(usual).replace(/<style>[^]*?<\/style>/, ''))
  })

  const showLevels = (page: Page, isOpen: boolean) =>
    page
      .locator('.level, details:has(> section)')
      .evaluateAll((all, open) => all.forEach((level) => (level.open = open)), isOpen)

  /** @param looks axe, which takes longer than all else, sees the last of them */
  const itFits = (name: string, urlOf: () => string, looks: Look[]) =>
    it(`has names as text, fits each width, asks for nothing, complains of nothing, axe finds nothing: ${name}`, async () => {
      const { page, complaints } = await browser.open(urlOf())
      const text = await page.locator('main').innerText()
      for (const given of namesIn[name] ?? []) expect(text).to.include(given)
      expect(await page.locator('script').count(), 'elements of a name').to.equal(0)
      for (const { width, colorScheme } of looks) {
        const look = `${name} at ${width} px in the ${colorScheme}`
        await showAs(page, { width, colorScheme })
        await showLevels(page, false)
        await browser.screenshot(page, `${name}-${width}-${colorScheme}`)
        expect(await overflowing(page), look).to.eql([])
        const charts = page.locator('figure.scaling > svg, figure.loads > svg')
        const widths = await charts.evaluateAll((all) => all.map((chart) => chart.getBoundingClientRect().width))
        expect(
          widths.filter((px) => px <= 240),
          look
        ).to.eql([])
        await showLevels(page, true)
        expect(await overflowing(page), `${look}, all levels open`).to.eql([])
      }
      expect(await violations(page)).to.eql([])
      expect(complaints).to.eql([])
    })

  for (const [i, name] of Object.keys(plans).entries()) {
    const looks = [wide, inTheDark(narrow)]
    // Of two pages one after the other, each is seen by axe in another of the looks.
    itFits(name, () => pages[name].url, i % 2 === 0 ? looks.toReversed() : looks)
  }
  for (const [name, [, ...looks]] of Object.entries(histories)) itFits(name, () => historyUrl(name), looks)

  it('is complete under the policy with which Jenkins serves it, which drops all of its CSS', async () => {
    const policy = "sandbox; default-src 'none'; img-src 'self'; style-src 'self';"
    const headers = { 'content-security-policy': policy, 'content-type': 'text/html; charset=utf-8' }
    const { target } = await serve(({ url }, response) =>
      response.writeHead(200, headers).end(url === '/' ? readFileSync(pages.pass.file) : '')
    )
    const { page } = await browser.open(pages.pass.url)
    const styled = await wordsOf(page)
    const { complaints } = await browser.open(`${target.url}/`)
    await browser.screenshot(page, 'pass-jenkins')
    expect(
      complaints.filter((complaint) => !complaint.includes('inline style') && !complaint.includes('favicon'))
    ).to.eql([])
    expect(
      await page.locator('body').evaluate((body) => (globalThis as any).getComputedStyle(body).fontFamily)
    ).to.not.include('system-ui')
    // What is hidden by CSS alone is to be read here, so there may be more, but nothing less.
    expect(await wordsOf(page)).to.include.members(styled)
    expect(await overflowing(page)).to.eql([])
  })

  it('is short enough to be read: what was measured run by run is folded away', async () => {
    for (const [name, most] of Object.entries({ pass: 4000, ways: 6000, many: 6000 })) {
      const { page } = await browser.open(pages[name].url, wide.width)
      const height = await page.evaluate(() => (globalThis as any).document.documentElement.scrollHeight)
      expect(height, name).to.be.at.most(most)
      // Of many scenarios or candidates, a table comes first.
      if (name !== 'pass') continue
      const cards = await page.locator('.tiles').first().boundingBox()
      expect((cards?.y ?? NaN) + (cards?.height ?? NaN), name).to.be.at.most(900)
    }
  })

  it('has the answer, what to do and the picture of that question on the first screen', async () => {
    const firsts = { pass: '.strip', disturbed: '.verdict', many: '.overview', loads: 'figure' }
    for (const [name, picture] of Object.entries(firsts)) {
      const { page } = await browser.open(pages[name].url, wide.width)
      const [first] = await page.locator('.verdict').allInnerTexts()
      if (name === 'disturbed') expect(first).to.include('What to do: ')
      const box = await page.locator(picture).first().boundingBox()
      expect(box?.y, name).to.be.within(0, 800)
    }
  })

  it('folds each of many scenarios away, below its answer, until it is clicked or linked to', async () => {
    const { page } = await browser.open(pages.many.url, wide.width)
    const open = () => page.locator('details.level').evaluateAll((all) => all.map((level) => level.open))
    expect(await open()).to.eql([false, false, false, false, false])
    expect(await page.locator('.level > summary span').nth(1).innerText()).to.match(/\. /)
    await page.locator('.overview a', { hasText: 'search' }).click()
    expect(await open()).to.eql([false, true, false, false, false])
    await page.locator('#s2-results .why a.code').first().click()
    expect(await page.locator('details:has(> .codes)').evaluate((details) => details.open)).to.equal(true)
  })

  it('gives cards the colour of their verdict', async () => {
    const { page } = await browser.open(pages.pass.url)
    const colours = await page
      .locator('.verdict-pass')
      .evaluateAll((all) => all.map((one) => (globalThis as any).getComputedStyle(one).borderLeftColor))
    expect(colours).to.have.length.above(1)
    expect(new Set(colours).size).to.equal(1)
  })

  it('prints what is folded away on the screen', async () => {
    const { page } = await browser.open(pages.pass.url)
    const details = page.locator('details').first()
    const onScreen = await details.boundingBox()
    await page.emulateMedia({ media: 'print' })
    expect((await details.boundingBox())?.height).to.be.above(Number(onScreen?.height) + 20)
  })

  it('folds each load away, until it is clicked, linked to or printed', async () => {
    const { page } = await browser.open(pages.loads.url, narrow.width)
    const open = () => page.locator('details.level').evaluateAll((all) => all.map((level) => level.open))
    expect(await open()).to.eql([false, false, false])
    expect(await page.locator('.level > summary h2').allInnerTexts()).to.eql(
      pages.loads.comparison.scenarios.map(({ scenario }) => scenario)
    )
    await page.locator('#overview a').nth(1).click()
    expect(await open()).to.eql([false, true, false])
    const heading = page.locator('.level > summary').nth(1)
    const { y, height } = (await heading.boundingBox()) as { y: number; height: number }
    expect(y + height).to.be.within(0, 400)
    await heading.click()
    expect(await open()).to.eql([false, false, false])
    const printed = page.locator('#s3-workers')
    expect(await printed.isVisible()).to.equal(false)
    await page.emulateMedia({ media: 'print' })
    expect((await printed.boundingBox())?.height).to.be.above(100)
  })

  it('says the same of all comparisons without its style, and remains a table for those who hear it, also where each row is a card', async () => {
    const { page } = await browser.open(historyUrl('plain'))
    const plain = await wordsOf(page)
    expect(await overflowing(page)).to.eql([])
    await browser.open(historyUrl('history-usual'))
    expect(plain).to.include.members(await wordsOf(page))
    const rows = page.getByRole('table').getByRole('row')
    for (const look of [wide, narrow]) {
      await showAs(page, look)
      expect([await rows.count(), await rows.nth(1).getByRole('cell').count()], `${look.width} px`).to.eql([
        usual.length + 1,
        10
      ])
    }
  })
})
