import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import type { Page } from 'playwright-core'
import { hostile, makePages, plans } from '../../support/browser-pages.ts'
import { overflowing, showAs, useBrowser, violations, wordsOf, type Look } from '../../support/browser.ts'
import { serving } from '../../support/serving.ts'

const looks: Look[] = [
  { width: 1280, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' }
]
/** What has to be on these pages as text. */
const namesIn: Record<string, string[]> = {
  hostile,
  disturbed: hostile,
  searched: [hostile[0], hostile[1], hostile[3]],
  loads: hostile.slice(0, 3)
}

describe('the page in a real browser', () => {
  const browser = useBrowser()
  const serve = serving()
  const names = Object.keys(plans)
  const pages = makePages(names)

  const itShows = (
    title: string,
    name: string,
    check: (page: Page, complaints: string[]) => Promise<void>,
    width?: number
  ) =>
    it(title, async () => {
      const { page, complaints } = await browser.open(pages[name].url, width)
      await check(page, complaints)
      await page.context().close()
    })
  const showLevels = (page: Page, isOpen: boolean) =>
    page.locator('.level').evaluateAll((all, open) => all.forEach((level) => (level.open = open)), isOpen)

  for (const name of names) {
    itShows(
      `has names as text, fits each width, asks for nothing, complains of nothing, axe finds nothing: ${name}`,
      name,
      async (page, complaints) => {
        const text = await page.locator('main').innerText()
        for (const given of namesIn[name] ?? []) expect(text).to.include(given)
        expect(await page.locator('script').count(), 'elements of a name').to.equal(0)
        // It takes longer than all else: of two pages one after the other, each is seen by axe in another of the looks.
        const lookForAxe = looks[names.indexOf(name) % looks.length]
        for (const seen of looks) {
          const { width, colorScheme } = seen
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
          if (seen === lookForAxe) expect(await violations(page), look).to.eql([])
        }
        expect(complaints).to.eql([])
      }
    )
  }

  it('is complete under the policy with which Jenkins serves it, which drops all of its CSS', async () => {
    const policy = "sandbox; default-src 'none'; img-src 'self'; style-src 'self';"
    const headers = { 'content-security-policy': policy, 'content-type': 'text/html; charset=utf-8' }
    const { target } = await serve(({ url }, response) =>
      response.writeHead(200, headers).end(url === '/' ? readFileSync(pages.pass.file) : '')
    )
    const { page, complaints } = await browser.open(`${target.url}/`)
    await browser.screenshot(page, 'pass-jenkins')
    expect(
      complaints.filter((complaint) => !complaint.includes('inline style') && !complaint.includes('favicon'))
    ).to.eql([])
    expect(
      await page.locator('body').evaluate((body) => (globalThis as any).getComputedStyle(body).fontFamily)
    ).to.not.include('system-ui')
    const { page: styled } = await browser.open(pages.pass.url)
    // What is hidden by CSS alone is to be read here, so there may be more, but nothing less.
    expect(await wordsOf(page)).to.include.members(await wordsOf(styled))
    expect(await overflowing(page)).to.eql([])
    await Promise.all([page.context().close(), styled.context().close()])
  })

  itShows('prints what is folded away on the screen', 'pass', async (page) => {
    const details = page.locator('details').first()
    const onScreen = await details.boundingBox()
    await page.emulateMedia({ media: 'print' })
    expect((await details.boundingBox())?.height).to.be.above(Number(onScreen?.height) + 20)
  })

  itShows(
    'folds each load away, until it is clicked, linked to or printed',
    'loads',
    async (page) => {
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
    },
    360
  )
})
