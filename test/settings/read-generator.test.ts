import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { aSource, refusal } from '../support/settings.ts'

const deployed = { old: { url: 'https://old.example' }, new: { url: 'https://new.example' } }
const read = (generator: object, variants: object | undefined = undefined) => readSettings(aSource({ generator, variants })).generator
const commands = ['run-fargate', 'run-lambda', 'run-aci'] as const

describe('reading who makes the load', () => {
  it('lets `artillery run` do it for all variants, with its arguments as texts', () => {
    expect(read({ command: 'run' })).to.eql({ command: 'run', args: [] })
    expect(read({ command: 'run', args: ['--count', 4, true] })).to.eql({ command: 'run', args: ['--count', '4', 'true'] })
  })

  for (const command of commands) {
    it(`lets ${command} do it where all variants run elsewhere`, () => {
      expect(read({ command, args: ['--region', 'eu-west-1'] }, deployed)).to.eql({ command, args: ['--region', 'eu-west-1'] })
    })
  }

  const path = 'plugins.speedup.generator'
  const from = 'with plugins.speedup.generator.command run-lambda the load comes from AWS Lambda'
  const lambda = { command: 'run-lambda' }
  const refused: [string, object, object | undefined, string][] = [
    ['no command', { args: ['--count', 4] }, undefined, `${path}.command is missing. It must be one of run, run-fargate, run-lambda, run-aci.`],
    ['an unknown command', { command: 'run:lambda' }, deployed, `${path}.command is "run:lambda". It must be one of run, run-fargate, run-lambda, run-aci (did you mean run-lambda?).`],
    ['an unknown key', { command: 'run', region: 'eu-west-1' }, undefined, `${path}.region is no option. Options of ${path}: command, args.`],
    ['a command alone', 'run' as any, undefined, `${path} is "run". It must be a map of keys to values.`],
    ['a platform among the arguments', { command: 'run', args: ['--platform', 'aws:lambda'] }, undefined,
      `${path}.args[0] is "--platform", but ${path}.command chooses the platform. Leave it out, and set command to one of run, run-fargate, run-lambda, run-aci.`],
    ['a variant that is started here', lambda, { ...deployed, threads: { command: 'node app.js' } },
      `plugins.speedup.variants.threads is of mode command, but ${from}, and no app that is started here can be reached from there. Deploy it and give its url, or leave generator out.`],
    ['variants left out, which are started here', lambda, undefined,
      `plugins.speedup.variants.single is of mode single, but ${from}, and no app that is started here can be reached from there. Deploy it and give its url, or leave generator out.`],
    ['several URLs of a variant', lambda, { ...deployed, both: { url: ['https://a.example', 'https://b.example'] } },
      `plugins.speedup.variants.both.url has 2 URLs (https://a.example and https://b.example), but ${from}, which asks one. Make a variant of each.`]
  ]
  for (const [what, generator, variants, message] of refused) {
    it(`refuses ${what}`, () => expect(refusal(() => read(generator, variants))).to.eql({ code: 'INVALID_SETTINGS', message }))
  }

  for (const flag of ['--output', '--output=a.json', '-o', '-oa.json', '--target', '-t', '-thttp://a.example', '--overrides', '--scenario-name', '--quiet', '-q', '-kq']) {
    it(`refuses ${flag}, which the plugin sets`, () => {
      expect(refusal(() => read({ command: 'run', args: ['--count', 4, flag] })).message).to.equal(
        `${path}.args[2] is ${JSON.stringify(flag)}, but this flag is set for each run by the plugin. Leave it out; what is meant for all runs can be given to \`artillery run\` itself.`
      )
    })
  }

  for (const flag of ['--config', '--config=a.yml', '-c', '-ca.yml', '--environment', '-e', '--dotenv=.env', '--env-file', '--variables', '-v', '--insecure', '-k', '-kx', '--input', '-i', '--solo', '-s']) {
    it(`refuses ${flag}, which the plan has to know too`, () => {
      expect(refusal(() => read({ command: 'run', args: [flag] })).message).to.equal(
        `${path}.args[0] is ${JSON.stringify(flag)}, but the plan of the comparison would know nothing of this flag. Leave it out, and give it to \`artillery run\` itself: each run gets it from there.`
      )
    })
  }

  for (const flag of ['--payload', '--payload=a.csv', '-p', '-pa.csv']) {
    it(`refuses ${flag}, which a platform does not pass on`, () => {
      expect(refusal(() => read({ command: 'run-lambda', args: [flag] }, deployed)).message).to.equal(
        `${path}.args[0] is ${JSON.stringify(flag)}, but this flag is for the script of all runs. Leave it out, and name the file in config.payload.path.`
      )
    })
  }

  for (const flag of ['--out', '--targets', '--configs', '--environment-x', '-r', '-reu-west-1', '-']) {
    it(`leaves ${flag} to Artillery`, () => expect(read({ command: 'run', args: [flag] })?.args).to.eql([flag]))
  }

  describe('of a script that ensures something', () => {
    const readWith = (config: object, command: string) => {
      const { script, ...source } = aSource({ generator: { command }, variants: deployed })
      const plugins = { ...(config as any).plugins, ...script.config.plugins }
      return readSettings({ ...source, script: { ...script, config: { ...script.config, ...config, plugins } } }).generator?.command
    }
    const strict = { thresholds: [{ 'http.response_time.p99': 100 }] }
    const lenient = { conditions: [{ expression: 'http.response_time.p99 < 100', strict: false }] }

    for (const command of commands) {
      for (const [key, config] of Object.entries({ 'config.ensure': { ensure: strict }, 'config.plugins.ensure': { plugins: { ensure: strict } } })) {
        it(`refuses ${key} for ${command}, which would end the comparison`, () => {
          expect(refusal(() => readWith(config, command))).to.eql({
            code: 'INVALID_SETTINGS',
            message:
              `${key} is set, but with ${path}.command ${command} a check that is missed ends the load of that run with an exit code, and the comparison with it. ` +
              'Leave ensure out; the thresholds of plugins.speedup take its place.'
          })
        })
      }
    }

    it('refuses a condition that is not said to be lenient, and what older scripts ensure', () => {
      for (const ensure of [{ conditions: [{ expression: 'vusers.failed < 1' }] }, { ...lenient, maxErrorRate: 1 }, { p95: 100 }]) {
        expect(refusal(() => readWith({ ensure }, 'run-aci')).message).to.match(/^config\.ensure is set/)
      }
    })

    it('takes it where no exit code comes of it: for a load that is made here, empty, or lenient', () => {
      expect(readWith({ ensure: strict }, 'run')).to.equal('run')
      for (const ensure of [{}, lenient]) expect(readWith({ plugins: { ensure } }, 'run-lambda')).to.equal('run-lambda')
    })
  })

  for (const url of ['http://localhost:4100', 'http://127.0.0.2:4100', 'http://[::1]:4100', 'http://0.0.0.0']) {
    it(`refuses ${url}, which elsewhere is another machine`, () => {
      expect(refusal(() => read(lambda, { ...deployed, here: { url } })).message).to.equal(
        `plugins.speedup.variants.here.url is "${url}", but ${from}, where this is another machine. Give a URL that can be reached from there, or leave generator out.`
      )
    })
  }
})
