import { stripVTControlCharacters } from 'node:util'
import { expect } from 'chai'
import { explainedCodes } from '../../plugin/report/explanations.ts'
import { callSpeedup as speedup, onTerminal } from '../support/cli.ts'

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

describe('artillery-speedup explain', () => {
  it('says of a code what it means, why it happens and what to do, in lines of at most 100 characters', async () => {
    const { code, stdout } = await speedup(['explain', 'generator-saturated'])
    expect(code).to.equal(0)
    expect(stdout).to.match(
      /^generator-saturated {2}Warning \(problem or warning; no verdict\)\nMeaning {5}A load generator[^]*\nWhy {9}[^]*\nWhat to do {2}/
    )
    expect(stdout.split('\n').filter((line) => line.length > 100)).to.eql([])
  })

  it('knows verdicts and exit codes, in any case and of two words', async () => {
    const said = await Promise.all(
      [['PASS'], ['2'], ['not', 'measured'], ['app_died']].map(
        async (words) => (await speedup(['explain', ...words])).stdout.split('\n')[0]
      )
    )
    expect(said).to.eql(['PASS  Result', '2  Exit code of artillery run', 'NOT MEASURED  Result', 'APP_DIED  Error'])
  })

  it('says both meanings of a code that two groups have', async () => {
    const { stdout } = await speedup(['explain', 'unknown'])
    expect(stdout.match(/^unknown {2}.*$/gm)).to.eql(['unknown  Diagnosis', 'unknown  Cause of lost requests'])
  })

  it('names the nearest code, and how to list all, where it does not know one: exit code 2', async () => {
    const { code, stdout, stderr } = await speedup(['explain', 'genrator-saturated'])
    expect([code, stdout]).to.eql([3, ''])
    expect(stderr.split('\n')[0]).to.equal(
      '"genrator-saturated" is an unknown code (did you mean generator-saturated?). To list all codes: artillery-speedup explain'
    )
    expect((await speedup(['explain', 'zzz'])).stderr.split('\n')[0]).to.equal(
      '"zzz" is an unknown code. To list all codes: artillery-speedup explain'
    )
  })

  it('lists all codes by their groups without one', async () => {
    const listed = inOneLine((await speedup(['explain'])).stdout).split(/,? /)
    for (const { code } of explainedCodes.filter((each) => !each.code.includes(' '))) expect(listed).to.include(code)
    expect(listed).to.include.members(['Results', 'Warnings', 'Diagnoses'])
  })

  it('fits a narrow terminal, as the help does, and has no colours in a pipe or with NO_COLOR', async () => {
    const words = ['explain', 'uneven-distribution']
    const narrow = await onTerminal(words, 40)
    expect(narrow).to.include('\u001B[')
    const lines = stripVTControlCharacters(narrow + (await onTerminal(['--help'], 40))).split('\n')
    expect(lines.filter((line) => line.length > 40)).to.eql([])
    for (const plain of [await onTerminal(words, 80, { NO_COLOR: '1' }), (await speedup(words)).stdout])
      expect(plain).to.include('uneven-distribution').and.not.include('\u001B[')
  })
})
