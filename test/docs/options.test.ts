import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { chapters, optionDocs } from '../../tools/option-docs.ts'

const file = new URL('../../docs/options.md', import.meta.url)

describe('docs/options.md', () => {
  it('is what the shapes say; UPDATE_GOLDEN=1 mocha test/docs/options.test.ts writes it anew', () => {
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, optionDocs())
    expect(readFileSync(file, 'utf8')).to.equal(optionDocs())
  })

  it('links the chapters of options that there are', () => {
    const page = optionDocs()
    for (const path of Object.keys(chapters)) expect(page).to.include(`| \`${path}\` |`)
  })
})
