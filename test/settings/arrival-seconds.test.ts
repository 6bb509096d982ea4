import { expect } from 'chai'
import { describe, it } from 'mocha'
import { arrivalSeconds } from '../../plugin/settings/phases.ts'

describe('the time in which users come', () => {
  const cases: [string, unknown, number][] = [
    ['seconds', [{ duration: 60, arrivalRate: 5 }], 60],
    ['a text of seconds', [{ duration: '60' }], 60],
    ['units', [{ duration: '200ms' }, { duration: '2m' }, { duration: '1 hour' }, { duration: '1.5s' }, { duration: '3 minutes' }], 0.2 + 120 + 3600 + 1.5 + 180],
    ['a pause', [{ duration: 5 }, { pause: 10 }, { duration: 5 }], 20],
    ['no duration', [{ arrivalCount: 5 }], 0],
    ['what is no list', { duration: 5 }, 0],
    ['nothing', undefined, 0],
    ['words of units', [{ duration: '200 milliseconds' }, { duration: '.5s' }, { duration: '1w' }, { duration: '10 Secs' }], 0.2 + 0.5 + 604_800 + 10],
    ['what Artillery will refuse', [{ duration: 'soon' }, { duration: '5 moons' }, { duration: '5 x 3' }, null], 0]
  ]
  for (const [what, phases, expected] of cases) {
    it(`is read from ${what}`, () => {
      expect(arrivalSeconds(phases)).to.be.closeTo(expected, 1e-9)
    })
  }
})
