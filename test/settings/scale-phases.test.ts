import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readPhases, scalePhases, type Phase } from '../../plugin/settings/load-levels.ts'
import { refusal } from '../support/settings.ts'

describe('phases with another load', () => {
  const cases: [string, Phase, number, Phase][] = [
    ['the arrival rate', { duration: 20, arrivalRate: 50 }, 0.5, { duration: 20, arrivalRate: 25 }],
    ['both ends of a ramp', { duration: '2m', arrivalRate: 10, rampTo: 90, name: 'ramp' }, 1.5, { duration: '2m', arrivalRate: 15, rampTo: 135, name: 'ramp' }],
    ['a ramp from nothing', { duration: 10, rampTo: 40 }, 0.5, { duration: 10, rampTo: 20 }],
    ['a number of users', { duration: 20, arrivalCount: 201 }, 0.5, { duration: 20, arrivalCount: 101 }],
    ['numbers that are texts, as from an environment variable', { duration: '20', arrivalRate: '50' }, 2, { duration: '20', arrivalRate: 100 }],
    ['but not maxVusers nor the way they come', { duration: 20, arrivalRate: 50, maxVusers: 10, mode: 'poisson' }, 2, { duration: 20, arrivalRate: 100, maxVusers: 10, mode: 'poisson' }]
  ]
  for (const [what, phase, factor, expected] of cases) {
    it(`multiply ${what}`, () => expect(scalePhases([phase], factor)).to.eql([expected]))
  }

  it('have the same pauses, a rate of 0 among them', () => {
    const pauses = [{ pause: 5, arrivalRate: 3 }, { duration: 5, arrivalRate: 0 }]
    expect(scalePhases([...pauses, { duration: 5, arrivalRate: 40 }], 0.5)).to.eql([...pauses, { duration: 5, arrivalRate: 20 }])
  })

  it('are as they were written at the factor 1, whatever Artillery will say to them', () => {
    const phases = [{ duration: 5, arrivalRate: '2.5' }]
    expect(scalePhases(phases, 1)).to.equal(phases)
  })

  it('keep one user of a phase that would have less', () => {
    const phases = [{ duration: 1, arrivalCount: 1 }, { duration: 20, arrivalRate: 50 }]
    expect(scalePhases(phases, 0.1)).to.eql([{ duration: 1, arrivalCount: 1 }, { duration: 20, arrivalRate: 5 }])
  })

  it('leave the phases that were given alone', () => {
    const phases = [{ duration: 5, arrivalRate: 10 }]
    scalePhases(phases, 2)
    expect(phases).to.eql([{ duration: 5, arrivalRate: 10 }])
  })

  it('are refused where whole users make another load of it', () => {
    expect(refusal(() => scalePhases([{ duration: 20, arrivalRate: 5 }], 0.5))).to.eql({
      code: 'INVALID_SETTINGS',
      message: 'plugins.speedup.load has the factor 0.5, but Artillery takes whole numbers of users only, and with config.phases rounded it would be 0.6. ' +
        'Write larger numbers into the phases, such as arrivalRate: 50, or take another factor.'
    })
  })

  const nothing = 'plugins.speedup.load is set, but there is no load that could be multiplied: config.phases is missing or brings one user at most, or --solo is given. ' +
    'Write for example phases: [{ duration: 20, arrivalRate: 50 }].'
  const number = 'which plugins.speedup.load can\'t multiply. It must be a number from 0.'
  const refused: [string, unknown, string][] = [
    ['they are missing', undefined, nothing],
    ['they are no list', { duration: 20, arrivalRate: 50 }, nothing],
    ['they are those that Artillery takes where there are none, or with --solo', [{ duration: 1, arrivalCount: 1 }], nothing],
    ['they are pauses only', [{ pause: 5 }, null], nothing],
    ['a rate is no number', [{ duration: 5, arrivalRate: '{{ rate }}' }], `config.phases[0].arrivalRate is "{{ rate }}", ${number}`],
    ['a rate is empty', [{ duration: 5, arrivalRate: 5 }, { duration: 5, rampTo: ' ' }], `config.phases[1].rampTo is " ", ${number}`],
    ['a number of users is negative', [{ duration: 5, arrivalCount: -5 }], `config.phases[0].arrivalCount is -5, ${number}`]
  ]
  for (const [what, phases, message] of refused) {
    it(`can't be where ${what}`, () => expect(refusal(() => readPhases(phases))).to.eql({ code: 'INVALID_SETTINGS', message }))
  }
})
