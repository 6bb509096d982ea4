import { expect } from 'chai'
import { describe, it } from 'mocha'
import { generatorArguments, type GeneratorOrder } from '../../plugin/generator/start-generator.ts'
import { refusal } from '../support/settings.ts'

const argumentsFor = (flags: Record<string, unknown>, rest?: Partial<GeneratorOrder>) =>
  generatorArguments({ scriptFile: '/s.yml', flags, targetUrl: 'http://127.0.0.1:3030', only: null, overrides: null, ...rest })

const bare = ['run', '/s.yml', '--quiet', '--target', 'http://127.0.0.1:3030']

/** @param written by the user */
function overridesFor(written: string | undefined, added: Record<string, unknown> | null) {
  const given = argumentsFor(written === undefined ? {} : { overrides: written }, { overrides: added })
  const at = given.indexOf('--overrides')
  return at === -1 ? null : JSON.parse(given[at + 1])
}

describe('the command line of a child run', () => {
  it('is short when the user gave no flags', () => {
    expect(argumentsFor({})).to.eql(bare)
  })

  it('keeps what the user said about the script and its data', () => {
    const flags = { config: 'c.yml', environment: 'ci', dotenv: '.env', variables: '{"a":"b c"}', payload: 'p.csv', count: '1', platform: 'local' }
    const given = argumentsFor(flags)
    for (const [name, value] of Object.entries(flags)) {
      expect(given[given.indexOf(`--${name}`) + 1], name).to.equal(value)
    }
    expect(given).to.have.length(bare.length + 2 * Object.keys(flags).length)
  })

  it('keeps switches that are on, and every input file', () => {
    const given = argumentsFor({ insecure: true, solo: false, input: ['a.yml', 'b.yml'] })
    expect(given).to.eql(['run', '/s.yml', '--insecure', '--input', 'a.yml', '--input', 'b.yml', ...bare.slice(2)])
  })

  it('drops what belongs to the whole comparison', () => {
    const flags = { output: 'o.json', quiet: true, target: 'http://elsewhere', 'scenario-name': 'x', record: true, key: 'secret', name: 'n', note: 'n', tags: 'a:b' }
    expect(argumentsFor(flags)).to.eql(bare)
  })

  it('chooses the scenario by its pattern', () => {
    expect(argumentsFor({}, { only: '^buy$' })).to.eql([...bare, '--scenario-name', '^buy$'])
  })
})

describe('the command line of a load generator that is known by its metrics', () => {
  const commands = ['run-fargate', 'run-lambda', 'run-aci'] as const
  const metered = (command: 'run' | typeof commands[number], ...args: string[]) => ({ metered: { generator: { command, args }, outputFile: '/tmp/m.json' } })
  const own = ['--quiet', '--target', 'http://127.0.0.1:3030', '--output', '/tmp/m.json']

  for (const command of commands) {
    it(`begins with ${command}, and ends with what is ours`, () => {
      expect(argumentsFor({}, metered(command, '--region', 'eu-west-1', '--count', '10'))).to.eql([command, '/s.yml', '--region', 'eu-west-1', '--count', '10', ...own])
    })

    it(`keeps for ${command} what the user said about the script, and leaves out what is for here`, () => {
      const flags = { config: 'c.yml', environment: 'ci', dotenv: '.env', variables: '{}', count: '1', platform: 'local', solo: false, input: ['a.yml'] }
      const kept = ['--config', 'c.yml', '--environment', 'ci', '--dotenv', '.env', '--variables', '{}', '--input', 'a.yml']
      expect(argumentsFor(flags, metered(command))).to.eql([command, '/s.yml', ...kept, ...own])
    })

    it(`takes no flag to ${command} that would be lost on the way`, () => {
      for (const [flags, advice] of [[{ payload: 'p.csv' }, 'Name the file in config.payload.path.'], [{ solo: true }, 'Ask for one user by config.phases, with an arrivalCount of 1.']] as const) {
        const { code, message } = refusal(() => argumentsFor(flags, metered(command)))
        expect(code).to.equal('INVALID_SETTINGS')
        expect(message).to.equal(`--${Object.keys(flags)[0]} was given, but plugins.speedup.generator.command is ${command}, which does not pass it on. ${advice}`)
      }
    })
  }

  it('keeps all for a run here', () => {
    const flags = { payload: 'p.csv', count: '1', platform: 'local', solo: true }
    expect(argumentsFor(flags, metered('run'))).to.eql(['run', '/s.yml', '--payload', 'p.csv', '--count', '1', '--platform', 'local', '--solo', ...own])
  })

  it('has --insecure in the script too, which goes everywhere', () => {
    const given = argumentsFor({ insecure: true, overrides: '{"config":{"tls":{"ca":"x"}}}' }, metered('run-lambda'))
    expect(given).to.include('--insecure')
    expect(JSON.parse(given[given.indexOf('--overrides') + 1])).to.eql({ config: { tls: { ca: 'x', rejectUnauthorized: false } } })
    expect(argumentsFor({ insecure: true })).to.not.include('--overrides')
  })
})

describe('overrides', () => {
  it('are none when nobody has any', () => {
    expect(overridesFor(undefined, null)).to.equal(null)
  })

  it('are the user’s alone, or ours alone', () => {
    expect(overridesFor('{"config":{"http":{"timeout":5}}}', null)).to.eql({ config: { http: { timeout: 5 } } })
    expect(overridesFor(undefined, { config: { phases: [] } })).to.eql({ config: { phases: [] } })
  })

  it('are merged key by key, ours on top', () => {
    const written = JSON.stringify({ config: { http: { timeout: 5, pool: 2 }, target: 'x' }, after: { flow: [] } })
    expect(overridesFor(written, { config: { http: { pool: 9 } } })).to.eql({ config: { http: { timeout: 5, pool: 9 }, target: 'x' }, after: { flow: [] } })
  })

  it('replace lists whole', () => {
    const written = JSON.stringify({ config: { phases: [{ duration: 60, arrivalRate: 5 }, { duration: 9 }] } })
    expect(overridesFor(written, { config: { phases: [{ duration: 1 }] } })).to.eql({ config: { phases: [{ duration: 1 }] } })
  })

  it('replace what is no map by a map, and a map by what is none', () => {
    expect(overridesFor('{"a":1,"b":{"c":2},"d":[3]}', { a: { x: 1 }, b: null, d: { y: 1 } })).to.eql({ a: { x: 1 }, b: null, d: { y: 1 } })
  })
})
