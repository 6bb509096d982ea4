import { expect } from 'chai'
import { it } from 'mocha'

/** A test for each title, which checks its rows. */
export function itChecks<Row>(tests: Record<string, Row[]>, check: (row: Row) => void) {
  for (const [title, rows] of Object.entries(tests)) it(title, () => rows.forEach((row) => check(row)))
}

/** @param expected to be deeply equal, or in a text */
export function expectLike(found: unknown, expected: unknown) {
  if (expected instanceof RegExp) expect(found).to.match(expected)
  else expect(found).to.eql(expected)
}

/** @param tests title -> what was found, and what is expected */
export const itFinds = (tests: Record<string, [found: unknown, expected: unknown][]>) =>
  itChecks(tests, (row) => expectLike(...row))
