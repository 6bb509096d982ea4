import { expect } from 'chai'
import { describe, it } from 'mocha'
import { aMachine } from '../support/runs.ts'
import { diagnosisOf, lazy, noGain, taking } from '../support/diagnosis-of.ts'

const silent = { utilization: null, busiest: null, cpu: null, gc: null, workerMegabytes: null }

describe('the diagnosis of what makes a comparison doubtful', () => {
  it('is noise when the candidate is the baseline once more', () => {
    expect(diagnosisOf({ isItself: true, candidate: { name: 'again', workers: 1, errorRate: 0.04 } })).to.eql({
      code: 'same',
      message: 'again is single once more: what differs between them is this machine’s noise.'
    })
  })

  it('is errors when one of the two failed more often', () => {
    expect(diagnosisOf({ candidate: { errorRate: 0.04 } })).to.eql({
      code: 'different-errors',
      message: 'clustered failed 4.0 % of its requests, single 0 %: errors are answered faster than real work, so the two did not do the same.'
    })
    expect(diagnosisOf({ baseline: { errorRate: 0.03 } }).code).to.equal('different-errors')
    expect(diagnosisOf({ baseline: { errorRate: 0.04 }, candidate: { errorRate: 0.035 } }).code).to.equal('cpu-bound')
  })

  it('is who could not keep up, where that one failed more', () => {
    const late = (name: string) => ({ model: 'open' as const, saturated: [name] })
    expect(diagnosisOf({ baseline: { errorRate: 0.48 }, load: late('single') }).message).to.equal('single could not keep up with the users who came and failed 48 % of its requests; clustered kept up and failed 0 %.')
    expect(diagnosisOf({ candidate: { errorRate: 0.48 }, load: late('clustered') }).message).to.equal('clustered could not keep up with the users who came and failed 48 % of its requests; single kept up and failed 0 %.')
    expect(diagnosisOf({ candidate: { errorRate: 0.04 }, load: late('single') }).message).to.include('errors are answered faster')
  })

  it('is the load generator when it was busier than the app', () => {
    expect(diagnosisOf({ baseline: { ...lazy(0.6), generatorUtilization: 0.95 } })).to.eql({
      code: 'generator-bound',
      message:
        'The responses are too fast for the load generator: it was 95 % busy, the event loop of single 60 %, so what is compared is mostly the generator, and clustering can show little.'
    })
    const [ofCandidate, ofBaseline] = [
      diagnosisOf({ baseline: lazy(0.6), candidate: { generatorUtilization: 0.85 } }),
      diagnosisOf({ baseline: { ...lazy(0.6), generatorUtilization: 0.85 }, candidate: { generatorUtilization: 0.5 } })
    ]
    for (const { code, message } of [ofCandidate, ofBaseline]) {
      expect(code).to.equal('generator-bound')
      expect(message).to.match(/^The responses are too fast for the load generator: it was 85 % busy/)
    }
    expect(diagnosisOf({ baseline: { generatorUtilization: null }, candidate: { generatorUtilization: 0.8 } }).code).to.equal('cpu-bound')
  })

  it('is the load generator when it could not have kept the pace of the baseline with the candidate, however idle it was', () => {
    const demand = { users: 6, threads: 1, cycleMs: 0.2, computingMs: 0.02 }
    const baseline = { generatorUtilization: 0.76, demand: { ...demand, responsesPerSecond: 39_000, generatorMs: 0.02 } }
    const candidate = { generatorUtilization: 0.75, utilization: 0.44, demand: { ...demand, responsesPerSecond: 26_000, generatorMs: 0.029 } }
    expect(diagnosisOf({ estimates: noGain(), baseline, candidate })).to.eql({
      code: 'generator-bound',
      message:
        'The responses are too fast for the load generator: a request takes it 0.029 ms with clustered, 0.020 with single, so that at the pace of single it would be 113 % busy: ' +
        'what is compared is mostly the generator.'
    })
    expect(diagnosisOf({ baseline, candidate, load: { model: 'open', saturated: [] } }).code).to.equal('cpu-bound')
  })

  it('is the load generator, without how busy the app was where that is unknown', () => {
    expect(diagnosisOf({ baseline: { ...silent, generatorUtilization: 0.95 } }).message).to.match(/^The responses are too fast for the load generator: it was 95 % busy, so what is compared/)
  })

  it('is the load generator when the candidate alone was too fast for it, of an app that computes', () => {
    expect(diagnosisOf({ baseline: { generatorUtilization: 0.8 }, candidate: { generatorUtilization: 0.85 } })).to.eql({
      code: 'generator-bound',
      message:
        'CPU-bound as single (the event loop of single was 99 % busy), but the load generator was 85 % busy, too: clustered may be faster than what was measured.'
    })
  })

  it('is unknown when the workers told too little', () => {
    const reason = 'told too little of how busy the event loop was: a run was too short, or a process closed its IPC channel.'
    expect(diagnosisOf({ baseline: silent })).to.eql({ code: 'unknown', message: `single ${reason}` })
    expect(diagnosisOf({ baseline: silent, candidate: silent })).to.eql({ code: 'unknown', message: `single and clustered ${reason}` })
  })
})

describe('the diagnosis of an app with time to spare', () => {
  it('is threads or processes of its own when those take the cores', () => {
    expect(diagnosisOf({ baseline: { ...lazy(0.3), cpu: 0.3, machine: aMachine({ app: 1.8 }) } })).to.eql({
      code: 'busy-elsewhere',
      message:
        'single already uses several cores: 1.5 went to threads or processes that the app starts itself, while its event loop was only 30 % busy, so clustering has little to add.'
    })
    const cores = [1.29, 1.31].map((app) => diagnosisOf({ baseline: { ...lazy(0.8), machine: aMachine({ app }) } }).code)
    expect(cores, 'half a core or more').to.eql(['partly-busy', 'busy-elsewhere'])
  })

  it('is such threads also where only the processes themselves tell', () => {
    const { code, message } = diagnosisOf({ baseline: { ...lazy(0.3), cpu: 1.8, machine: null } })
    expect(code).to.equal('busy-elsewhere')
    expect(message).to.include('several cores: 1.5 went to threads')
  })

  it('takes the event loops of all workers of a clustered baseline for its own', () => {
    const two = { name: 'two', workers: 2, utilization: 0.7, busiest: 0.7, cpu: 1.4 }
    const candidate = { name: 'four', workers: 4, utilization: 0.36 }
    const codeOf = (app: number) => diagnosisOf({ baseline: { ...two, machine: aMachine({ app, cores: 8 }) }, candidate }).code
    expect([codeOf(1.4), codeOf(1.89), codeOf(1.91)]).to.eql(['partly-busy', 'partly-busy', 'busy-elsewhere'])
  })

  const waits = { ...lazy(0.06), ...taking({ generatorMs: 0.1, queueMs: 0.7, waitingMs: 49, computingMs: 0.2 }) }

  it('is waiting when most of a response’s time passes in the app while its event loop is idle', () => {
    expect(diagnosisOf({ baseline: waits, estimates: noGain() })).to.eql({
      code: 'waiting',
      message:
        'single waits for something else than the CPU (a database, the network, a timer): 49 of the 50 ms that a response takes; clustering cannot help that and only costs memory (150 MB more, 90 MB for each worker).'
    })
    const codes = [10.1, 9.9].map((waitingMs) => diagnosisOf({ baseline: { ...lazy(0.4), ...taking({ waitingMs, computingMs: 10 }) }, estimates: noGain() }).code)
    expect(codes, 'half of it or more').to.eql(['waiting', 'idle'])
  })

  it('is waiting for something that each process has for itself when clustering helped', () => {
    const estimates = noGain().map((one) => ({ ...one, speedup: 2, interval: [1.9, 2.1] as [number, number] }))
    expect(diagnosisOf({ baseline: waits, estimates })).to.eql({
      code: 'waiting',
      message:
        'single waits for something else than the CPU (49 of the 50 ms that a response takes) that each process has for itself, such as a queue or a pool of connections: ' +
        'clustering multiplies it; to enlarge it could help as much without the memory (150 MB more, 90 MB for each worker).'
    })
    const little = estimates.map((one) => ({ ...one, interval: [1.19, 2.9] as [number, number] }))
    expect(diagnosisOf({ baseline: waits, estimates: little }).message, 'not of a little, which noise can do').to.include('cannot help that')
  })

  it('is not waiting where answers are slow and the app is lazy, but the time is lost elsewhere, or nobody knows where', () => {
    const slow = noGain({ p50: 50, throughput: 100 })
    for (const parts of [{ generatorMs: 45, computingMs: 5 }, { queueMs: 45, computingMs: 5 }, { queueMs: 20, waitingMs: 10, computingMs: 20 }]) {
      for (const busy of [0.06, 0.3, 0.49]) expect(diagnosisOf({ baseline: { ...lazy(busy), ...taking(parts) }, estimates: slow }).code).to.equal('idle')
    }
    expect(diagnosisOf({ baseline: lazy(0.06), estimates: slow }).code).to.equal('idle')
  })

  it('is never waiting where computing dominates, as of a json-server whose users think for 40 ms', () => {
    const baseline = { ...lazy(0.31), ...taking({ generatorMs: 0.4, queueMs: 0.3, waitingMs: 0.1, computingMs: 0.7 }) }
    const { code, message } = diagnosisOf({ baseline, estimates: noGain({ p50: 1.5, throughput: 450 }) })
    expect({ code, message }).to.deep.include({ code: 'idle' })
    expect(message).to.match(/its event loop was 31 % busy at 450 requests\/s: from about 1,500 on it would be the limit/)
    expect(message).to.not.match(/something else than the CPU|cannot help/)
  })

  it('is a light load when responses are quick, with the load at which it would not be', () => {
    expect(diagnosisOf({ baseline: lazy(0.31), estimates: noGain({ p50: 1.2, throughput: 180 }) })).to.eql({
      code: 'idle',
      message:
        'single has time to spare at this load: its event loop was 31 % busy at 180 requests/s: from about 580 on it would be the limit; clustering can help little below that, and costs memory (150 MB more, 90 MB for each worker).'
    })
    expect(diagnosisOf({ baseline: lazy(0), estimates: noGain({ throughput: 5 }) }).message).to.match(/its event loop was 0 % busy at 5 requests\/s; clustering/)
  })

  it('says nothing about memory where the system does not tell', () => {
    const { message } = diagnosisOf({ baseline: lazy(0.1), candidate: { machine: null }, estimates: noGain({ p50: 1.2, throughput: 100 }) })
    expect(message).to.match(/costs memory\.$/)
    const unknown = diagnosisOf({ baseline: { ...waits, machine: null }, candidate: { machine: null }, estimates: noGain() })
    expect(unknown.code).to.equal('waiting')
    expect(unknown.message).to.match(/only costs memory\.$/)
  })

  it('says nothing about memory where the candidate took none in addition', () => {
    const baseline = { ...lazy(0.1), machine: aMachine({ app: 0.1, appMegabytes: 300 }) }
    expect(diagnosisOf({ baseline, estimates: noGain({ p50: 1.2, throughput: 100 }) }).message).to.match(/costs memory\.$/)
  })

  it('is a queue now and then when it is busy half of the time or more, but not all of it', () => {
    const { code, message } = diagnosisOf({ baseline: lazy(0.7), candidate: { utilization: 0.36 } })
    expect(code).to.equal('partly-busy')
    expect(message).to.match(/^The event loop of single was 70 % busy, each worker’s 36 %: requests queue now and then, and more workers shorten that queue; the more load, the more they help\.$/)
    expect([0.5, 0.84, 0.85].map((busiest) => diagnosisOf({ baseline: lazy(busiest) }).code)).to.eql(['partly-busy', 'partly-busy', 'cpu-bound'])
  })
})
