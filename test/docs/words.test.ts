import { expect } from 'chai'
import { notCounted, wordsByPage, wordsIn } from '../../tools/words.ts'
import { pages } from '../support/readme.ts'

describe('the pages that are written by hand', () => {
  it('have at most 11,000 words outside of code, the README included', () => {
    expect(pages).to.include.members(notCounted)
    const words = wordsByPage()
    expect(words.map(([page]) => page)).to.include.members(['README.md', 'docs/start.md', 'docs/loads.md'])
    expect(
      words.reduce((sum, [, some]) => sum + some, 0),
      'see node tools/words.ts'
    ).to.be.at.most(11_000)
  })

  it('are counted as a reader does', () =>
    expect(wordsIn('# A page\n\nUse `--json`, [two words](a.md#b) - done.\n\n```sh\nnpm ci\n```\n')).to.equal(6))
})
