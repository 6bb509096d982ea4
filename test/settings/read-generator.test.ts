import { describe } from 'mocha'
import { itRefuses, itTakes, read, readWithConfig } from './cases.ts'

const deployed = { old: { url: 'https://old.example' }, new: { url: 'https://new.example' } }
const path = 'plugins.speedup.generator'
const commands = ['run-fargate', 'run-lambda', 'run-aci']

describe('reading who makes the load', () => {
  const readHere = (generator: object) => read({ generator }).generator
  const readElsewhere = (generator: object) => read({ generator, variants: deployed }).generator

  itTakes(readHere, [
    [{ command: 'run' }, { command: 'run', args: [] }],
    [{ command: 'run', args: ['--count', 4, true] }, { command: 'run', args: ['--count', '4', 'true'] }]
  ])
  itTakes(readElsewhere, commands.map((command) => [{ command, args: ['--region', 'a'] }, { command, args: ['--region', 'a'] }]))
  itRefuses(readHere, path, [
    [{ args: ['--count', 4] }, '.command is missing. It must be one of run, run-fargate, run-lambda, run-aci.'],
    [{ command: 'run', region: 'eu-west-1' }, `.region is no option. Options of ${path}: command, args.`]
  ])

  const flags: [flags: string[], problem: string][] = [
    [['--platform'], `${path}.command chooses the platform. Leave it out, and set command to one of run, run-fargate, run-lambda, run-aci.`],
    [['--output', '--output=a.json', '-o', '-oa.json', '--target', '-t', '-thttp://a.example', '--overrides', '--scenario-name', '--quiet', '-q', '-kq'],
      'this flag is set for each run by the plugin. Leave it out; what is meant for all runs can be given to `artillery run` itself.'],
    [['--config', '--config=a.yml', '-c', '-ca.yml', '--environment', '-e', '--dotenv=.env', '--env-file', '--variables', '-v',
      '--insecure', '-k', '-kx', '--input', '-i', '--solo', '-s'],
      'the plan of the comparison would know nothing of this flag. Leave it out, and give it to `artillery run` itself: ' +
        'each run gets it from there.'],
    [['--payload', '--payload=a.csv', '-p', '-pa.csv'],
      'this flag is for the script of all runs. Leave it out, and name the file in config.payload.path.']
  ]
  for (const [given, problem] of flags) {
    itRefuses((flag) => readElsewhere({ command: 'run-lambda', args: ['--count', 4, flag] }), `${path}.args[2] is `,
      given.map((flag) => [flag, `${JSON.stringify(flag)}, but ${problem}`]))
  }
  const ofArtillery = ['--out', '--targets', '--configs', '--environment-x', '-r', '-reu-west-1', '-']
  itTakes((flag) => readHere({ command: 'run', args: [flag] })?.args, ofArtillery.map((flag) => [flag, [flag]]))

  describe('for variants that can’t be reached from there', () => {
    const from = `with ${path}.command run-lambda the load comes from AWS Lambda`
    const notHere = `but ${from}, and no app that is started here can be reached from there. Deploy it and give its url, or leave generator out.`
    const loopback = ['http://localhost:4100', 'http://127.0.0.2:4100', 'http://[::1]:4100', 'http://0.0.0.0']
    itRefuses((variants) => read({ generator: { command: 'run-lambda' }, variants }), 'plugins.speedup.variants.', [
      [undefined, `single is of mode single, ${notHere}`],
      [{ ...deployed, threads: { command: 'node app.js' } }, `threads is of mode command, ${notHere}`],
      [{ ...deployed, both: { url: ['https://a.example', 'https://b.example'] } },
        `both.url has 2 URLs (https://a.example and https://b.example), but ${from}, which asks one. Make a variant of each.`],
      ...loopback.map((url): [object, string] => [{ ...deployed, here: { url } }, `here.url is "${url}", but ${from}, ` +
        'where this is another machine. Give a URL that can be reached from there, or leave generator out.'])
    ])
  })

  describe('of a script that ensures something', () => {
    const readFor = (command: string) => ({ plugins = {}, ...config }: Record<string, object>) =>
      readWithConfig({}, { ...config, plugins: { ...plugins, speedup: { generator: { command }, variants: deployed } } }).generator?.command
    const strict = { thresholds: [{ 'http.response_time.p99': 100 }] }
    const lenient = { conditions: [{ expression: 'http.response_time.p99 < 100', strict: false }] }
    for (const command of commands) {
      const advice = `.ensure is set, but with ${path}.command ${command} a check that is missed ends the load of that run ` +
        'with an exit code, and the comparison with it. Leave ensure out; the thresholds of plugins.speedup take its place.'
      itRefuses(readFor(command), 'config', [[{ ensure: strict }, advice], [{ plugins: { ensure: strict } }, `.plugins${advice}`]])
    }
    const notLenient = [{ conditions: [{ expression: 'vusers.failed < 1' }] }, { ...lenient, maxErrorRate: 1 }, { p95: 100 }]
    itRefuses(readFor('run-aci'), '', notLenient.map((ensure) => [{ ensure }, /^config\.ensure is set/]))
    itTakes(readFor('run'), [[{ ensure: strict }, 'run']])
    itTakes(readFor('run-lambda'), [{}, lenient].map((ensure) => [{ plugins: { ensure } }, 'run-lambda']))
  })
})
