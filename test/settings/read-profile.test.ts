import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { isProfiled } from '../../plugin/experiment/profile-variants.ts'
import { aSource, refusal } from '../support/settings.ts'

const read = (options: object) =>
  readSettings(
    aSource(options, {
      script: {
        config: {
          target: 'http://127.0.0.1:3030',
          phases: [{ duration: 10, arrivalRate: 10 }],
          plugins: { speedup: { app: '../fixtures-app/server.js', ...options } }
        }
      }
    })
  )
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

  const refused: Record<string, [options: object, message: string | RegExp]> = {
    'a variant that runs elsewhere': [
      { variants: { single: {}, staging: url } },
      'plugins.speedup.profile is true, but plugins.speedup.variants.staging (mode url) is running elsewhere, ' +
        'so the profiler cannot be loaded into it. Remove profile, or compare staging in a scenario file of its own.'
    ],
    'a variant that is a command': [
      { variants: { single: {}, bun: { command: 'bun server.js' } } },
      /variants\.bun \(mode command\) is started by a command, so .+ Remove profile, or compare bun in a scenario file of its own\.$/
    ],
    disturbances: [
      { disturb: [{ kill: 'worker', at: '4s' }] },
      'plugins.speedup.profile and plugins.speedup.disturb are both set, but a profile shows what an app does that is not disturbed. Remove one of them.'
    ],
    'a generator of another kind': [
      { generator: { command: 'run' } },
      "plugins.speedup.profile and plugins.speedup.generator are both set, but only the plugin's own load says when it begins and ends. Remove one of them."
    ],
    'a generator elsewhere': [
      {
        generator: { command: 'run-lambda' },
        variants: { one: { url: 'https://one.example' }, two: { url: 'https://two.example' } }
      },
      /plugins\.speedup\.generator are both set/
    ]
  }
  for (const [what, [options, message]] of Object.entries(refused)) {
    it(`is refused with ${what}, before anything is started`, () => {
      const { message: found } = refusal(() => read({ ...options, profile: true }))
      if (typeof message === 'string') expect(found).to.equal(message)
      else expect(found).to.match(message)
      expect(read(options).profile).to.equal(false)
    })
  }

  it('profiles each scenario under the highest of its loads alone', () => {
    const settings = read({ levels: [0.5, 2, 1], profile: true })
    expect(
      settings.scenarios.filter((scenario) => isProfiled(scenario, settings)).map(({ level }) => level?.factor)
    ).to.eql([2])
    const without = read({ levels: [0.5, 2, 1] })
    expect(without.scenarios.some((scenario) => isProfiled(scenario, without))).to.equal(false)
  })
})
