import { expect } from 'chai'
import { optionShapes } from '../../plugin/settings/option-shapes.ts'
import { chapters, optionDocs } from '../../tools/option-docs.ts'
import { expectKept } from '../support/golden.ts'

describe('docs/options.md', () => {
  it('is what the shapes say; UPDATE_GOLDEN=1 mocha test/docs/options.test.ts writes it anew', () => {
    expectKept('docs/options.md', optionDocs())
  })

  it('defines every option once', () => {
    const terms = optionDocs().match(/^- \*\*`[^`]+`\*\*: /gm) ?? []
    for (const key of Object.keys(optionShapes.options))
      expect(terms.filter((term) => term === `- **\`${key}\`**: `).length, key).to.be.within(1, 2) // some are a scenario's, too
  })

  it('links the chapters of options that there are', () => {
    const page = optionDocs()
    for (const path of Object.keys(chapters)) expect(page).to.include(`- **\`${path}\`**: `)
  })
})
