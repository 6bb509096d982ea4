import { expect } from 'chai'
import { describe, it } from 'mocha'
import { aMachine } from '../support/runs.js'
import { diagnosisOf, lazy, noGain } from '../support/diagnosis-of.js'
/** @import { Estimate, VariantUse } from '../../plugin/vocabulary.js' */

const slower = noGain().map((one) => ({ ...one, speedup: 0.7, interval: /** @type {[number, number]} */ ([0.65, 0.75]) }))
const nothing = { utilization: null, busiest: null, cpu: null, gc: null, workerMegabytes: null }

describe('the diagnosis of a candidate whose threads do the work', () => {
  /** @type {Partial<VariantUse>} */
  const use = { name: 'threads', workers: 1, utilization: 0.2, busiest: 0.2, cpu: 1.75, machine: aMachine({ app: 1.8, generator: 0.2, others: 0 }) }
  const one = { result: { name: 'threads', workers: 1, shares: [1] }, candidate: use, modes: { candidate: /** @type {const} */ ('single') } }
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

  it('is a shorter queue where the baseline had some time to spare', () => {
    const { code, message } = diagnosisOf({ ...one, baseline: lazy(0.7) })
    expect(code).to.equal('partly-busy')
    expect(message).to.match(/^The event loop of single was 70 % busy, each worker’s 20 %: requests queue now and then, and threads shortens that queue; the more load, the more it helps\.$/)
  })
})

describe('the diagnosis of a command', () => {
  const command = /** @type {const} */ ({ candidate: 'command' })
  /** @type {Partial<VariantUse>} */
  const go = { name: 'go', workers: 1, ...nothing, machine: aMachine({ app: 1.6, generator: 0.2, others: 0 }) }
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

  it('says of a baseline with time to spare what that means for the command', () => {
    expect(diagnosisOf({ ...one, baseline: lazy(0.06), estimates: noGain({ p50: 50, throughput: 400 }) }).message).to.equal(
      'single waits for something else than the CPU (a database, the network, a timer): its event loop was only 6.0 % busy; go cannot help that and only costs memory.'
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
  const modes = { baseline: /** @type {const} */ ('command') }
  /** @param {number} app cores that it used @returns {Partial<VariantUse>} */
  const go = (app, workers = 1) => ({ name: 'go', workers, ...nothing, machine: aMachine({ app }) })

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

describe('the diagnosis of more workers than a clustered baseline has', () => {
  const modes = { baseline: /** @type {const} */ ('cluster'), candidate: /** @type {const} */ ('cluster') }
  const one = { name: 'clustered 1' }

  it('speaks of more workers, not of clustering', () => {
    const explain = (/** @type {Partial<VariantUse>} */ baseline, /** @type {Partial<Estimate>[]} */ estimates = []) => diagnosisOf({ baseline: { ...one, ...baseline }, candidate: { machine: null }, estimates, modes }).message
    expect(explain({})).to.match(/^CPU-bound, so more workers help: the event loop of clustered 1 was 99 % busy, each of the 2 workers’ 98 %\.$/)
    expect(explain({}, noGain())).to.match(/^CPU-bound, so more workers should help, but nothing measurable came of it:/)
    expect(explain({}, slower)).to.match(/^CPU-bound, and yet more workers make it slower:/)
    expect(explain(lazy(0.1), noGain({ p50: 1.2, throughput: 100 }))).to.include('more workers can help little as long as that is so, and cost memory')
    expect(explain(lazy(0.06), noGain({ p50: 50, throughput: 400 }))).to.include('more workers cannot help that and only cost memory')
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
  const modes = { baseline: /** @type {const} */ ('cluster'), candidate: /** @type {const} */ ('reuse-port') }
  const explain = (/** @type {Partial<Estimate>[]} */ estimates) => diagnosisOf({ baseline: two, candidate: { name: 'shared', machine: null }, estimates, modes }).message

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
