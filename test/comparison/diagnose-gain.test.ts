import { expect } from 'chai'
import { describe, it } from 'mocha'
import { aMachine } from '../support/runs.ts'
import { diagnosisOf, noGain, taking } from '../support/diagnosis-of.ts'

const slower = noGain().map((one) => ({ ...one, speedup: 0.7, interval: [0.65, 0.75] as [number, number] }))
const full = { machine: aMachine({ app: 1.1, generator: 0.9 }) }
const open = { model: 'open' as const, saturated: [] }

describe('the diagnosis of a CPU-bound app', () => {
  it('is that clustering helps, with how busy all were', () => {
    expect(diagnosisOf({ candidate: { machine: null } })).to.eql({
      code: 'cpu-bound',
      message: 'CPU-bound, so clustering helps: the event loop of single was 99 % busy, each of the 2 workers’ 98 %.'
    })
  })

  it('adds the bound of the machine when the gain is close to it', () => {
    // 2 - 0.28 - 0.01 cores over 1; 1.66 was reached.
    expect(diagnosisOf({}).message).to.match(/98 %; 2 cores, of which the load generator took 0\.28: at most about 1\.71x here\.$/)
    expect(diagnosisOf({ estimates: [{ metric: 'throughput', speedup: 1.4, interval: [1.3, 1.5] }] }).message).to.match(/each of the 2 workers’ 98 %\.$/)
  })

  it('leaves out a bound that the gain exceeds', () => {
    // 1.71 cores over 1.4: 1.66x shows that the requests needed less CPU.
    expect(diagnosisOf({ baseline: { machine: aMachine({ app: 1.4 }) } }).message).to.match(/each of the 2 workers’ 98 %\.$/)
    const above = [1.87, 1.89].map((speedup) => diagnosisOf({ estimates: [{ metric: 'throughput', speedup, interval: [1.8, 2] }] }).message.includes('at most'))
    expect(above, 'by more than a tenth').to.eql([true, false])
  })

  it('names other programs in the bound when they took enough to matter', () => {
    const disturbed = diagnosisOf({ candidate: { machine: aMachine({ app: 1.5, generator: 0.28, others: 0.15, stolen: 0.05 }) } })
    expect(disturbed.message).to.include('2 cores, of which the load generator took 0.28 and others 0.20: at most about 1.52x here')
  })

  it('admits a p95 that is worse all the same, where who wants a core has to wait for one', () => {
    const mixed = [{ metric: 'throughput' as const, speedup: 1.26, interval: [1.17, 1.36] as [number, number] }, { metric: 'p95' as const, speedup: 0.84, interval: [0.76, 0.92] as [number, number] }]
    const on = (app: number) => diagnosisOf({ candidate: { machine: aMachine({ app, generator: 0.59 }) }, estimates: mixed }).message
    expect(on(1.31)).to.match(/^CPU-bound, so clustering helps: .*; p95 is worse all the same, for workers and load generator take turns on 2 cores\.$/)
    expect(on(1)).to.not.include('p95')
    expect(diagnosisOf({ candidate: { machine: aMachine({ app: 1.31, generator: 0.59 }) } }).message).to.not.include('p95')
  })

  it('wonders when nothing came of it although the workers were busy', () => {
    expect(diagnosisOf({ estimates: noGain() })).to.eql({
      code: 'cpu-bound',
      message: 'CPU-bound, so clustering should help, but nothing measurable came of it: the event loop of single was 99 % busy, each of the 2 workers’ 98 %.'
    })
  })

  it('wonders when it made the app slower', () => {
    const roomy = { machine: aMachine({ cores: 8, app: 2 }) }
    for (const candidate of [{}, roomy]) {
      expect(diagnosisOf({ estimates: slower, candidate })).to.eql({
        code: 'cpu-bound',
        message: 'CPU-bound, and yet clustering makes it slower: the event loop of single was 99 % busy, each of the 2 workers’ 98 %.'
      })
    }
  })

  it('is that one worker cannot help', () => {
    const one = { candidate: { workers: 1, cpu: 0.97, machine: null }, result: { workers: 1, shares: [1] }, estimates: noGain() }
    expect(diagnosisOf(one).message).to.equal('CPU-bound, which one worker cannot help: the event loop of single was 99 % busy, its one worker’s 98 %.')
    const crowded = diagnosisOf({ ...one, candidate: { workers: 1, cpu: 0.97, ...full } })
    expect(crowded.code, 'on a full machine').to.equal('cpu-bound')
  })

  it('is a full machine when no core was left for more', () => {
    expect(diagnosisOf({ estimates: noGain(), candidate: full })).to.eql({
      code: 'machine-full',
      message:
        'CPU-bound (the event loop of single was 99 % busy), but hardly a core was left for more workers than one: ' +
        '2 cores, of which the load generator took 0.90: at most about 1.09x here; ask again on a machine with more cores, or with the generator elsewhere.'
    })
    expect(diagnosisOf({ candidate: full }).code, 'when it helped all the same').to.equal('cpu-bound')
  })

  it('is something shared when the workers are idle and nothing is gained', () => {
    const idleWorkers = { utilization: 0.5, machine: aMachine({ cores: 4, app: 1 }) }
    const { code, message } = diagnosisOf({ estimates: noGain(), candidate: idleWorkers })
    expect(code).to.equal('contention')
    expect(message).to.match(
      /^The event loop of single was 99 % busy, each worker’s only 50 %, and yet nothing is gained: .*something that they share \(a database, a lock, a disk\), or for a core\.$/
    )
    expect(diagnosisOf({ candidate: idleWorkers }).code, 'when it helped').to.equal('cpu-bound')
  })

  it('is a full machine, and nothing shared, when workers with time to spare had no core to spend it on', () => {
    const demand = { users: 20, threads: 1, cycleMs: 5, generatorMs: 0.1, computingMs: 0.2 }
    const [before, after] = [4000, 3900].map((responsesPerSecond) => ({ ...demand, responsesPerSecond }))
    const crowded = { utilization: 0.67, machine: aMachine({ app: 1.4, generator: 0.3, others: 0.1 }), demand: after }
    const baseline = { machine: aMachine({ app: 1, generator: 0.3 }), demand: before }
    expect(diagnosisOf({ estimates: slower, baseline, candidate: crowded })).to.eql({
      code: 'machine-full',
      message:
        'CPU-bound (the event loop of single was 99 % busy), but no core was left for more: of 2 cores the workers took 1.40, the load generator 0.30, others 0.10, ' +
        'and a request took 0.36 ms of the app’s CPU instead of 0.25; ask again on a machine with more cores, or with the generator elsewhere.'
    })
    const cheaper = diagnosisOf({ estimates: slower, baseline, candidate: { ...crowded, demand: { ...demand, responsesPerSecond: 5200 } } })
    expect(cheaper.message).to.include('others 0.10; ask again')
    expect(diagnosisOf({ estimates: slower, baseline, candidate: { ...crowded, machine: aMachine({ app: 1, generator: 0.3 }) } }).code, 'with a core to spare').to.equal('contention')
  })

  it('is nothing shared where as much may have been done as cores and load generator allow', () => {
    const idleWorkers = { utilization: 0.5, machine: aMachine({ app: 1, generator: 0.9 }) }
    const wide = noGain().map((one) => ({ ...one, speedup: 0.99, interval: [0.67, 1.46] as [number, number] }))
    expect(diagnosisOf({ estimates: wide, candidate: { ...idleWorkers, machine: aMachine({ app: 1.1, generator: 0.6 }) } })).to.eql({
      code: 'cpu-bound',
      message:
        'CPU-bound, so clustering should help, but nothing measurable came of it: the event loop of single was 99 % busy, each of the 2 workers’ 50 %; ' +
        '2 cores, of which the load generator took 0.60: at most about 1.39x here.'
    })
    expect(diagnosisOf({ estimates: wide, candidate: { utilization: 0.5, machine: aMachine({ cores: 4, app: 1 }) } }).code, 'with cores to spare').to.equal('contention')
  })

  it('is the load generator as one more station where few users go round, with how many were enough', () => {
    const station = (busiest: number) => ({
      ...taking({ generatorMs: 0.05, queueMs: 0.05, computingMs: 0.3 }),
      demand: { users: 2, threads: 1, responsesPerSecond: 3000, cycleMs: 2 / 3, generatorMs: 0.1, computingMs: 0.3 },
      busiest, utilization: busiest, cpu: busiest
    })
    const [before, after] = [{ ...station(0.9), machine: aMachine({ cores: 8, app: 0.9, generator: 0.6 }) }, { ...station(0.4), workers: 2, machine: aMachine({ cores: 8, app: 0.9, generator: 0.6 }) }]
    const allowed = 'with 2 users the load generator’s own 0.10 ms are part of every cycle of 0.62 ms: at most about 1.08x here; from about 5 users on that no longer matters'
    expect(diagnosisOf({ estimates: noGain(), baseline: before, candidate: after })).to.eql({
      code: 'cpu-bound',
      message: `CPU-bound, so clustering should help, but nothing measurable came of it: the event loop of single was 90 % busy, each of the 2 workers’ 40 %; ${allowed}.`
    })
    expect(diagnosisOf({ estimates: noGain(), baseline: { ...before, busiest: 0.45 }, candidate: after })).to.eql({ code: 'few-users', message: `The event loop of single was 45 % busy: ${allowed}.` })
    const thinking = { demand: { ...before.demand, users: 20, cycleMs: 20 / 3 } }
    expect(diagnosisOf({ estimates: noGain(), baseline: { ...before, ...thinking }, candidate: { ...after, ...thinking } }).message).to.match(
      /40 %; with 20 users, who need 6\.6 ms from one request to the next even where none waits for another, there is no more to do: at most about 1\.01x here; from about 45 users on that no longer matters\.$/
    )
    expect(diagnosisOf({ baseline: { ...before, busiest: 0.6 }, candidate: after }).code, 'when it helped').to.equal('partly-busy')
    expect(diagnosisOf({ estimates: noGain(), baseline: { ...before, busiest: 0.45 }, candidate: after, load: open }).code, 'when users come whatever the app does').to.equal('idle')
  })

  it('is nothing shared where the workers have time for all users who come, and one process just keeps up', () => {
    const idleWorkers = { utilization: 0.58, machine: aMachine({ app: 1.2, generator: 0.2 }) }
    expect(diagnosisOf({ estimates: noGain(), candidate: idleWorkers, load: open })).to.eql({
      code: 'cpu-bound',
      message: 'CPU-bound, but single just keeps up with the users who come, so that clustering gains nothing measurable yet: the event loop of single was 99 % busy, each of the 2 workers’ 58 %.'
    })
    expect(diagnosisOf({ estimates: noGain(), candidate: idleWorkers, load: { ...open, saturated: ['single', 'clustered'] } }).code).to.equal('contention')
  })
})

describe('the gain that a diagnosis explains', () => {
  const latencyAlone = noGain().map((one) => (one.metric === 'p95' ? { ...one, speedup: 3, interval: [2, 4] as [number, number] } : one))

  it('is in latency when users come whatever the app does', () => {
    expect(diagnosisOf({ estimates: latencyAlone, candidate: full, load: open }).code).to.equal('cpu-bound')
  })

  it('is in throughput when they wait for the app, or neither could keep up', () => {
    expect(diagnosisOf({ estimates: latencyAlone, candidate: full }).code).to.equal('machine-full')
    expect(diagnosisOf({ estimates: latencyAlone, candidate: full, load: { ...open, saturated: ['single', 'clustered'] } }).code).to.equal('machine-full')
  })

  it('is that it alone keeps up, though its throughput is no more than the users bring', () => {
    const idleWorkers = { utilization: 0.68, machine: aMachine({ app: 1.2, generator: 0.26 }) }
    expect(diagnosisOf({ estimates: noGain(), candidate: idleWorkers, load: { ...open, saturated: ['single'] } })).to.eql({
      code: 'cpu-bound',
      message: 'CPU-bound, so clustering helps: the event loop of single was 99 % busy, each of the 2 workers’ 68 %.'
    })
    expect(diagnosisOf({ estimates: noGain(), load: { ...open, saturated: ['clustered'] } }).message).to.match(/^CPU-bound, and yet clustering makes it slower: /)
  })
})
