import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect } from 'chai'
import { withWrittenPhases } from '../../plugin/artillery/written-phases.ts'
import { temporaryFolder } from '../support/folder.ts'
import { artillery } from '../support/project.ts'

const once = [{ duration: 1, arrivalCount: 1 }]

describe('phases that a script has, as Artillery puts one user in the place of none', () => {
  const folder = temporaryFolder()
  const write = (name: string, content: string) => {
    mkdirSync(dirname(folder.path(name)), { recursive: true })
    return folder.write(name, content)
  }
  /** @returns what is left of the phases */
  const phasesOf = (file: string, flags: object = {}, phases: object[] = once) =>
    withWrittenPhases({ _scriptPath: file, config: { target: 'x', phases } }, flags, artillery).config.phases

  const json = (config: object) => JSON.stringify({ config })
  const without = () => write('job.yml', 'config:\n  target: http://127.0.0.1:1   # no phases\n')
  /** Where a config may stand. name: of a file that Node must not have read yet */
  const places: Record<string, (config: { phases?: object[] }, name: string) => { file?: string; flags?: object }> = {
    YAML: (config) => ({ file: write('job.yml', `config: ${JSON.stringify(config)} # as YAML has it\n`) }),
    JSON: (config) => ({ file: write('job.json', json(config)) }),
    'TypeScript, of which Artillery has made JavaScript': (config, name) => {
      write(`dist/${name}.ts.js`, `exports.config = ${JSON.stringify(config)}`)
      return { file: write(`${name}.ts`, 'no JavaScript at all: as string') }
    },
    'a file of --config': (config) => ({ flags: { config: write('config.yml', json(config)) } }),
    'a file of --input': (config) => ({ flags: { input: [write('more.yml', json(config))] } }),
    '--overrides': (config) => ({ flags: { overrides: json(config) } }),
    'the environment that is asked for': ({ phases }) => ({
      file: write('job.yml', json({ environments: { one: { phases: once } } })),
      flags: { environment: phases === undefined ? 'other' : 'one' }
    })
  }
  for (const [what, place] of Object.entries(places)) {
    it(`are told from those that Artillery invents: in ${what}`, () => {
      for (const [name, config] of Object.entries({ none: {}, some: { phases: once } })) {
        const { file = without(), flags } = place(config, name)
        expect({ phases: phasesOf(file, flags) }, name).to.eql({ phases: undefined, ...config })
      }
    })
  }

  it('are those of --solo where it is given, and any that Artillery does not invent', () => {
    expect(phasesOf(without(), { solo: true })).to.eql(once)
    expect(phasesOf('/no/such/file.yml', {}, [{ duration: 1, arrivalCount: 2 }])).to.eql([
      { duration: 1, arrivalCount: 2 }
    ])
  })
})
