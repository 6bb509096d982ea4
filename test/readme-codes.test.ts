import { constants } from 'node:os'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { diagnosisKinds } from '../plugin/concepts/diagnoses.ts'
import { exitCodes, resultWords } from '../plugin/concepts/verdicts.ts'
import { warningKinds } from '../plugin/concepts/warnings.ts'
import { rowsBelow } from './support/readme.ts'

const code = (name: string) => `\`${name}\``

describe('the README of the plugin says what to do', () => {
  const warnings = Object.entries(warningKinds)
  const tables: Record<string, [found: string[][], expected: string[][]]> = {
    warning: [
      rowsBelow('code', 'severity', 'what was seen', 'what to do'),
      warnings.map(([name, { severities, seen, advice }]) => [code(name), severities.join(', '), seen, advice])
    ],
    diagnosis: [
      rowsBelow('code', 'in short', 'what to do'),
      Object.entries(diagnosisKinds).map(([name, { inShort, advice }]) => [code(name), inShort, advice])
    ],
    'word that a result begins with': [
      rowsBelow('word', 'when', 'what to do'),
      Object.values(resultWords).map(({ word, when, advice }) => [word === 'no word' ? word : code(word), when, advice])
    ],
    'exit code': [
      rowsBelow('code', 'meaning', 'what to do'),
      Object.values(exitCodes).map(({ code: number, meaning, advice }) => [String(number), meaning, advice])
    ]
  }
  for (const [name, [found, expected]] of Object.entries(tables)) {
    it(`about every ${name}, in the words of its table`, () => expect(found).to.eql(expected))
  }

  it('about signals with the exit codes that a shell gives them', () => {
    const { SIGINT, SIGTERM } = constants.signals
    expect([exitCodes.SIGINT.code, exitCodes.SIGTERM.code]).to.eql([128 + SIGINT, 128 + SIGTERM])
  })

  it('about which warnings leave no verdict', () => {
    const told = warnings.filter(([, { seen }]) => seen.includes(': no verdict')).map(([name]) => name)
    expect(told).to.eql(warnings.filter(([name, kind]) => 'noVerdict' in kind || name === 'different-variant').map(([name]) => name))
  })
})
