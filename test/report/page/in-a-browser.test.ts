import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import type { Page } from 'playwright-core'
import { hostile, makePages, plans } from '../../support/browser-pages.ts'
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

  for (const [name, given] of [['hostile', hostile], ['loads', hostile.slice(0, 3)]] as const) {
    itShows(`has every name as text, and no element of theirs: ${name}`, name, async (page) => {
      expect(await page.locator('script').count()).to.equal(0)
      const text = await page.locator('main').innerText()
      for (const each of given) expect(text).to.include(each)
    }, { script: true })
  }

  it('is complete under the policy with which Jenkins serves it, which drops all of its CSS', async () => {
    const policy = "sandbox; default-src 'none'; img-src 'self'; style-src 'self';"
    const server = createServer(({ url }, response) => {
      response.writeHead(200, { 'content-security-policy': policy, 'content-type': 'text/html; charset=utf-8' }).end(url === '/' ? readFileSync(pages.pass.file) : '')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
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
})
