import { globSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { conclude } from '../plugin/comparison/conclude.ts'
import { codeIn, rowsBelow } from './support/readme.ts'
import { aScenarioResult } from './support/results.ts'
import { choicesIn, typeOf, unionOf } from './support/vocabulary.ts'
import type { Verdict } from '../plugin/concepts/codes.ts'

const plugin = fileURLToPath(new URL('../plugin/', import.meta.url))
const read = (name: string) => readFileSync(plugin + name, 'utf8')

const codes = (rows: string[][]) => rows.map(([first]) => codeIn(first)).sort()

const literals = (name: string) => unionOf(name).sort()
const reasons = literals('Reason')

describe('the README of the plugin says what to do', () => {
  const lists: [string, string[][], string[]][] = [
    ['warning', rowsBelow('code', 'severity', 'what was seen', 'what to do'), literals('WarningCode')],
    ['diagnosis', rowsBelow('code', 'in short', 'what to do'), choicesIn(typeOf('Diagnosis', 'code')).map(String).sort()],
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
    const exitCode = (verdict: Verdict) => conclude([aScenarioResult([], { verdict })], null, { onInconclusive: 'fail' }).exitCode
    const unmeasured = conclude([], { code: 'APP_DIED', message: '' }, { onInconclusive: 'fail' }).exitCode
    const signals = [constants.signals.SIGINT, constants.signals.SIGTERM].map((signal) => 128 + signal)
    const rows = rowsBelow('code', 'meaning', 'what to do')
    expect(rows.map(([code]) => Number(code))).to.eql([exitCode('pass'), exitCode('fail'), exitCode('inconclusive'), unmeasured, ...signals])
  })
})

/** @returns words in capitals, with two blanks behind them or chosen from several */
function wordsOfResults(): string[] {
  const sources = ['artillery/conduct.ts', ...globSync('report/{,console/,ci/,words/}*.ts', { cwd: plugin })].map(read).join('\n')
  return [...new Set(sources.match(/[A-Z]{3,}(?: [A-Z]+)*(?= {2})|(?<=[?:] ')[A-Z ]{4,}(?=')/g))]
}

describe('the warnings in the README of the plugin', () => {
  const rows = rowsBelow('code', 'severity', 'what was seen', 'what to do')
  const sources = globSync('comparison/warnings/*.ts', { cwd: plugin }).map((name) => read(name).replaceAll(/\/\*\*.*?\*\/ /g, ''))

  for (const [code, severity] of rows) {
    it(`have the severity of ${code}`, () => {
      expect(severity.split(', ').sort()).to.eql(severitiesOf(codeIn(code)))
    })
  }

  /** @returns sorted */
  function severitiesOf(code: string): string[] {
    const pattern = new RegExp(`code: \\(?'${code}'(?: as const)?\\)?,\\s*severity(.*)`, 'g')
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
