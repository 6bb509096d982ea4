import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aSource, refusal } from '../support/settings.ts'

const loop = { loop: [{ get: { url: '/' } }], whileTrue: 'untilTimeIsUp' }
const endless = [{ name: 'primes', flow: [loop] }]

describe('how long a comparison goes on', () => {
  const folder = temporaryFolder()
  /** @param processor what is in its file; null: there is none */
  const read = (options: object, { config = {}, scenarios = endless, processor = 'process.env.LOAD_SECONDS', env = {} }: { config?: object, scenarios?: object[], processor?: string | null, env?: Record<string, string> } = {}) => {
    if (processor !== null) folder.write('loop.js', processor)
    const { script } = aSource(options)
    const configFile = folder.path('job.yml')
    const phases = [{ duration: 1, arrivalCount: 20 }]
    const whole = { ...script, config: { ...script.config, phases, ...(processor === null ? {} : { processor: './loop.js' }), ...config }, scenarios }
    const { rounds, time, lengthIsFree, warmUpSeconds } = readSettings({ ...aSource(options), script: whole, configFile, env })
    return { rounds, time, lengthIsFree, warmUpSeconds }
  }
  const timed = (seconds: number, isGiven = true) => ({ rounds: { min: 3, max: 30 }, time: { seconds, isGiven }, lengthIsFree: true, warmUpSeconds: null })
  const byRounds = { rounds: { min: 3, max: 10 }, time: null, lengthIsFree: false, warmUpSeconds: null }

  it('is 30 s for each variant of each scenario, where the length of the runs is free', () => {
    expect(read({})).to.eql(timed(60, false))
    const three = { a: { mode: 'single' }, b: { mode: 'cluster' }, c: { mode: 'cluster', workers: 3 } }
    expect(read({ variants: three }, { scenarios: [{ name: 'one', flow: [loop] }, { name: 'two', flow: [loop] }] })).to.eql(timed(180, false))
  })

  it('is by rounds where somebody else says how long the runs are, or what ends them is unknown', () => {
    const cases = [
      { env: { LOAD_SECONDS: '5' } }, { config: { variables: { loadSeconds: 5 } } }, { processor: 'no such variable' }, { processor: null },
      { config: { phases: [{ duration: 5, arrivalRate: 4 }] } },
      { config: { processor: './gone.js' } }, { scenarios: [{ name: 'primes', flow: [{ get: { url: '/' } }] }] }
    ]
    for (const changes of cases) expect(read({}, changes), JSON.stringify(changes)).to.eql(byRounds)
    expect(read({ rounds: 5 })).to.eql({ ...byRounds, rounds: { min: 5, max: 5 } })
    expect(read({ generator: { command: 'run' } })).to.eql(byRounds)
  })

  it('is as long as was given, in seconds or as a text, also of loads that have a length of their own', () => {
    for (const [time, seconds] of [[45, 45], ['45s', 45], ['2m', 120], ['1.5 m', 90], ['1h', 3600]] as const) expect(read({ time })).to.eql(timed(seconds))
    expect(read({ time: '90s', warmUp: 0 }, { env: { LOAD_SECONDS: '5' } })).to.eql({ ...timed(90), lengthIsFree: false, warmUpSeconds: 0 })
  })

  const refused = (options: object, changes?: Parameters<typeof read>[1]) => refusal(() => read(options, changes)).message
  const tenSeconds = { processor: null, config: { phases: [{ duration: 10, arrivalRate: 5 }] }, scenarios: [{ name: 'primes', flow: [{ get: { url: '/' } }] }] }

  it('refuses a time and rounds together, and what is no time', () => {
    expect(refused({ time: 60, rounds: 5 })).to.equal('plugins.speedup.rounds and plugins.speedup.time are both set, and both say when it ends. Leave one of them out.')
    for (const [time, given] of [['soon', '"soon"'], [0, '0'], [-5, '-5'], ['5 weeks', '"5 weeks"'], ['0s', '"0s"'], [null, 'null']]) {
      expect(refused({ time })).to.equal(`plugins.speedup.time is ${given}. It must be a number of seconds above 0, or a text such as 90s or 5m.`)
    }
  })

  it('refuses a time that is too short for three rounds, and says the least', () => {
    expect(refused({ time: '20s' })).to.equal('plugins.speedup.time is 20 s, but 6 runs of about 4.0 s, which are 3 rounds of 2 variants, ' +
      'and their warm-ups take at least about 31 s. Give it 31s or more.')
    expect(read({ time: '31s' }).time?.seconds).to.equal(31)
    expect(refused({ time: '40s' }, tenSeconds)).to.equal('plugins.speedup.time is 40 s, but 6 runs of about 11.0 s, which are 3 rounds of 2 variants, ' +
      'and their warm-ups take at least about 73 s. Give it 73s or more, or make the phases shorter.')
    expect(refused({ time: '2m', load: [1, 2, 3] }, tenSeconds)).to.match(/but 18 runs of about 11\.0 s, which are 3 rounds of 2 variants x 3 loads, .*Give it 209s or more, or make the phases shorter, or compare fewer\.$/)
  })

  it('refuses a warm-up that is no number, below 0, or as long as the load', () => {
    for (const [warmUp, given] of [['2s', '"2s"'], [-1, '-1'], [601, '601'], [null, 'null']]) {
      expect(refused({ warmUp })).to.equal(`plugins.speedup.warmUp is ${given}. It must be a number from 0 to 600.`)
    }
    const left = 'nothing would be left to count. Make the warm-up shorter, or the load longer.'
    expect(refused({ warmUp: 10 }, tenSeconds)).to.equal(`plugins.speedup.warmUp is 10 s, but the load of each run takes about 10 s: ${left}`)
    expect(refused({ warmUp: 5 }, { env: { LOAD_SECONDS: '5' } })).to.equal(`plugins.speedup.warmUp is 5 s, but the load of each run takes about 5 s: ${left}`)
    expect(refused({ warmUp: 8 }, { config: { variables: { loadSeconds: 8 } } })).to.match(/takes about 8 s/)
    expect(read({ warmUp: 20 }).warmUpSeconds, 'free runs are made longer').to.equal(20)
    expect(read({ warmUp: 20 }, { processor: 'for ever' }).warmUpSeconds, 'of an unknown length').to.equal(20)
  })
})
