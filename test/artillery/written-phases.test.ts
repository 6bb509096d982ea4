import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { withWrittenPhases } from '../../plugin/artillery/written-phases.ts'
import { temporaryFolder } from '../support/folder.ts'
import { artillery } from '../support/project.ts'

const once = [{ duration: 1, arrivalCount: 1 }]
const without = 'config:\n  target: http://127.0.0.1:1   # no phases\n'
const written = `${without}  phases: [{ duration: 1, arrivalCount: 1 }]\n`

describe('phases that a script has, as Artillery puts one user in the place of none', () => {
  const folder = temporaryFolder()
  const write = (name: string, content: string) => {
    mkdirSync(dirname(folder.path(name)), { recursive: true })
    return folder.write(name, content)
  }
  /** @returns what is left of the phases */
  const phasesOf = (file: string, flags: object = {}, phases: object[] = once) =>
    withWrittenPhases({ _scriptPath: file, config: { target: 'x', phases } }, flags, artillery).config.phases

  for (const [what, files, flags = () => ({})] of [
    ['YAML', (config) => write('job.yml', config === 'none' ? without : written)],
    ['JSON', (config) => write('job.json', JSON.stringify({ config: config === 'none' ? {} : { phases: once } }))],
    [
      'TypeScript, of which Artillery has made JavaScript',
      (config) => {
        write('dist/job.ts.js', `exports.config = ${config === 'none' ? '{}' : JSON.stringify({ phases: once })}`)
        return write('job.ts', 'no JavaScript at all: as string')
      }
    ],
    [
      'a file of --config',
      () => write('job.yml', without),
      (config) => ({ config: write('config.yml', config === 'none' ? without : written) })
    ],
    [
      'a file of --input',
      () => write('job.yml', without),
      (config) => ({ input: [write('more.yml', config === 'none' ? without : written)] })
    ],
    [
      '--overrides',
      () => write('job.yml', without),
      (config) => ({ overrides: JSON.stringify(config === 'none' ? { config: {} } : { config: { phases: once } }) })
    ],
    [
      'the environment that is asked for',
      () => write('job.yml', `${without}  environments: { one: { phases: [{ duration: 1, arrivalCount: 1 }] } }\n`),
      (config) => ({ environment: config === 'none' ? 'other' : 'one' })
    ]
  ] as [string, (config: string) => string, ((config: string) => object)?][]) {
    it(`are told from those that Artillery invents: in ${what}`, () => {
      expect(phasesOf(files('none'), flags('none')), 'none').to.equal(undefined)
      // Node would give the first one again.
      const again = what.startsWith('TypeScript') ? files('some').replace('job.ts', 'again.ts') : files('some')
      if (again.endsWith('again.ts')) write('dist/again.ts.js', `exports.config = ${JSON.stringify({ phases: once })}`)
      expect(phasesOf(again, flags('some')), 'some').to.eql(once)
    })
  }

  it('are those of --solo where it is given, and any that Artillery does not invent', () => {
    const file = write('job.yml', without)
    expect(phasesOf(file, { solo: true })).to.eql(once)
    expect(phasesOf('/no/such/file.yml', {}, [{ duration: 1, arrivalCount: 2 }])).to.eql([
      { duration: 1, arrivalCount: 2 }
    ])
  })
})
