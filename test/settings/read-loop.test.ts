import { expect } from 'chai'
import { phasesOf } from '../../plugin/concepts/load-description.ts'
import { itRefuses, readWithConfig } from './cases.ts'

const flow = [{ get: { url: '/' } }]
const one = [{ name: 'shop', flow }]

type Given = { scenarios?: object[]; phases?: unknown; scenarioName?: string; [option: string]: unknown }

const plansOf = ({ scenarios = one, phases, scenarioName, ...options }: Given) =>
  readWithConfig(options, { phases }, { script: { scenarios }, scenarioName }).scenarios
const loadsOf = (given: Given) =>
  plansOf(given).map(({ name, loop, phases }) => [name, loop?.users, loop?.seconds, phases])

describe('users who go on', () => {
  it('come within a second, or a quarter of a short time, and go on for as long as is said, as long as is best, or 8 s', () => {
    const phases = [{ duration: 1, arrivalCount: 20 }]
    expect(loadsOf({ users: 20, duration: '30s' })).to.eql([['shop', 20, 30, phases]])
    expect(loadsOf({ users: 20, duration: '2s' })).to.eql([['shop', 20, 2, [{ duration: '500ms', arrivalCount: 20 }]]])
    expect(loadsOf({ users: 20 })).to.eql([['shop', 20, null, phases]])
    for (const more of [{ rounds: 5 }, { generator: { command: 'run' } }])
      expect(loadsOf({ users: 20, ...more })).to.eql([['shop', 20, 8, phases]])
  })

  it('are those of a scenario before those of all, and of a mix those of all', () => {
    const scenarios = [
      { name: 'shop', flow, speedup: { users: 5 } },
      { name: 'search', flow, speedup: { duration: '3s' } }
    ]
    expect(loadsOf({ users: 20, duration: '8s', scenarios }).map((load) => load.slice(0, 3))).to.eql([
      ['shop', 5, 8],
      ['search', 20, 3]
    ])
    expect(
      loadsOf({ users: 20, duration: '8s', mix: true, scenarios: [{ flow }, { flow }] }).map((load) => load.slice(0, 3))
    ).to.eql([['primes', 20, 8]])
  })

  it('are looked for only in the scenario that is chosen', () => {
    const scenarios = [
      { name: 'shop', flow, speedup: { users: 5 } },
      { name: 'search', flow }
    ]
    expect(loadsOf({ scenarios, scenarioName: 'shop' }).map((load) => load.slice(0, 2))).to.eql([['shop', 5]])
  })

  it('are as many as Artillery makes of the phase, in whole microseconds', () => {
    for (const seconds of [null, 1, 2, 0.3]) {
      for (let users = 1; users <= 1000; users++) {
        const [{ duration }] = phasesOf({ users, seconds })
        const ms = typeof duration === 'number' ? 1000 * duration : Number.parseInt(String(duration), 10)
        // As the packages phases and arrivals work it out.
        const everyUs = Math.floor((((ms / 1000) * 1000) / users) * 1000)
        expect(Math.floor((ms * 1000) / everyUs), `${users} users in ${ms} ms`).to.equal(users)
      }
    }
  })

  it('may arrive at a rate instead, at random, which levels multiply', () => {
    const at = (arrivals: object) => [{ duration: '20s', ...arrivals, mode: 'poisson' }]
    const phasesAt = (given: Given) => plansOf({ duration: '20s', ...given }).map((plan) => [plan.loop, plan.phases])
    expect(phasesAt({ rate: '50/s' })).to.eql([[null, at({ arrivalRate: 50 })]])
    expect(phasesAt({ rate: '0.5/s' })).to.eql([[null, at({ arrivalCount: 10 })]])
  })

  it('do not change a file that has phases', () =>
    expect(loadsOf({ phases: [{ duration: 1, arrivalCount: 20 }] })).to.eql([['shop', undefined, undefined, null]]))

  const phases = [{ duration: 1, arrivalCount: 20 }]
  const add = 'Add plugins.speedup.users, for example users: 20 and duration: 8s, and remove config.phases.'
  const both =
    'and config.phases are both set (--solo sets phases, too), and both define the users. Remove one of them: ' +
    'with users, each repeats the flow until the time is up; with phases, as often as the flow says.'
  const of = (...speedups: object[]) => speedups.map((speedup, i) => ({ name: ['shop', 'search'][i], flow, speedup }))
  itRefuses(plansOf, '', [
    ...['users', 'phases'].map((key): [Given, string] => [
      { rate: '50/s', duration: '8s', [key]: { users: 20, phases }[key] },
      `plugins.speedup.rate and ${key === 'phases' ? 'config' : 'plugins.speedup'}.${key} are both set, and both define when users arrive. Remove one of them.`
    ]),
    [
      { rate: '50/s', duration: '8s', scenarios: of({ users: 5 }) },
      'plugins.speedup.rate and scenarios[0].speedup.users are both set, and both define when users arrive. Remove one of them.'
    ],
    [
      { rate: '50/s' },
      'plugins.speedup.rate is set, but duration is not. Set how long users arrive in each run, for example duration: 20s.'
    ],
    [{ users: 20, phases }, `plugins.speedup.users ${both}`],
    [{ scenarios: of({ users: 5 }), phases }, `scenarios[0].speedup.users ${both}`],
    [
      { duration: '8s', phases },
      `plugins.speedup.duration is set, but users is not. ${add} Or remove it, because config.phases defines the load.`
    ],
    [{ scenarios: of({ duration: '8s' }) }, `scenarios[0].speedup.duration is set, but users is not. ${add}`],
    [
      {},
      'The script has no load: neither plugins.speedup.users nor config.phases is set. Add users to the options of speedup, for example users: 20 and duration: 8s: ' +
        '20 users then repeat the flow for 8 seconds. Or let them arrive all the time, for example rate: 50/s and duration: 20s; or add config.phases.'
    ],
    [
      { scenarios: of({ users: 5 }, {}) },
      'scenarios[1] (search) has no users, but scenarios[0] (shop) has. Add users to scenarios[1].speedup, or set plugins.speedup.users for all scenarios.'
    ],
    [
      { scenarios: of({ users: 5 }, { users: 6, duration: '8s' }) },
      'scenarios[0] (shop) has no duration, but scenarios[1] (search) has. Add duration to scenarios[0].speedup, or set plugins.speedup.duration for all scenarios.'
    ],
    [
      { mix: true, users: 5, scenarios: of({}, { users: 5 }) },
      'scenarios[1].speedup.users is set, but with mix: true no scenario is compared alone. Move it to plugins.speedup.users, or remove mix.'
    ],
    [{ scenarios: of({ users: 0 }) }, 'scenarios[0].speedup.users is 0. It must be a whole number from 1 to 1000.']
  ])
})
