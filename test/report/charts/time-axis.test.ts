import { expect } from 'chai'
import { describe, it } from 'mocha'
import { clock, timeSpan, timeTicks } from '../../../plugin/report/charts/axes.ts'

const labels = (seconds: number) => timeTicks(seconds).map(({ label }) => label)

describe('an axis of time', () => {
  it('counts as people count time', () => {
    expect(labels(6)).to.eql(['0 s', '1 s', '2 s', '3 s', '4 s', '5 s', '6 s'])
    expect(labels(82)).to.eql(['0 s', '15 s', '30 s', '45 s', '60 s', '75 s'])
    expect(labels(188)).to.eql(['0:00', '1:00', '2:00', '3:00'])
    expect(labels(5400)).to.eql(['0:00', '15:00', '30:00', '45:00', '1:00:00', '1:15:00', '1:30:00'])
    expect(labels(0.03)).to.eql(['0 s', '0.01 s', '0.02 s', '0.03 s'])
  })

  it('has between two and seven ticks on it, however long it is', () => {
    for (let seconds = 0.001; seconds < 2e6; seconds *= 1.07) {
      const ticks = timeTicks(seconds)
      expect(ticks.length, String(seconds)).to.be.within(2, 7)
      expect(ticks[0].part).to.equal(0)
      expect(ticks.every(({ part }) => part >= 0 && part <= 1)).to.equal(true)
    }
  })

  it('writes minutes and hours as clocks do', () => {
    expect([0, 59, 61, 3600, 36_061].map(clock)).to.eql(['0:00', '0:59', '1:01', '1:00:00', '10:01:01'])
  })

  it('writes spans with a digit more where they are short', () => {
    expect([0, 0.0312, 0.5, 3, 9.94, 9.96, 125].map(timeSpan)).to.eql(['0 s', '0.031 s', '0.5 s', '3.0 s', '9.9 s', '10 s', '2 min 5 s'])
  })
})
