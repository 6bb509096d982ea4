import { expect } from 'chai'
import Mocha, { describe, it } from 'mocha'
import { givenUp, outlookOf, ownTimeoutSeconds, tooShort, watchClock } from '../../plugin/kit/clock.ts'
import { itFinds } from '../support/cases.ts'
import type { CallPlan } from '../../plugin/artillery/call.ts'

const aPlan = (overrides?: Partial<CallPlan>): CallPlan => ({
  scenarios: 1,
  variants: 2,
  rounds: { min: 3, max: 10 },
  loadSeconds: 10,
  readyTimeoutSeconds: 10,
  stopTimeoutSeconds: 2,
  profile: false,
  ...overrides
})
const progress = (least: number, most: number, scenario = 1) => ({
  scenario,
  secondsLeft: [least, most] as [number, number]
})

describe('the clock of a comparison in a suite', () => {
  const plan = { event: 'planned', plan: aPlan() } as const
  const aRun = (least: number, most: number) =>
    ({
      event: 'run',
      run: { scenario: 'a', variant: 'single', round: 1, level: null, requests: 9, failures: 0 },
      progress: progress(least, most)
    }) as const

  /** @returns why it was ended after the last of these events; null: it goes on */
  function endAfter(limitSeconds: number | null, ...events: (typeof plan | ReturnType<typeof aRun>)[]) {
    const { signal, hear, stop } = watchClock({ scenarioFile: 'a.yml', limitSeconds })
    for (const event of events) {
      expect(signal.aborted).to.equal(false)
      hear(event)
    }
    stop()
    return signal.aborted ? signal.reason : null
  }

  it('ends a comparison at once whose shortest course does not fit into the timeout of the suite', () => {
    expect(endAfter(30, plan))
      .to.include({ name: 'SpeedupError', code: 'OUT_OF_TIME' })
      .with.property('message')
      .that.includes('The timeout of this suite is 30 s, but the comparison of a.yml takes at least 1 min ')
  })

  it('ends it as soon as its runs show that it does not fit', () =>
    expect(endAfter(200, plan, aRun(150, 400), aRun(201, 400)).message)
      .to.include('takes at least 3 min ')
      .and.include(', and at most about '))

  it('lets it take the time that it needs where the suite has set none', () =>
    expect(endAfter(null, plan, aRun(10_000, 40_000))).to.equal(null))

  // As a real signal does: a listener of the suite's keeps it from ending this process.
  for (const name of ['SIGTERM', 'SIGHUP'] as const) {
    it(`ends it on ${name}`, () => {
      const ignore = () => {}
      process.on(name, ignore)
      const { signal, stop } = watchClock({ scenarioFile: 'a.yml', limitSeconds: null })
      process.emit(name, name)
      stop()
      process.off(name, ignore)
      expect(signal.reason).to.include({ name: 'Interrupted' })
    })
  }

  it('ends it when the time is over', async () => {
    const { signal, stop } = watchClock({ scenarioFile: 'a.yml', limitSeconds: 0.01 })
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    stop()
    expect(signal.reason.message).to.include(' s, the timeout of this suite. Remove')
  })
})

describe('how long a comparison may take', () => {
  const outlook = (overrides?: Partial<CallPlan>, ...now: [] | [ReturnType<typeof progress>]) =>
    outlookOf(aPlan(overrides), 0, ...now)

  it('is at least the time in which users come, once for each variant and round that will be run in any case', () => {
    const { least } = outlook()
    expect(least).to.be.within(2 * 3 * 10, 2 * 3 * 10 * 1.3)
    expect(outlookOf(aPlan({ scenarios: 3 }), 7).least).to.equal(3 * least + 7)
  })

  it('covers slow starts and long sessions before one run has been measured', () => {
    expect(outlook({ loadSeconds: 0.2 }).most).to.be.above(300)
    expect(outlook({ loadSeconds: 3600 }).most).to.be.above(3600)
    expect(outlook({ readyTimeoutSeconds: 600 }).most).to.be.above(3 * 600)
  })

  it('follows from how long runs have taken, once they are known, and from the scenarios to come', () => {
    const [one, three] = [1, 3].map((scenarios) => outlook({ scenarios }, progress(40, 180)))
    expect(one.least).to.equal(40)
    expect(one.most).to.be.within(180, 3 * 180)
    expect(three.least).to.be.above(one.least + 2 * 60)
    expect(three.most).to.be.above(one.most + 2 * 2 * 180)
    expect(outlook({ scenarios: 3 }, progress(40, 180, 3))).to.eql(one)
    const end = outlook({}, progress(0, 0))
    expect(end.least).to.equal(0)
    expect(end.most).to.be.within(10, 100)
  })
})

describe('a suite timeout that is too short', () => {
  const plan = aPlan({ scenarios: 2, rounds: { min: 5, max: 5 } })
  itFinds({
    'is told with what the comparison needs, and what to do': [
      [
        tooShort('scenarios/primes.yml', 60, plan, { least: 74.2, most: 301 }),
        'The timeout of this suite is 1 min, but the comparison of scenarios/primes.yml takes at least 1 min 15 s, and at most about 5 min 1 s ' +
          '(2 scenarios, 5 rounds of 2 variants). Remove this.timeout(...), so that compareBeforeAll estimates one that fits; or raise it; or use fewer rounds or a shorter load.'
      ]
    ],
    'may be long enough without profiles': [
      [
        tooShort('a.yml', 60, aPlan({ profile: true }), { least: 74, most: null }),
        'The timeout of this suite is 1 min, but the comparison of a.yml takes at least 1 min 14 s (3 to 10 rounds of 2 variants). Remove this.timeout(...), so that compareBeforeAll estimates one that fits; or raise it; or use fewer rounds or a shorter load; or remove profile.'
      ],
      [
        givenUp({ scenarioFile: 'a.yml', limitSeconds: 60 }, 60, aPlan({ profile: true })),
        'The comparison of a.yml was stopped after 1 min, the timeout of this suite. Remove this.timeout(...), so that compareBeforeAll estimates one that fits; or raise it; or use fewer rounds or a shorter load; or remove profile.'
      ]
    ],
    'is told when the time was over where the suite has set none': [
      [
        givenUp({ scenarioFile: 'a.yml', limitSeconds: null }, 700, null),
        'The comparison of a.yml was stopped after 11 min 40 s, far longer than expected. Does a user of the scenario never finish? Try `artillery run` with it. If it really takes that long, set this.timeout(...) in the suite.'
      ]
    ]
  })
})

describe('the timeout that a suite has set itself', () => {
  function aSuite(own?: number) {
    const root = new Mocha.Suite('')
    root.timeout(2000)
    const suite = Mocha.Suite.create(root, 'a suite')
    if (own !== undefined) suite.timeout(own)
    return suite
  }

  it('is that of the suite, or of one around it; none where only mocha is configured, or it is switched off', () => {
    for (const suite of [aSuite(), aSuite().parent, undefined, aSuite(0)])
      expect(ownTimeoutSeconds(suite)).to.equal(null)
    const suite = aSuite(90_000)
    for (const inner of [suite, Mocha.Suite.create(suite, 'inside')]) expect(ownTimeoutSeconds(inner)).to.equal(90)
  })
})
