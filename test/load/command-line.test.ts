import { expect } from 'chai'
import { makerOf } from '../../plugin/load/load-generator.ts'
import { generatorArguments, type GeneratorOrder } from '../../plugin/load/run-generator.ts'
import { metricsFileOf } from '../../plugin/concepts/run.ts'
import { refusal } from '../support/settings.ts'
import { aGeneration, target } from './making-loads.ts'
import type { Generator } from '../../plugin/concepts/settings.ts'

const generation = aGeneration({ write: (name) => `/tmp/${name}` }, target, { scriptFile: '/s.yml' })
const argumentsFor = (
  flags: Record<string, unknown>,
  rest: Partial<GeneratorOrder> = {},
  generator: Generator | null = null
) => {
  const commandLine = { ...generation.commandLine, flags, ...rest }
  return generatorArguments(commandLine, makerOf(generator).prepare({ ...generation, commandLine }))
}

const ours = ['--quiet', '--target', target.url]
const script = { config: 'c.yml', environment: 'ci', dotenv: '.env', variables: '{"a":"b c"}' }
const asFlags = (flags: object) => Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value])

describe('the command line of a child run', () => {
  const data = { ...script, payload: 'p.csv', count: '1', platform: 'local' }
  const recording = { record: true, key: 'secret', name: 'n', note: 'n', tags: 'a:b' }
  const switches = { insecure: true, solo: false, input: ['a.yml', 'b.yml'] }
  for (const [what, flags, kept] of [
    ['is short when the user gave no flags', {}, []],
    ['keeps what the user said about the script and its data', data, asFlags(data)],
    [
      'keeps switches that are on, and every input file',
      switches,
      ['--insecure', '--input', 'a.yml', '--input', 'b.yml']
    ],
    [
      'drops what belongs to the whole comparison',
      { output: 'o.json', quiet: true, target: 'http://elsewhere', 'scenario-name': 'x', ...recording },
      []
    ]
  ] as [string, Record<string, unknown>, string[]][])
    it(what, () => expect(argumentsFor(flags)).to.eql(['run', '/s.yml', ...kept, ...ours]))

  it('chooses the scenario by its pattern', () => {
    expect(argumentsFor({}, { only: '^buy$' })).to.eql(['run', '/s.yml', ...ours, '--scenario-name', '^buy$'])
  })
})

describe('the command line of a load generator that is known by its metrics', () => {
  const metered = (flags: Record<string, unknown>, command: Generator['command'], ...args: string[]) =>
    argumentsFor(flags, {}, { command, args }).slice(0, -2)
  const own = ['--output', metricsFileOf(generation.order.samplesFile), ...ours]
  const elsewhere = ['run-fargate', 'run-lambda', 'run-aci'] as const

  for (const command of elsewhere) {
    it(`begins with ${command}, keeps what the user said about the script, leaves out what is for here, and ends with what is ours`, () => {
      const flags = { ...script, count: '1', platform: 'local', solo: false, input: ['a.yml'] }
      const args = ['--region', 'eu-west-1', '--count', '10']
      expect(metered(flags, command, ...args)).to.eql([
        command,
        '/s.yml',
        ...asFlags(script),
        '--input',
        'a.yml',
        ...args,
        ...own
      ])
    })

    for (const [flag, value, advice] of [
      ['payload', 'p.csv', 'Name the file in config.payload.path.'],
      ['solo', true, 'Set one user in config.phases, with an arrivalCount of 1.']
    ] as const) {
      it(`takes no --${flag} to ${command}, as it would be lost on the way`, () => {
        const problem = `--${flag} was given, but plugins.speedup.generator.command is ${command}, which does not pass it on.`
        expect(refusal(() => metered({ [flag]: value }, command))).to.include({
          code: 'INVALID_SETTINGS',
          message: `${problem} ${advice}`
        })
      })
    }
  }

  it('keeps all for a run here', () => {
    const data = { payload: 'p.csv', count: '1', platform: 'local' }
    expect(metered({ ...data, solo: true }, 'run')).to.eql(['run', '/s.yml', ...asFlags(data), '--solo', ...own])
  })

  it('refuses overrides that become longer than an argument may be', () => {
    const overrides = JSON.stringify({ config: { variables: { long: 'x'.repeat(131_030) } } })
    const { code, message } = refusal(() =>
      argumentsFor({ overrides }, { overrides: { config: { phases: [{ duration: 1 }] } } })
    )
    expect(code).to.equal('INVALID_SETTINGS')
    expect(message).to.match(
      /^--overrides has 131,\d{3} bytes with what each run needs, but Linux takes 131,071 in one argument\. Write a part/
    )
  })

  it('has --insecure in the script too, which goes everywhere', () => {
    const flags = { insecure: true, overrides: '{"config":{"tls":{"ca":"x"}}}' }
    const given = argumentsFor(flags, {}, { command: 'run-lambda', args: [] })
    expect(given).to.include('--insecure')
    const { config } = JSON.parse(given[given.indexOf('--overrides') + 1])
    expect(config.tls).to.eql({ ca: 'x', rejectUnauthorized: false })
    expect(argumentsFor({ insecure: true })).to.not.include('--overrides')
  })
})

describe('overrides', () => {
  const users = { config: { http: { timeout: 5, pool: 2 }, target: 'x' }, after: { flow: [] } }
  const phases = [{ duration: 60, arrivalRate: 5 }, { duration: 9 }]
  const replacing = { a: { x: 1 }, b: null, d: { y: 1 } }
  for (const [what, written, added, merged] of [
    ['are none when nobody has any', undefined, null, null],
    ['are the user’s alone', users, null, users],
    ['are ours alone', undefined, { config: { phases: [] } }, { config: { phases: [] } }],
    [
      'are merged key by key, ours on top',
      users,
      { config: { http: { pool: 9 } } },
      { ...users, config: { http: { timeout: 5, pool: 9 }, target: 'x' } }
    ],
    [
      'replace lists whole',
      { config: { phases } },
      { config: { phases: [{ duration: 1 }] } },
      { config: { phases: [{ duration: 1 }] } }
    ],
    ['replace what is no map by a map, and a map by what is none', { a: 1, b: { c: 2 }, d: [3] }, replacing, replacing]
  ] as [string, object | undefined, Record<string, unknown> | null, object | null][]) {
    it(what, () => {
      const given = argumentsFor(written === undefined ? {} : { overrides: JSON.stringify(written) }, {
        overrides: added
      })
      const at = given.indexOf('--overrides')
      expect(at === -1 ? null : JSON.parse(given[at + 1])).to.eql(merged)
    })
  }
})
