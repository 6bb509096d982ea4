import { expect } from 'chai'
import { describe, it } from 'mocha'
import { globSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { conclude } from '../plugin/comparison/conclude.js'
import { codeIn, rowsBelow } from './support/readme.js'
import { aScenarioResult } from './support/results.js'
/** @import { Verdict } from '../plugin/vocabulary.js' */

const plugin = fileURLToPath(new URL('../plugin/', import.meta.url))
const read = (/** @type {string} */ name) => readFileSync(plugin + name, 'utf8')
const vocabulary = read('vocabulary.js')

const codes = (/** @type {string[][]} */ rows) => rows.map(([first]) => codeIn(first)).sort()

/**
 * @param {string} to what follows a union of literals
 * @param {string} [from] what goes before it
 * @returns {string[]} sorted
 */
function literalsBefore(to, from = '@typedef') {
  const [union = ''] = vocabulary.split(to)[0].split(from).slice(-1)
  return [...union.matchAll(/'([\w-]+)'/g)].map(([, code]) => code).sort()
}

const reasons = literalsBefore('} Reason\n')

describe('the README of the plugin says what to do', () => {
  /** @type {[string, string[][], string[]][]} */
  const lists = [
    ['warning', rowsBelow('code', 'severity', 'what was seen', 'what to do'), [...literalsBefore('} WarningCode'), ...reasons].sort()],
    ['diagnosis', rowsBelow('code', 'in short', 'what to do'), literalsBefore('} code stable', '@typedef {object} Diagnosis')],
    ['error', rowsBelow('code', 'an example', 'what to do'), [...new Set([...literalsBefore('} ErrorCode'), ...literalsBefore('} CallErrorCode'), ...literalsBefore(', message: string } | null} error', '@property')])].sort()],
    ['word that a result begins with', rowsBelow('word', 'when', 'what to do'), [...wordsOfResults(), 'no word'].sort()]
  ]
  for (const [name, rows, known] of lists) {
    it(`about every ${name}`, () => {
      expect(known).to.have.length.above(7)
      expect(codes(rows)).to.eql(known)
      expect(rows.flat()).to.not.include('')
    })
  }

  it('about every exit code', () => {
    const exitCode = (/** @type {Verdict} */ verdict) => conclude([aScenarioResult([], { verdict })], null, { onInconclusive: 'fail' }).exitCode
    const unmeasured = conclude([], { code: 'APP_DIED', message: '' }, { onInconclusive: 'fail' }).exitCode
    const signals = [constants.signals.SIGINT, constants.signals.SIGTERM].map((signal) => 128 + signal)
    const rows = rowsBelow('code', 'meaning', 'what to do')
    expect(rows.map(([code]) => Number(code))).to.eql([exitCode('pass'), exitCode('fail'), exitCode('inconclusive'), unmeasured, ...signals])
  })
})

/** @returns {string[]} words in capitals, with two blanks behind them or chosen from several */
function wordsOfResults() {
  const sources = ['artillery/conduct.js', ...globSync('report/*.js', { cwd: plugin })].map(read).join('\n')
  return [...new Set(sources.match(/[A-Z]{3,}(?: [A-Z]+)*(?= {2})|(?<=[?:] ')[A-Z ]{4,}(?=')/g))]
}

describe('the warnings in the README of the plugin', () => {
  const rows = rowsBelow('code', 'severity', 'what was seen', 'what to do')
  const sources = globSync('comparison/checks/*.js', { cwd: plugin }).map((name) => read(name).replaceAll(/\/\*\*.*?\*\/ /g, ''))

  for (const [code, severity] of rows) {
    it(`have the severity of ${code}`, () => {
      expect(severity.split(', ').sort()).to.eql(severitiesOf(codeIn(code)))
    })
  }

  /**
   * @param {string} code
   * @returns {string[]} sorted
   */
  function severitiesOf(code) {
    const pattern = new RegExp(`code: \\(?'${code}'\\)?,\\s*severity(.*)`, 'g')
    const decided = sources.flatMap((source) => [...source.matchAll(pattern)].map(({ index, 1: rest }) => {
      const [own] = rest.split(/, variant|, message|\}/)
      // Where it stands by its name alone, it was decided above.
      return own.includes("'") ? own : String(source.slice(0, index).split('const severity =').pop()).split('\n')[0]
    }))
    return [...new Set(decided.join().match(/(?<=')(?:problem|warning|note)(?=')/g))].sort()
  }

  it('say which of them leave no verdict', () => {
    const told = rows.filter(([, , seen]) => seen.includes(': no verdict'))
    expect(codes(told)).to.eql([...reasons, 'different-variant'].sort())
  })
})
