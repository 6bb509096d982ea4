import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { before, describe, it } from 'mocha'
import type { Page } from 'playwright-core'
import { historyPage } from '../../../plugin/report/history/history-page.ts'
import { overflowing, useBrowser, violations } from '../../support/browser.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { aHistoryCandidate, aHistoryEntry, aHistoryScenario, someHistory } from './entries.ts'

const hostile = [`<script>alert(1)</script>"'&`, '🧨 émoji 👩‍👩‍👧', 'מבחן עברית (1) abc', 'x'.repeat(200)]
const ended = aHistoryEntry({ verdict: 'not measured', scenarios: [], commit: null })
const fallen = aHistoryEntry({ verdict: 'fail', scenarios: [aHistoryScenario([aHistoryCandidate({ verdict: 'fail' }, { regression: true })])] })
const unsure = aHistoryEntry({ verdict: 'inconclusive', scenarios: [aHistoryScenario([aHistoryCandidate({ verdict: 'inconclusive' }, { reason: 'errors' })])] })

const histories = {
  'history-usual': [fallen, unsure, ended, { ...ended, interrupted: true }, ...someHistory(16)],
  'history-many': someHistory(15, { candidates: ['two', 'four', 'eight', 'sixteen', 'reuse-port'], scenarios: ['primes'] }),
  'history-hostile': someHistory(1, { candidates: hostile, scenarios: hostile }),
  'history-none': []
}

const looks: [keyof typeof histories, number, 'light' | 'dark'][] = [
  ['history-usual', 360, 'light'],
  ['history-usual', 768, 'light'],
  ['history-usual', 1280, 'dark'],
  ['history-many', 360, 'dark'],
  ['history-many', 1280, 'light'],
  ['history-hostile', 360, 'light'],
  ['history-hostile', 1280, 'light'],
  ['history-none', 1280, 'light']
]

describe('the page of all comparisons in a real browser', function () {
  this.timeout(60_000)
  const folder = temporaryFolder()
  const browser = useBrowser()
  const urls: Record<string, string> = {}

  before(() => {
    for (const [name, entries] of Object.entries(histories)) urls[name] = pathToFileURL(folder.write(`${name}.html`, historyPage(entries))).href
  })

  for (const [name, width, colorScheme] of looks) {
    it(`fits ${width} px in the ${colorScheme}, asks for nothing, and axe finds nothing: ${name}`, async () => {
      const { page, complaints } = await browser.open(urls[name], { width, colorScheme, script: true })
      await browser.screenshot(page, `${name}-${width}-${colorScheme}`)
      expect(complaints).to.eql([])
      expect(await overflowing(page)).to.eql([])
      expect(await violations(page)).to.eql([])
      await page.context().close()
    })
  }

  it('says the same without its style', async () => {
    const { page } = await browser.open(urls['history-usual'])
    const plainFile = folder.path('plain.html')
    writeFileSync(plainFile, historyPage(histories['history-usual']).replace(/<style>[^]*?<\/style>/, ''))
    const { page: plain } = await browser.open(pathToFileURL(plainFile).href)
    const words = async (shown: Page) => (await shown.locator('main').innerText()).split(/\s+/).filter((word) => word !== '')
    const found = await words(plain)
    expect((await words(page)).filter((word) => !found.includes(word))).to.eql([])
    expect(await overflowing(plain)).to.eql([])
    await Promise.all([page.context().close(), plain.context().close()])
  })

  it('remains a table for those who hear it, also where each row is a card', async () => {
    for (const width of [360, 1280]) {
      const { page } = await browser.open(urls['history-usual'], { width })
      const rows = page.getByRole('table').getByRole('row')
      expect(await rows.count()).to.equal(histories['history-usual'].length + 1)
      expect(await rows.nth(1).getByRole('cell').count()).to.equal(10)
      await page.context().close()
    }
  })
})
