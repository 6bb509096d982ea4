import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { limitsPage } from '../../tools/limits-page.ts'

const file = new URL('../../docs/not-supported.md', import.meta.url)

describe('docs/not-supported.md', () => {
  it('is what the code refuses and bounds; UPDATE_GOLDEN=1 mocha test/docs/limits.test.ts writes it anew', () => {
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, limitsPage())
    expect(readFileSync(file, 'utf8')).to.equal(limitsPage())
  })
})
