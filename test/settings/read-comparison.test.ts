import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aCandidate, aComparison, aScenarioResult } from '../support/results.ts'
import { aSource, refusal, scriptFile } from '../support/settings.ts'

const advice = 'Give the comparison.json of an earlier comparison, or its folder; paths begin at the scenario file.'
const usual = () => aComparison([aScenarioResult([aCandidate()])])

describe('reading a comparison to compare with refuses', () => {
  const folder = temporaryFolder()
  const keep = (content: unknown) => folder.write('comparison.json', typeof content === 'string' ? content : JSON.stringify(content))
  const read = (compareWith: string, rest = {}) => readSettings(aSource({ compareWith }, rest))
  /**
   * @param content of the file
   * @param problem what is said of it
   */
  const refuses = (content: unknown, problem: string) => {
    const file = keep(content)
    expect(refusal(() => read(file))).to.eql({ code: 'INVALID_SETTINGS', message: `plugins.speedup.compareWith is ${JSON.stringify(file)}, but ${file} ${problem}` })
  }

  it('a file that is not there', () => {
    const file = folder.path('gone.json')
    expect(refusal(() => read(file)).message).to.equal(`plugins.speedup.compareWith is ${JSON.stringify(file)}, but there is no ${file}. ${advice}`)
  })

  it('a file that is in neither place', () => {
    const source = { configFile: folder.path('shared.yml') }
    expect(refusal(() => read('gone.json', source)).message).to.include(`there is no ${dirname(scriptFile)}/gone.json nor ${folder.path('gone.json')}. `)
  })

  it('an absolute path, and names it once', () => {
    const gone = folder.path('gone.json')
    const source = { configFile: folder.path('shared.yml') }
    expect(refusal(() => read(gone, source)).message).to.include(`there is no ${gone}. Give`)
  })

  it('a folder without a comparison', () => {
    mkdirSync(folder.path('running'))
    expect(refusal(() => read(folder.path('running'))).message).to.equal(
      `plugins.speedup.compareWith is ${JSON.stringify(folder.path('running'))}, but the folder ${folder.path('running')} holds no comparison.json: no comparison ended there. ${advice}`
    )
  })

  it('a folder of that name in place of the file', () => {
    mkdirSync(folder.path('odd/comparison.json'), { recursive: true })
    expect(refusal(() => read(folder.path('odd'))).message).to.match(/odd\/comparison\.json can't be read \(EISDIR.*\)\. Give the/)
  })

  it('half a file, and an empty one', () => {
    const half = 'is no whole JSON file: it was half-written or changed; copy it again, or measure again.'
    refuses(JSON.stringify(usual()).slice(0, 500), half)
    refuses('', half)
  })

  it('what is no comparison, and says what is missing', () => {
    const ending = (flaw: string) => `is JSON, but no comparison made by this version of artillery-plugin-speedup: ${flaw}; give another one, or measure again.`
    refuses({ name: 'package' }, ending('schemaVersion is missing'))
    refuses({ ...usual(), environment: {} }, ending('environment.node is missing'))
    refuses(aComparison([aScenarioResult([{ ...aCandidate(), estimates: null as any }])]), ending('scenarios[0].candidates[0].estimates is null'))
  })

  it('a newer schema', () => {
    refuses(
      { ...usual(), schemaVersion: 2, scenarios: 'elsewhere' },
      'has schemaVersion 2, but this version of artillery-plugin-speedup reads 1 only; update it: npm install --save-dev artillery-plugin-speedup@latest.'
    )
  })
})
