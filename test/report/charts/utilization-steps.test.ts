import { expect } from 'chai'
import { describe, it } from 'mocha'
import { utilizationSteps } from '../../../plugin/report/charts/steps.ts'

const middles = (steps: ReturnType<typeof utilizationSteps>) => steps.map(({ value }) => value && Math.round(1000 * value.middle) / 1000)

describe('the utilization of event loops in equal steps', () => {
  it('is the mean of what each point tells of the time since the one before', () => {
    const points = [{ seconds: 1, utilization: 0.2 }, { seconds: 4, utilization: 0.8 }]
    // The first half: a second of 0.2 and one of 0.8.
    expect(middles(utilizationSteps([points], { seconds: 4, most: 10 }))).to.eql([0.5, 0.8])
    expect(middles(utilizationSteps([points], { seconds: 4, most: 1 }))).to.eql([0.65])
  })

  it('leaves out what is not of the load, and is unknown where no point tells', () => {
    const points = [{ seconds: -1, utilization: 1 }, { seconds: 2, utilization: 0.5 }, { seconds: 3, utilization: 0.5 }]
    expect(middles(utilizationSteps([points], { seconds: 9, most: 3 }))).to.eql([0.5, null, null])
    const late = [{ seconds: 8, utilization: 0.5 }, { seconds: 12, utilization: 1 }]
    expect(middles(utilizationSteps([late], { seconds: 10, most: 2 }))).to.eql([0.5, 0.7])
  })

  it('has the median loop between the least and the most busy', () => {
    const loops = [0.9, 0.1, 0.5].map((utilization) => [{ seconds: 1, utilization }])
    expect(utilizationSteps(loops, { seconds: 1, most: 5 })).to.eql([{ from: 0, to: 1, value: { low: 0.1, middle: 0.5, high: 0.9 } }])
  })

  it('bears loops with different numbers of points', () => {
    const loops = [[{ seconds: 4, utilization: 0.4 }], [1, 2, 3, 4].map((seconds) => ({ seconds, utilization: 0.6 }))]
    expect(utilizationSteps(loops, { seconds: 4, most: 10 }).map(({ value }) => value && [value.low, value.high].map((one) => Number(one.toFixed(6))))).to.eql([[0.4, 0.6], [0.4, 0.6], [0.4, 0.6], [0.4, 0.6]])
  })
})
