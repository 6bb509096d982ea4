import { expect } from 'chai'
import { describe, it } from 'mocha'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { readComparison } from '../../plugin/settings/read-comparison.js'
import { temporaryFolder } from '../support/folder.js'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult } from '../support/results.js'
import { aSource, refusal, scriptFile } from '../support/settings.js'

const advice = 'Give the comparison.json of an earlier comparison, or its folder; paths begin at the scenario file.'
const wrong = `is no comparison of artillery-plugin-speedup. ${advice}`
const usual = () => aComparison([aScenarioResult([aCandidate()])])

describe('reading a comparison to compare with refuses', () => {
  const folder = temporaryFolder()
  const keep = (/** @type {unknown} */ content) => folder.write('comparison.json', typeof content === 'string' ? content : JSON.stringify(content))
  const read = (/** @type {string} */ given, source = aSource()) => readComparison(given, source)
  /**
   * @param {unknown} content of the file
   * @param {string} problem what is said of it
   */
  const refuses = (content, problem) => {
    const file = keep(content)
    expect(refusal(() => read(file))).to.eql({ code: 'INVALID_SETTINGS', message: `plugins.speedup.compareWith is ${JSON.stringify(file)}, but ${file} ${problem}` })
  }

  it('a file that is not there', () => {
    const file = folder.path('gone.json')
    expect(refusal(() => read(file)).message).to.equal(`plugins.speedup.compareWith is ${JSON.stringify(file)}, but there is no ${file}. ${advice}`)
  })

  it('a file that is in neither place', () => {
    const source = aSource({}, { configFile: folder.path('shared.yml') })
    expect(refusal(() => read('gone.json', source)).message).to.include(`there is no ${dirname(scriptFile)}/gone.json nor ${folder.path('gone.json')}. `)
  })

  it('an absolute path, and names it once', () => {
    const gone = folder.path('gone.json')
    const source = aSource({}, { configFile: folder.path('shared.yml') })
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

  it('half a file', () => {
    const file = keep(JSON.stringify(usual()).slice(0, 500))
    expect(refusal(() => read(file)).message).to.match(/comparison\.json is no JSON \(.+\): is it half-written\? Give the comparison\.json of an earlier comparison/)
  })

  it('an empty file', () => {
    expect(refusal(() => read(keep(''))).message).to.include('comparison.json is no JSON (')
  })

  /** @type {[string, unknown][]} */
  const others = [
    ['another JSON', { name: 'package' }],
    ['a list', []],
    ['null', null],
    ['a comparison without scenarios', { ...usual(), scenarios: undefined }],
    ['scenarios that are none', { ...usual(), scenarios: ['primes'] }],
    ['a comparison without a machine', { ...usual(), environment: {} }],
    ['a machine without a CPU', { ...usual(), environment: { ...usual().environment, cpu: undefined } }],
    ['an error without a message', { ...usual(), error: { code: 'APP_DIED' } }],
    ['candidates without estimates', aComparison([aScenarioResult([{ ...aCandidate(), estimates: /** @type {any} */ (null) }])])],
    ['a speedup that is no number', aComparison([aScenarioResult([aCandidateWith([{ metric: 'p95', speedup: NaN }])])])],
    ['a speedup of 0', aComparison([aScenarioResult([aCandidateWith([{ metric: 'p95', speedup: 0 }])])])],
    ['half an interval', aComparison([aScenarioResult([aCandidateWith([{ metric: 'p95', interval: /** @type {any} */ ([1]) }])])])],
    ['an older schema', { ...usual(), schemaVersion: 0 }]
  ]
  for (const [what, content] of others) {
    it(`what is no comparison: ${what}`, () => refuses(content, wrong))
  }

  it('a newer schema', () => {
    refuses({ ...usual(), schemaVersion: 2, scenarios: 'elsewhere' }, 'has the schemaVersion 2, and this artillery-plugin-speedup knows 1. Update it, or give a result of this version.')
  })
})
