import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { before, describe, it } from 'mocha'
import type { Page } from 'playwright-core'
import { historyPage } from '../../../plugin/report/history/history-page.ts'
import { overflowing, useBrowser, violations } from '../../support/browser.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { aHistoryCandidate, aHistoryEntry, anEntryOf, someHistory } from './entries.ts'
import type { HistoryEntry } from '../../../plugin/concepts/report-data.ts'

const hostile = [`<script>alert(1)</script>"'&`, '🧨 émoji 👩‍👩‍👧', 'מבחן עברית (1) abc', 'x'.repeat(200)]
const ended = aHistoryEntry({ verdict: 'not measured', scenarios: [], commit: null })
const judged = [[{ verdict: 'fail' }, { regression: true }], [{ verdict: 'inconclusive' }, { reason: 'errors' }]] as const
const marked = judged.map(([candidate, estimate]) => ({ ...anEntryOf(aHistoryCandidate(candidate, estimate)), ...candidate }))
const usual = [...marked, ended, { ...ended, interrupted: true }, ...someHistory(16)]

type Look = [width: number, colorScheme: 'light' | 'dark']
const histories: Record<string, [entries: HistoryEntry[], ...looks: Look[]]> = {
  'history-usual': [usual, [360, 'light'], [768, 'light'], [1280, 'dark']],
  'history-many': [someHistory(15, { candidates: ['two', 'four', 'eight', 'sixteen', 'reuse-port'] }), [360, 'dark'], [1280, 'light']],
  'history-hostile': [someHistory(1, { candidates: hostile, scenarios: hostile }), [360, 'light'], [1280, 'light']],
  'history-none': [[], [1280, 'light']]
}

describe('the page of all comparisons in a real browser', function () {
  this.timeout(60_000)
  const folder = temporaryFolder()
  const browser = useBrowser()
  const urlOf = (name: string) => pathToFileURL(folder.path(`${name}.html`)).href

  before(() => {
    for (const [name, [entries]] of Object.entries(histories)) folder.write(`${name}.html`, historyPage(entries))
    folder.write('plain.html', historyPage(usual).replace(/<style>[^]*?<\/style>/, ''))
  })

  for (const [name, [, ...looks]] of Object.entries(histories)) {
    for (const [width, colorScheme] of looks) {
      it(`fits ${width} px in the ${colorScheme}, asks for nothing, and axe finds nothing: ${name}`, async () => {
        const { page, complaints } = await browser.open(urlOf(name), { width, colorScheme, script: true })
        await browser.screenshot(page, `${name}-${width}-${colorScheme}`)
        expect([complaints, await overflowing(page), await violations(page)]).to.eql([[], [], []])
        await page.context().close()
      })
    }
  }

  it('says the same without its style', async () => {
    const [{ page }, { page: plain }] = [await browser.open(urlOf('history-usual')), await browser.open(urlOf('plain'))]
    const words = async (shown: Page) => (await shown.locator('main').innerText()).split(/\s+/).filter((word) => word !== '')
    const found = await words(plain)
    expect((await words(page)).filter((word) => !found.includes(word))).to.eql([])
    expect(await overflowing(plain)).to.eql([])
    await Promise.all([page.context().close(), plain.context().close()])
  })

  it('remains a table for those who hear it, also where each row is a card', async () => {
    for (const width of [360, 1280]) {
      const { page } = await browser.open(urlOf('history-usual'), { width })
      const rows = page.getByRole('table').getByRole('row')
      expect([await rows.count(), await rows.nth(1).getByRole('cell').count()]).to.eql([usual.length + 1, 10])
      await page.context().close()
    }
  })
})
