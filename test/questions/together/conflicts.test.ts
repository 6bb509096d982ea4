import { expect } from 'chai'
import { itRefuses, readWithConfig } from '../../settings/cases.ts'

const read = (options: object) => readWithConfig({ capacity: { p95: '90ms' }, ...options }, { phases: undefined })

describe('a capacity and growth', () => {
  it('are not asked together', () => expect(read({ growth: false }).growth).to.equal(false))
  itRefuses(read, '', [[{ growth: true }, /growth and plugins.speedup.capacity are both set/]])
})
