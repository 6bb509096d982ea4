import { totalmem } from 'node:os'
import { expect } from 'chai'
import { cores, memory, starting } from '../../../plugin/questions/doctor/app/checks/multiplied.ts'
import { findingsIn, type Check } from '../../../plugin/questions/doctor/app/started.ts'

const codesOf = <Look>(check: Check<Look>, seen: Look, workers: number) =>
  findingsIn(check.conclude({ single: seen, clustered: seen, workers })).map(({ code }) => code)

const quick = { requests: [], children: 0, cpuSeconds: 0.5, readySeconds: 1, again: 1.5 }

describe('what the doctor multiplies by the number of workers', () => {
  it('is memory, against what there is', () => {
    const all = Math.min(totalmem(), process.constrainedMemory() || Infinity)
    const heapBytes = all / 10
    expect(codesOf(memory, { ownBytes: all / 4, heapBytes }, 3)).to.eql([])
    expect(codesOf(memory, { ownBytes: all / 4, heapBytes }, 5)).to.eql(['memory-times-workers'])
    // A heap may grow beyond what is there: that is told of a container only.
    const told = all < totalmem() ? ['heap-times-workers'] : []
    expect(codesOf(memory, { ownBytes: all / 40, heapBytes: all }, 5)).to.eql(told)
  })

  it('is the time to start, against the cores and what one process takes, and processes of each', () => {
    expect(codesOf(starting, quick, 2)).to.eql([])
    expect(codesOf(starting, { ...quick, cpuSeconds: 20 }, 1)).to.eql([])
    expect(codesOf(starting, { ...quick, cpuSeconds: 2, children: 2 }, 2000)).to.eql(['slow-start', 'child-processes'])
  })

  it('is a second start beside a running one, if it fails or waits for the first', () => {
    expect(codesOf(starting, { ...quick, again: null }, 2)).to.eql([])
    expect(codesOf(starting, { ...quick, again: 8 }, 2)).to.eql(['second-start'])
    expect(codesOf(starting, { ...quick, again: 'it exited with code 1' }, 2)).to.eql(['second-start'])
  })

  it('is the number itself, against the cores', () => {
    expect(codesOf(cores, null, 1000)).to.eql(['workers-above-cores'])
  })
})
