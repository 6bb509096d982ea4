import { expect } from 'chai'
import { describe, it } from 'mocha'
import { refusal } from '../support/settings.ts'
import { readWithConfig } from './cases.ts'

const get = { get: { url: '/' } }
const loads = [0.5, 0.8, 1, 1.5]
const swept = { cluster: { workers: [1, 2, 4, 8] } }

const shopWith = (...flow: object[]) => ({ scenarios: [{ name: 'shop', flow }] })

/** duration: in which users come */
type Rest = { duration?: number, scenarios?: object[], scenarioName?: string, env?: Record<string, string> }
const read = (options: object, { duration = 20, scenarios = shopWith(get).scenarios, ...rest }: Rest = {}) =>
  readWithConfig(options, { phases: [{ duration, arrivalRate: 50 }] }, { script: { scenarios }, ...rest })

describe('how long a comparison may take', () => {
  const elsewhere = { old: { url: 'https://old.example' }, new: { url: 'https://new.example' } }
  const refused: [string, Parameters<typeof read>, string][] = [
    ['several workers under several loads', [{ load: loads, variants: swept }], 'about 20 min if 3 rounds decide, ' +
      '1 h 7 min if all 10 are needed: 48 to 160 runs of about 25 s, which are 3 to 10 rounds of 4 variants x 4 loads'],
    ['several scenarios', [{ load: loads }, { duration: 30, scenarios: [{ name: 'a', flow: [get] }, { name: 'b', flow: [get] }] }],
      'about 28 min if 3 rounds decide, 1 h 34 min if all 10 are needed: ' +
        '48 to 160 runs of about 35 s, which are 3 to 10 rounds of 2 variants x 4 loads x 2 scenarios'],
    ['users who go on, which makes it a lower bound', [{ load: loads, variants: swept }, shopWith({ loop: [get], count: 5 })],
      'at least about 20 min if 3 rounds decide, 1 h 7 min if all 10 are needed: ' +
        '48 to 160 runs of at least about 25 s, which are 3 to 10 rounds of 4 variants x 4 loads'],
    ['users who pause, as often as their loop says', [{ variants: swept, rounds: 12 }, shopWith({ loop: [get, { think: 2 }], count: 30 })],
      'at least about 1 h 8 min if all 12 are needed: 48 runs of at least about 85 s, which are 12 rounds of 4 variants'],
    ['each scenario with its own pauses',
      [{ variants: swept, rounds: 12 }, { scenarios: [{ name: 'a', flow: [get, { think: 40 }] }, { name: 'b', flow: [get] }] }],
      'about 1 h 13 min if all 12 are needed: 96 runs of about 45 s, which are 12 rounds of 4 variants x 2 scenarios'],
    ['a platform, which takes minutes to start and to end', [{ load: loads, generator: { command: 'run-lambda' }, variants: elsewhere }],
      'about 1 h 0 min if 3 rounds decide, 3 h 11 min if all 10 are needed: ' +
        '24 to 80 runs of about 140 s, which are 3 to 10 rounds of 2 variants x 4 loads']
  ]
  for (const [what, given, length] of refused) {
    it(`is not more than an hour without being asked for: ${what}`, () => {
      const advice = 'Take fewer numbers of workers, loads or rounds, or shorter phases. ' +
        'If more than an hour is right, set the environment variable ARTILLERY_SPEEDUP_YES=true.'
      const message = `This comparison would take ${length}; and their warm-ups. ${advice}`
      expect(refusal(() => read(...given))).to.eql({ code: 'INVALID_SETTINGS', message })
    })
  }

  it('is up to an hour, and any where nothing is multiplied, or the environment agrees', () => {
    // 4 variants x (8 rounds x 111.6875 s + a warm-up of 6.5 s) are an hour.
    expect(() => read({ variants: swept, rounds: 8 }, { duration: 106.68 })).not.to.throw()
    expect(() => read({ variants: swept, rounds: 8 }, { duration: 106.7 })).to.throw(/1 h 0 min/)
    expect(() => read({}, { duration: 3600 })).not.to.throw()
    const readWithYes = (given: string) => read({ load: loads, variants: swept }, { env: { ARTILLERY_SPEEDUP_YES: given } })
    expect(() => readWithYes('true')).not.to.throw()
    for (const given of ['', 'false', '0']) expect(() => readWithYes(given)).to.throw(/ARTILLERY_SPEEDUP_YES=true/)
  })

  it('is not made longer by the pauses of a scenario that is not chosen', () => {
    const scenarios = [{ name: 'quick', flow: [get] }, { name: 'slow', flow: [get, { think: 600 }] }]
    const choosing = (scenarioName: string) => read({ variants: swept }, { duration: 0, scenarios, scenarioName })
    expect(() => choosing('quick')).not.to.throw()
    expect(() => choosing('slow')).to.throw(/runs of about 605 s/)
  })
})
