import { expect } from 'chai'
import { describe, it } from 'mocha'
import type { Page } from 'playwright-core'
import { cellsOf, hostile, makePages, scalingPlans } from '../../support/browser-pages.ts'
import { overflowing, useBrowser, violations } from '../../support/browser.ts'

const chartWidth = async (page: Page, figure: string) => Number((await page.locator(`${figure} > svg`).first().boundingBox())?.width)

describe('numbers of workers and loads in a real browser', function () {
  this.timeout(60_000)
  const browser = useBrowser()
  const pages = makePages(Object.keys(scalingPlans))

  for (const [name, figure] of [['ways', 'figure.scaling'], ['loads', 'figure.loads']]) {
    it(`fit a phone and a desk, ask for nothing, and axe finds nothing: ${name}`, async () => {
      for (const [width, colorScheme] of [[360, 'light'], [1280, 'dark']] as const) {
        const { page, complaints } = await browser.open(pages[name].url, { width, colorScheme, script: true })
        await browser.screenshot(page, `${name}-${width}-${colorScheme}`)
        expect(complaints).to.eql([])
        expect(await overflowing(page)).to.eql([])
        expect(await chartWidth(page, figure)).to.be.above(240)
        // What is folded away is looked at as well.
        for (const summary of await page.locator('.level > summary').all()) await summary.click()
        expect(await overflowing(page)).to.eql([])
        // Both looks of both pages would take long: their elements are the same.
        if ((name === 'ways') === (width === 1280)) expect(await violations(page)).to.eql([])
        await page.context().close()
      }
    })
  }

  it('fold each load away, until it is clicked, linked to or printed', async () => {
    const { page } = await browser.open(pages.loads.url, { width: 360 })
    const open = () => page.locator('details.level').evaluateAll((all) => all.map((one) => one.open))
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
    await page.context().close()
  })

  it('are the conclusions of the comparison: a sweep', async () => {
    const { page } = await browser.open(pages.ways.url)
    const [sweep] = pages.ways.comparison.scenarios[0].sweeps
    expect(sweep.points).to.have.lengthOf(3)
    const section = page.locator('#how-many')
    expect(await section.locator('.finding').innerText()).to.equal(sweep.recommendation)
    const [head, ...rows] = await cellsOf(page, '#how-many table')
    expect(head.slice(0, 3)).to.eql(['Workers', 'Responses/s', 'Speedup'])
    expect(rows.map(([workers]) => parseInt(workers))).to.eql([1, 2, 4])
    sweep.points.forEach(({ speedup, throughputPerSecond }, i) => {
      expect(parseFloat(rows[i][1])).to.be.closeTo(throughputPerSecond.value, 0.5)
      expect(parseFloat(rows[i][2])).to.be.closeTo(speedup.value, 0.005)
    })
    expect(await section.locator('figure.scaling').count()).to.equal(2)
    expect(await page.locator('nav a', { hasText: 'How many workers' }).getAttribute('href')).to.equal('#how-many')
    const environment = await page.locator('#environment').innerText()
    for (const words of [
      'pm2 (PM2, 2 workers)', 'reuse-port (2 processes that share the port (reusePort))',
      'staging (running at https://staging.example.com, as many workers as were seen: 2)'
    ]) expect(environment).to.include(words)
    expect(await page.locator('#workers').innerText()).to.include('Nothing is known of the workers of threads (started by a command)')
    await page.context().close()
  })

  it('are the conclusions of the comparison: loads, whatever the names are', async () => {
    const { page } = await browser.open(pages.loads.url)
    const [{ candidates, levels }] = pages.loads.comparison.crossovers
    expect(await page.locator('#crossover .finding').innerText()).to.equal(candidates[0].message)
    const [head, ...rows] = await cellsOf(page, '#crossover table')
    expect(head).to.eql(['Load', 'Requests/s', `${hostile[1]} (baseline)`, hostile[2]])
    expect(rows.map(([load]) => load)).to.eql(['0.5x', '1x', '2x'])
    levels.forEach(({ offeredPerSecond, variants: [baseline] }, i) => {
      expect(parseFloat(rows[i][1])).to.be.closeTo(offeredPerSecond, 0.5)
      expect(rows[i][2].includes('could not keep up')).to.equal(!baseline.keepsUp)
    })
    expect(levels.map(({ variants: [{ keepsUp }] }) => keepsUp)).to.eql([true, true, false])
    const overview = await cellsOf(page, '#overview table')
    expect(overview.slice(1).map(([scenario]) => scenario)).to.eql(levels.map(({ scenario }) => scenario))
    await page.context().close()
  })
})
