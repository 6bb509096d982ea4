import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { diagnosisCodes, resultWords } from '../../plugin/concepts/verdicts.ts'
import { warningKinds } from '../../plugin/concepts/warnings.ts'

const plugin = fileURLToPath(new URL('../../plugin/', import.meta.url))
const sources = globSync('**/*.ts', { cwd: plugin, exclude: ['dist/**', 'node_modules/**'] })
  .map((file) => ({ file, source: readFileSync(plugin + file, 'utf8') }))

/** Three texts with commas or bars between them, or four keys of an object; three reasons may have their own sentences. */
const listOf = (codes: string[]) => {
  const code = `(?:${codes.join('|')})`
  return new RegExp(`'${code}'(?:\\s*[|,]\\s*'${code}'){2}|(?:^ *'?${code}'?: [^]{1,700}?){4}`, 'm')
}
/** At the beginning of a sentence, or alone; `INTERRUPTED` is the code of an error as well. */
const words = Object.values(resultWords).join('|')
const capitals = new RegExp(`(?:${words})(?: {2}|(?<!INTERRUPTED)')`)

const tables: [string, RegExp, string][] = [
  ['the codes of warnings', listOf(Object.keys(warningKinds)), 'warnings'],
  ['the codes of diagnoses', listOf([...diagnosisCodes]), 'verdicts'],
  ['the exit codes', /\b(?:pass|fail|inconclusive|notMeasured|SIGINT|SIGTERM)'?: (?:\{ code: )?\d/, 'verdicts'],
  ['the words that a result begins with', capitals, 'verdicts']
]

describe('what is listed once', () => {
  for (const [what, list, home] of tables) {
    it(`are ${what}`, () => {
      const found = sources.filter(({ source }) => list.test(source)).map(({ file }) => file)
      // The messages of assertions say FAIL of what is asserted, not of a result.
      expect(found.filter((file) => list !== capitals || !file.startsWith('kit/'))).to.eql([`concepts/${home}.ts`])
    })
  }
})
