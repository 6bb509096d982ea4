import { EventEmitter } from 'node:events'
import { expect } from 'chai'
import { failedCapture, isLost } from '../../../plugin/load-thread/lean/client-error.ts'
import {
  afterUsers,
  askingOnce,
  goingOn,
  usersBefore,
  withoutLoops
} from '../../../plugin/load-thread/lean/undaunted.ts'
import type { Step } from '../../../plugin/load-thread/lean/artillerys-http.ts'

/** @returns what the step after it gets, and what Artillery counts */
function after(error: unknown): Promise<[unknown, ...string[]]> {
  const events = new EventEmitter()
  const counted: string[] = []
  events.on('error', (code) => counted.push(code))
  const request: Step = (context, callback) => callback(error as Error | null, context)
  return new Promise((resolve) => goingOn(request, events)({}, (passedOn) => resolve([passedOn, ...counted])))
}

describe('users of an app that is disturbed', () => {
  it('go on after a lost request, which is counted, and leave for any other reason, as ever', async () => {
    const lost = Object.assign(new Error('gone'), { code: 'ECONNRESET', [isLost]: true })
    expect(await after(lost)).to.eql([null, 'ECONNRESET'])
    expect(await after(failedCapture(503))).to.eql([null, 'Failed capture or match'])
    const other = failedCapture(200)
    expect(await after(other)).to.eql([other])
    expect(await after(null)).to.eql([null])
  })

  it('ask once where they come in the phase for that, in whatever scenario', () => {
    const phases = [
      { pause: 5 },
      { duration: '200ms', arrivalCount: 3 },
      { duration: '2000ms', arrivalRate: 1, rampTo: 4 },
      { duration: 2, arrivalRate: 5 },
      { name: 'once', duration: '9000ms', arrivalRate: 20 }
    ]
    expect(usersBefore(phases, 'once')).to.equal(18)
    const made: unknown[] = []
    const scenarioOf =
      (own: object): Step =>
      () =>
        made.push(own)
    const asksOnce = afterUsers(2)
    const [first, second] = ['a', 'b'].map((url) =>
      askingOnce(
        asksOnce,
        { flow: [{ loop: [{ get: { url } }], count: 3 }], hooks: { beforeScenario: url } },
        scenarioOf
      )
    )
    for (const user of [first, second, first, second]) user({}, () => {})
    const whole = (url: string) => ({ flow: [{ loop: [{ get: { url } }], count: 3 }] })
    const once = (url: string) => ({ beforeScenario: url, flow: [{ get: { url } }] })
    expect(made).to.eql([whole('a'), whole('b'), once('a'), once('b')])
    expect(withoutLoops([{ think: 1 }, { loop: [{ loop: [{ get: { url: '/' } }] }] }])).to.eql([
      { think: 1 },
      { get: { url: '/' } }
    ])
  })
})
