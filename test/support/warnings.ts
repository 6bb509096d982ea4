import { expect } from 'chai'
import { expectLike, itChecks } from './cases.ts'
import type { Warning } from '../../plugin/concepts/comparison.ts'

/** Such as "note app-killed single 1,3: single: after 2 runs ..."; null: the warning speaks of several variants. */
const asText = ({ severity, code, variant, rounds, message }: Warning) =>
  `${severity} ${code} ${[variant, ...(rounds.length === 0 ? [] : [rounds.join()])].join(' ')}: ${message}`

/** @param tests title -> what a check found, and for each warning the whole of its text, or what is in it */
export function itWarns(tests: Record<string, [found: Warning[], ...expected: (string | RegExp)[]][]>) {
  itChecks(tests, ([found, ...expected]) => {
    const texts = found.map(asText)
    expect(texts, texts.join('\n')).to.have.length(expected.length)
    for (const [i, text] of expected.entries()) expectLike(texts[i], text)
  })
}
