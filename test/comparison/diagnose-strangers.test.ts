import { expect } from 'chai'
import { describe, it } from 'mocha'
import { aMachine } from '../support/runs.ts'
import { diagnosisOf, lazy, noGain, taking } from '../support/diagnosis-of.ts'
import type { VariantUse } from '../../plugin/concepts/comparison.ts'

const slower = noGain().map((one) => ({ ...one, speedup: 0.7, interval: [0.65, 0.75] as [number, number] }))
const nothing = { utilization: null, busiest: null, cpu: null, gc: null, workerMegabytes: null }

describe('the diagnosis of a command', () => {
  const command = { candidate: 'command' } as const
  const go: Partial<VariantUse> = { name: 'go', workers: 1, ...nothing, machine: aMachine({ app: 1.6, generator: 0.2, others: 0 }) }
  const one = { result: { name: 'go', workers: 1, shares: [0] }, candidate: go, modes: command }

  it('goes by the baseline, and the cores that the command used', () => {
    expect(diagnosisOf(one)).to.eql({
      code: 'cpu-bound',
      message: 'CPU-bound, and go gets more done: the event loop of single was 99 % busy; go used 1.6 cores; 2 cores, of which the load generator took 0.20: at most about 1.80x here.'
    })
    const messages = [noGain(), slower].map((estimates) => diagnosisOf({ ...one, candidate: { ...go, machine: null }, estimates }).message)
    expect(messages).to.eql([
      'CPU-bound, and go gains nothing measurable: the event loop of single was 99 % busy.',
      'CPU-bound, and go is slower: the event loop of single was 99 % busy.'
    ])
  })

  it('does not take its processes for workers of ours', () => {
    const four = { ...one, candidate: { ...go, workers: 2 }, result: { name: 'go', workers: 2, shares: [0.5, 0.5] } }
    expect(diagnosisOf(four).message).to.match(/^CPU-bound, and go gets more done: /)
  })

  it('says of a baseline with time to spare what that means for the command', () => {
    expect(diagnosisOf({ ...one, baseline: { ...lazy(0.06), ...taking({ waitingMs: 49.2, computingMs: 0.8 }) }, estimates: noGain() }).message).to.equal(
      'single waits for something else than the CPU (a database, the network, a timer): 49 of the 50 ms that a response takes; go cannot help that and only costs memory.'
    )
    expect(diagnosisOf({ ...one, baseline: lazy(0.7) }).message).to.equal(
      'The event loop of single was 70 % busy: requests queue now and then, and go shortens that queue; the more load, the more it helps.'
    )
  })

  it('counts no garbage that nobody told of, and finds no contention in what nobody saw', () => {
    expect(diagnosisOf({ ...one, baseline: { gc: 0.4 } }).message).to.match(/^Garbage collection dominates: it took 40 % of single’s busy time; each worker/)
    const several = { ...go, workers: 2 }
    expect(diagnosisOf({ ...one, candidate: several, result: { ...one.result, workers: 2, shares: [0.5, 0.5] }, estimates: noGain() }).code).to.equal('cpu-bound')
  })

  it('says nothing of cores where others did the work', () => {
    const docker = { ...go, machine: aMachine({ app: 0.04, others: 1.6 }) }
    expect(diagnosisOf({ ...one, candidate: docker }).message).to.equal('CPU-bound, and go gets more done: the event loop of single was 99 % busy.')
  })

  it('does not miss what a command can’t tell', () => {
    expect(diagnosisOf(one).message).to.not.include('IPC')
    expect(diagnosisOf({ ...one, baseline: nothing }).message).to.match(/^single told too little of how busy/)
  })
})

describe('the diagnosis against a command', () => {
  const modes = { baseline: 'command' as const }
  /** @param app cores that it used */
  const go = (app: number, workers = 1): Partial<VariantUse> => ({ name: 'go', workers, ...nothing, machine: aMachine({ app }) })

  it('is probably the CPU where it used as much as a process can', () => {
    expect(diagnosisOf({ baseline: go(0.97), modes })).to.eql({
      code: 'cpu-bound',
      message: 'Probably CPU-bound, so clustering helps: go used 1.0 core, as one process that computes all the time would, clustered 1.7. It tells nothing else of itself.'
    })
    const messages = [noGain(), slower].map((estimates) => diagnosisOf({ baseline: go(0.9), candidate: { machine: null, cpu: null }, estimates, modes }).message)
    expect(messages).to.eql([
      'Probably CPU-bound, although clustering gains nothing measurable: go used 0.9 cores, as one process that computes all the time would. It tells nothing else of itself.',
      'Probably CPU-bound, and yet clustering makes it slower: go used 0.9 cores, as one process that computes all the time would. It tells nothing else of itself.'
    ])
    expect(diagnosisOf({ baseline: go(1.9, 2), candidate: { workers: 4 }, modes }).message).to.include('go used 1.9 cores, as 2 processes that compute all the time would')
    expect(diagnosisOf({ baseline: go(1, 2), candidate: { workers: 4 }, modes }).code, 'of both').to.equal('unknown')
  })

  it('is that it uses several cores already', () => {
    expect(diagnosisOf({ baseline: go(1.7), estimates: noGain(), modes })).to.eql({ code: 'busy-elsewhere', message: 'go already used 1.7 of 2 cores, so clustering has little to add.' })
  })

  it('is unknown where its CPU explains nothing, with what was seen', () => {
    expect(diagnosisOf({ baseline: go(0.2), modes })).to.eql({
      code: 'unknown',
      message: 'go is a command, which tells nothing of itself: it used 0.20 of 2 cores, clustered 1.7, so it is hardly the CPU that limits it.'
    })
    const reason = 'so the speedup is measured but not explained.'
    expect(diagnosisOf({ baseline: go(0.7), modes }).message).to.equal(`go is a command, which tells nothing of itself: it used 0.70 of 2 cores, clustered 1.7, ${reason}`)
    expect(diagnosisOf({ baseline: go(1.7), modes }), 'that is faster all the same').to.include({ code: 'unknown' })
    expect(diagnosisOf({ baseline: go(0.04), modes }).message).to.equal(
      `go is a command, which tells nothing of itself, and hardly any CPU of its processes was seen (docker, for one, has others do the work), ${reason}`
    )
    expect(diagnosisOf({ baseline: { ...go(1), machine: null }, modes }).message).to.equal(`go is a command, which tells nothing of itself, and neither does the system, ${reason}`)
  })
})

describe('the diagnosis of what runs elsewhere', () => {
  it('is unknown, whoever runs there', () => {
    const reason = 'is unknown, so the speedup is measured but not explained.'
    expect(diagnosisOf({ candidate: { name: 'staging', ...nothing }, modes: { candidate: 'url' } })).to.eql({
      code: 'unknown',
      message: `staging runs where we can't look (mode url): what became of its machine ${reason}`
    })
    const both = diagnosisOf({ baseline: { name: 'old', ...nothing }, candidate: { name: 'new', ...nothing }, modes: { baseline: 'url', candidate: 'url' } })
    expect(both.message).to.equal(`old and new run where we can't look (mode url): what became of their machines ${reason}`)
  })

  it('is the load generator where that was too busy', () => {
    expect(diagnosisOf({ baseline: { name: 'old', ...nothing, generatorUtilization: 0.95 }, modes: { baseline: 'url', candidate: 'url' } }).code).to.equal('generator-bound')
  })
})
