import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readSettings } from '../../plugin/settings/read-settings.js'
import { aSource, refusal } from '../support/settings.js'

const get = { get: { url: '/' } }
const loads = [0.5, 0.8, 1, 1.5]
const swept = { cluster: { workers: [1, 2, 4, 8] } }

/**
 * @param {object} options
 * @param {{ duration?: number, scenarios?: object[], env?: Record<string, string> }} [rest] duration: in which users come
 */
function read(options, { duration = 20, scenarios = [{ name: 'shop', flow: [get] }], env } = {}) {
  const { script, ...source } = aSource(options, { script: { scenarios } })
  return readSettings({ ...source, script: { ...script, config: { ...script.config, phases: [{ duration, arrivalRate: 50 }] } }, env })
}

describe('how long a comparison may take', () => {
  const advice = 'Take fewer numbers of workers, loads or rounds, or shorter phases. If more than an hour is right, set the environment variable ARTILLERY_SPEEDUP_YES=true.'
  const [waiting] = [{ name: 'shop', flow: [{ loop: [get], count: 5 }] }]
  /** @type {[string, Parameters<typeof read>, string][]} */
  const refused = [
    ['several workers under several loads', [{ load: loads, variants: swept }],
      'about 27 min if 3 rounds decide, 1 h 13 min if all 10 are needed: 64 to 176 runs of about 25 s, for each of 4 variants x 4 loads a warm-up and the rounds'],
    ['a fixed number of rounds', [{ load: loads, variants: swept, rounds: 10 }],
      'about 1 h 13 min if all 10 are needed: 176 runs of about 25 s, for each of 4 variants x 4 loads a warm-up and the rounds'],
    ['long phases', [{ variants: swept }, { duration: 300 }],
      'about 1 h 21 min if 3 rounds decide, 3 h 44 min if all 10 are needed: 16 to 44 runs of about 305 s, for each of 4 variants a warm-up and the rounds'],
    ['several scenarios', [{ load: loads }, { duration: 30, scenarios: [{ name: 'a', flow: [get] }, { name: 'b', flow: [get] }] }],
      'about 37 min if 3 rounds decide, 1 h 43 min if all 10 are needed: 64 to 176 runs of about 35 s, for each of 2 variants x 4 loads x 2 scenarios a warm-up and the rounds'],
    ['users who go on, which makes it a lower bound', [{ load: loads, variants: swept }, { scenarios: [waiting] }],
      'at least about 27 min if 3 rounds decide, 1 h 13 min if all 10 are needed: 64 to 176 runs of at least about 25 s, for each of 4 variants x 4 loads a warm-up and the rounds']
  ]
  for (const [what, given, length] of refused) {
    it(`is not more than an hour without being asked for: ${what}`, () => {
      expect(refusal(() => read(...given))).to.eql({ code: 'INVALID_SETTINGS', message: `This comparison would take ${length}. ${advice}` })
    })
  }

  it('is up to an hour', () => {
    // 4 variants x 9 rounds x 100 s are an hour.
    expect(() => read({ variants: swept, rounds: 8 }, { duration: 95 })).not.to.throw()
    expect(() => read({ variants: swept, rounds: 8 }, { duration: 95.1 })).to.throw(/1 h 0 min/)
  })

  it('is any for who agrees', () => {
    expect(() => read({ load: loads, variants: swept }, { env: { ARTILLERY_SPEEDUP_YES: 'true' } })).not.to.throw()
    for (const given of ['', 'false', '0']) expect(() => read({ load: loads, variants: swept }, { env: { ARTILLERY_SPEEDUP_YES: given } })).to.throw(/ARTILLERY_SPEEDUP_YES=true/)
  })

  it('is any for what nobody has multiplied', () => {
    expect(() => read({}, { duration: 3600 })).not.to.throw()
  })
})
