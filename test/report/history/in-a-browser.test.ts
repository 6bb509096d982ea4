import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { before, describe, it } from 'mocha'

import { historyPage } from '../../../plugin/report/history/history-page.ts'
import { overflowing, showAs, useBrowser, violations, wordsOf, type Look } from '../../support/browser.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { aHistoryCandidate, aHistoryEntry, anEntryOf, someHistory } from './entries.ts'
import type { HistoryEntry } from '../../../plugin/concepts/report-data.ts'

const hostile = [`<script>alert(1)</script>"'&`, '🧨 émoji 👩‍👩‍👧', 'מבחן עברית (1) abc', 'x'.repeat(200)]
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

const [narrow, medium, wide] = [360, 768, 1280].map((width): Look => ({ width, colorScheme: 'light' }))
const histories: Record<string, [entries: HistoryEntry[], ...looks: Look[]]> = {
  'history-usual': [usual, narrow, medium, { ...wide, colorScheme: 'dark' }],
  'history-many': [
    someHistory(6, { candidates: ['two', 'four', 'eight', 'sixteen', 'reusePort'] }),
    { ...narrow, colorScheme: 'dark' },
    wide
  ],
  'history-hostile': [someHistory(1, { candidates: hostile, scenarios: hostile }), narrow, wide],
  'history-none': [[], wide]
}

describe('the page of all comparisons in a real browser', () => {
  const folder = temporaryFolder()
  const browser = useBrowser()
  const urlOf = (name: string) => pathToFileURL(folder.path(`${name}.html`)).href

  before(() => {
    for (const [name, [entries]] of Object.entries(histories)) folder.write(`${name}.html`, historyPage(entries))
    folder.write('plain.html', historyPage(usual).replace(/<style>[^]*?<\/style>/, ''))
  })

  for (const [name, [, ...looks]] of Object.entries(histories)) {
    it(`fits each width, asks for nothing, and axe finds nothing: ${name}`, async () => {
      const { page, complaints } = await browser.open(urlOf(name))
      for (const { width, colorScheme } of looks) {
        await showAs(page, { width, colorScheme })
        await browser.screenshot(page, `${name}-${width}-${colorScheme}`)
        expect(await overflowing(page), `${name} at ${width} px in the ${colorScheme}`).to.eql([])
      }
      // Of the last look: axe takes longer than all else.
      expect(await violations(page)).to.eql([])
      expect(complaints).to.eql([])
      await page.context().close()
    })
  }

  it('says the same without its style, and remains a table for those who hear it, also where each row is a card', async () => {
    const [{ page }, { page: plain }] = [await browser.open(urlOf('history-usual')), await browser.open(urlOf('plain'))]
    expect(await wordsOf(plain)).to.include.members(await wordsOf(page))
    expect(await overflowing(plain)).to.eql([])
    const rows = page.getByRole('table').getByRole('row')
    for (const look of [wide, narrow]) {
      await showAs(page, look)
      expect([await rows.count(), await rows.nth(1).getByRole('cell').count()], `${look.width} px`).to.eql([
        usual.length + 1,
        10
      ])
    }
    await Promise.all([page.context().close(), plain.context().close()])
  })
})
