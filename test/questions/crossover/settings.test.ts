import { expect } from 'chai'
import { scalePhases } from '../../../plugin/questions/crossover/settings.ts'
import { itFinds } from '../../support/cases.ts'
import { aPlan } from '../../support/settings.ts'
import { itRefuses, readWithConfig } from '../../settings/cases.ts'
import type { Phase } from '../../../plugin/concepts/settings.ts'

const get = { get: { url: '/' } }
const usualPhases = [{ duration: 20, arrivalRate: 50 }]
const shop = { name: 'shop', flow: [get] }

type Given = {
  levels: number[]
  scenarios?: object[]
  phases?: unknown
  scenarioName?: string
  [option: string]: unknown
}

const plansOf = ({ scenarios = [shop], phases = usualPhases, scenarioName, ...options }: Given) =>
  readWithConfig(options, { phases }, { script: { scenarios }, scenarioName }).scenarios

describe('reading several loads', () => {
  it('makes a scenario of each, the least load first', () => {
    expect(plansOf({ levels: [1, 0.5, 1.5] })).to.eql(
      [0.5, 1, 1.5].map((factor) => ({
        ...aPlan(),
        cycle: 1,
        name: `shop at ${factor}x load`,
        level: { of: 'shop', factor, isLeast: factor === 0.5 },
        phases: [{ duration: 20, arrivalRate: 50 * factor }]
      }))
    )
  })

  const endless = { loop: [get], whileTrue: 'untilTimeIsUp' }
  const plannedOf = (given: Omit<Given, 'levels'>) =>
    plansOf({ ...given, levels: [1, 2] }).map(({ name, level, only }) => [name, level?.of, only])
  itFinds({
    'makes them of each scenario, one scenario after the other': [
      [
        plannedOf({ scenarios: [shop, { name: 'search', flow: [get] }] }),
        [
          ['shop at 1x load', 'shop', '^shop$'],
          ['shop at 2x load', 'shop', '^shop$'],
          ['search at 1x load', 'search', '^search$'],
          ['search at 2x load', 'search', '^search$']
        ]
      ]
    ],
    'makes them of the mix of all scenarios': [
      [
        plannedOf({ mix: true, scenarios: [{ flow: [get] }, { flow: [get] }] }),
        [
          ['primes at 1x load', 'primes', null],
          ['primes at 2x load', 'primes', null]
        ]
      ]
    ],
    'looks at the scenario that --scenario-name chooses alone': [
      [
        plannedOf({ scenarios: [shop, { name: 'loop', flow: [endless] }], scenarioName: 'shop' }).map(([name]) => name),
        ['shop at 1x load', 'shop at 2x load']
      ]
    ]
  })

  it('lets the thresholds hold for the load as written, and allows as many errors under each', () => {
    const scenarios = [{ ...shop, speedup: { thresholds: { p99: 1.2 } } }]
    const plans = plansOf({
      levels: [0.5, 1, 2],
      thresholds: { p95: 1.3 },
      limits: { p95: '1s', errorRate: '30%' },
      scenarios
    })
    expect(plans.map(({ limits }) => limits.single)).to.eql([
      { errorRate: 0.3 },
      { p95: 1000, errorRate: 0.3 },
      { errorRate: 0.3 }
    ])
    expect(plans.map(({ thresholds }) => thresholds.clustered)).to.eql([{}, { p95: 1.3, p99: 1.2 }, {}])
  })

  const without = [{}, { limits: { errorRate: '20%' } }, { thresholds: { p95: null } }].map(
    (demands) => plansOf({ levels: [0.5, 2], ...demands }).length
  )
  itFinds({ 'needs no factor 1 where there is no demand but on errors, or each is taken back': [[without, [2, 2, 2]]] })

  const ofScenario = { scenarios: [{ ...shop, speedup: { limits: { fairness: 0.5 } } }] }
  const demands: object[] = [
    { thresholds: { p95: 1.3 } },
    { limits: { throughput: '100/s' } },
    { variants: { single: {}, cluster: { thresholds: { throughput: 1.1 } } } },
    ofScenario
  ]
  itRefuses(
    plansOf,
    'plugins.speedup.levels is [0.5,2], ',
    demands.map((given) => [
      { levels: [0.5, 2], ...given },
      'but thresholds and limits apply to the load as written, which is the factor 1, and scenario "shop" has some. Add 1 to levels, or remove them.'
    ])
  )

  const closed = (reason: string) =>
    `plugins.speedup.levels is set, but scenario "shop" is a closed load: ${reason}, and ` +
    "a fixed number of users sends the next request as soon as the last is answered, so the load depends on the app, not the script, and can't be multiplied. Let users arrive all the time, each for one " +
    'request: for example phases: [{ duration: 20, arrivalRate: 50 }] and a flow of single requests. Or remove levels.'
  const within2Seconds = [
    { duration: 1, arrivalCount: 20 },
    { duration: '500ms', arrivalRate: 10 }
  ]
  const burst = { loop: [get], count: 60 }
  const withFlow = (...flow: object[]) => [{ name: 'shop', flow }]

  describe('refuses users who ask until time is up, and a burst of users who ask again and again', () => {
    const nested = { parallel: [{ loop: [endless], count: 2 }] }
    const endlessScripts = [
      withFlow(endless),
      withFlow(get, nested),
      [{ name: 'search', flow: [get] }, ...withFlow(endless)]
    ]
    itRefuses(
      plansOf,
      '',
      endlessScripts.map((scenarios) => [
        { levels: [0.5, 1], mix: scenarios.length > 1, scenarios },
        closed('its flow has a loop with whileTrue')
      ])
    )
    itRefuses(
      plansOf,
      '',
      [withFlow(burst), withFlow({ loop: [get], over: ['a', 'b'] })].map((scenarios) => [
        { levels: [0.5, 1], phases: within2Seconds, scenarios },
        closed('all its users come within 2 s, and its flow has a loop')
      ])
    )
  })

  it('takes users who come all the time and ask several times, and a burst of those who ask once', () => {
    expect(plansOf({ levels: [0.5, 1], scenarios: withFlow(burst) })).to.have.lengthOf(2)
    expect(plansOf({ levels: [0.5, 1], phases: within2Seconds })).to.have.lengthOf(2)
  })

  const list = 'a list of different numbers above 0, such as [0.5, 0.8, 1, 1.5]'
  itRefuses((levels) => plansOf({ levels }), 'plugins.speedup.levels', [
    [[0], '[0] is 0. It must be a number above 0 to 100.'],
    [[], ` is []. It must be ${list}.`],
    [[1, 2, 1], ` is [1,2,1]. It must be ${list}.`],
    [0.5, ` is 0.5. It must be ${list}.`]
  ])
  it('multiplies a rate, and no number of users', () => {
    const { scenarios } = readWithConfig({ levels: [1, 2], rate: '50/s', duration: '20s' }, { phases: undefined })
    expect(scenarios.map(({ loop, phases }) => [loop, phases])).to.eql(
      [50, 100].map((arrivalRate) => [null, [{ duration: '20s', arrivalRate, mode: 'poisson' }]])
    )
  })
  itRefuses((users) => readWithConfig({ users, levels: [0.5, 1] }, { phases: undefined }), '', [
    [
      20,
      'plugins.speedup.levels and users are both set, but a fixed number of users sends the next request as soon as the last is answered, ' +
        "so the load depends on the app, not the script, and can't be multiplied. Replace users by config.phases, for example [{ duration: 20, arrivalRate: 50 }], or remove levels. " +
        'To compare under several numbers of users, add a scenario with its own speedup.users for each.'
    ]
  ])

  const swept = { cluster: { workers: [1, 2, 4, 8] } }
  const elsewhere = { old: { url: 'https://old.example' }, new: { url: 'https://new.example' } }
  itRefuses((options) => plansOf({ levels: [0.5, 0.8, 1, 1.5], ...options }), 'This comparison would take ', [
    [
      { variants: swept },
      /about 20 min if 3 rounds decide, 1 h 7 min if all 10 are needed: 48 to 160 runs of about 25 s, which are 3 to 10 rounds of 4 variants x 4 loads; /
    ],
    [
      { scenarios: [shop, { name: 'search', flow: [get] }], phases: [{ duration: 30, arrivalRate: 50 }] },
      /: 48 to 160 runs of about 35 s, which are 3 to 10 rounds of 2 variants x 4 loads x 2 scenarios; /
    ],
    [
      { generator: { command: 'run-lambda' }, variants: elsewhere },
      /^This comparison would take about 1 h 0 min if 3 rounds decide, 3 h 11 min if all 10 are needed: 24 to 80 runs of about 140 s, /
    ]
  ])

  const nothing = [null, { duration: 20, arrivalRate: 50 }, [{ duration: 1, arrivalCount: 1 }], [{ pause: 5 }, null]]
  itRefuses(
    plansOf,
    'plugins.speedup.levels is set, but there is no load to multiply: ',
    nothing.map((phases) => [
      { levels: [1, 2], phases },
      'config.phases is missing or has one user at most, or --solo is set. Write, for example, phases: [{ duration: 20, arrivalRate: 50 }].'
    ])
  )

  const number = "which plugins.speedup.levels can't multiply. It must be a number from 0."
  itRefuses((phases) => plansOf({ levels: [1, 2], phases }), 'config.phases', [
    [[{ duration: 5, arrivalRate: '{{ rate }}' }], `[0].arrivalRate is "{{ rate }}", ${number}`],
    [
      [
        { duration: 5, arrivalRate: 5 },
        { duration: 5, rampTo: ' ' }
      ],
      `[1].rampTo is " ", ${number}`
    ],
    [[{ duration: 5, arrivalCount: -5 }], `[0].arrivalCount is -5, ${number}`]
  ])
})

describe('phases with another load', () => {
  const pauses = [
    { pause: 5, arrivalRate: 3 },
    { duration: 5, arrivalRate: 0 }
  ]
  const cases: [title: string, phases: Phase[], factor: number, changed: Phase[]][] = [
    ['multiply the arrival rate', [{ duration: 20, arrivalRate: 50 }], 0.5, [{ arrivalRate: 25 }]],
    [
      'multiply both ends of a ramp',
      [{ duration: '2m', arrivalRate: 10, rampTo: 90, name: 'ramp' }],
      1.5,
      [{ arrivalRate: 15, rampTo: 135 }]
    ],
    ['multiply a ramp from nothing', [{ duration: 10, rampTo: 40 }], 0.5, [{ rampTo: 20 }]],
    ['multiply a number of users', [{ duration: 20, arrivalCount: 201 }], 0.5, [{ arrivalCount: 101 }]],
    [
      'multiply numbers that are texts, as from an environment variable',
      [{ duration: '20', arrivalRate: '50' }],
      2,
      [{ arrivalRate: 100 }]
    ],
    [
      'multiply neither maxVusers nor the way they come',
      [{ duration: 20, arrivalRate: 50, maxVusers: 10, mode: 'poisson' }],
      2,
      [{ arrivalRate: 100 }]
    ],
    [
      'have the same pauses, a rate of 0 among them',
      [...pauses, { duration: 5, arrivalRate: 40 }],
      0.5,
      [{}, {}, { arrivalRate: 20 }]
    ],
    [
      'are as they were written at the factor 1, whatever Artillery will say to them',
      [{ duration: 5, arrivalRate: '2.5' }],
      1,
      [{}]
    ],
    [
      'keep one user of a phase that would have less',
      [
        { duration: 1, arrivalCount: 1 },
        { duration: 20, arrivalRate: 50 }
      ],
      0.1,
      [{}, { arrivalRate: 5 }]
    ]
  ]
  for (const [title, phases, factor, changed] of cases) {
    it(title, () => {
      const before = structuredClone(phases)
      expect(scalePhases(phases, factor)).to.eql(phases.map((phase, i) => ({ ...phase, ...changed[i] })))
      expect(phases).to.eql(before)
    })
  }

  itRefuses((phases) => scalePhases(phases, 0.5), 'plugins.speedup.levels has the factor 0.5, but ', [
    [
      [{ duration: 20, arrivalRate: 5 }],
      'Artillery takes whole numbers of users only, and with config.phases rounded it would be 0.6. ' +
        'Use larger numbers in the phases, such as arrivalRate: 50, or another factor.'
    ]
  ])

  it('have whole users, which Artillery demands', async () => {
    const file = new URL('../../../node_modules/artillery/dist/lib/dist.js', import.meta.url)
    const { default: divide } = await import(file.href)
    const phases = [
      { duration: 10, arrivalRate: 33 },
      { duration: 10, arrivalRate: 33, rampTo: 101 },
      { duration: 10, arrivalCount: 333 }
    ]
    expect(() => divide({ config: { phases: [{ duration: 10, arrivalRate: 16.5 }] } }, 1)).to.throw()
    for (const threads of [1, 2, 3, 7]) {
      const parts = divide({ config: { phases: scalePhases(phases, 0.5) } }, threads)
      const rates = parts.map((part: any) => part.config.phases[0].arrivalRate)
      expect(rates.reduce((sum: number, rate: number) => sum + rate)).to.equal(17)
    }
  })
})
