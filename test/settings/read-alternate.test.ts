import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { aSource, refusal } from '../support/settings.ts'

/** @param more beside target and the options */
function read(options: object, { config = {}, rest = {} }: { config?: object; rest?: object } = {}) {
  const speedup = { app: '../fixtures-app/server.js', alternate: 'slices', ...options }
  return readSettings(
    aSource(options, {
      script: { config: { target: 'http://127.0.0.1:3030', ...config, plugins: { speedup } }, ...rest }
    })
  )
}

const phases = [{ duration: 10, arrivalRate: 10 }]
const begin = 'plugins.speedup.alternate is slices, but '

describe('the option alternate', () => {
  it('takes slices for users who go on, in any mode', () => {
    expect(read({ users: 8 }).alternate).to.equal('slices')
    const variants = {
      single: {},
      clustered: { mode: 'cluster', workers: 2 },
      other: { command: 'node server.js' },
      one: { instances: 2 }
    }
    expect(read({ users: 8, duration: '4s', variants }).alternate).to.equal('slices')
  })

  const refused: Record<string, [Parameters<typeof read>, message: string]> = {
    'users who come at a rate': [
      [{}, { config: { phases } }],
      `${begin}users come at the times of config.phases, and such a load can't pause. Replace config.phases by plugins.speedup.users, for example users: 20, or remove alternate.`
    ],
    'a search for a capacity': [
      [{ capacity: { p95: '200ms' } }],
      `${begin}a capacity is searched for, whose loads are as many as it needs. Remove alternate.`
    ],
    disturbances: [
      [{ users: 8, duration: '8s', disturb: [{ kill: 'worker', at: '4s' }] }],
      `${begin}plugins.speedup.disturb is set, and what happens to one app must not happen beside another. Remove one of the two.`
    ],
    'a generator elsewhere': [
      [{ generator: { command: 'run' } }, { config: { phases } }],
      `${begin}plugins.speedup.generator is set, and only the plugin's own load can pause. Remove one of the two.`
    ],
    'a section that is run once for each load': [
      [{ users: 8 }, { rest: { before: { flow: [{ log: 'hello' }] } } }],
      `${begin}the script has a section before or after, which is run once for each load. Remove alternate, or that section.`
    ],
    'another word': [
      [{ users: 8, alternate: 'slice' }],
      'plugins.speedup.alternate is "slice". It must be one of runs, slices (did you mean slices?).'
    ]
  }
  for (const [what, [given, message]] of Object.entries(refused)) {
    it(`refuses ${what}, by name`, () => {
      const { code, message: said } = refusal(() => read(...given))
      expect([code, said]).to.eql(['INVALID_SETTINGS', message])
    })
  }
})
