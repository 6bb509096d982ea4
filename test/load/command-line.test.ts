import { expect } from 'chai'
import type { GeneratorCommand } from '../../plugin/concepts/generators.ts'
import { generatorArguments, type GeneratorOrder } from '../../plugin/load/command-line.ts'
import { refusal } from '../support/settings.ts'

const argumentsFor = (flags: Record<string, unknown>, rest?: Partial<GeneratorOrder>) =>
  generatorArguments({
    scriptFile: '/s.yml',
    flags,
    targetUrl: 'http://127.0.0.1:3030',
    only: null,
    overrides: null,
    metered: null,
    ...rest
  })

const ours = ['--quiet', '--target', 'http://127.0.0.1:3030']
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
  const metered = (command: GeneratorCommand, ...args: string[]) => ({
    metered: { generator: { command, args }, outputFile: '/tmp/m.json', startedAtMs: 0 }
  })
  const own = [...ours, '--output', '/tmp/m.json']
  const elsewhere = ['run-fargate', 'run-lambda', 'run-aci'] as const

  for (const command of elsewhere) {
    it(`begins with ${command}, keeps what the user said about the script, leaves out what is for here, and ends with what is ours`, () => {
      const flags = { ...script, count: '1', platform: 'local', solo: false, input: ['a.yml'] }
      const args = ['--region', 'eu-west-1', '--count', '10']
      expect(argumentsFor(flags, metered(command, ...args))).to.eql([
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
        expect(refusal(() => argumentsFor({ [flag]: value }, metered(command)))).to.include({
          code: 'INVALID_SETTINGS',
          message: `${problem} ${advice}`
        })
      })
    }
  }

  it('keeps all for a run here', () => {
    const kept = ['--payload', 'p.csv', '--count', '1', '--platform', 'local', '--solo']
    expect(argumentsFor({ payload: 'p.csv', count: '1', platform: 'local', solo: true }, metered('run'))).to.eql([
      'run',
      '/s.yml',
      ...kept,
      ...own
    ])
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
    const given = argumentsFor({ insecure: true, overrides: '{"config":{"tls":{"ca":"x"}}}' }, metered('run-lambda'))
    expect(given).to.include('--insecure')
    expect(JSON.parse(given[given.indexOf('--overrides') + 1])).to.eql({
      config: { tls: { ca: 'x', rejectUnauthorized: false } }
    })
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
