import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { aSource, refusal } from '../support/settings.ts'

const get = { get: { url: '/' } }
const usualPhases = [{ duration: 20, arrivalRate: 50 }]

function read(options: object, { scenarios = [{ name: 'shop', flow: [get] }], phases = usualPhases, ...rest }: { scenarios?: object[], phases?: object[], scenarioName?: string } = {}) {
  const source = aSource(options, { script: { scenarios }, ...rest })
  return readSettings({ ...source, script: { ...source.script, config: { ...source.script.config, phases } } }).scenarios
}

describe('reading several loads', () => {
  it('makes a scenario of each, the least load first', () => {
    expect(read({ load: [1, 0.5, 1.5] })).to.eql([
      { name: 'shop at 0.5x load', only: null, thresholds: { clustered: {} }, level: { of: 'shop', factor: 0.5, phases: [{ duration: 20, arrivalRate: 25 }] } },
      { name: 'shop at 1x load', only: null, thresholds: { clustered: {} }, level: { of: 'shop', factor: 1, phases: usualPhases } },
      { name: 'shop at 1.5x load', only: null, thresholds: { clustered: {} }, level: { of: 'shop', factor: 1.5, phases: [{ duration: 20, arrivalRate: 75 }] } }
    ])
  })

  it('makes them of each scenario, one scenario after the other', () => {
    const plans = read({ load: [1, 2] }, { scenarios: [{ name: 'shop', flow: [get] }, { name: 'search', flow: [get] }] })
    expect(plans.map(({ name, only }) => [name, only])).to.eql([
      ['shop at 1x load', '^shop$'], ['shop at 2x load', '^shop$'], ['search at 1x load', '^search$'], ['search at 2x load', '^search$']
    ])
  })

  it('makes them of the mix of all scenarios', () => {
    const plans = read({ load: [1, 2], mix: true }, { scenarios: [{ flow: [get] }, { flow: [get] }] })
    expect(plans.map(({ name, level }) => [name, level?.of])).to.eql([['primes at 1x load', 'primes'], ['primes at 2x load', 'primes']])
  })

  it('lets the thresholds hold for the load as it is written', () => {
    const scenarios = [{ name: 'shop', flow: [get], speedup: { thresholds: { p99: 1.2 } } }]
    const plans = read({ load: [0.5, 1, 2], thresholds: { p95: 1.3 } }, { scenarios })
    expect(plans.map(({ thresholds }) => thresholds)).to.eql([{ clustered: {} }, { clustered: { p95: 1.3, p99: 1.2 } }, { clustered: {} }])
  })

  it('needs no factor 1 where there is no threshold, or each is taken back', () => {
    expect(read({ load: [0.5, 2] })).to.have.lengthOf(2)
    expect(read({ load: [2], thresholds: { p95: null } })).to.have.lengthOf(1)
  })

  it('allows as many errors under each load', () => {
    const plans = read({ load: [0.5, 1], thresholds: { p95: 1.3, errorRate: 0.2 } })
    expect(plans.map(({ thresholds }) => thresholds.clustered)).to.eql([{ errorRate: 0.2 }, { p95: 1.3, errorRate: 0.2 }])
    expect(read({ load: [0.5, 2], thresholds: { errorRate: 0.2 } })).to.have.lengthOf(2)
  })

  const withThresholds = 'but thresholds are for the load as it is written, which is the factor 1, and scenario "shop" has some. Add 1 to load, or leave the thresholds out.'
  const variants = { single: {}, cluster: { thresholds: { throughput: 1.1 } } }
  const whereThresholds: [string, object, object[] | undefined][] = [
    ['for all', { thresholds: { p95: 1.3 } }, undefined],
    ['under a variant', { variants }, undefined],
    ['of the scenario', {}, [{ name: 'shop', flow: [get], speedup: { thresholds: { fairness: 0.5 } } }]]
  ]
  for (const [where, options, scenarios] of whereThresholds) {
    it(`refuses thresholds ${where} without the factor 1`, () => {
      expect(refusal(() => read({ load: [0.5, 2], ...options }, { scenarios }))).to.eql({ code: 'INVALID_SETTINGS', message: `plugins.speedup.load is [0.5,2], ${withThresholds}` })
    })
  }

  const closed = (how: string) =>
    `plugins.speedup.load is set, but scenario "shop" is a closed loop: ${how}. A fixed number of users asks again as soon as it has an answer, ` +
    'so the load follows the app, not the script, and can\'t be multiplied. Let users come all the time and ask once: for example phases: [{ duration: 20, arrivalRate: 50 }] and a flow of single requests. Or leave load out.'
  const endless = closed('its flow has a loop with whileTrue')
  const burst = closed('all its users come within 2 s, and its flow has a loop')
  const within2Seconds = [{ duration: 1, arrivalCount: 20 }, { duration: '500ms', arrivalRate: 10 }]
  const counted = [{ loop: [get], count: 60 }]
  const loops: [string, { scenarios: object[], phases?: object[] }, string][] = [
    ['users who ask until time is up', { scenarios: [{ name: 'shop', flow: [{ loop: [get], whileTrue: 'untilTimeIsUp' }] }] }, endless],
    ['users who do so inside another step', { scenarios: [{ name: 'shop', flow: [get, { parallel: [{ loop: [{ loop: [get], whileTrue: 'go' }], count: 2 }] }] }] }, endless],
    ['such users in a mix', { scenarios: [{ name: 'search', flow: [get] }, { name: 'shop', flow: [{ loop: [get], whileTrue: 'go' }] }] }, endless],
    ['a burst of users who ask again and again', { scenarios: [{ name: 'shop', flow: counted }], phases: within2Seconds }, burst],
    ['a burst of users who ask for each of a list', { scenarios: [{ name: 'shop', flow: [{ loop: [get], over: ['a', 'b'] }] }], phases: within2Seconds }, burst]
  ]
  for (const [what, script, message] of loops) {
    it(`refuses ${what}, and says how instead`, () => {
      expect(refusal(() => read({ load: [0.5, 1], mix: script.scenarios.length > 1 }, script))).to.eql({ code: 'INVALID_SETTINGS', message })
    })
  }

  it('takes users who come all the time and ask several times, and a burst of those who ask once', () => {
    expect(read({ load: [0.5, 1] }, { scenarios: [{ name: 'shop', flow: counted }] })).to.have.lengthOf(2)
    expect(read({ load: [0.5, 1] }, { phases: within2Seconds })).to.have.lengthOf(2)
  })

  it('looks at the scenario that --scenario-name chooses alone', () => {
    const scenarios = [{ name: 'shop', flow: [get] }, { name: 'loop', flow: [{ loop: [get], whileTrue: 'go' }] }]
    expect(read({ load: [1, 2] }, { scenarios, scenarioName: 'shop' }).map(({ name }) => name)).to.eql(['shop at 1x load', 'shop at 2x load'])
  })

  it('refuses a script without phases', () => {
    expect(refusal(() => readSettings(aSource({ load: [1, 2] }))).message).to.match(/^plugins\.speedup\.load is set, but there is no load that could be multiplied: config\.phases is missing/)
  })

  const list = 'It must be a list of different numbers above 0, such as [0.5, 0.8, 1, 1.5].'
  const refused: [string, unknown, string][] = [
    ['no factor', [], `plugins.speedup.load is []. ${list}`],
    ['a factor twice', [1, 2, 1], `plugins.speedup.load is [1,2,1]. ${list}`],
    ['a single number', 0.5, `plugins.speedup.load is 0.5. ${list}`],
    ['a factor of 0', [0, 1], 'plugins.speedup.load[0] is 0. It must be a number above 0 to 100.'],
    ['a factor above 100', [1, 101], 'plugins.speedup.load[1] is 101. It must be a number above 0 to 100.'],
    ['a percentage', ['50%'], 'plugins.speedup.load[0] is "50%". It must be a number above 0 to 100.']
  ]
  for (const [what, load, message] of refused) {
    it(`refuses ${what}`, () => expect(refusal(() => read({ load }))).to.eql({ code: 'INVALID_SETTINGS', message }))
  }
})
