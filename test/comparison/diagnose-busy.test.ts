import { expect } from 'chai'
import { describe, it } from 'mocha'
import { diagnosisOf, noGain } from '../support/diagnosis-of.ts'
import { someLimits } from '../support/results.ts'
import { aMachine } from '../support/runs.ts'
import type { MachineUse } from '../../plugin/concepts/run.ts'

const singleWasBusy = 'CPU-bound (the event loop of single was 99 % busy)'

describe('the diagnosis of a busy app that does not compute for its users', () => {
  it('is synchronous calls when its event loop is busy without the CPU', () => {
    const { code, message } = diagnosisOf({ baseline: { cpu: 0.1, machine: aMachine({ app: 0.3 }) } })
    expect(code).to.equal('blocked')
    expect(message).to.match(
      /^The event loop of single was 99 % busy, but took 0\.10 cores only: synchronous calls \(files, child processes\) block it, .*waiting at the same time; asynchronous calls would help more\.$/
    )
  })

  it('is not synchronous calls when it had the CPU for half of the time, or when no core was free for it', () => {
    const codeOf = (cpu: number, machine: Partial<MachineUse>) => diagnosisOf({ baseline: { cpu, machine: aMachine({ app: cpu, ...machine }) } }).code
    expect([codeOf(0.49, {}), codeOf(0.5, {})]).to.eql(['blocked', 'cpu-bound'])
    const crowded = { generator: 0.5, others: 0.4, stolen: 0.15 }
    expect([codeOf(0.4, crowded), codeOf(0.4, { ...crowded, stolen: 0.25 })]).to.eql(['blocked', 'cpu-bound'])
  })

  it('is synchronous calls of a clustered baseline when all its workers together had less', () => {
    const codeOf = (cpu: number) => diagnosisOf({ baseline: { workers: 2, cpu, machine: aMachine({ cores: 4, app: cpu }) } }).code
    expect([codeOf(0.98), codeOf(1)]).to.eql(['blocked', 'cpu-bound'])
  })

  it('is garbage collection when that takes a third of its time', () => {
    expect(diagnosisOf({ baseline: { gc: 0.45 }, candidate: { gc: 0.32 } })).to.eql({
      code: 'garbage-collection',
      message:
        'Garbage collection dominates: it took 45 % of single’s busy time, 32 % of the workers’; each worker has a heap of its own to collect, but less garbage would help both more.'
    })
    expect([0.29, 0.31].map((gc) => diagnosisOf({ baseline: { gc } }).code)).to.eql(['cpu-bound', 'garbage-collection'])
  })
})

describe('the diagnosis of a CPU-bound app with badly used workers', () => {
  it('is an uneven distribution when one worker did most', () => {
    const shares = { shares: [0.75, 0.25] }
    expect(diagnosisOf({ candidate: { connections: 4 }, result: shares })).to.eql({
      code: 'uneven',
      message: `${singleWasBusy}, but the busiest of 2 workers took 75 % of the requests: at most 1.3x; too few connections to balance: 4 for 2 workers.`
    })
    expect(diagnosisOf({ candidate: { connections: 19 }, result: shares }).message).to.include('too few connections')
    expect(diagnosisOf({ candidate: { connections: 20 }, result: shares }).message).to.match(/at most 1\.3x\.$/)
    expect(diagnosisOf({ result: { shares: [0.6, 0.4] } }).code).to.equal('cpu-bound')
    expect(diagnosisOf({ result: { shares: [1, 0], limits: someLimits({ value: null }) } }).code, 'when nobody knows it').to.equal('cpu-bound')
  })

  it('is too many workers when they are more than the cores', () => {
    expect(diagnosisOf({ candidate: { workers: 4 }, result: { workers: 4, shares: [0.25, 0.25, 0.25, 0.25] } })).to.eql({
      code: 'too-many-workers',
      message: `${singleWasBusy}, but 4 workers are too many for 2 cores: the extra ones only take turns and cost memory (150 MB more, 90 MB for each worker).`
    })
    const inOneAndAHalf = { candidate: { machine: aMachine({ cores: 1.5, app: 1.2 }) } }
    expect(diagnosisOf(inOneAndAHalf).code).to.equal('cpu-bound')
  })

  it('is too few workers when all are busy and cores stay free', () => {
    expect(diagnosisOf({ candidate: { machine: aMachine({ cores: 8, app: 1.98, others: 0.02 }) } })).to.eql({
      code: 'more-workers',
      message:
        'CPU-bound: the event loop of single was 99 % busy, and so were the workers’ (98 %), while 5.8 of 8 cores stayed free: more workers would help more.'
    })
    const machine = { cores: 4, app: 2, generator: 0.8, others: 0.3 }
    const codes = [0.15, 0.25].map((stolen) => diagnosisOf({ candidate: { machine: aMachine({ ...machine, stolen }) } }).code)
    expect(codes, 'from 0.7 of a core on').to.eql(['more-workers', 'cpu-bound'])
    expect(diagnosisOf({ candidate: { machine: aMachine({ cores: 8, app: 2 }) }, estimates: noGain() }).code, 'when it helped').to.equal('cpu-bound')
  })
})
