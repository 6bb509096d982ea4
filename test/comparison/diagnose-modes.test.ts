import { expect } from 'chai'
import { describe, it } from 'mocha'
import { aMachine } from '../support/runs.ts'
import { diagnosisOf, lazy, noGain, taking } from '../support/diagnosis-of.ts'
import type { Estimate, VariantUse } from '../../plugin/concepts/comparison.ts'

const slower = noGain().map((one) => ({ ...one, speedup: 0.7, interval: [0.65, 0.75] as [number, number] }))

describe('the diagnosis of a candidate whose threads do the work', () => {
  const use: Partial<VariantUse> = { name: 'threads', workers: 1, utilization: 0.2, busiest: 0.2, cpu: 1.75, machine: aMachine({ app: 1.8, generator: 0.2, others: 0 }) }
  const one = { result: { name: 'threads', workers: 1, shares: [1] }, candidate: use, modes: { candidate: 'single' as const } }
  const seen = 'the event loop of single was 99 % busy; threads used 1.8 cores, while its own event loop was 20 % busy'

  it('is that they help, with the cores that they used and the bound of the machine', () => {
    expect(diagnosisOf(one)).to.eql({
      code: 'cpu-bound',
      message: `CPU-bound, so threads help: ${seen}; 2 cores, of which the load generator took 0.20: at most about 1.80x here.`
    })
  })

  it('wonders when nothing came of them, or less', () => {
    expect(diagnosisOf({ ...one, estimates: noGain() }).message).to.equal(`CPU-bound, so threads should help, but nothing measurable came of them: ${seen}.`)
    expect(diagnosisOf({ ...one, estimates: slower }).message).to.equal(`CPU-bound, and yet threads make it slower: ${seen}.`)
  })

  it('is theirs also where the process itself tells of them, and the system does not', () => {
    expect(diagnosisOf({ ...one, candidate: { ...use, machine: null } }).message).to.include('threads used 1.8 cores')
  })

  it('is not theirs for a process that collects garbage on the side', () => {
    expect(diagnosisOf({ ...one, candidate: { ...use, cpu: 1.15, utilization: 0.98, machine: aMachine({ app: 1.19 }) } }).message).to.match(/its one worker’s 98 %/)
  })

  it('is not said of several workers, whatever else they use', () => {
    const several = { candidate: { workers: 2, cpu: 2.9, machine: aMachine({ cores: 3, app: 2.9 }) } }
    expect(diagnosisOf(several).message).to.match(/^CPU-bound, so clustering helps: /)
  })

  it('is a shorter queue where the baseline had some time to spare', () => {
    const { code, message } = diagnosisOf({ ...one, baseline: lazy(0.7) })
    expect(code).to.equal('partly-busy')
    expect(message).to.match(/^The event loop of single was 70 % busy, each worker’s 20 %: requests queue now and then, and threads shortens that queue; the more load, the more it helps\.$/)
  })
})

describe('the diagnosis of more workers than a clustered baseline has', () => {
  const modes = { baseline: 'cluster' as const, candidate: 'cluster' as const }
  const one = { name: 'clustered 1' }

  it('speaks of more workers, not of clustering', () => {
    const explain = (baseline: Partial<VariantUse>, estimates: Partial<Estimate>[] = []) => diagnosisOf({ baseline: { ...one, ...baseline }, candidate: { machine: null }, estimates, modes }).message
    expect(explain({})).to.match(/^CPU-bound, so more workers help: the event loop of clustered 1 was 99 % busy, each of the 2 workers’ 98 %\.$/)
    expect(explain({}, noGain())).to.match(/^CPU-bound, so more workers should help, but nothing measurable came of it:/)
    expect(explain({}, slower)).to.match(/^CPU-bound, and yet more workers make it slower:/)
    expect(explain(lazy(0.1), noGain())).to.include('more workers can help little below that, and cost memory')
    expect(explain({ ...lazy(0.06), ...taking({ waitingMs: 50, computingMs: 1 }) }, noGain())).to.include('more workers cannot help that and only cost memory')
    expect(explain(lazy(0.7), slower)).to.include('but more workers make it slower')
    expect(explain({ generatorUtilization: 0.95, ...lazy(0.6) })).to.include('more workers can show little')
    expect(explain({ ...lazy(0.3), machine: aMachine({ app: 1.8 }) })).to.include('so more workers have little to add')
  })

  it('names the workers that found no core more', () => {
    const full = { machine: aMachine({ app: 1.1, generator: 0.9 }) }
    expect(diagnosisOf({ baseline: one, candidate: full, estimates: noGain(), modes }).message).to.include('hardly a core was left for more workers than one')
    const two = { name: 'clustered 2', workers: 2, cpu: 1.7, machine: aMachine({ app: 1.7 }) }
    const four = { workers: 2, result: { workers: 3, shares: [0.34, 0.33, 0.33] } }
    const message = diagnosisOf({ baseline: two, candidate: { workers: 3, machine: aMachine({ cores: 3, app: 1.7, generator: 1 }) }, result: four.result, estimates: noGain(), modes }).message
    expect(message).to.include('hardly a core was left for more workers than 2')
  })
})

describe('the diagnosis of another way to run as many workers', () => {
  const two = { name: 'round robin', workers: 2, utilization: 0.97, cpu: 1.7, machine: aMachine({ app: 1.7 }) }
  const modes = { baseline: 'cluster' as const, candidate: 'reuse-port' as const }
  const explain = (estimates: Partial<Estimate>[]) => diagnosisOf({ baseline: two, candidate: { name: 'shared', machine: null }, estimates, modes }).message

  it('speaks of it by its name', () => {
    const seen = 'the event loop of round robin was 99 % busy, each of the 2 workers’ 98 %.'
    expect(explain([])).to.equal(`CPU-bound, and shared gets more done: ${seen}`)
    expect(explain(noGain())).to.equal(`CPU-bound, and shared gains nothing measurable: ${seen}`)
    expect(explain(slower)).to.equal(`CPU-bound, and shared is slower: ${seen}`)
  })

  it('finds no core missing that nobody asked for', () => {
    const full = { name: 'shared', machine: aMachine({ app: 1.1, generator: 0.9 }) }
    expect(diagnosisOf({ baseline: two, candidate: full, estimates: noGain(), modes }).code).to.equal('cpu-bound')
  })
})
