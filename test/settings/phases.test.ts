import { expect } from 'chai'
import { describe, it } from 'mocha'
import { arrivalSeconds, flowSeconds } from '../../plugin/settings/phases.ts'

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
  const get = { get: { url: '/' } }
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
