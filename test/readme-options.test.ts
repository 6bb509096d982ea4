import { mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { expect } from 'chai'
import { parse } from 'yaml'
import { modeNames } from '../plugin/concepts/modes.ts'
import { list } from '../plugin/concepts/wording.ts'
import { ciContent } from '../plugin/init/new-files.ts'
import { optionShapes } from '../plugin/settings/option-shapes.ts'
import { readSettings } from '../plugin/settings/read-settings.ts'
import { aShop } from './init/some-project.ts'
import { temporaryFolder } from './support/folder.ts'
import { blocksOf, readme, rowsBelow } from './support/readme.ts'
import { aSource } from './support/settings.ts'

describe('the options in the docs', () => {
  it('have a rounds.max that is never below rounds.min', () => {
    expect(readme).to.include('default: 10, or min if that is more.')
    expect([9, 20].map((min) => readSettings(aSource({ rounds: { min } })).rounds.max)).to.eql([10, 20])
  })
})

describe('the options in short', () => {
  it('are options that there are, in the README of the package', () => {
    const names = rowsBelow('option', 'what it sets', 'default').flatMap(([cell]) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name)
    )
    expect(names).to.have.length.above(10)
    expect(Object.keys(optionShapes.options)).to.include.members(names)
  })
})

const isScenarioFile = ({ config, scenarios }: any) => config?.target !== undefined && scenarios !== undefined
/** Of GitHub, or of GitLab. */
const isJob = ({ jobs, ...others }: any) => jobs !== undefined || Object.values<any>(others).every((job) => job?.script)

describe('the scripts in the docs', () => {
  const folder = temporaryFolder()
  const blocks = blocksOf('yaml')
    .map((text) => parse(text) as any)
    .filter((block) => block !== null)
  const scripts = blocks.filter(({ config }) => config !== undefined)
  /** @param script of which all files are there, except an earlier result */
  function read(script: any) {
    mkdirSync(folder.path('scenarios'), { recursive: true })
    const { compareWith, ...speedup } = script.config.plugins.speedup
    if (compareWith !== undefined) optionShapes({ ...speedup, compareWith }, 'speedup')
    const ecosystems = Object.values<any>(speedup.variants ?? {}).map(({ ecosystem }) => ecosystem?.file ?? ecosystem)
    for (const file of [speedup.app?.script ?? speedup.app, ...(speedup.app?.copy ?? []), ...ecosystems])
      if (file !== undefined) folder.write(`scenarios/${file}`, '')
    const scriptFile = folder.path('scenarios/speedup.yml')
    // The docs have an address of a machine that is not this one.
    const target = script.config.target.replace('10.0.0.5', hostname())
    const rest = { ...script, config: { ...script.config, target, plugins: { speedup } } }
    return readSettings({ script: rest, scriptFile, configFile: scriptFile, workingDirectory: folder.path('.') })
  }

  it('are whole: a scenario file, or the file of a job', () => {
    const parts = blocks.filter((block) => !isScenarioFile(block) && !isJob(block))
    expect(parts.map((part) => JSON.stringify(part))).to.eql([])
  })

  for (const [i, script] of scripts.entries()) {
    it(`have options that go together: ${script.scenarios[0].name ?? Object.keys(script.config.plugins.speedup).join(', ')}, the ${i + 1}. script`, () =>
      expect(read(script).variants).to.have.length.above(1))
  }

  it('show every mode, a list of workers, several loads and another generator', () => {
    const found = scripts.map(read)
    const variants = found.flatMap((settings) => settings.variants)
    expect(new Set(variants.map(({ mode }) => mode))).to.eql(new Set(modeNames))
    expect([
      variants.some(({ countOf }) => countOf !== null),
      found.some(({ generator }) => generator !== null)
    ]).to.eql([true, true])
    const [underLoads, ...others] = scripts.map(read).filter(({ scenarios }) => scenarios[0].level !== null)
    expect(others).to.be.empty
    const rates = underLoads.scenarios.map(({ phases }) => String(phases?.[0].arrivalRate))
    expect(readme, 'as many users as the text says').to.include(`compares under ${list(rates)} users a second`)
  })

  it('are the CI jobs that init writes', () => {
    for (const ci of ['github', 'gitlab'] as const) expect(blocksOf('yaml')).to.include(ciContent(aShop, ci).trim())
  })
})
