import { expect } from 'chai'
import { pages, textOf } from '../support/readme.ts'

/** Programs make them, see CONTRIBUTING.md. */
const made = ['claims', 'codes', 'evidence', 'not-supported', 'options', 'tutorials', 'ways']
/** Pages of questions that came after the limit was set, which have it for themselves. */
const later = ['bisect', 'doctor', 'growth', 'load-machine', 'requests']

/** @returns how many words a reader reads: no code, no addresses of links, no comments */
function wordsIn(markdown: string): number {
  const prose = markdown
    .replaceAll(/^(`{3,})[^]*?^\1/gm, '')
    .replaceAll(/<!--[^]*?-->/g, '')
    .replaceAll(/`[^`]*`/g, ' ')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/<[^>]*>/g, ' ')
  return prose.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

describe('the pages that are written by hand', () => {
  const others = ['plugin/README.md', ...[...made, ...later].map((name) => `docs/${name}.md`)]
  const written = pages.filter((page) => !others.includes(page))

  it('have at most 11,000 words outside of code, the README included', () => {
    expect(pages).to.include.members(others)
    const words = written.map((page) => ({ page, words: wordsIn(textOf(page)) })).sort((a, b) => a.words - b.words)
    if (process.env.SHOW_WORDS === '1') console.table(words)
    expect(words.reduce((sum, each) => sum + each.words, 0)).to.be.at.most(11_000)
  })

  it('are counted as a reader does', () => {
    expect(wordsIn('# A page\n\nUse `--json`, [two words](a.md#b) - done.\n\n```sh\nnpm ci\n```\n')).to.equal(6)
  })
})
