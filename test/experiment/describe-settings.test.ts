import { relative } from 'node:path'
import { expect } from 'chai'
import { describeCommand, describeSettings } from '../../plugin/experiment/describe-plan.ts'
import { describeQuestions } from '../../plugin/questions/concepts.ts'
import { itFinds } from '../support/cases.ts'
import { aDescribedVariant } from '../support/results.ts'
import { aLoad, anEarlierResult, aPlan, aVariant, someSettings, workingDirectory } from '../support/settings.ts'
import type { Settings, Variant } from '../../plugin/concepts/settings.ts'

const describeThem = (overrides?: Partial<Settings>) =>
  describeSettings(someSettings(overrides), { flags: {}, suiteOptions: null }, (file) =>
    relative(workingDirectory, file)
  )
const commandOf = (flags: Record<string, any>) => describeCommand({ flags, suiteOptions: null }, 'primes.yml')
const detailOf = (overrides: Partial<Variant>) => describeThem({ variants: [aVariant(overrides)] }).variants[0].detail
const targetOf = (hostname: string) => ({
  url: `https://${hostname}`,
  hostname,
  port: 443,
  protocol: 'https:' as const
})
const versionOf = (variant: Partial<Variant>) => {
  const { commit, node } = describeThem({ variants: [aVariant(variant)] }).variants[0]
  return [commit, node]
}
const placeOf = (version: string) => ({ script: null, cwd: '/', node: { file: '/node', version } })

describe('what is kept of the settings', () => {
  itFinds({
    'is what a reader needs to know, files as he would type them': [
      [
        describeThem(),
        {
          app: 'fixtures-app/server.js',
          target: 'http://127.0.0.1:3030',
          variants: [aDescribedVariant(), aDescribedVariant({ name: 'clustered', mode: 'cluster', workers: 2 })],
          baseline: 'single',
          rounds: { min: 3, max: 10 },
          time: null,
          confidence: 0.95,
          onInconclusive: 'fail',
          compareWith: null,
          generator: null,
          loadHost: null,
          client: 'auto',
          alternate: 'runs',
          command: 'npx artillery run scenarios/primes.yml',
          load: aLoad(),
          warmUpSeconds: null,
          thresholds: [],
          limits: [],
          ...describeQuestions(someSettings())
        }
      ]
    ],
    'has no app where no variant needs one': [
      [describeThem({ app: { ...someSettings().app, script: null } }).app, null]
    ],
    'tells of the earlier result where it is, and not its figures': [
      [
        describeThem({ compareWith: anEarlierResult() }).compareWith,
        {
          file: 'reports/main/comparison.json',
          results: 1,
          finishedAt: '2026-11-19T12:01:00.000Z',
          commit: '9b0572b23ef99309abc2b016adeaf678bdd290a8',
          plugin: '0.1.0',
          cpu: 'AMD EPYC',
          cores: 2
        }
      ]
    ],
    'tells by which command of Artillery the load was made, and not its arguments': [
      [describeThem({ generator: { command: 'run-lambda', args: ['--region', 'eu-west-1'] } }).generator, 'run-lambda']
    ],
    'tells how a variant differs from others of its mode': [
      [detailOf({ args: ['--threads', '2'] }), '--threads 2'],
      [detailOf({ mode: 'command', command: 'node server.js --threads 2' }), 'node server.js --threads 2'],
      [
        detailOf({ mode: 'command', command: ['node', 'server.js'], args: ['--threads', '2'] }),
        'node server.js --threads 2'
      ],
      [
        detailOf({ mode: 'pm2', ecosystem: { file: `${workingDirectory}/deploy/ecosystem.config.cjs`, app: null } }),
        'deploy/ecosystem.config.cjs'
      ],
      [
        detailOf({ mode: 'pm2', ecosystem: { file: `${workingDirectory}/ecosystem.config.cjs`, app: 'shop' } }),
        'ecosystem.config.cjs, app shop'
      ],
      [
        detailOf({ mode: 'url', workers: null, targets: [targetOf('a.example'), targetOf('b.example')] }),
        'https://a.example, https://b.example'
      ]
    ],
    'tells of which commit and in which Node a variant is, as far as it is known': [
      [versionOf({ commit: 'main', node: '22' }), ['main', '22']],
      [versionOf({ node: '22', place: placeOf('22.21.0') }), [null, '22.21.0']],
      [versionOf({ place: placeOf('24.21.0') }), [null, null]]
    ]
  })

  itFinds({
    'lists what each candidate must reach in each scenario, without what was taken back': [
      [
        describeThem({ scenarios: [aPlan({ p95: 1.3, lost: 0, p99: null })] }).thresholds,
        [
          ['p95', 1.3],
          ['lost', 0]
        ].map(([metric, threshold]) => ({ scenario: 'primes', variant: 'clustered', request: null, metric, threshold }))
      ],
      [
        describeThem({ scenarios: [aPlan({ requests: { 'GET /a': { p50: 2, p95: null }, '*': 0.9 } })] }).thresholds,
        [
          ['GET /a', 'p50', 2],
          ['*', 'floor', 0.9]
        ].map(([request, metric, threshold]) => ({
          scenario: 'primes',
          variant: 'clustered',
          request,
          metric,
          threshold
        }))
      ]
    ],
    'lists what each variant must keep in each scenario': [
      [
        describeThem({
          scenarios: [
            {
              ...aPlan(),
              limits: {
                single: { p95: 200, throughput: null, requests: { 'GET /a': { p50: 20 } } },
                clustered: { errorRate: 0.01 }
              }
            }
          ]
        }).limits,
        [
          { scenario: 'primes', variant: 'single', request: null, metric: 'p95', limit: 200 },
          { scenario: 'primes', variant: 'single', request: 'GET /a', metric: 'p50', limit: 20 },
          { scenario: 'primes', variant: 'clustered', request: null, metric: 'errorRate', limit: 0.01 }
        ]
      ]
    ],
    'repeats how long the warm-up is': [[describeThem({ warmUpSeconds: 0.5 }).warmUpSeconds, 0.5]],
    'has a target without what may be a secret in its query': [
      [
        describeThem({ target: { ...targetOf('shop.example'), url: 'https://shop.example/api?key=s3cret' } }).target,
        'https://shop.example/api?key=…'
      ]
    ],
    'has the command with its flags, as a shell takes it': [
      [
        commandOf({ quiet: true, solo: false, count: '1', platform: 'local', config: undefined }),
        'npx artillery run primes.yml --quiet'
      ],
      [
        commandOf({ environment: 'ci', 'scenario-name': 'Ada’s cart', input: ['a.yml', 'b.yml'] }),
        "npx artillery run primes.yml --environment ci --scenario-name 'Ada’s cart' --input a.yml --input b.yml"
      ],
      [commandOf({ 'scenario-name': "it's $HOME" }), "npx artillery run primes.yml --scenario-name 'it'\\''s $HOME'"],
      [
        commandOf({
          overrides: JSON.stringify({
            config: {
              phases: [{ duration: '10s', arrivalCount: 5 }],
              plugins: { speedup: { users: 20, alternate: 'slices', thresholds: { p95: 1.3 } } }
            }
          })
        }),
        'npx artillery run primes.yml --overrides \'{"config":{"phases":[{"duration":"10s","arrivalCount":5}],"plugins":{"speedup":{"users":20,"alternate":"slices","thresholds":{"p95":1.3}}}}}\''
      ],
      [
        describeCommand({ flags: { overrides: '{}' }, suiteOptions: ['time', 'app'] }, 'primes.yml'),
        'compare("primes.yml", { time, app })'
      ],
      [
        describeCommand({ flags: { overrides: '{}' }, suiteOptions: ['app', 'users', 'url'], isCode: true }, 'server'),
        'compare({ app, users, url })'
      ]
    ]
  })

  it('has only the names of what may be a secret on the command line', () => {
    const kept = commandOf({
      target: 'http://ada:s3cret@127.0.0.1:3030/?key=s3cret#s3cret',
      variables: '{"token":"s3cret","pin":[1234]}',
      key: 's3cret',
      note: 's3cret',
      tags: 'a:s3cret',
      name: 's3cret',
      'platform-opt': ['key=s3cret'],
      'new-flag': 's3cret',
      overrides: JSON.stringify({
        config: {
          http: { defaults: { headers: { 'x-key': 's3cret' } } },
          phases: [{ name: 's3cret with words' }],
          plugins: { speedup: { app: { env: { PIN: 1234, KEY: 's3cret' }, args: ['s3cret'] } } },
          variables: { pin: 1234 }
        },
        scenarios: [{ flow: [{ post: { url: '/?a=s3cret', json: { pin: 1234, name: 's3cret' } } }] }]
      })
    })
    expect(kept)
      .to.include('"token":"…"')
      .and.include('//…@127.0.0.1:3030')
      .and.include('"KEY":"…"')
      .and.include('--platform-opt … --new-flag …')
    expect(kept).to.not.match(/s3cret|1234/)
    expect(commandOf({ overrides: 'no JSON, s3cret', variables: '@s3cret' })).to.equal(
      'npx artillery run primes.yml --overrides … --variables …'
    )
  })

  it('has no values of environment variables, wherever they are set', () => {
    const variants = [
      aVariant({ env: { TOKEN: 's3cret' } }),
      aVariant({ mode: 'command', command: 'TOKEN=s3cret node server.js' }),
      aVariant({ mode: 'command', command: ['docker', 'run', '-e', 'TOKEN=s3cret', 'shop'] }),
      aVariant({ args: ['--token', 's3cret', '--db=postgres://ada:s3cret@db'] })
    ]
    const kept = JSON.stringify(describeThem({ variants, app: { ...someSettings().app, env: { TOKEN: 's3cret' } } }))
    expect(kept)
      .to.include('TOKEN=… node server.js')
      .and.include('docker run -e TOKEN=… shop')
      .and.include('--token … --db=postgres://…@db')
      .and.not.include('s3cret')
  })
})
