import { mkdirSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { parse } from 'yaml'
import { ciContent } from '../plugin/init/new-files.ts'
import { modeNames } from '../plugin/concepts/modes.ts'
import { optionShapes, scenarioShapes } from '../plugin/settings/option-shapes.ts'
import { readSettings } from '../plugin/settings/read-settings.ts'
import { list } from '../plugin/concepts/wording.ts'
import { temporaryFolder } from './support/folder.ts'
import { blocksOf, readme } from './support/readme.ts'

describe('the scripts in the README of the plugin', () => {
  const folder = temporaryFolder()
  const blocks = blocksOf('yaml').map((text) => parse(text) as any)
  const scripts = blocks.filter(({ config }) => config !== undefined)

  it('are there', () => expect(scripts).to.have.length.above(3))

  for (const [i, script] of scripts.entries()) {
    it(`are accepted: ${script.scenarios[0].name}, the ${i + 1}. script`, () => {
      expect(read(script).scenarios).to.have.length.above(0)
    })
  }

  const parts = blocks.flatMap(({ speedup: part }) => (part?.app === undefined && part?.variants === undefined ? [] : [part]))
  const target = 'http://127.0.0.1:3000'
  const rest = { scenarios: [{ name: 'primes', flow: [{ get: { url: '/primes' } }] }] }

  for (const [i, part] of parts.entries()) {
    it(`have options that go together where only a part is shown: ${Object.keys(part.variants ?? part).join(', ')}, the ${i + 1}. part`, () => {
      if (part.compareWith !== undefined) return optionShapes(part, 'speedup')
      expect(read({ config: { target, plugins: { speedup: part } }, ...rest }).variants).to.have.length.above(1)
    })
  }

  it('show every mode, a list of workers, several loads and another generator', () => {
    const all = [...parts, ...scripts.map(({ config }) => config.plugins.speedup)].filter(({ compareWith }) => compareWith === undefined)
    const phases = [{ duration: 20, arrivalRate: 50 }]
    const found = all.map((options) => read({ config: { target, phases, plugins: { speedup: options } }, ...rest }))
    expect(new Set(found.flatMap(({ variants }) => variants.map(({ mode }) => mode)))).to.eql(new Set(modeNames))
    expect(found.some(({ variants }) => variants.some(({ sweep }) => sweep !== null))).to.equal(true)
    expect(found.some(({ scenarios }) => scenarios.some(({ level }) => level !== null))).to.equal(true)
    expect(found.some(({ generator }) => generator !== null)).to.equal(true)
  })

  it('have as many users under several loads as the text says', () => {
    const found = scripts.map(read).filter(({ scenarios }) => scenarios[0].level !== null)
    expect(found).to.have.lengthOf(1)
    const rates = found[0].scenarios.map(({ level }) => String(level?.phases[0].arrivalRate))
    expect(readme).to.include(`compares under ${list(rates)} users a second`)
  })

  it('have options that there are, where only a part of a scenario is shown', () => {
    const ofScenarios = blocks.flatMap(({ config, scenarios = [] }) => (config === undefined ? scenarios : []))
    expect(ofScenarios).to.have.lengthOf(1)
    for (const scenario of ofScenarios) scenarioShapes(scenario.speedup, 'scenarios[0].speedup')
  })

  /** @param script of which all files are there */
  function read(script: any) {
    mkdirSync(folder.path('scenarios'), { recursive: true })
    const { app, variants = {} } = script.config.plugins.speedup
    const ecosystems = Object.values<any>(variants).map(({ ecosystem }) => ecosystem?.file ?? ecosystem)
    for (const file of [app?.script ?? app, ...ecosystems]) if (file !== undefined) folder.write(`scenarios/${file}`, '')
    const scriptFile = folder.path('scenarios/speedup.yml')
    return readSettings({ script, scriptFile, configFile: scriptFile, workingDirectory: folder.path('.') })
  }

  it('are the CI jobs that init writes', () => {
    const packageManager = { name: 'npm', folder: '/shop' } as const
    const project = { folder: '/shop', repository: '/shop', manifest: {}, dependencies: new Set<string>(), framework: '', packageManager }
    for (const ci of ['github', 'gitlab'] as const) expect(blocksOf('yaml')).to.include(ciContent(project, ci).trim())
  })
})
