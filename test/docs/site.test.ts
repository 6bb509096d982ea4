import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
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
