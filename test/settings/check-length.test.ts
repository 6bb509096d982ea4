import { expect } from 'chai'
import { describe, it } from 'mocha'
import { arrivalSeconds, flowSeconds } from '../../plugin/settings/phases.ts'
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

function itLasts(verb: string, secondsOf: (given: unknown) => number, cases: [what: string, given: unknown, seconds: number][]) {
  for (const [what, given, seconds] of cases) it(`${verb} ${what}`, () => expect(secondsOf(given)).to.be.closeTo(seconds, 1e-9))
}

describe('the time in which users come', () => {
  const phasesOf = (...durations: string[]) => durations.map((duration) => ({ duration }))
  itLasts('is read from', arrivalSeconds, [
    ['seconds', [{ duration: 60, arrivalRate: 5 }], 60], ['a text of seconds', [{ duration: '60' }], 60],
    ['units', phasesOf('200ms', '2m', '1 hour', '1.5s', '3 minutes'), 0.2 + 120 + 3600 + 1.5 + 180],
    ['words of units', phasesOf('200 milliseconds', '.5s', '1w', '10 Secs'), 0.2 + 0.5 + 604_800 + 10],
    ['a pause', [{ duration: 5 }, { pause: 10 }, { duration: 5 }], 20], ['no duration', [{ arrivalCount: 5 }], 0],
    ['what is no list', { duration: 5 }, 0],
    ['what Artillery will refuse', [{ duration: 'soon' }, { duration: '5 moons' }, { duration: '5 x 3' }, null], 0]
  ])
})

describe('how long a flow lasts at least', () => {
  itLasts('counts', flowSeconds, [
    ['pauses between requests', [get, { think: 2 }, get, { think: '3' }], 5],
    ['pauses with a unit', [{ think: '500ms' }, { think: '1 minute' }, { think: '1.5s' }], 62],
    ['a fraction without a unit, which Artillery takes for milliseconds', [{ think: 0.5 }], 0.0005],
    ['a pause that only Artillery knows', [{ think: '{{ pause }}' }], 0], ['a loop', [{ loop: [get, { think: 2 }], count: 30 }], 60],
    ['a loop in a loop', [{ think: 1 }, { loop: [{ think: 2 }, { loop: [{ think: 3 }], count: '4' }], count: 5 }], 71],
    ['a loop from one number to another', [{ loop: [{ think: 1 }], count: '1-15' }], 14],
    ['a loop over a list', [{ loop: [{ think: 1 }], over: ['a', 'b', 'c'] }], 3],
    ['a loop over what only Artillery knows', [{ loop: [{ think: 1 }], over: 'names' }, { loop: [{ think: 1 }], count: '{{ n }}' }], 0],
    ['a loop with whileTrue, whose end nobody knows', [{ loop: [{ think: 1 }], whileTrue: 'goOn', count: 9 }], 0],
    ['steps that are none', [null, undefined, 'get', { loop: null, count: 2 }], 0],
    ['no flow', undefined, 0]
  ])
})
