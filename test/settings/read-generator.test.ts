import { itRefuses, itTakes, read, readWithConfig } from './cases.ts'

const deployed = { old: { url: 'https://old.example' }, new: { url: 'https://new.example' } }
const path = 'plugins.speedup.generator'
const commands = ['run-fargate', 'run-lambda', 'run-aci']

describe('reading who makes the load', () => {
  const readHere = (generator: object) => read({ generator }).generator
  const readElsewhere = (generator: object) => read({ generator, variants: deployed }).generator

  itTakes(readHere, [
    [{ command: 'run' }, { command: 'run', args: [] }],
    [
      { command: 'run', args: ['--count', 4, true] },
      { command: 'run', args: ['--count', '4', 'true'] }
    ]
  ])
  itTakes(
    readElsewhere,
    commands.map((command) => [
      { command, args: ['--region', 'a'] },
      { command, args: ['--region', 'a'] }
    ])
  )
  itRefuses(readHere, path, [
    [{ args: ['--count', 4] }, '.command is missing. It must be one of run, run-fargate, run-lambda, run-aci.'],
    [
      { command: 'run', region: 'eu-west-1' },
      `.region is an unknown option. Options of ${path}: command, args, ssh, client.`
    ]
  ])

  const flags: [flags: string[], problem: string][] = [
    [
      ['--platform'],
      `${path}.command chooses the platform. Remove it, and set command to one of run, run-fargate, run-lambda, run-aci.`
    ],
    [
      [
        '--output',
        '--output=a.json',
        '-o',
        '-oa.json',
        '--target',
        '-t',
        '-thttp://a.example',
        '--overrides',
        '--scenario-name',
        '--quiet',
        '-q',
        '-kq'
      ],
      'the plugin sets this flag for each run. Remove it; to set it for all runs, pass it to `artillery run` itself.'
    ],
    [
      [
        '--config',
        '--config=a.yml',
        '-c',
        '-ca.yml',
        '--environment',
        '-e',
        '--dotenv=.env',
        '--env-file',
        '--variables',
        '-v',
        '--insecure',
        '-k',
        '-kx',
        '--input',
        '-i',
        '--solo',
        '-s'
      ],
      'the plugin needs this flag to plan the comparison. Remove it, and pass it to `artillery run` itself, which hands it to each run.'
    ],
    [
      ['--payload', '--payload=a.csv', '-p', '-pa.csv'],
      'this flag concerns the script of all runs. Remove it, and name the file in config.payload.path.'
    ]
  ]
  for (const [given, problem] of flags) {
    itRefuses(
      (flag) => readElsewhere({ command: 'run-lambda', args: ['--count', 4, flag] }),
      `${path}.args[2] is `,
      given.map((flag) => [flag, `${JSON.stringify(flag)}, but ${problem}`])
    )
  }
  const ofArtillery = ['--out', '--targets', '--configs', '--environment-x', '-r', '-reu-west-1', '-']
  itTakes(
    (flag) => readHere({ command: 'run', args: [flag] })?.args,
    ofArtillery.map((flag) => [flag, [flag]])
  )

  describe('for variants that can’t be reached from there', () => {
    const from = `with ${path}.command run-lambda the load comes from AWS Lambda`
    const notHere = `but ${from}, which can't reach an app that is started here. Deploy it and set its url, or remove generator.`
    const loopback = ['http://localhost:4100', 'http://127.0.0.2:4100', 'http://[::1]:4100', 'http://0.0.0.0']
    itRefuses((variants) => read({ generator: { command: 'run-lambda' }, variants }), 'plugins.speedup.variants.', [
      [undefined, `single has mode single, ${notHere}`],
      [{ ...deployed, threads: { command: 'node app.js' } }, `threads has mode command, ${notHere}`],
      [
        { ...deployed, both: { url: ['https://a.example', 'https://b.example'] } },
        `both.url has 2 URLs (https://a.example and https://b.example), but ${from}, which loads only one. Make a variant of each.`
      ],
      ...loopback.map((url): [object, string] => [
        { ...deployed, here: { url } },
        `here.url is "${url}", but ${from}, where that is another machine. ` +
          'Use a URL that can be reached from there, or remove generator.'
      ])
    ])
  })

  describe('of a script that ensures something', () => {
    const readFor =
      (command: string) =>
      ({ plugins = {}, ...config }: Record<string, object>) =>
        readWithConfig(
          {},
          { ...config, plugins: { ...plugins, speedup: { generator: { command }, variants: deployed } } }
        ).generator?.command
    const strict = { thresholds: [{ 'http.response_time.p99': 100 }] }
    const lenient = { conditions: [{ expression: 'http.response_time.p99 < 100', strict: false }] }
    for (const command of commands) {
      const advice =
        `.ensure is set, but with ${path}.command ${command} a failed check ends that run with an exit code, ` +
        'and with it the comparison. Remove ensure and use the thresholds and limits of plugins.speedup instead.'
      itRefuses(readFor(command), 'config', [
        [{ ensure: strict }, advice],
        [{ plugins: { ensure: strict } }, `.plugins${advice}`]
      ])
    }
    const notLenient = [
      { conditions: [{ expression: 'vusers.failed < 1' }] },
      { ...lenient, maxErrorRate: 1 },
      { p95: 100 }
    ]
    itRefuses(
      readFor('run-aci'),
      '',
      notLenient.map((ensure) => [
        { ensure },
        'config.ensure is set, but with plugins.speedup.generator.command run-aci a failed check ends that run with an exit code, and with it the comparison. Remove ensure and use the thresholds and limits of plugins.speedup instead.'
      ])
    )
    const ofOurs = { conditions: [{ expression: 'plugins.speedup.hello.b.p95 > 1' }] }
    itTakes(readFor('run'), [[{ plugins: { ensure: ofOurs } }, 'run']])
    itTakes(
      readFor('run-lambda'),
      [{}, { conditions: [{ ...ofOurs.conditions[0], strict: false }] }].map((ensure) => [
        { plugins: { ensure } },
        'run-lambda'
      ])
    )
  })
})
