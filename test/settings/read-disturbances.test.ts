import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkConflicts } from '../../plugin/settings/conflicts.ts'
import { readDisturbances, underDisturbances } from '../../plugin/settings/read-disturbances.ts'
import { itRefuses, readWithConfig } from './cases.ts'
import { aPlan, aVariant } from '../support/settings.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'
import type { Limits, Variant } from '../../plugin/concepts/settings.ts'

const flow = [{ get: { url: '/' } }]
const cluster = aVariant({ name: 'clustered', mode: 'cluster', workers: 2 })

/** Of 20 users, whose time is free, unless something else is said. */
function read(
  disturb: unknown,
  rest: {
    options?: object
    variants?: Variant[]
    phases?: object[]
    steps?: object[]
    warmUpSeconds?: number
    loadSeconds?: number
    thresholds?: Thresholds
    limits?: Limits
  } = {}
) {
  const {
    options = {},
    variants = [aVariant(), cluster],
    phases,
    steps = flow,
    warmUpSeconds = null,
    loadSeconds = null,
    thresholds = {},
    limits
  } = rest
  const loop = { loop: { users: 20, seconds: loadSeconds }, phases: [{ duration: 1, arrivalCount: 20 }] }
  const plan = {
    ...aPlan(thresholds, ['clustered'], limits && { clustered: limits }),
    ...(phases === undefined ? loop : {})
  }
  const script = { config: { phases }, scenarios: [{ flow: steps }] }
  const given: any = { disturb, ...options }
  checkConflicts(given)
  const found = readDisturbances(given, { script, variants, scenarios: [plan], warmUpSeconds })
  return found && { disturbances: found, load: underDisturbances(plan, found, script) }
}
const kill = { kill: 'worker', at: '4s' }

describe('what happens to the app', () => {
  it('is nothing, unless it is asked for', () => expect(read(undefined)).to.equal(null))

  it('takes a recovery in any unit, and null takes it back', () => {
    const recoveryOf = (recovery: unknown, own?: unknown) =>
      readWithConfig(
        { disturb: [kill], limits: { recovery }, variants: { single: {}, cluster: { limits: { recovery: own } } } },
        { phases: [{ duration: 10, arrivalRate: 5 }] }
      ).scenarios[0].thresholds.cluster.recovery
    expect([recoveryOf('500ms'), recoveryOf('2s'), recoveryOf('2s', null)]).to.eql([0.5, 2, null])
  })

  it('is a list in the order of time, and says how long a load must be', () => {
    expect(
      read([
        { reload: true, at: '14s' },
        { freeze: 'worker', duration: '2s', at: '8000ms' },
        kill,
        { terminate: 'all', at: '0.3m' }
      ])
    ).to.eql({
      disturbances: [
        { kind: 'kill', of: 'worker', seconds: null, at: 4 },
        { kind: 'freeze', of: 'worker', seconds: 2, at: 8 },
        { kind: 'reload', of: 'all', seconds: null, at: 14 },
        { kind: 'terminate', of: 'all', seconds: null, at: 18 }
      ],
      load: {
        ...aPlan(),
        loop: { users: 20, seconds: 21 },
        // Beside the users of the script, new ones who ask once.
        phases: [
          { duration: '1000ms', arrivalCount: 20 },
          { name: 'new users who ask once', duration: '20000ms', arrivalRate: 20 }
        ]
      }
    })
  })

  itRefuses((given) => read(...(given as Parameters<typeof read>)), '', [
    [[[]], 'plugins.speedup.disturb is empty. Name at least one, for example { kill: worker, at: 4s }.'],
    [
      [[{ at: '4s' }]],
      'plugins.speedup.disturb[0] does not say what happens. Set one of kill, terminate, freeze, reload, for example { kill: worker, at: 4s }.'
    ],
    [
      [[{ ...kill, reload: true }]],
      'plugins.speedup.disturb[0] says kill and reload. Set one of kill, terminate, freeze, reload, for example { kill: worker, at: 4s }.'
    ],
    [
      [[{ kill: 'worker' }]],
      'plugins.speedup.disturb[0].at is missing. Set it to the time after which kill happens, such as 4s.'
    ],
    [
      [[{ freeze: 'worker', at: '4s' }]],
      'plugins.speedup.disturb[0].duration is missing. Set how long a worker is frozen, for example { freeze: worker, duration: 2s, at: 4s }.'
    ],
    [
      [[{ ...kill, duration: '2s' }]],
      'plugins.speedup.disturb[0].duration is "2s", but kill takes no time. Remove duration.'
    ],
    [
      [[kill, { reload: true, at: '4s' }]],
      "plugins.speedup.disturb has reload at 4 s, less than 3 s after the one before it is over, so their effects can't be told apart. Leave more time between them."
    ],
    [
      [
        [
          { freeze: 'all', duration: '3s', at: '4s' },
          { kill: 'all', at: '9s' }
        ]
      ],
      "plugins.speedup.disturb has kill at 9 s, less than 3 s after the one before it is over, so their effects can't be told apart. Leave more time between them."
    ],
    [
      [[{ kill: 'worker', at: '2s' }]],
      'plugins.speedup.disturb has kill at 2 s, but before 3 s (the warm-up and 1.5 s without a disturbance) there is nothing to compare it with. Let it happen later.'
    ],
    [
      [[kill], { warmUpSeconds: 5 }],
      'plugins.speedup.disturb has kill at 4 s, but before 6.5 s (the warm-up and 1.5 s without a disturbance) there is nothing to compare it with. Let it happen later.'
    ],
    [
      [[kill], { phases: [{ duration: 3, arrivalRate: 5 }] }],
      'plugins.speedup.disturb has kill at 4 s, but the load of each run takes about 3 s: it must go on for 3 s more to show whether the app recovers. Make the load 7 s long, or let it happen earlier.'
    ],
    [
      [[kill], { phases: [{ duration: 1, arrivalCount: 20 }], steps: [{ loop: flow, whileTrue: 'goOn' }] }],
      'plugins.speedup.disturb is set, but a flow has a loop with whileTrue, so how long the load takes is unknown. Set plugins.speedup.users, for example users: 20, ' +
        'and remove the loop and config.phases: 20 users then repeat the flow for as long as the disturbances need.'
    ],
    [
      [[{ freeze: 'worker', duration: '9s', at: '4s' }], { loadSeconds: 10 }],
      'plugins.speedup.disturb has freeze at 4 s for 9 s, but the load of each run takes about 10 s: it must go on for 3 s more to show whether the app recovers. Make the load 16 s long, or let it happen earlier.'
    ],
    [
      [[kill], { options: { levels: [1, 2] } }],
      'plugins.speedup.disturb and plugins.speedup.levels are both set, but a comparison finds either what is lost, or the load from which on a cluster pays off. Remove one of them.'
    ],
    [
      [[kill], { variants: [aVariant(), { ...cluster, name: 'clustered 2', sweep: 'clustered' }] }],
      'plugins.speedup.disturb is set, but plugins.speedup.variants.clustered has several numbers of workers. Set only one.'
    ],
    [
      [[kill], { options: { time: '60s' } }],
      'plugins.speedup.disturb and plugins.speedup.time are both set, but the disturbances decide how long a run takes. Set rounds instead of time.'
    ],
    [
      [[kill], { options: { compareWith: 'reports/before' } }],
      'plugins.speedup.disturb and plugins.speedup.compareWith are both set, but speedups are not measured when the app is disturbed. Remove one of them.'
    ],
    [
      [[kill], { options: { generator: { command: 'run-lambda' } } }],
      'plugins.speedup.disturb and plugins.speedup.generator are both set, but only a load from this machine records each lost request. Remove one of them.'
    ],
    [
      [[kill], { options: { generator: { client: 'artillery' } } }],
      "plugins.speedup.disturb is set, but users of Artillery's own client leave when a request is lost, which changes the load. Remove plugins.speedup.generator.client."
    ],
    [
      [[kill], { limits: { p95: 200, p99: null } }],
      'p95 is demanded together with plugins.speedup.disturb, which measures what is lost, not how fast the app is. Demand limits: { lost: 0% }, recovery or p95Rise instead, or remove disturb.'
    ],
    [
      [[kill], { thresholds: { p95: 1.2 } }],
      'p95 is demanded together with plugins.speedup.disturb, which measures what is lost, not how fast the app is. Demand limits: { lost: 0% }, recovery or p95Rise instead, or remove disturb.'
    ],
    [
      [undefined, { thresholds: { lost: 0 } }],
      'limits.lost concerns what is lost when the app is disturbed. Set disturb, for example disturb: [{ kill: worker, at: 4s }], or remove it.'
    ],
    [
      [[kill], { variants: [aVariant(), aVariant({ name: 'docker', mode: 'command', command: 'docker run shop' })] }],
      'plugins.speedup.disturb has kill, but the workers of docker are unknown (mode command). Use another mode for it, or only reload.'
    ],
    [
      [
        [{ reload: true, at: '4s' }],
        { variants: [aVariant(), aVariant({ name: 'docker', mode: 'command', command: 'docker run shop' })] }
      ],
      'plugins.speedup.disturb has a reload, but plugins.speedup.variants.docker.reload is missing. Set the command line that replaces the workers, for example command: exec node cluster.js, and reload: kill -HUP $PID'
    ],
    [
      [[kill], { variants: [aVariant(), aVariant({ name: 'staging', mode: 'url' })] }],
      "plugins.speedup.disturb is set, but staging runs elsewhere (mode url) and can't be disturbed. Use another mode, or remove disturb."
    ]
  ])
})
