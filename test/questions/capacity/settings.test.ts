import { expect } from 'chai'
import { itRefuses, read as readSettings, readWithConfig } from '../../settings/cases.ts'
import { aCapacityResult } from '../../support/capacities.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { aCandidate, aComparison, aScenarioResult } from '../../support/results.ts'
import { refusal } from '../../support/settings.ts'

/** @param config beside target and plugins, as there are no phases */
const read = (options: object, { config = {}, script = {} }: { config?: object; script?: object } = {}) =>
  readWithConfig(options, { phases: undefined, ...config }, { script })

const level = { p95: '100ms' }
const get = { get: { url: '/' } }
const scenario = { name: 'list', flow: [get] }

describe('reading the service level', () => {
  it('takes limits of latency in ms, at most 1 % errors unless it is told otherwise, and has users come at a rate', () => {
    const [{ capacity, arrivals, loop }] = read({ capacity: { p95: '0.2s', 'p99.9': '1s' } }).scenarios
    expect(capacity).to.eql({ limits: { p95: 200, 'p99.9': 1000, errorRate: 0.01 }, wanted: null })
    expect([arrivals, loop]).to.eql([{ seconds: null, isLeast: false }, null])
  })

  it('takes a load for which workers are recommended, per second or, with users, as a number of them', () => {
    expect(read({ capacity: { ...level, for: '500/s' } }).scenarios[0].capacity?.wanted).to.equal(500)
    const [{ capacity, arrivals, loop }] = read({
      capacity: { ...level, errorRate: '0%', for: '50 users' },
      users: 20
    }).scenarios
    expect(capacity).to.eql({ limits: { p95: 100, errorRate: 0 }, wanted: 50 })
    expect([arrivals, loop]).to.eql([null, { users: 20, seconds: null }])
  })

  it('takes the price of a core and of a GiB, each of which may be free', () => {
    const priceOf = (price: object) => read({ capacity: { ...level, price } }).scenarios[0].capacity?.price
    expect(priceOf({ core: 0.03, gb: 0.004 })).to.eql({ core: 0.03, gb: 0.004 })
    expect(priceOf({ core: 0.03 })).to.eql({ core: 0.03, gb: 0 })
  })

  it('takes the length of each load of the rounds, with and without users', () => {
    expect(read({ capacity: level, duration: '12s' }).scenarios[0].arrivals).to.eql({ seconds: 12, isLeast: false })
    expect(read({ capacity: level, duration: '12s', users: 5 }).scenarios[0].loop).to.eql({ users: 5, seconds: 12 })
  })

  it('takes thresholds and limits of the capacity, at every level, and those that only take others back', () => {
    const variants = {
      single: { limits: { capacity: '40/s' } },
      clustered: { mode: 'cluster', workers: 2, thresholds: { capacity: 1.5, p95: null } }
    }
    const [{ thresholds, limits }] = read(
      { capacity: level, variants, limits: { capacity: '300 / s' } },
      { script: { scenarios: [{ ...scenario, speedup: { limits: { capacity: null } } }] } }
    ).scenarios
    expect(thresholds).to.eql({ clustered: { capacity: 1.5, p95: null } })
    expect(limits).to.eql({ single: { capacity: null }, clustered: { capacity: null } })
    expect(read({ capacity: level, limits: { capacity: '300 / s' } }).scenarios[0].limits.single).to.eql({
      capacity: 300
    })
  })

  itRefuses((given) => read({ capacity: given }), 'plugins.speedup.capacity', [
    [
      { p59: '200ms' },
      '.p59 is an unknown option (did you mean p50?). Options of plugins.speedup.capacity: p50, p95, p99, p99.9, errorRate, for, price.'
    ],
    [{}, ' has no limit of latency. Add one, such as p95: 200ms.'],
    [{ ...level, price: { core: -1 } }, '.price.core is -1. It must be a number from 0.'],
    [
      { p95: '15s' },
      '.p95 is 15 s, but requests time out after 8 s, so a longer latency would never be seen. Set config.http.timeout to more than 15.'
    ]
  ])

  itRefuses((given) => read({ capacity: level, ...given }), '', [
    [
      { users: 20, capacity: { ...level, for: '50/s' } },
      'plugins.speedup.capacity.for is "50/s", but with users, the search is for their number. Write it, such as 50 users.'
    ],
    [
      { users: 20, limits: { capacity: '50/s' } },
      'plugins.speedup.limits.capacity is "50/s", but with users, the search is for their number. Write it, such as 50 users.'
    ],
    [
      { limits: { capacity: '50 users' } },
      'plugins.speedup.limits.capacity is "50 users", but without users, the search is for a rate. Write one, such as 300/s, or set plugins.speedup.users.'
    ],
    [
      { disturb: [{ kill: 'worker', at: '4s' }] },
      'plugins.speedup.capacity and plugins.speedup.disturb are both set, but an app that is disturbed keeps no service level meanwhile. Remove one of them.'
    ],
    [
      { rate: '50/s', duration: '8s' },
      'plugins.speedup.rate and plugins.speedup.capacity are both set, and both define when users arrive. Remove one of them.'
    ],
    [
      { alternate: 'slices' },
      'plugins.speedup.alternate is slices, but a capacity is searched for, whose loads are as many as it needs. Remove alternate.'
    ],
    [
      { generator: { command: 'run' } },
      "plugins.speedup.capacity and plugins.speedup.generator are both set, but the search needs to see each request of the plugin's own load. Remove one of them."
    ],
    [
      { profile: true },
      'plugins.speedup.capacity and plugins.speedup.profile are both set, but each load of a search differs from the others, and profiles are compared under the same load. Remove one of them.'
    ],
    [
      { thresholds: { p95: 1.3 } },
      'plugins.speedup.thresholds.p95 is set, but with plugins.speedup.capacity only the capacity is compared. Write thresholds: { capacity: 1.5 }, or remove capacity. What each request must keep is the service level: capacity: { p95: 200ms, errorRate: 1% }.'
    ],
    [
      { variants: { single: { limits: { throughput: '100/s' } }, clustered: { mode: 'cluster' } } },
      'plugins.speedup.variants.single.limits.throughput is set, but with plugins.speedup.capacity only the capacity is compared. Write limits: { capacity: 300/s }, or remove capacity. What each request must keep is the service level: capacity: { p95: 200ms, errorRate: 1% }.'
    ],
    [
      { time: '10s' },
      'plugins.speedup.time is 10 s, but 6 runs of about 6.5 s, which are 3 rounds of 2 variants, and what finds where to search take at least about 70 s. Set it to 70s or more, or make the loads shorter.'
    ]
  ])

  it('searches for each scenario, the one that is chosen, or their mix, each with loads of its own length', () => {
    const two = {
      scenarios: [
        { ...scenario, speedup: { duration: '20s' } },
        { name: 'search', flow: [get] }
      ]
    }
    expect(
      read({ capacity: level, duration: '12s' }, { script: two }).scenarios.map(({ name, only, arrivals }) => [
        name,
        only,
        arrivals?.seconds
      ])
    ).to.eql([
      ['list', '^list$', 20],
      ['search', '^search$', 12]
    ])
    expect(
      read({ capacity: level, mix: true }, { script: { scenarios: [scenario, { flow: [get] }] } }).scenarios.map(
        ({ name, only }) => [name, only]
      )
    ).to.eql([['primes', null]])
  })

  it('takes a warm-up longer than usual, as loads without a given length have room for it', () => {
    expect(
      [read({ capacity: level, warmUp: '9s' }), read({ capacity: level, warmUp: '5s', duration: '8s' })].map(
        ({ warmUpSeconds }) => warmUpSeconds
      )
    ).to.eql([9, 5])
  })

  itRefuses((given) => read({ capacity: level, ...given }), '', [
    [
      { warmUp: '8s', duration: '8s' },
      'plugins.speedup.warmUp is 8 s, but the load of each run takes about 8 s: nothing would be left to count. Make the warm-up shorter, or the load longer.'
    ]
  ])

  const ofScenario = (speedup: object) => ({ script: { scenarios: [{ ...scenario, speedup }] } })
  itRefuses(({ options, ...rest }) => read({ capacity: level, ...options }, rest), '', [
    [
      ofScenario({ capacity: level }),
      'scenarios[0].speedup.capacity is an unknown option. Options of scenarios[0].speedup: users, duration, thresholds, limits.'
    ],
    [
      ofScenario({ limits: { fairness: 0.8 } }),
      'scenarios[0].speedup.limits.fairness is set, but with plugins.speedup.capacity only the capacity is compared. Write limits: { capacity: 300/s }, or remove capacity. What each request must keep is the service level: capacity: { p95: 200ms, errorRate: 1% }.'
    ],
    [
      ofScenario({ users: 5, limits: { capacity: '50/s' } }),
      'scenarios[0].speedup.limits.capacity is "50/s", but with users, the search is for their number. Write it, such as 50 users.'
    ],
    [
      { script: { scenarios: [{ ...scenario, engine: 'ws' }] } },
      'scenarios[0] ("list") uses the engine ws, which cannot be compared: a speedup is a ratio of HTTP response times, so only the engine http is supported. Put the HTTP requests that its users also make into a scenario of the engine http.'
    ]
  ])

  itRefuses(readSettings, 'plugins.speedup.', [
    [{ capacity: '200ms' }, 'capacity is "200ms". It must be a map of keys to values.'],
    [
      { capacity: { for: '0/s' } },
      'capacity.for is "0/s". It must be a rate such as 300/s; or, with users, their number, such as 50 users.'
    ],
    [
      { limits: { capacity: '300/min' } },
      'limits.capacity is "300/min". It must be a rate such as 300/s; or, with users, their number, such as 50 users.'
    ],
    [{ limits: { capacity: 50 } }, 'limits.capacity is 50, without a unit. Write 50/s, or 50 users.']
  ])

  itRefuses(readSettings, '', [
    [
      { capacity: level },
      'plugins.speedup.capacity and config.phases are both set (--solo sets phases, too), but the search chooses how many users come. Remove config.phases.'
    ],
    [
      { thresholds: { capacity: 1.5 } },
      'plugins.speedup.thresholds.capacity is set, but plugins.speedup.capacity is not. Add the service level, such as capacity: { p95: 200ms }.'
    ],
    [
      { variants: { single: {}, clustered: { mode: 'cluster', limits: { capacity: '300/s' } } } },
      'plugins.speedup.variants.clustered.limits.capacity is set, but plugins.speedup.capacity is not. Add the service level, such as capacity: { p95: 200ms }.'
    ]
  ])

  itRefuses((given) => read({ capacity: level }, given), '', [
    [
      { config: { http: { timeout: 0.1 } } },
      'plugins.speedup.capacity.p95 is 0.1 s, but config.http.timeout is 0.1 s, so a longer latency would never be seen. Set config.http.timeout to more than 0.1.'
    ],
    [
      { config: { timeout: 0.1 } },
      'plugins.speedup.capacity.p95 is 0.1 s, but config.timeout is 0.1 s, so a longer latency would never be seen. Set config.timeout to more than 0.1.'
    ],
    [
      { script: { scenarios: [{ ...scenario, flow: [{ loop: [get], whileTrue: 'goesOn' }] }] } },
      'plugins.speedup.capacity is set without users, so users arrive at a rate, but the flow of scenarios[0] has a loop with whileTrue, which may never end. Remove the loop, or set plugins.speedup.users.'
    ]
  ])
})

describe('an earlier result of a search for the capacity', () => {
  const folder = temporaryFolder()
  const searched = aComparison([aScenarioResult([aCandidate()], { capacity: aCapacityResult() })])
  const keep = () => folder.write('comparison.json', JSON.stringify(searched))
  const withLevel = (p95: string) => read({ compareWith: keep(), capacity: { p95 } }).compareWith
  const found = ' has for primes a search for the users per second with p95 ≤ 100 ms and errors ≤ 1 %, this comparison '

  it('is taken within the same service level, and refused within another, or where one load is compared today', () => {
    expect(withLevel('100ms')?.estimates).to.have.length(4)
    expect(refusal(() => withLevel('200ms')).message).to.include(
      `${found}a search for the users per second with p95 ≤ 200 ms and errors ≤ 1 %; `
    )
    expect(refusal(() => readSettings({ compareWith: keep() })).message).to.include(
      `${found}one load; what different loads tell can't be compared. Name a result of the same, or remove compareWith.`
    )
  })
})
