import { inspect } from 'node:util'
import { expect } from 'chai'
import { it } from 'mocha'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { expectLike } from '../support/cases.ts'
import { aSource, refusal } from '../support/settings.ts'

export const read = (options: unknown = {}, rest: Parameters<typeof aSource>[1] = {}) =>
  readSettings(aSource(options, rest))

/** @param config on top of that of the script */
export function readWithConfig(
  options: object,
  config: object,
  { script = {}, ...rest }: Parameters<typeof aSource>[1] = {}
) {
  const source = aSource(options, { script, ...rest })
  return readSettings({ ...source, script: { ...source.script, config: { ...source.script.config, ...config } } })
}

/** A test for each case: it is refused with this message, behind the prefix, or with one that matches. */
export function itRefuses(
  act: (given: any) => unknown,
  prefix: string,
  cases: [given: unknown, message: string | RegExp][]
) {
  for (const [given, message] of cases) {
    it(`refuses ${titleOf(given)}: ${message}`, () => {
      const { code, message: said } = refusal(() => act(given))
      expect(code).to.equal('INVALID_SETTINGS')
      expectLike(said, typeof message === 'string' ? prefix + message : message)
    })
  }
}

/** A test for each case: this is read of it; with isPart, among other keys. */
export function itTakes(act: (given: any) => any, cases: [given: unknown, expected: any][], { isPart = false } = {}) {
  for (const [given, expected] of cases) {
    it(`takes ${titleOf(given)}`, () => {
      if (isPart) expect(act(given)).to.deep.include(expected)
      else expect(act(given)).to.eql(expected)
    })
  }
}

const titleOf = (given: unknown) => inspect(given, { depth: 6, breakLength: Infinity })
