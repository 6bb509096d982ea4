import { mkdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { parse } from 'yaml'
import { modeNames } from '../plugin/concepts/modes.ts'
import { list } from '../plugin/concepts/wording.ts'
import { ciContent } from '../plugin/init/new-files.ts'
import { optionShapes, scenarioShapes } from '../plugin/settings/option-shapes.ts'
import { readSettings } from '../plugin/settings/read-settings.ts'
import { aShop } from './init/some-project.ts'
import { temporaryFolder } from './support/folder.ts'
import { blocksOf, codeIn, readme, rowsBelow } from './support/readme.ts'
import { aSource } from './support/settings.ts'

/** of JSON Schema */
type Shape = { properties?: Record<string, Shape>, additionalProperties?: false | Shape, items?: Shape, anyOf?: Shape[], default?: unknown }

/** @param path of what is in it, before its names */
function optionsIn({ properties = {}, additionalProperties = false, items, anyOf = [] }: Shape, path: string): [path: string, shape: Shape][] {
  const named = Object.entries(properties).flatMap(([name, shape]): [string, Shape][] => [[path + name, shape], ...optionsIn(shape, `${path}${name}.`)])
  const unnamed = additionalProperties === false ? [] : optionsIn(additionalProperties, `${path}*.`)
  const listed = items === undefined ? [] : optionsIn(items, `${path.replace(/\.$/, '')}.*.`)
  return [...named, ...unnamed, ...listed, ...anyOf.flatMap((shape) => optionsIn(shape, path))]
}

describe('the options in the README of the plugin', () => {
  const { $defs } = JSON.parse(readFileSync(new URL('../plugin/options.schema.json', import.meta.url), 'utf8'))
  const options = new Map([...optionsIn($defs.options, ''), ...optionsIn($defs.thresholds, 'thresholds.')])
  const defaults = new Map(rowsBelow('option', 'meaning', 'default').map(([option, , value]) => [codeIn(option), value]))

  it('are those that there are', () => {
    expect(options.size).to.be.above(30)
    expect([...defaults.keys()].sort()).to.eql([...options.keys()].sort())
  })

  // That settings are read with the defaults of the schema is tested in test/settings/option-schema.test.ts.
  it('have the defaults of the schema', () => {
    for (const [path, shape] of options) {
      const written = String(defaults.get(path))
      if (shape.default === undefined) expect(written, path).to.match(/^[a-z]/)
      else expect(parse(codeIn(written)), path).to.eql(shape.default)
    }
  })

  it('have a rounds.max that is never below rounds.min', () => {
    expect(defaults.get('rounds.max')).to.equal('`10`, or `rounds.min` where that is more')
    expect([9, 20].map((min) => readSettings(aSource({ rounds: { min } })).rounds.max)).to.eql([10, 20])
  })
})

describe('the scripts in the README of the plugin', () => {
  const folder = temporaryFolder()
  const blocks = blocksOf('yaml').map((text) => parse(text) as any)
  const scripts = blocks.filter(({ config }) => config !== undefined)
  /** Scripts, and parts of a script in one that is whole. */
  const whole = [...scripts, ...blocks.flatMap(({ speedup }) => (speedup?.app === undefined && speedup?.variants === undefined ? [] : [{
    config: { target: 'http://127.0.0.1:3000', phases: [{ duration: 20, arrivalRate: 50 }], plugins: { speedup } },
    scenarios: [{ name: `the part with ${Object.keys(speedup.variants ?? speedup).join(', ')}`, flow: [{ get: { url: '/primes' } }] }]
  }]))]

  /** @param script of which all files are there, except an earlier result */
  function read(script: any) {
    mkdirSync(folder.path('scenarios'), { recursive: true })
    const { compareWith, ...speedup } = script.config.plugins.speedup
    if (compareWith !== undefined) optionShapes({ ...speedup, compareWith }, 'speedup')
    const ecosystems = Object.values<any>(speedup.variants ?? {}).map(({ ecosystem }) => ecosystem?.file ?? ecosystem)
    for (const file of [speedup.app?.script ?? speedup.app, ...ecosystems]) if (file !== undefined) folder.write(`scenarios/${file}`, '')
    const scriptFile = folder.path('scenarios/speedup.yml')
    const rest = { ...script, config: { ...script.config, plugins: { speedup } } }
    return readSettings({ script: rest, scriptFile, configFile: scriptFile, workingDirectory: folder.path('.') })
  }

  for (const [i, script] of whole.entries()) {
    it(`have options that go together: ${script.scenarios[0].name}, the ${i + 1}. script`, () => expect(read(script).variants).to.have.length.above(1))
  }

  it('show every mode, a list of workers, several loads and another generator', () => {
    const found = whole.map(read)
    const variants = found.flatMap((settings) => settings.variants)
    expect(new Set(variants.map(({ mode }) => mode))).to.eql(new Set(modeNames))
    expect([variants.some(({ sweep }) => sweep !== null), found.some(({ generator }) => generator !== null)]).to.eql([true, true])
    const [underLoads, ...others] = scripts.map(read).filter(({ scenarios }) => scenarios[0].level !== null)
    expect(others).to.be.empty
    const rates = underLoads.scenarios.map(({ level }) => String(level?.phases[0].arrivalRate))
    expect(readme, 'as many users as the text says').to.include(`compares under ${list(rates)} users a second`)
  })

  it('have options that there are, where only a part of a scenario is shown', () => {
    const [ofScenario] = blocks.flatMap(({ config, scenarios = [] }) => (config === undefined ? scenarios : []))
    scenarioShapes(ofScenario.speedup, 'scenarios[0].speedup')
  })

  it('are the CI jobs that init writes', () => {
    for (const ci of ['github', 'gitlab'] as const) expect(blocksOf('yaml')).to.include(ciContent(aShop, ci).trim())
  })
})
