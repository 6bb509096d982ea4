import { expect } from 'chai'
import { arrivalSeconds, flowSeconds } from '../../plugin/settings/phases.ts'
import { refusal } from '../support/settings.ts'
import { readWithConfig } from './cases.ts'

const get = { get: { url: '/' } }
const flow = [get]
const tenSeconds = [{ duration: 10, arrivalRate: 5 }]

describe('how long a comparison goes on', () => {
  /** Of 20 users, unless there are phases. */
  const read = (
    options: object,
    { phases, scenarios = [{ name: 'primes', flow }] }: { phases?: object[]; scenarios?: object[] } = {}
  ) => {
    const { rounds, time, lengthIsFree, warmUpSeconds } = readWithConfig(
      phases === undefined ? { users: 20, ...options } : options,
      { phases },
      { script: { scenarios } }
    )
    return { rounds, time, lengthIsFree, warmUpSeconds }
  }
  const timed = (seconds: number, isGiven = true) => ({
    rounds: { min: 3, max: 30 },
    time: { seconds, isGiven },
    lengthIsFree: true,
    warmUpSeconds: null
  })
  const byRounds = { rounds: { min: 3, max: 10 }, time: null, lengthIsFree: false, warmUpSeconds: null }

  it('is 30 s for each variant of each scenario, where the length of the runs is free', () => {
    expect(read({})).to.eql(timed(60, false))
    const three = { a: { mode: 'single' }, b: { mode: 'cluster' }, c: { mode: 'cluster', workers: 3 } }
    expect(
      read(
        { variants: three },
        {
          scenarios: [
            { name: 'one', flow },
            { name: 'two', flow }
          ]
        }
      )
    ).to.eql(timed(180, false))
  })

  it('is by rounds where something says how long the runs are, or the load is made elsewhere', () => {
    expect(read({}, { phases: tenSeconds })).to.eql(byRounds)
    for (const options of [{ duration: '8s' }, { generator: { command: 'run' } }])
      expect(read(options)).to.eql(byRounds)
    expect(read({ rounds: 5 })).to.eql({ ...byRounds, rounds: { min: 5, max: 5 } })
  })

  it('is by rounds with a processor that takes LOAD_SECONDS: its loop is as long as it says', () => {
    const scenarios = [{ name: 'primes', flow: [{ loop: flow, whileTrue: 'untilTimeIsUp' }] }]
    expect(read({}, { phases: [{ duration: 1, arrivalCount: 20 }], scenarios })).to.eql(byRounds)
  })

  it('is refused where users pause for longer than a run goes on, so that none would get through', () => {
    const pausing = (think: unknown, more: object = {}) => [get, [{ loop: [{ think, ...more }], count: 2 }, get]]
    const take = (own: unknown[], options: object = { duration: '4s' }) => {
      const scenarios = [
        { name: 'shop', flow: own },
        { name: 'other', flow }
      ]
      return readWithConfig({ users: 10, ...options }, { phases: undefined }, { script: { scenarios } })
    }
    const read = (...given: Parameters<typeof take>) => refusal(() => take(...given)).message
    expect(read(pausing(5))).to.equal(
      'The think times of a pass through the flow of shop add up to 10 s, but the load of each run takes 4 s: ' +
        'no user would get through. Set duration: 27s or more, or make the think times shorter.'
    )
    expect(read(pausing('4 s'), { rounds: 3 })).to.include('takes 8 s: no user would get through. Set duration: 22s')
    expect(read(pausing('2s'), { duration: '4s', mix: true })).to.include('through the flow of primes add up to 4 s')
    for (const own of [pausing(1), pausing('{{ long }}'), pausing(5, { jitter: '50%' })]) take(own)
    for (const options of [{ duration: '11s' }, {}]) take(pausing(5), options)
  })

  it('is as long as was given, also of loads that have a length of their own', () => {
    for (const [time, seconds] of [
      ['45s', 45],
      ['2m', 120],
      ['1.5 m', 90],
      ['1h', 3600]
    ] as const)
      expect(read({ time })).to.eql(timed(seconds))
    expect(read({ time: '90s', duration: '5s', warmUp: '0s' })).to.eql({
      ...timed(90),
      lengthIsFree: false,
      warmUpSeconds: 0
    })
  })

  const refused = (options: object, changes?: Parameters<typeof read>[1]) =>
    refusal(() => read(options, changes)).message

  it('refuses a time and rounds together', () => {
    expect(refused({ time: '60s', rounds: 5 })).to.equal(
      'plugins.speedup.rounds and plugins.speedup.time are both set, and both say when the comparison ends. Remove one of them.'
    )
  })

  it('refuses a time that is too short for three rounds, and says the least', () => {
    expect(refused({ time: '20s' })).to.equal(
      'plugins.speedup.time is 20 s, but 6 runs of about 4.0 s, which are 3 rounds of 2 variants, ' +
        'and their warm-ups take at least about 31 s. Set it to 31s or more.'
    )
    // On a command line, by the name that it has there.
    const typed = refusal(() =>
      readWithConfig({ users: 20, time: '20s' }, { phases: undefined }, { isTyped: true })
    ).message
    expect(typed).to.match(/^--time is 20 s, but 6 runs of about 4\.0 s, .* Set it to 31s or more\.$/)
    expect(read({ time: '31s' }).time?.seconds).to.equal(31)
    expect(refused({ time: '40s' }, { phases: tenSeconds })).to.equal(
      'plugins.speedup.time is 40 s, but 6 runs of about 11.0 s, which are 3 rounds of 2 variants, ' +
        'and their warm-ups take at least about 73 s. Set it to 73s or more, or make the loads shorter.'
    )
    const variants = { single: {}, cluster: { workers: [2, 4] } }
    expect(refused({ time: '1m', variants }, { phases: tenSeconds })).to.match(
      /, but 9 runs of about 11\.0 s, which are 3 rounds of 3 variants, and their warm-ups take .*, or make the loads shorter, or compare fewer\.$/
    )
  })

  it('refuses a warm-up as long as the load', () => {
    const left = 'nothing would be left to count. Make the warm-up shorter, or the load longer.'
    expect(refused({ warmUp: '10s' }, { phases: tenSeconds })).to.equal(
      `plugins.speedup.warmUp is 10 s, but the load of each run takes about 10 s: ${left}`
    )
    expect(refused({ warmUp: '5s', duration: '5s' })).to.equal(
      `plugins.speedup.warmUp is 5 s, but the load of each run takes about 5 s: ${left}`
    )
    expect(read({ warmUp: '20s' }).warmUpSeconds, 'free runs are made longer').to.equal(20)
    expect(
      read(
        { warmUp: '20s' },
        { phases: tenSeconds, scenarios: [{ name: 'primes', flow: [{ loop: flow, whileTrue: 'goOn' }] }] }
      ).warmUpSeconds,
      'of an unknown length'
    ).to.equal(20)
  })
})

const swept = { cluster: { workers: [1, 2, 4, 8] } }

const shopWith = (...flow: object[]) => ({ scenarios: [{ name: 'shop', flow }] })

/** duration: in which users come */
type Rest = { duration?: number; scenarios?: object[]; scenarioName?: string; env?: Record<string, string> }
const read = (options: object, { duration = 20, scenarios = shopWith(get).scenarios, ...rest }: Rest = {}) =>
  readWithConfig(options, { phases: [{ duration, arrivalRate: 50 }] }, { script: { scenarios }, ...rest })

describe('how long a comparison may take', () => {
  const refused: [string, Parameters<typeof read>, string][] = [
    [
      'several workers',
      [{ variants: swept }, { duration: 100 }],
      'about 21 min if 3 rounds decide, ' +
        '1 h 10 min if all 10 are needed: 12 to 40 runs of about 105 s, which are 3 to 10 rounds of 4 variants'
    ],
    [
      'users who go on, which makes it a lower bound',
      [{ variants: swept }, { duration: 100, ...shopWith({ loop: [get], count: 5 }) }],
      'at least about 21 min if 3 rounds decide, 1 h 10 min if all 10 are needed: ' +
        '12 to 40 runs of at least about 105 s, which are 3 to 10 rounds of 4 variants'
    ],
    [
      'users who pause, as often as their loop says',
      [{ variants: swept, rounds: 12 }, shopWith({ loop: [get, { think: 2 }], count: 30 })],
      'at least about 1 h 8 min if all 12 are needed: 48 runs of at least about 85 s, which are 12 rounds of 4 variants'
    ],
    [
      'each scenario with its own pauses',
      [
        { variants: swept, rounds: 12 },
        {
          scenarios: [
            { name: 'a', flow: [get, { think: 40 }] },
            { name: 'b', flow: [get] }
          ]
        }
      ],
      'about 1 h 13 min if all 12 are needed: 96 runs of about 45 s, which are 12 rounds of 4 variants x 2 scenarios'
    ]
  ]
  for (const [what, given, length] of refused) {
    it(`is not more than an hour without being asked for: ${what}`, () => {
      const advice =
        'Use fewer numbers of workers, loads or rounds, or shorter loads. ' +
        'If you want more than an hour, set the environment variable ARTILLERY_SPEEDUP_YES=true.'
      const message = `This comparison would take ${length}; and their warm-ups. ${advice}`
      expect(refusal(() => read(...given))).to.eql({ code: 'INVALID_SETTINGS', message })
    })
  }

  it('is up to an hour, and any where nothing is multiplied, or the environment agrees', () => {
    // 4 variants x (8 rounds x 111.6875 s + a warm-up of 6.5 s) are an hour.
    expect(() => read({ variants: swept, rounds: 8 }, { duration: 106.68 })).not.to.throw()
    expect(() => read({ variants: swept, rounds: 8 }, { duration: 106.7 })).to.throw(/1 h 0 min/)
    expect(() => read({}, { duration: 3600 })).not.to.throw()
    const readWithYes = (given: string) =>
      read({ variants: swept }, { duration: 100, env: { ARTILLERY_SPEEDUP_YES: given } })
    expect(() => readWithYes('true')).not.to.throw()
    for (const given of ['', 'false', '0']) expect(() => readWithYes(given)).to.throw(/ARTILLERY_SPEEDUP_YES=true/)
  })

  it('is not made longer by the pauses of a scenario that is not chosen', () => {
    const scenarios = [
      { name: 'quick', flow: [get] },
      { name: 'slow', flow: [get, { think: 600 }] }
    ]
    const choosing = (scenarioName: string) => read({ variants: swept }, { duration: 0, scenarios, scenarioName })
    expect(() => choosing('quick')).not.to.throw()
    expect(() => choosing('slow')).to.throw(/runs of about 605 s/)
  })
})

function itLasts(
  verb: string,
  secondsOf: (given: unknown) => number,
  cases: [what: string, given: unknown, seconds: number][]
) {
  for (const [what, given, seconds] of cases)
    it(`${verb} ${what}`, () => expect(secondsOf(given)).to.be.closeTo(seconds, 1e-9))
}

describe('the time in which users come', () => {
  const phasesOf = (...durations: string[]) => durations.map((duration) => ({ duration }))
  itLasts('is read from', arrivalSeconds, [
    ['seconds', [{ duration: 60, arrivalRate: 5 }], 60],
    ['a text of seconds', [{ duration: '60' }], 60],
    ['units', phasesOf('200ms', '2m', '1 hour', '1.5s', '3 minutes'), 0.2 + 120 + 3600 + 1.5 + 180],
    ['words of units', phasesOf('200 milliseconds', '.5s', '1w', '10 Secs'), 0.2 + 0.5 + 604_800 + 10],
    ['a pause', [{ duration: 5 }, { pause: 10 }, { duration: 5 }], 20],
    ['no duration', [{ arrivalCount: 5 }], 0],
    ['what is no list', { duration: 5 }, 0],
    ['what Artillery will refuse', [{ duration: 'soon' }, { duration: '5 moons' }, { duration: '5 x 3' }, null], 0]
  ])
})

describe('how long a flow lasts at least', () => {
  itLasts('counts', flowSeconds, [
    ['pauses between requests', [get, { think: 2 }, get, { think: '3' }], 5],
    ['pauses with a unit', [{ think: '500ms' }, { think: '1 minute' }, { think: '1.5s' }], 62],
    ['a fraction without a unit, which Artillery takes for milliseconds', [{ think: 0.5 }], 0.0005],
    ['a pause that only Artillery knows', [{ think: '{{ pause }}' }], 0],
    ['a loop', [{ loop: [get, { think: 2 }], count: 30 }], 60],
    ['a loop in a loop', [{ think: 1 }, { loop: [{ think: 2 }, { loop: [{ think: 3 }], count: '4' }], count: 5 }], 71],
    ['a loop from one number to another', [{ loop: [{ think: 1 }], count: '1-15' }], 14],
    ['a loop over a list', [{ loop: [{ think: 1 }], over: ['a', 'b', 'c'] }], 3],
    [
      'a loop over what only Artillery knows',
      [
        { loop: [{ think: 1 }], over: 'names' },
        { loop: [{ think: 1 }], count: '{{ n }}' }
      ],
      0
    ],
    ['a loop with whileTrue, whose end nobody knows', [{ loop: [{ think: 1 }], whileTrue: 'goOn', count: 9 }], 0],
    ['steps that are none', [null, undefined, 'get', { loop: null, count: 2 }], 0],
    ['no flow', undefined, 0]
  ])
})
