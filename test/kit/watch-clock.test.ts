import { expect } from 'chai'
import { describe, it } from 'mocha'
import { watchClock } from '../../plugin/kit/clock.ts'
import type { CallPlan } from '../../plugin/artillery/call.ts'

const plan: CallPlan = { scenarios: 1, variants: 2, rounds: { min: 3, max: 10 }, arrivalSeconds: 10, readyTimeoutSeconds: 10, stopTimeoutSeconds: 2 }
const aRun = (least: number, most: number) => ({ event: 'run', progress: { scenario: 1, secondsLeft: [least, most] as [number, number] } } as const)

describe('the clock of a comparison in a suite', () => {
  function withClock(limitSeconds: number | null, use: (clock: ReturnType<typeof watchClock>) => void) {
    const clock = watchClock({ scenarioFile: 'a.yml', limitSeconds })
    try {
      use(clock)
    } finally {
      clock.stop()
    }
    return clock
  }

  it('ends a comparison at once whose shortest course does not fit into the timeout of the suite', () => {
    const { signal } = withClock(30, (clock) => clock.hear({ event: 'planned', plan }))
    expect(signal.reason).to.include({ name: 'SpeedupError', code: 'OUT_OF_TIME' })
    expect(signal.reason.message).to.match(/^The timeout of this suite is 30 s, but the comparison of a\.yml takes at least 1 min 10 s \(/)
  })

  it('ends it as soon as its runs show that it does not fit', () => {
    const { signal } = withClock(200, (clock) => {
      clock.hear({ event: 'planned', plan })
      expect(clock.signal.aborted).to.equal(false)
      clock.hear(aRun(150, 400))
      expect(clock.signal.aborted).to.equal(false)
      clock.hear(aRun(201, 400))
    })
    expect(signal.reason.message).to.match(/takes at least 3 min 2\d s, and at most about \d+ min/)
  })

  it('lets it take the time that it needs where the suite has set none', () => {
    const { signal } = withClock(null, (clock) => {
      clock.hear({ event: 'planned', plan })
      clock.hear(aRun(10_000, 40_000))
    })
    expect(signal.aborted).to.equal(false)
  })

  it('ends it when the time is over', async () => {
    const clock = watchClock({ scenarioFile: 'a.yml', limitSeconds: 0.01 })
    await new Promise((resolve) => clock.signal.addEventListener('abort', resolve))
    expect(clock.signal.reason.message).to.match(/^The comparison of a\.yml was ended after 0 s, the timeout of this suite\./)
  })
})
