import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { pageFlaws } from '../../docs/site/page-flaws.ts'
import { places, sidebarFlaws } from '../../docs/site/sidebar.ts'

const docs = fileURLToPath(new URL('../../docs', import.meta.url))

describe('the sidebar of the site', () => {
  it('has a place for every page, and leads only to what is there', () => {
    expect(sidebarFlaws(docs)).to.eql([])
  })

  it('names a page without a place, and a page, a heading and a file that are not there', () => {
    const wrong = ['nothing.md', 'start.md#nothing', '../reports/nothing/index.html']
    const others = places.filter(({ page }) => !page.startsWith('ci.md'))
    expect(sidebarFlaws(docs, [...others, ...wrong.map((page) => ({ text: 'Nothing', page }))])).to.eql([
      'docs/ci.md has no place in the sidebar: name it in docs/site/sidebar.ts.',
      ...wrong.map((page) => `"Nothing" in docs/site/sidebar.ts leads to ${page}, which is not there.`)
    ])
  })
})

describe('the pages of the site', () => {
  it('explain every code, and have a run for every figure', () => {
    expect(pageFlaws(docs)).to.eql([])
    const folder = mkdtempSync(join(tmpdir(), 'docs-'))
    for (const page of ['codes.md', 'claims.md', 'ways.md', 'tutorials.md', 'evidence.md'])
      writeFileSync(join(folder, page), '### waiting')
    const flaws = pageFlaws(folder, ['waiting', 'paused-clock'])
    rmSync(folder, { recursive: true })
    expect(flaws).to.include.members([
      'docs/codes.md does not explain paused-clock: UPDATE_GOLDEN=1 npx mocha test/docs/codes.test.ts',
      'docs/tutorials/slow/comparison.json is missing, and with it the figures of a page: npm run tutorials -- --only slow measures it.'
    ])
  })
})
