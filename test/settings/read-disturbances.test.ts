import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkConflicts } from '../../plugin/settings/conflicts.ts'
import { readDisturbances, underDisturbances } from '../../plugin/settings/read-disturbances.ts'
import { readWithConfig } from './cases.ts'
import { aPlan, aVariant, refusal } from '../support/settings.ts'
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
const refused = (...given: Parameters<typeof read>) => refusal(() => read(...given)).message
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

  for (const [title, given, message] of [
    [
      'an empty list',
      [[]],
      'plugins.speedup.disturb is empty. Name at least one, for example { kill: worker, at: 4s }.'
    ],
    [
      'one that says nothing',
      [[{ at: '4s' }]],
      'plugins.speedup.disturb[0] does not say what happens. Set one of kill, terminate, freeze, reload, for example { kill: worker, at: 4s }.'
    ],
    [
      'two in one',
      [[{ ...kill, reload: true }]],
      'plugins.speedup.disturb[0] says kill and reload. Set one of kill, terminate, freeze, reload, for example { kill: worker, at: 4s }.'
    ],
    [
      'no time',
      [[{ kill: 'worker' }]],
      'plugins.speedup.disturb[0].at is missing. Set it to the time after which kill happens, such as 4s.'
    ],
    [
      'a freeze without an end',
      [[{ freeze: 'worker', at: '4s' }]],
      'plugins.speedup.disturb[0].duration is missing. Set how long a worker is frozen, for example { freeze: worker, duration: 2s, at: 4s }.'
    ],
    [
      'a time of what takes none',
      [[{ ...kill, duration: '2s' }]],
      'plugins.speedup.disturb[0].duration is "2s", but kill takes no time. Remove duration.'
    ],
    [
      'two at one time',
      [[kill, { reload: true, at: '4s' }]],
      /^plugins\.speedup\.disturb has reload at 4 s, less than 3 s after the one before it is over, so /
    ],
    [
      'one before the end of a freeze',
      [
        [
          { freeze: 'all', duration: '3s', at: '4s' },
          { kill: 'all', at: '9s' }
        ]
      ],
      /^plugins\.speedup\.disturb has kill at 9 s, less than 3 s after /
    ],
    [
      'one in the warm-up',
      [[{ kill: 'worker', at: '2s' }]],
      /^plugins\.speedup\.disturb has kill at 2 s, but before 3 s \(the warm-up and 1\.5 s without a disturbance\) .* Let it happen later\.$/
    ],
    ['one in a longer warm-up', [[kill], { warmUpSeconds: 5 }], /before 6\.5 s/],
    [
      'one after the load',
      [[kill], { phases: [{ duration: 3, arrivalRate: 5 }] }],
      /^plugins\.speedup\.disturb has kill at 4 s, but the load of each run takes about 3 s: .* Make the load 7 s long, or let it happen earlier\.$/
    ],
    [
      'a load of unknown length',
      [[kill], { phases: [{ duration: 1, arrivalCount: 20 }], steps: [{ loop: flow, whileTrue: 'goOn' }] }],
      'plugins.speedup.disturb is set, but a flow has a loop with whileTrue, so how long the load takes is unknown. Set plugins.speedup.users, for example users: 20, ' +
        'and remove the loop and config.phases: 20 users then repeat the flow for as long as the disturbances need.'
    ],
    [
      'a freeze longer than the load',
      [[{ freeze: 'worker', duration: '9s', at: '4s' }], { loadSeconds: 10 }],
      /freeze at 4 s for 9 s, but the load of each run takes about 10 s.*Make the load 16 s long/
    ],
    [
      'loads',
      [[kill], { options: { levels: [1, 2] } }],
      /^plugins\.speedup\.disturb and plugins\.speedup\.levels are both set, .* Remove one of them\.$/
    ],
    [
      'several numbers of workers',
      [[kill], { variants: [aVariant(), { ...cluster, name: 'clustered 2', sweep: 'clustered' }] }],
      /^plugins\.speedup\.disturb is set, but plugins\.speedup\.variants\.clustered has several numbers of workers\. Set only one\.$/
    ],
    [
      'a time',
      [[kill], { options: { time: '60s' } }],
      /^plugins\.speedup\.disturb and plugins\.speedup\.time are both set, .* Set rounds instead of time\.$/
    ],
    [
      'an earlier result',
      [[kill], { options: { compareWith: 'reports/before' } }],
      /^plugins\.speedup\.disturb and plugins\.speedup\.compareWith are both set/
    ],
    [
      'a load from elsewhere',
      [[kill], { options: { generator: { command: 'run-lambda' } } }],
      /^plugins\.speedup\.disturb and plugins\.speedup\.generator are both set, but only a load from this machine/
    ],
    [
      'Artillery’s own client',
      [[kill], { options: { generator: { client: 'artillery' } } }],
      /users of Artillery's own client leave when a request is lost.* Remove plugins\.speedup\.generator\.client\.$/
    ],
    [
      'a limit',
      [[kill], { limits: { p95: 200, p99: null } }],
      'p95 is demanded together with plugins.speedup.disturb, which measures what is lost, not how fast the app is. Demand limits: { lost: 0% }, recovery or p95Rise instead, or remove disturb.'
    ],
    [
      'a speedup that is demanded',
      [[kill], { thresholds: { p95: 1.2 } }],
      'p95 is demanded together with plugins.speedup.disturb, which measures what is lost, not how fast the app is. Demand limits: { lost: 0% }, recovery or p95Rise instead, or remove disturb.'
    ],
    [
      'a loss that is allowed where nothing happens',
      [undefined, { thresholds: { lost: 0 } }],
      /^limits\.lost concerns what is lost when the app is disturbed\. Set disturb, for example disturb: /
    ],
    [
      'to hit what is started by a command',
      [[kill], { variants: [aVariant(), aVariant({ name: 'docker', mode: 'command', command: 'docker run shop' })] }],
      'plugins.speedup.disturb has kill, but the workers of docker are unknown (mode command). Use another mode for it, or only reload.'
    ],
    [
      'a reload of a command that does not say how',
      [
        [{ reload: true, at: '4s' }],
        { variants: [aVariant(), aVariant({ name: 'docker', mode: 'command', command: 'docker run shop' })] }
      ],
      'plugins.speedup.disturb has a reload, but plugins.speedup.variants.docker.reload is missing. Set the command line that replaces the workers, for example command: exec node cluster.js, and reload: kill -HUP $PID'
    ],
    [
      'an app elsewhere',
      [[kill], { variants: [aVariant(), aVariant({ name: 'staging', mode: 'url' })] }],
      /staging runs elsewhere \(mode url\)/
    ]
  ] as [string, Parameters<typeof read>, string | RegExp][]) {
    it(`refuses ${title}`, () => {
      const found = refused(...given)
      if (typeof message === 'string') expect(found).to.equal(message)
      else expect(found).to.match(message)
    })
  }
})
