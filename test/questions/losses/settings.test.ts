import { expect } from 'chai'
import { itRefuses, readWithConfig } from '../../settings/cases.ts'

const flow = [{ get: { url: '/' } }]
const shopWith = (variant: object) => ({ single: {}, shop: variant })

/** Of 20 users, whose time is free, unless there are phases. */
const read = ({
  phases,
  steps = flow,
  ...options
}: {
  phases?: object[]
  steps?: object[]
  [option: string]: unknown
}) =>
  readWithConfig(
    phases === undefined ? { users: 20, ...options } : options,
    { phases },
    { script: { scenarios: [{ flow: steps }] } }
  )
const kill = { kill: 'worker', at: '4s' }

describe('what happens to the app', () => {
  it('is nothing, unless it is asked for', () => expect(read({}).disturb).to.equal(null))

  it('takes a recovery in any unit, and null takes it back', () => {
    const recoveryOf = (recovery: unknown, own?: unknown) =>
      read({ disturb: [kill], limits: { recovery }, variants: { single: {}, cluster: { limits: { recovery: own } } } })
        .scenarios[0].thresholds.cluster.recovery
    expect([recoveryOf('500ms'), recoveryOf('2s'), recoveryOf('2s', null)]).to.eql([0.5, 2, null])
  })

  it('is a list in the order of time, and says how long a load must be', () => {
    const { disturb, scenarios } = read({
      disturb: [
        { reload: true, at: '14s' },
        { freeze: 'worker', duration: '2s', at: '8000ms' },
        kill,
        { terminate: 'all', at: '0.3m' }
      ]
    })
    expect(disturb).to.eql([
      { kind: 'kill', of: 'worker', seconds: null, at: 4 },
      { kind: 'freeze', of: 'worker', seconds: 2, at: 8 },
      { kind: 'reload', of: 'all', seconds: null, at: 14 },
      { kind: 'terminate', of: 'all', seconds: null, at: 18 }
    ])
    expect(scenarios[0]).to.deep.include({
      loop: { users: 20, seconds: 21 },
      // Beside the users of the script, new ones who ask once.
      phases: [
        { duration: '1000ms', arrivalCount: 20 },
        { name: 'new users who ask once', duration: '20000ms', arrivalRate: 20 }
      ]
    })
  })

  it('keeps loads from taking turns, where nothing is said', () =>
    expect(read({ disturb: [kill] }).alternate).to.equal('runs'))

  const written: [path: string, of: (value: unknown) => Record<string, unknown>, allowed: string, values: unknown[]][] =
    [
      ['limits.lost', (lost) => ({ limits: { lost } }), 'a percentage from 0% to 100%, such as 1%', ['none']],
      [
        'limits.recovery',
        (recovery) => ({ limits: { recovery } }),
        'a time above 0, with its unit, such as 10s, 200ms or 5m',
        ['0ms', '1d']
      ],
      [
        'disturb[0].duration',
        (duration) => ({ disturb: [{ duration }] }),
        'a time above 0, at most 600 seconds, with its unit, such as 10s, 200ms or 5m',
        ['8 seconds']
      ],
      [
        'disturb[0].at',
        (at) => ({ disturb: [{ at }] }),
        'a time from 0, at most 3600 seconds, with its unit, such as 10s, 200ms or 5m',
        ['4 s later', -1, '3601s']
      ]
    ]
  for (const [path, of, allowed, values] of written) {
    const cases = values.map((value): [unknown, string] => [value, `${JSON.stringify(value)}. It must be ${allowed}.`])
    itRefuses((value) => read(of(value)), `plugins.speedup.${path} is `, cases)
  }

  itRefuses(read, '', [
    [
      { disturb: [kill], duration: '8s', alternate: 'slices' },
      'plugins.speedup.alternate is slices, but plugins.speedup.disturb is set, and what happens to one app must not happen beside another. Remove one of the two.'
    ],
    [{ thresholds: { lost: '0%' } }, /thresholds\.lost is an unknown option: lost belongs to limits\. Options of /],
    [{ disturb: [] }, 'plugins.speedup.disturb is empty. Name at least one, for example { kill: worker, at: 4s }.'],
    [
      { disturb: [{ at: '4s' }] },
      'plugins.speedup.disturb[0] does not say what happens. Set one of kill, terminate, freeze, reload, for example { kill: worker, at: 4s }.'
    ],
    [
      { disturb: [{ ...kill, reload: true }] },
      'plugins.speedup.disturb[0] says kill and reload. Set one of kill, terminate, freeze, reload, for example { kill: worker, at: 4s }.'
    ],
    [
      { disturb: [{ kill: 'worker' }] },
      'plugins.speedup.disturb[0].at is missing. Set it to the time after which kill happens, such as 4s.'
    ],
    [
      { disturb: [{ freeze: 'worker', at: '4s' }] },
      'plugins.speedup.disturb[0].duration is missing. Set how long a worker is frozen, for example { freeze: worker, duration: 2s, at: 4s }.'
    ],
    [
      { disturb: [{ ...kill, duration: '2s' }] },
      'plugins.speedup.disturb[0].duration is "2s", but kill takes no time. Remove duration.'
    ],
    [
      { disturb: [kill, { reload: true, at: '4s' }] },
      "plugins.speedup.disturb has reload at 4 s, less than 3 s after the one before it is over, so their effects can't be told apart. Leave more time between them."
    ],
    [
      {
        disturb: [
          { freeze: 'all', duration: '3s', at: '4s' },
          { kill: 'all', at: '9s' }
        ]
      },
      "plugins.speedup.disturb has kill at 9 s, less than 3 s after the one before it is over, so their effects can't be told apart. Leave more time between them."
    ],
    [
      { disturb: [{ kill: 'worker', at: '2s' }] },
      'plugins.speedup.disturb has kill at 2 s, but before 3 s (the warm-up and 1.5 s without a disturbance) there is nothing to compare it with. Let it happen later.'
    ],
    [
      { disturb: [kill], warmUp: '5s' },
      'plugins.speedup.disturb has kill at 4 s, but before 6.5 s (the warm-up and 1.5 s without a disturbance) there is nothing to compare it with. Let it happen later.'
    ],
    [
      { disturb: [kill], phases: [{ duration: 3, arrivalRate: 5 }] },
      'plugins.speedup.disturb has kill at 4 s, but the load of each run takes about 3 s: it must go on for 3 s more to show whether the app recovers. Make the load 7 s long, or let it happen earlier.'
    ],
    [
      { disturb: [kill], phases: [{ duration: 1, arrivalCount: 20 }], steps: [{ loop: flow, whileTrue: 'goOn' }] },
      'plugins.speedup.disturb is set, but a flow has a loop with whileTrue, so how long the load takes is unknown. Set plugins.speedup.users, for example users: 20, ' +
        'and remove the loop and config.phases: 20 users then repeat the flow for as long as the disturbances need.'
    ],
    [
      { disturb: [{ freeze: 'worker', duration: '9s', at: '4s' }], duration: '10s' },
      'plugins.speedup.disturb has freeze at 4 s for 9 s, but the load of each run takes about 10 s: it must go on for 3 s more to show whether the app recovers. Make the load 16 s long, or let it happen earlier.'
    ],
    [
      { disturb: [kill], levels: [1, 2] },
      'plugins.speedup.disturb and plugins.speedup.levels are both set, but a comparison finds either what is lost, or the load from which on a cluster pays off. Remove one of them.'
    ],
    [
      { disturb: [kill], variants: shopWith({ mode: 'cluster', workers: [1, 2] }) },
      'plugins.speedup.disturb is set, but plugins.speedup.variants.shop has several numbers of workers. Set only one.'
    ],
    [
      { disturb: [kill], time: '60s' },
      'plugins.speedup.disturb and plugins.speedup.time are both set, but the disturbances decide how long a run takes. Set rounds instead of time.'
    ],
    [
      { disturb: [kill], compareWith: 'reports/before' },
      'plugins.speedup.disturb and plugins.speedup.compareWith are both set, but speedups are not measured when the app is disturbed. Remove one of them.'
    ],
    [
      { disturb: [kill], generator: { command: 'run-lambda' } },
      'plugins.speedup.disturb and plugins.speedup.generator are both set, but only a load from this machine records each lost request. Remove one of them.'
    ],
    [
      { disturb: [kill], generator: { client: 'artillery' } },
      "plugins.speedup.disturb is set, but users of Artillery's own client leave when a request is lost, which changes the load. Remove plugins.speedup.generator.client."
    ],
    [
      { disturb: [kill], limits: { p95: '200ms', p99: null } },
      'p95 is demanded together with plugins.speedup.disturb, which measures what is lost, not how fast the app is. Demand limits: { lost: 0% }, recovery or p95Rise instead, or remove disturb.'
    ],
    [
      { disturb: [kill], thresholds: { p95: 1.2 } },
      'p95 is demanded together with plugins.speedup.disturb, which measures what is lost, not how fast the app is. Demand limits: { lost: 0% }, recovery or p95Rise instead, or remove disturb.'
    ],
    [
      { limits: { lost: '0%' } },
      'limits.lost concerns what is lost when the app is disturbed. Set disturb, for example disturb: [{ kill: worker, at: 4s }], or remove it.'
    ],
    [
      { disturb: [kill], variants: shopWith({ command: 'docker run shop' }) },
      'plugins.speedup.disturb has kill, but the workers of shop are unknown (mode command). Use another mode for it, or only reload.'
    ],
    [
      { disturb: [{ reload: true, at: '4s' }], variants: shopWith({ command: 'docker run shop' }) },
      'plugins.speedup.disturb has a reload, but plugins.speedup.variants.shop.reload is missing. Set the command line that replaces the workers, for example command: exec node cluster.js, and reload: kill -HUP $PID'
    ],
    [
      { disturb: [kill], variants: shopWith({ url: 'https://a.example' }) },
      "plugins.speedup.disturb is set, but shop runs elsewhere (mode url) and can't be disturbed. Use another mode, or remove disturb."
    ]
  ])
})
