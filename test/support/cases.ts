import { expect } from 'chai'
import { it } from 'mocha'

/** @param tests title -> what was found, and what is expected: to be deeply equal, or in a text */
export function itFinds(tests: Record<string, [found: unknown, expected: unknown][]>) {
  for (const [title, rows] of Object.entries(tests)) {
    it(title, () => {
      for (const [found, expected] of rows) {
        if (expected instanceof RegExp) expect(found).to.match(expected)
        else expect(found).to.eql(expected)
      }
    })
  }
}
