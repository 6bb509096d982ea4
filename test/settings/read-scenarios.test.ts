import { metrics } from '../../plugin/concepts/metrics.ts'
import { expect } from 'chai'
import { aPlan, scriptFile } from '../support/settings.ts'
import { itRefuses, itTakes, read as readSettings, readWithConfig } from './cases.ts'

const read = (scenarios: unknown[] | undefined, options: object = {}, scenarioName?: string) =>
  readSettings(options, { script: { scenarios }, scenarioName }).scenarios

const two = [{ name: 'search' }, { name: 'buy (now!)' }]

describe('reading the scenarios', () => {
  it('names an unnamed only scenario after the file, and the mix of all scenarios too', () => {
    expect(read([{}])).to.eql([aPlan()])
    expect(read([{ name: 'a' }, {}], { mix: true, thresholds: { p95: 1.2 } })).to.eql([aPlan({ p95: 1.2 })])
  })

  it('compares several scenarios one after the other, each chosen by a pattern that fits it alone', () => {
    const plans = read([...two, { name: 'buy (now!) again' }])
    expect(plans.map(({ name }) => name)).to.eql(['search', 'buy (now!)', 'buy (now!) again'])
    const fitting = plans.map(({ only }) =>
      plans.filter(({ name }) => new RegExp(String(only)).test(name)).map(({ name }) => name)
    )
    expect(fitting).to.eql([['search'], ['buy (now!)'], ['buy (now!) again']])
    expect(read([{ name: 1, flow: [{ get: { url: '/' } }] }, { name: 2 }]).map(({ cycle }) => cycle)).to.eql([1, null])
    expect(read([{ name: 1 }, { name: 2 }]).map(({ name, only }) => [name, only])).to.eql([
      ['1', '^1$'],
      ['2', '^2$']
    ])
  })

  describe('compares only the scenario that --scenario-name names, or that its pattern fits, of a mix and beside an unnamed one too', () => {
    itTakes(
      ({ name, scenarios, options }) => read(scenarios, options, name).map((plan) => plan.name),
      [
        [{ scenarios: two, name: 'search' }, ['search']],
        [{ scenarios: two, name: '^buy', options: { mix: true } }, ['buy (now!)']],
        [{ scenarios: [{ name: 'search' }, {}], name: 'search' }, ['search']]
      ]
    )
  })

  describe('refuses a scenario that sends nothing, whatever else its users do', () => {
    const says = (place: string, kinds: string) =>
      `${place} sends no request: its flow has only steps of the kind ${kinds}. Add a request, for example get: { url: / }, or leave the scenario out with --scenario-name.`
    const get = { get: { url: '/' } }
    itRefuses((given: any) => read(given.scenarios ?? [{ flow: given }], given.options, given.name), '', [
      [[{ think: 1 }], says('scenarios[0]', 'think')],
      [[{ log: 'x' }, [{ function: 'x' }], { log: 'y' }], says('scenarios[0]', 'log and function')],
      [
        [{ loop: [{ parallel: [{ function: 'x' }] }, { think: 1 }], count: 2 }],
        says('scenarios[0]', 'function and think')
      ],
      ...[{}, { mix: true }].map((options): [object, string] => [
        {
          scenarios: [
            { name: 'a', flow: [get] },
            { name: 'b', flow: [{ think: 1 }] }
          ],
          options
        },
        says('scenarios[1] (b)', 'think')
      ])
    ])
    itTakes(
      ({ scenarios, name }) => read(scenarios, {}, name).length,
      [
        [{ scenarios: [{ flow: [{ think: 1 }, { loop: [[{ parallel: [get] }]], count: 2 }] }] }, 1],
        [{ scenarios: [{ flow: [] }] }, 1],
        [
          {
            scenarios: [
              { name: 'a', flow: [get] },
              { name: 'b', flow: [{ think: 1 }] }
            ],
            name: 'a'
          },
          1
        ]
      ]
    )
  })

  describe('refuses a pool of connections in which no user would ever get one, by name', () => {
    const allowed =
      'It must be a number of connections that all users share, 1 or more, or be left out: then each user has one of its own.'
    itRefuses(
      (pool) => readWithConfig({}, { http: { pool } }, { script: { scenarios: [{}] } }),
      'config.http.pool is ',
      [
        ['many', `"many". ${allowed}`],
        [0.5, `0.5. ${allowed}`],
        [[5], `[5]. ${allowed}`]
      ]
    )

    for (const pool of [1, 20, '20', 0, null, undefined]) {
      it(`but not ${pool}`, () =>
        expect(() => readWithConfig({}, { http: { pool } }, { script: { scenarios: [{}] } })).not.to.throw())
    }
  })

  describe('refuses scenarios of other engines than http, and HTTP/2, by name', () => {
    itRefuses(
      ({ name, scenarios, engine }) => readWithConfig({}, { engine }, { script: { scenarios }, scenarioName: name }),
      '',
      [
        [
          { scenarios: [{ name: 'chat', engine: 'ws' }] },
          'scenarios[0] ("chat") uses the engine ws, which cannot be compared: a speedup is a ratio of HTTP response times, so only the engine http is supported. Put the HTTP requests that its users also make into a scenario of the engine http.'
        ],
        [
          { scenarios: [{ engine: 'playwright' }] },
          'scenarios[0] uses the engine playwright, which cannot be compared: a speedup is a ratio of HTTP response times, so only the engine http is supported. Put the HTTP requests that its pages make into a scenario of the engine http.'
        ],
        [
          { scenarios: [{}], engine: 'kafka' },
          'scenarios[0] uses the engine kafka, which cannot be compared: a speedup is a ratio of HTTP response times, so only the engine http is supported. Write the requests as a scenario of the engine http.'
        ],
        [
          { scenarios: [{ name: 'search' }, { name: 'chat', engine: 'socketio' }] },
          'scenarios[1] ("chat") uses the engine socketio, which cannot be compared: a speedup is a ratio of HTTP response times, so only the engine http is supported. Run the scenario that uses it with --scenario-name: "search".'
        ],
        [
          { scenarios: [{ flow: [{ loop: [{ get: { url: '/', http2: true } }], count: 2 }] }] },
          'scenarios[0] has a request with http2: true, but only HTTP/1.1 can be measured. Remove http2 from its requests to compare the app over HTTP/1.1.'
        ],
        [
          { scenarios: [{ flow: [[{ parallel: [[{ post: { url: '/', http2: true } }]] }]] }] },
          'scenarios[0] has a request with http2: true, but only HTTP/1.1 can be measured. Remove http2 from its requests to compare the app over HTTP/1.1.'
        ],
        [
          { scenarios: [{ name: 'search' }, { name: 'chat', engine: 'ws' }], name: 'chat' },
          'scenarios[1] ("chat") uses the engine ws, which cannot be compared: a speedup is a ratio of HTTP response times, so only the engine http is supported. Run the scenario that uses it with --scenario-name: "search".'
        ]
      ]
    )
    itTakes(
      ({ name, scenarios }) => read(scenarios, {}, name).length,
      [
        [
          {
            scenarios: [
              { name: 'search', engine: 'http' },
              { name: 'chat', engine: 'ws' }
            ],
            name: 'search'
          },
          1
        ],
        [
          {
            scenarios: [
              { flow: [{ post: { url: '/', json: { http2: true } } }, { log: { http2: true } }, { get: null }] }
            ]
          },
          1
        ]
      ]
    )
  })

  it('lets the nearest threshold win, key by key: the scenario’s, the variant’s, everybody’s; null takes one back', () => {
    const variants = {
      single: {},
      two: { mode: 'cluster', workers: 2, thresholds: { p95: 1.5, p99: 1.5 } },
      four: { mode: 'cluster', workers: 4 }
    }
    const thresholds = { p50: 1.1, p95: 1.1, p99: 1.1 }
    const [search, buy] = read(
      [{ name: 'search', speedup: { thresholds: { p50: null, p99: 1.9 } } }, { name: 'buy' }],
      { variants, thresholds }
    )
    expect(search.thresholds).to.eql({
      two: { p50: null, p95: 1.5, p99: 1.9 },
      four: { p50: null, p95: 1.1, p99: 1.9 }
    })
    expect(buy.thresholds).to.eql({ two: { p50: 1.1, p95: 1.5, p99: 1.5 }, four: { p50: 1.1, p95: 1.1, p99: 1.1 } })
  })

  it('reads limits of every variant, the baseline too: in ms, a second, and as a share; the nearest wins, key by key; null takes one back', () => {
    const variants = {
      single: { limits: { p95: '1s' } },
      two: { mode: 'cluster', workers: [2, 3], limits: { throughput: '300/s' } }
    }
    const limits = { p95: '200ms', p50: '0.2s', 'p99.9': '1.5 m', errorRate: '1%' }
    const [search, buy] = read(
      [{ name: 'search', speedup: { limits: { p95: null, throughput: '50/s', errorRate: '0%' } } }, { name: 'buy' }],
      { variants, limits }
    )
    const common = { p50: 200, 'p99.9': 90_000 }
    const two = { ...common, p95: 200, throughput: 300, errorRate: 0.01 }
    expect(buy.limits).to.eql({ single: { ...common, p95: 1000, errorRate: 0.01 }, 'two 2': two, 'two 3': two })
    const inSearch = { ...common, p95: null, throughput: 50, errorRate: 0 }
    expect(search.limits).to.eql({ single: inSearch, 'two 2': inSearch, 'two 3': inSearch })
  })

  const names = `Options of scenarios[0].speedup.thresholds: ${metrics.join(', ')}, requests.`
  itRefuses((scenarios) => read(scenarios), '', [
    ...[undefined, []].map((scenarios): [unknown, string] => [
      scenarios,
      `${scriptFile} has no scenarios. Add at least one under \`scenarios:\`.`
    ]),
    [
      [{ name: 'search' }, { flow: [] }],
      'scenarios[1] has no name. With several scenarios, each is compared on its own and needs a name: add one, or set plugins.speedup.mix: true.'
    ],
    [
      [{ name: 'search' }, { name: 'buy' }, { name: 'search' }],
      'scenarios[2].name is "search", like an earlier one\'s. Give each scenario its own name.'
    ],
    [[{ name: 'search', speedup: null }], 'scenarios[0].speedup is null. It must be a map of keys to values.'],
    [
      [{ name: 'search' }, { name: 'buy', speedup: { threshold: {} } }],
      'scenarios[1].speedup.threshold is an unknown option (did you mean thresholds?). Options of scenarios[1].speedup: users, duration, thresholds, limits.'
    ],
    [
      [{ name: 'search', speedup: { thresholds: { p75: 2 } } }],
      `scenarios[0].speedup.thresholds.p75 is an unknown option (did you mean p95?). ${names}`
    ]
  ])
  itRefuses(
    (scenarios) => read(scenarios, { mix: true }),
    'scenarios[0].speedup.',
    ['thresholds', 'limits'].map((kind) => [
      [{ speedup: { [kind]: {} } }],
      `${kind} is set, but with mix: true no scenario is compared alone. Move it to plugins.speedup.${kind}, or remove mix.`
    ])
  )
  itRefuses((scenarioName) => read(two, {}, scenarioName), '--scenario-name ', [
    ['serch', '"serch" matches no scenario (did you mean search?). Scenarios: search, buy (now!).'],
    ['r|u', '"r|u" matches 2 scenarios. Scenarios: search, buy (now!).'],
    ['[', '"[" is not a valid regular expression (Invalid regular expression: /[/: Unterminated character class).']
  ])
})
