import { expect } from 'chai'
import { unknownPace } from '../../../plugin/experiment/warm-up.ts'
import { isProfiled, profileBeside } from '../../../plugin/questions/profile/experiment/profile-variants.ts'
import { itFinds } from '../../support/cases.ts'
import { aRun } from '../../support/runs.ts'
import { aPlan, someSettings } from '../../support/settings.ts'
import { itRefuses, read } from '../../settings/cases.ts'
import type { Settings } from '../../../plugin/concepts/settings.ts'

const url = { url: 'http://127.0.0.1:3031' }
const cluster = { mode: 'cluster', workers: 2 }

describe('the option profile', () => {
  it('is false when left out, and takes every mode that runs in Node processes of the plugin’s', () => {
    expect(read({}).profile).to.equal(false)
    const variants = {
      single: {},
      clustered: cluster,
      shared: { mode: 'reusePort', workers: 2 },
      apart: { instances: 2 },
      kept: { mode: 'pm2', workers: 2 }
    }
    expect(read({ variants, profile: true }).profile).to.equal(true)
  })

  const both = 'plugins.speedup.profile and plugins.speedup.'
  itRefuses((options) => read({ ...options, profile: true }), '', [
    [
      { variants: { single: {}, staging: url } },
      'plugins.speedup.profile is true, but plugins.speedup.variants.staging (mode url) is running elsewhere, ' +
        'so the profiler cannot be loaded into it. Remove profile, or compare staging in a scenario file of its own.'
    ],
    [
      { variants: { single: {}, bun: { command: 'bun server.js' } } },
      'plugins.speedup.profile is true, but plugins.speedup.variants.bun (mode command) is started by a command, so the profiler cannot be loaded into it. Remove profile, or compare bun in a scenario file of its own.'
    ],
    [
      { disturb: [{ kill: 'worker', at: '4s' }] },
      `${both}disturb are both set, but a profile shows what an app does that is not disturbed. Remove one of them.`
    ],
    [
      { generator: { command: 'run' } },
      `${both}generator are both set, but only the plugin's own load says when it begins and ends. Remove one of them.`
    ]
  ])

  it('profiles each scenario under the highest of its loads alone', () => {
    const scenarios = [1, 4, 2].map((factor) => ({
      ...aPlan(),
      level: { of: 'primes', factor, isLeast: factor === 1 }
    }))
    const profiled = (profile: boolean) =>
      scenarios.filter((scenario) => isProfiled(scenario, someSettings({ scenarios, profile })))
    expect(profiled(true).map(({ level }) => level.factor)).to.eql([4])
    expect(profiled(false)).to.eql([])
  })

  const runs = [8, 6].map((wallSeconds) => aRun({ wallSeconds, loadSeconds: 2 }))
  const seconds = (overrides?: Partial<Settings>) =>
    profileBeside.seconds(someSettings({ profile: true, ...overrides }), unknownPace, { scenario: aPlan(), runs })

  itFinds({
    'takes a run more of each variant, of 5 s where its length is free, and a second to write it': [
      [seconds(), 2 * (7 + 1)],
      [seconds({ lengthIsFree: true }), 2 * (7 + 3 + 1)],
      [seconds({ profile: false }), 0]
    ]
  })
})
