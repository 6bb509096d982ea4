import { limitsPage } from '../../tools/limits-page.ts'
import { expectKept } from '../support/golden.ts'

describe('docs/not-supported.md', () => {
  it('is what the code refuses and bounds; UPDATE_GOLDEN=1 mocha test/docs/limits.test.ts writes it anew', () => {
    expectKept('docs/not-supported.md', limitsPage())
  })
})
