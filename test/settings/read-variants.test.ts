import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { expect } from 'chai'
import { readCounts } from '../../plugin/settings/read-variants.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aVariant, refusal, scriptFile } from '../support/settings.ts'
import { itRefuses, itTakes, read } from './cases.ts'
import { modeNames, modes, type Mode, type Option } from '../../plugin/concepts/modes.ts'
import type { Variant } from '../../plugin/concepts/settings.ts'

const cores = availableParallelism()
const readVariants = (variants: object) => read({ variants }).variants

describe('reading the variants', () => {
  it('takes the mode from a name that is one, or from the key that stands for one', () => {
    const url = 'https://a.example'
    const named = { single: {}, cluster: {}, pm2: {}, reusePort: {}, command: { command: 'node app.js' }, url: { url } }
    expect(readVariants(named).map(({ mode }) => mode)).to.eql(Object.keys(named))
    const keyed = {
      single: {},
      threads: { command: 'node app.js' },
      staging: { url },
      farm: { ecosystem: 'primes.yml' }
    }
    expect(readVariants(keyed).map(({ mode }) => mode)).to.eql(['single', 'command', 'url', 'pm2'])
  })

  const many = {
    mode: 'cluster',
    workers: [4, 1, 2],
    scheduling: 'none',
    env: { A: 'a', N: 8, T: false },
    args: ['x', 2, true]
  }
  const same: Partial<Variant> = {
    mode: 'cluster',
    scheduling: 'none',
    env: { A: 'a', N: '8', T: 'false' },
    args: ['x', '2', 'true'],
    writtenAs: 'clustered',
    countOf: 'clustered'
  }
  const threads = ['node', 'server.js', '--threads', 2]
  describe('keeps the order written, and makes texts of an environment, of arguments and of a command', () =>
    itTakes(readVariants, [
      [
        { single: { mode: 'cluster', workers: 3 }, cluster: { mode: 'single' } },
        [aVariant({ name: 'single', mode: 'cluster', workers: 3 }), aVariant({ name: 'cluster', mode: 'single' })]
      ],
      [
        {
          line: { command: 'node server.js --threads 2 && true' },
          list: { command: threads, env: { A: 1 }, workers: 3 }
        },
        [
          aVariant({ name: 'line', mode: 'command', workers: null, command: 'node server.js --threads 2 && true' }),
          aVariant({ name: 'list', mode: 'command', workers: 3, command: threads.map(String), env: { A: '1' } })
        ]
      ],
      [
        { single: {}, now: { node: '22', nodeArgs: ['--expose-gc'] } },
        [aVariant(), aVariant({ name: 'now', node: '22', nodeArgs: ['--expose-gc'] })]
      ],
      [
        { engine: { node: ['22', '24'] }, pool: { env: { POOL: [5, 10], LOG: 'off' } } },
        [
          ...['22', '24'].map((node) => aVariant({ name: `engine ${node}`, node, writtenAs: 'engine' })),
          ...[5, 10].map((number) =>
            aVariant({
              name: `pool ${number}`,
              env: { LOG: 'off', POOL: String(number) },
              writtenAs: 'pool',
              listed: { list: 'pool', key: 'POOL', number }
            })
          )
        ]
      ],
      [
        {
          node: { nodeArgs: [[], ['--max-semi-space-size=64', '--no-opt']] },
          app: { mode: 'single', args: [['--a', 1], ['--b']] },
          set: { mode: 'single', env: [{}, { POOL: 20, LOG: 'off', API_TOKEN: 'abc' }] },
          by: { scheduling: ['round-robin', 'none'], workers: 2 },
          in: { memory: ['256Mi', '512Mi'] }
        },
        [
          aVariant({ name: 'node', writtenAs: 'node' }),
          aVariant({
            name: 'node --max-semi-space-size=64 --no-opt',
            nodeArgs: ['--max-semi-space-size=64', '--no-opt'],
            writtenAs: 'node'
          }),
          aVariant({ name: 'app --a 1', args: ['--a', '1'], writtenAs: 'app' }),
          aVariant({ name: 'app --b', args: ['--b'], writtenAs: 'app' }),
          aVariant({ name: 'set', writtenAs: 'set' }),
          aVariant({
            name: 'set POOL=20 LOG=off API_TOKEN=…',
            env: { POOL: '20', LOG: 'off', API_TOKEN: 'abc' },
            writtenAs: 'set'
          }),
          ...(['round-robin', 'none'] as const).map((scheduling) =>
            aVariant({ name: `by ${scheduling}`, mode: 'cluster', workers: 2, scheduling, writtenAs: 'by' })
          ),
          ...[256, 512].map((mebibytes) =>
            aVariant({
              name: `in ${mebibytes}Mi`,
              mode: 'ports',
              instances: 1,
              workers: 1,
              resources: { cpus: null, memoryBytes: mebibytes * 2 ** 20 },
              writtenAs: 'in'
            })
          )
        ]
      ],
      [
        { single: {}, clustered: many, last: { mode: 'cluster', workers: 3 } },
        [
          aVariant(),
          ...[1, 2, 4].map((workers) => aVariant({ ...same, name: `clustered ${workers}`, workers })),
          aVariant({ name: 'last', mode: 'cluster', workers: 3 })
        ]
      ]
    ]))

  it('compares the numbers of workers of an only variant', () => {
    const { variants, baseline } = read({ variants: { cluster: { workers: [1, 2] } } })
    expect(variants.map(({ name, countOf }) => `${name} of ${countOf}`)).to.eql([
      'cluster 1 of cluster',
      'cluster 2 of cluster'
    ])
    expect(baseline).to.equal('cluster 1')
  })

  const twoVariants =
    'A comparison needs at least two, for example { single: { mode: single }, clustered: { mode: cluster } }.'
  const twice =
    '.clustered makes a variant for each value of a list, one of them named "clustered 2", but another variant has that name. Rename one of the two.'
  itRefuses(readVariants, 'plugins.speedup.variants', [
    [
      { single: {}, two: { command: 'node a.js', url: 'https://a.example' } },
      '.two.url is "https://a.example", but mode command has no such option. Set mode: url, or remove url.'
    ],
    [
      { single: {}, two: { mode: 'clusters' } },
      '.two.mode is "clusters". It must be one of single, cluster, pm2, reusePort, ports, command, url (did you mean cluster?).'
    ],
    [
      { single: {}, cluster: { worker: 2 } },
      '.cluster.worker is an unknown option (did you mean workers?). ' +
        'Options of plugins.speedup.variants.cluster: mode, workers, instances, cpus, memory, scheduling, env, args, command, reload, ecosystem, url, commit, dependencies, node, nodeArgs, thresholds, limits.'
    ],
    [
      { single: {}, two: { node: 24.2 } },
      '.two.node is 24.2, a number, as YAML reads it, which may not be what you wrote. Put it in quotes: "24.2".'
    ],
    [
      { single: {}, two: { node: '18' } },
      '.two.node is "18". It must be a version of Node from 20 on, such as "22" or "24.1.0".'
    ],
    [
      { single: {}, two: { workers: [1, 2], env: { POOL: [5, 10] } } },
      '.two has several lists, workers and env.POOL, but only one can make variants. Write the others as variants of their own.'
    ],
    [
      { single: {}, two: { env: { POOL: [5] } } },
      '.two.env.POOL is [5]. It must be a list of at least two different values, such as [5, 10, 20]; for one, write the value alone.'
    ],
    [{ single: {} }, ` has only one variant. ${twoVariants}`],
    [{}, ` has no variants. ${twoVariants}`],
    [{ single: {}, ' ': { mode: 'cluster' } }, ' has a variant without a name. Name it.'],
    [{ clustered: { mode: 'cluster', workers: [1, 2] }, 'clustered 2': { mode: 'single' } }, twice],
    [{ 'clustered 2': { mode: 'single' }, clustered: { mode: 'cluster', workers: [1, 2] } }, twice]
  ])
})

describe('reading how many workers there are', () => {
  const most = Math.max(8 * cores, 16)
  const readIn = (mode: Mode) => (given: object) =>
    readCounts('variants.a', mode, given)[mode === 'ports' ? 'instances' : 'workers']

  describe('in mode single', () => itTakes(readIn('single'), [[{}, 1]]))
  for (const mode of ['cluster', 'pm2', 'reusePort'] as const) {
    describe(`in mode ${mode}`, () =>
      itTakes(readIn(mode), [
        [{}, cores],
        [{ workers: 3 }, 3],
        [{ workers: 'auto' }, cores],
        [{ workers: [10, 2, 1] }, [1, 2, 10]]
      ]))
  }

  describe('leaves them to an ecosystem file that nothing goes before', () =>
    itTakes(readIn('pm2'), [
      [{ ecosystem: 'a.cjs' }, null],
      [{ ecosystem: 'a.cjs', workers: 3 }, 3]
    ]))

  describe('in mode ports, whose workers are instances', () =>
    itTakes(readIn('ports'), [
      [{}, cores],
      [{ instances: 3 }, 3],
      [{ instances: [4, 1] }, [1, 4]]
    ]))

  for (const mode of ['command', 'url'] as const) {
    describe(`in mode ${mode}, where nobody starts workers`, () => {
      itTakes(readIn(mode), [
        [{}, null],
        [{ workers: most + 1 }, most + 1]
      ])
      itRefuses(
        readIn(mode),
        'variants.a.workers',
        ['auto', [1, 2]].map((workers) => [
          { workers },
          ` is ${JSON.stringify(workers)}, but in mode ${mode} it only states how many workers there are. Set a single number, or remove workers. ` +
            'To compare several numbers, make a variant for each.'
        ])
      )
    })
  }

  describe('takes as many as make sense, and no more', () => {
    itTakes(readIn('cluster'), [
      [{ workers: most }, most],
      [{ workers: 16 }, 16]
    ])
    itRefuses(
      readIn('cluster'),
      'variants.a.workers',
      [most + 1, [1, most + 1]].map((workers) => [
        { workers },
        ` is ${JSON.stringify(workers)}, but only ${cores} core${cores === 1 ? '' : 's'} may be used: ` +
          `each worker costs memory, and more than a few per core gain nothing. Use at most ${most}.`
      ])
    )
  })
})

describe('reading instances and their limits', () => {
  const readOne = (one: object) =>
    readVariants({ single: {}, one })
      .slice(1)
      .map(({ name, mode, instances, workers, resources: { cpus, memoryBytes }, listed }) => {
        expect(mode).to.equal('ports')
        return [name, instances, workers, cpus, memoryBytes && memoryBytes / 2 ** 20, listed?.number]
      })
  const one = (...values: unknown[]) => [['one', ...values, undefined]]
  describe('makes one of it, whose workers are those of all instances', () =>
    itTakes(readOne, [
      [{ cpus: '500m' }, one(1, 1, 0.5, null)],
      [{ cpus: 2, memory: '512Mi' }, one(1, 1, 2, 512)],
      [{ memory: '1GiB', instances: 2 }, one(2, 2, null, 1024)],
      [{ memory: '256MB', workers: 2 }, one(1, 2, null, 256)],
      [{ memory: '1.5 gb', instances: 'auto' }, one(cores, cores, null, 1536)],
      [{ instances: 3, workers: 2 }, one(3, 6, null, null)],
      [{ instances: 2, workers: 'auto' }, one(2, null, null, null)]
    ]))

  describe('makes one of each value of a list', () =>
    itTakes(readOne, [
      [
        { cpus: [2, '500m'], workers: 2, memory: '1Gi' },
        [
          ['one 2', 1, 2, 2, 1024, 2],
          ['one 500m', 1, 2, 0.5, 1024, 0.5]
        ]
      ],
      [
        { instances: [2, 1], workers: 3 },
        [
          ['one 1', 1, 3, null, null, undefined],
          ['one 2', 2, 6, null, null, undefined]
        ]
      ],
      [
        { workers: [1, 2], instances: 2, cpus: 1 },
        [
          ['one 1', 2, 2, 1, null, undefined],
          ['one 2', 2, 4, 1, null, undefined]
        ]
      ]
    ]))

  const cpus = 'It must be a number of cores from 0.01, such as 0.5 or 2, or 500m as in Kubernetes'
  const list = 'It must be a list of at least two different numbers of cores, such as [0.5, 1, 2].'
  const memory = 'It must be an amount of memory with its unit, such as 512Mi, 256MB or 1GiB.'
  itRefuses(readOne, 'plugins.speedup.variants.one', [
    ...[0, -1, 'two', '9m'].map((value): [unknown, string] => [
      { cpus: value },
      `.cpus is ${JSON.stringify(value)}. ${cpus}.`
    ]),
    [{ cpus: '2 cores' }, `.cpus is "2 cores". ${cpus} (did you mean 2?).`],
    [{ cpus: '500 millicores' }, `.cpus is "500 millicores". ${cpus} (did you mean 500m?).`],
    [{ cpus: [0.5, 0.5] }, `.cpus is [0.5,0.5]. ${list}`],
    [{ cpus: [0.5, '2 cores'] }, `.cpus[1] is "2 cores". ${cpus} (did you mean 2?).`],
    [{ memory: 512 }, '.memory is 512, without a unit. Write 512Mi.'],
    [{ memory: 536870912 }, '.memory is 536870912, without a unit. Write 512Mi.'],
    [{ memory: '512 MB of RAM' }, `.memory is "512 MB of RAM". ${memory}`],
    [{ memory: '0MiB' }, `.memory is "0MiB". ${memory}`],
    [{ limits: { memory: '512Mi' } }, /limits\.memory is .*: memory belongs to the variant: memory: 512Mi\./],
    [{ limits: { cpu: '500m' } }, /limits\.cpu is .*: write cpus in the variant: cpus: 0\.5\./],
    [
      { cpus: [0.5, 1], instances: [1, 2] },
      ' has several lists, instances and cpus, but only one can make variants. Write the others as variants of their own.'
    ]
  ])
})

describe('reading an ecosystem file', () => {
  const folder = temporaryFolder()
  const readFarm = (ecosystem: unknown, rest: object = {}) =>
    read(
      { variants: { single: {}, farm: { mode: 'pm2', ecosystem, ...rest } } },
      { configFile: folder.path('shared.yml') }
    ).variants[1]

  it('takes a path from the scenario file, and from that of --config, and the name of the app in it', () => {
    const file = folder.write('ecosystem.config.cjs', '')
    expect(readFarm('primes.yml').ecosystem).to.eql({ file: scriptFile, app: null })
    expect(readFarm('ecosystem.config.cjs').ecosystem).to.eql({ file, app: null })
    expect(readFarm({ file, app: 'api' })).to.deep.include({
      mode: 'pm2',
      workers: null,
      ecosystem: { file, app: 'api' }
    })
    expect(readFarm({ file }, { workers: 2 })).to.deep.include({ workers: 2, ecosystem: { file, app: null } })
  })

  it('refuses a file that is not there, and a map without one', () => {
    const places = `${dirname(scriptFile)}/gone.cjs nor ${folder.path('gone.cjs')}`
    const gone = `is "gone.cjs", but there is no file ${places}. Paths are relative to the scenario file.`
    const example = 'for example { file: ../ecosystem.config.cjs, app: api } (relative to the scenario file).'
    const refused = [
      ['gone.cjs', ` ${gone}`],
      [{ file: 'gone.cjs' }, `.file ${gone}`],
      [{ app: 'api' }, `.file is missing. Name the PM2 ecosystem file, ${example}`]
    ]
    for (const [given, rest] of refused)
      expect(refusal(() => readFarm(given)).message).to.equal(`plugins.speedup.variants.farm.ecosystem${rest}`)
  })
})

describe('reading the baseline', () => {
  const clustered = { mode: 'cluster', workers: [1, 2, 4] }
  const readBaseline = (options: object) => read({ variants: { single: {}, clustered }, ...options })

  // Of several numbers of workers, the fewest.
  itTakes(
    (options) => readBaseline(options).baseline,
    [
      [{}, 'single'],
      [{ baseline: 'clustered 2' }, 'clustered 2'],
      [{ baseline: 'clustered' }, 'clustered 1'],
      [{ variants: { clustered, single: {} } }, 'clustered 1']
    ]
  )

  it('lets the thresholds of several hold for each but the baseline', () => {
    const variants = { clustered: { ...clustered, thresholds: { p95: 1.5 } }, single: {} }
    const own = { p95: 1.5, p99: 1.1 }
    expect(readBaseline({ variants, thresholds: { p95: 1.1, p99: 1.1 } }).scenarios[0].thresholds).to.eql({
      'clustered 2': own,
      'clustered 4': own,
      single: { p95: 1.1, p99: 1.1 }
    })
  })

  itRefuses(readBaseline, 'plugins.speedup', [
    [
      { baseline: 'clustered 3' },
      '.baseline is "clustered 3", an unknown variant (did you mean clustered 1?). ' +
        'Variants: single, clustered 1, clustered 2, clustered 4.'
    ],
    [
      { variants: { single: { thresholds: { p95: 1.3 } }, clustered, last: { mode: 'cluster' } } },
      '.variants.single.thresholds is set, ' +
        'but single is the baseline, and thresholds are for candidates. Move it to clustered or last.'
    ],
    [
      { variants: { single: { limits: { p95: '1s', fairness: 0.8 } }, clustered } },
      '.variants.single.limits.fairness is set, but single is the baseline, and fairness is for candidates. Move it to clustered.'
    ]
  ])
})

const readIn = (mode: string, options: object) =>
  read({ variants: { other: { mode: 'single' }, one: { mode, ...options } } })

/** What a mode needs is among them, and what no mode is without. */
const values: Partial<Record<Option, unknown>> = {
  workers: 2,
  instances: 2,
  cpus: 0.5,
  memory: '512Mi',
  scheduling: 'none',
  env: { A: 'b' },
  args: ['-v'],
  command: 'node app.js',
  ecosystem: 'primes.yml',
  url: 'http://127.0.0.1:4100'
}

/** Of these; versions are tried above. */
const takes: Record<Mode, Option[]> = {
  single: ['env', 'args'],
  cluster: ['workers', 'scheduling', 'env', 'args'],
  pm2: ['workers', 'env', 'args', 'ecosystem'],
  reusePort: ['workers', 'env', 'args'],
  ports: ['instances', 'workers', 'cpus', 'memory', 'env', 'args'],
  command: ['workers', 'env', 'command'],
  url: ['workers', 'url']
}

for (const mode of modeNames) {
  const { needs } = modes[mode]
  const needed = needs === undefined ? {} : { [needs.option]: values[needs.option] }
  const other = (Object.keys(values) as Option[]).filter((key) => !takes[mode].includes(key))
  it(`takes in mode ${mode} the options that its row names, thresholds among them, and no others`, () => {
    for (const key of takes[mode]) readIn(mode, { [key]: values[key], ...needed })
    const { thresholds } = readIn(mode, { ...needed, thresholds: { p95: 1.2 } }).scenarios[0]
    expect(thresholds).to.eql({ one: { p95: 1.2 } })
    for (const key of other)
      expect(refusal(() => readIn(mode, { ...needed, [key]: values[key] })).message).to.include(`.one.${key} is `)
  })
}

describe('an option that a mode does not take, or needs', () => {
  itRefuses(([mode, options]) => readIn(mode, options), 'plugins.speedup.variants.one.', [
    [
      ['single', { workers: 2 }],
      'workers is 2, but mode single has only one process. Set mode: cluster, pm2, reusePort or ports, or remove workers.'
    ],
    ...(['single', 'cluster'] as const).map((mode): [unknown, string] => [
      [mode, { cpus: 0.5 }],
      `cpus is 0.5, but mode ${mode} has no such option. Set mode: ports, or remove cpus.`
    ]),
    [
      ['pm2', { scheduling: 'none' }],
      'scheduling is "none", but mode pm2 has no such option. Set mode: cluster, or remove scheduling.'
    ],
    [
      ['command', { command: 'node app.js', args: ['-v'] }],
      'args is ["-v"], but in mode command they belong to the command. Write them there, or remove args.'
    ],
    // Values of environment variables may be secrets.
    [
      ['url', { url: 'http://127.0.0.1:4100', env: { TOKEN: 'secret' } }],
      'env is set, but mode url starts nothing. Set it where you start the app, or remove env.'
    ],
    [
      ['command', {}],
      'command is missing, but mode command needs it. ' +
        'Set it to the command line that starts the app, for example `command: node server.js --threads 2`.'
    ],
    [
      ['url', {}],
      'url is missing, but mode url needs it. Set it to the URL where the app runs, for example `url: https://staging.example.com`.'
    ]
  ])
})
