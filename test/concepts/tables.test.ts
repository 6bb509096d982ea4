import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { asSpeedupError, callErrors, Interrupted, runErrors, SpeedupError } from '../../plugin/concepts/errors.ts'
import { modeNames, modes } from '../../plugin/concepts/modes.ts'
import { resultWords } from '../../plugin/concepts/verdicts.ts'
import { diagnosisCodes } from '../../plugin/concepts/warnings.ts'
import { warningKinds } from '../../plugin/concepts/warnings.ts'
import { counted, list, listCounts, percent } from '../../plugin/concepts/wording.ts'
import { itFinds } from '../support/cases.ts'

const plugin = fileURLToPath(new URL('../../plugin/', import.meta.url))
const sources = globSync('**/*.{ts,js}', { cwd: plugin, exclude: ['dist/**', 'node_modules/**'] }).map((file) => ({
  file,
  source: readFileSync(plugin + file, 'utf8')
}))

/**
 * Three texts with commas or bars between them, or some keys of an object; two or three reasons may have their own
 * sentences.
 */
const listOf = (codes: readonly string[], keys: number = 4) => {
  const code = `(?:${codes.join('|')})`
  return new RegExp(`'${code}'(?:\\s*[|,]\\s*'${code}'){2}|(?:^ *'?${code}'?: [^]{1,700}?){${keys}}`, 'm')
}
/** At the beginning of a sentence, or alone; `INTERRUPTED` is the code of an error as well. */
const capitals = new RegExp(`(?:${Object.values(resultWords).join('|')})(?: {2}|(?<!INTERRUPTED)')`)

const mode = `'(?:${modeNames.join('|')})'`
/** What would have to be changed for a new mode, if it were written outside of the two tables. */
const modeList = new RegExp(`${mode}\\s*[,|]\\s*${mode}|Record<Mode\\b`)
const modeComparison = new RegExp(`\\bmodes?\\b[\\w.?)]*\\s*[!=]==?\\s*${mode}`, 'i')

const tables: [string, RegExp, string][] = [
  ['the codes of warnings', listOf(Object.keys(warningKinds)), 'warnings'],
  ['the codes of diagnoses', listOf(diagnosisCodes), 'warnings'],
  ['the codes of errors', listOf([...runErrors, ...callErrors], 3), 'errors'],
  ['the exit codes', /\b(?:pass|fail|inconclusive|notMeasured|SIGINT|SIGTERM)'?: \d/, 'verdicts'],
  ['the words that a result begins with', capitals, 'verdicts']
]

const filesWith = (pattern: RegExp) => sources.filter(({ source }) => pattern.test(source)).map(({ file }) => file)

describe('what is listed once', () => {
  for (const [what, pattern, home] of tables) {
    it(`are ${what}`, () => {
      // The messages of assertions say FAIL of what is asserted, not of a result.
      expect(
        filesWith(pattern)
          .filter((file) => pattern !== capitals || !/^(questions\/\w+\/)?kit\b/.test(file))
          .filter((file) => !file.startsWith('report/explanations/'))
      ).to.eql([`concepts/${home}.ts`])
    })
  }

  it('are the modes, beside how to start them, and all that is asked of a mode outside of app/', () => {
    expect(sources).to.have.length.above(100)
    expect(filesWith(modeList).sort()).to.eql(['app/modes.ts', 'concepts/modes.ts'])
    expect(
      filesWith(modeComparison).filter(
        (file) => !/^(questions\/\w+\/)?app\b/.test(file) && file !== 'concepts/modes.ts'
      )
    ).to.eql([])
    const wrong = [
      "['single', 'cluster']",
      "'command' |\n 'url'",
      'Partial<Record<Mode, string>>',
      "mode === 'pm2'",
      "planned[a]?.mode !== 'url'",
      "modes.baseline === 'url'"
    ]
    const right = ["{ single: { mode: 'single' } }", "length === 1 ? 'single' : 'many'", 'Record<string, Mode>']
    expect([...wrong, ...right].filter((source) => modeList.test(source) || modeComparison.test(source))).to.eql(wrong)
  })

  it('are modes that take what they need, and by which they are known', () => {
    for (const { options, needs, impliedBy, refuses = {} } of Object.values(modes)) {
      expect(options).to.include.members([needs?.option ?? options[0], ...(impliedBy ?? [])])
      expect(options.filter((option) => option in refuses)).to.eql([])
    }
  })

  it('has no code of an error twice', () =>
    expect(new Set([...runErrors, ...callErrors]).size).to.equal(runErrors.length + callErrors.length))
})

describe('what was thrown', () => {
  const told = (thrown: unknown) => {
    const known = asSpeedupError(thrown)
    expect(known).to.be.instanceOf(SpeedupError)
    return `${known.code}: ${known.message}`
  }
  itFinds({
    'keeps the code that it has': [[told(new SpeedupError('APP_DIED', 'It exited.')), 'APP_DIED: It exited.']],
    'is INTERRUPTED for an interruption': [[told(new Interrupted()), 'INTERRUPTED: The comparison was interrupted.']],
    'is UNEXPECTED for a bug, with where it was, and for what is not even an error': [
      [
        told(new TypeError('x is not a function')),
        /^UNEXPECTED: .*, please report it:\nTypeError: x is not a function\n +at /
      ],
      [told('x'), 'UNEXPECTED: This is a bug in artillery-plugin-speedup, please report it:\nx']
    ]
  })
})

describe('the words of all sentences', () => {
  itFinds({
    'count one thing and many': [
      [
        [counted(1, 'worker'), counted(0, 'worker'), counted(2, 'latency', 'latencies')],
        ['1 worker', '0 workers', '2 latencies']
      ]
    ],
    'list things as people do': [
      [[[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(list), ['', 'a', 'a and b', 'a, b and c']]
    ],
    'list what failed and how often, the most frequent first': [
      [listCounts({ 404: 10, ECONNRESET: 40 }), 'ECONNRESET (40), 404 (10)'],
      [listCounts({}), '']
    ],
    'write a share with a digit more where it is small, and never a tiny one as none': [
      [
        [0, 0.034, 0.0994, 0.0995, 0.1, 0.346, 1].map(percent),
        ['0 %', '3.4 %', '9.9 %', '10 %', '10 %', '35 %', '100 %']
      ],
      [[0.000001, 0.0002, 0.00049, 0.0005].map(percent), ['below 0.001 %', '0.020 %', '0.049 %', '0.1 %']]
    ]
  })
})
