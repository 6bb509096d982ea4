import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import type { Page } from 'playwright-core'
import { interval, times } from '../../../plugin/report/words/numbers.ts'
import { cellsOf, hostile, makePages, plans } from '../../support/browser-pages.ts'
import { overflowing, useBrowser, violations } from '../../support/browser.ts'

describe('the page in a real browser', function () {
  this.timeout(60_000)
  const browser = useBrowser()
  const pages = makePages(Object.keys(plans))

  for (const name of Object.keys(plans)) {
    for (const [width, colorScheme] of [[360, 'light'], [768, 'dark'], [1280, 'light'], [1280, 'dark']] as const) {
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
    for (const [width, colorScheme] of [[1280, 'light'], [360, 'dark']] as const) {
      it(`has nothing that axe finds at ${width} px in the ${colorScheme}, contrast included: ${name}`, async () => {
        const { page } = await browser.open(pages[name].url, { width, colorScheme, script: true })
        expect(await violations(page)).to.eql([])
        await page.context().close()
      })
    }
  }

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
      const { port } = server.address() as import('node:net').AddressInfo
      const { page, complaints } = await browser.open(`http://127.0.0.1:${port}/`)
      await browser.screenshot(page, 'pass-jenkins')
      expect(complaints.filter((one) => !one.includes('inline style') && !one.includes('favicon'))).to.eql([])
      expect(await page.locator('body').evaluate((body) => (globalThis as any).getComputedStyle(body).fontFamily)).to.not.include('system-ui')
      const { page: styled } = await browser.open(pages.pass.url)
      const words = async (shown: Page) => (await shown.locator('main').innerText()).split(/\s+/).filter((word) => word !== '').sort()
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

  it('has no verdict on what was interrupted in a later round, and says so', async () => {
    const { page } = await browser.open(pages.late.url)
    const sentences = await page.locator('.verdict-sentence').allInnerTexts()
    expect(sentences[0]).to.equal('INTERRUPTED. The comparison was interrupted.')
    expect(sentences[1]).to.match(/^PRELIMINARY\. clustered .* It was ended after 4 rounds, too early for a verdict\.$/)
    const results = (await cellsOf(page, '#speedup table')).slice(1).map((cells) => cells.at(-1))
    expect(results).to.eql(['not required', 'preliminary', 'not required', 'not required'])
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
