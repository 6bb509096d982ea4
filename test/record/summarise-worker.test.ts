import { expect } from 'chai'
import { describe, it } from 'mocha'
import { summariseWorker as summarise } from '../../plugin/record/usage.ts'
import type { Span } from '../../plugin/record/usage.ts'
import type { UsageReport } from '../../plugin/app/messages.ts'

const megabyte = 2 ** 20

interface Told {
  everyMs?: number[] // between a report and the next
  cpuShare?: (i: number) => number // of the time before report i in which it had a core
  rest?: (i: number) => Partial<UsageReport> // of report i
}

/** What a process says that computes all the time, twice a second from 0 on, unless it says otherwise. */
function reports({ everyMs = Array(20).fill(500), cpuShare = () => 1, rest = () => ({}) }: Told = {}): UsageReport[] {
  const loopDelayMs = { p50: 1, p99: 2, max: 3 }
  const sums = { pid: 7, atMs: 0, activeMs: 0, idleMs: 0, cpuMs: 0, gcMs: 0 }
  const memory = { rssBytes: 90 * megabyte, heapBytes: 12 * megabyte, loopDelayMs, openConnections: 4, requestsInFlight: 2, inApp: null }
  return [0, ...everyMs].map((ms, i) => {
    sums.atMs += ms
    sums.activeMs += ms
    sums.cpuMs += ms * cpuShare(i)
    return { ...sums, ...memory, ...rest(i) }
  })
}

const load = { fromMs: 0, toMs: 10_000 }
const summariseWorker = (all: UsageReport[], span: Span) => summarise(all, span, { firstRequestsApart: true })
const stallOf = (everyMs: number[], cpuShare?: (i: number) => number) => {
  const all = reports({ everyMs, ...(cpuShare === undefined ? {} : { cpuShare }) })
  return summariseWorker(all, { fromMs: 0, toMs: all[all.length - 1].atMs })?.stall
}
/**
 * @param at its place among 20
 * @returns regular reports but for one
 */
const silence = (ms: number, at: number = 8): number[] => Array.from({ length: 20 }, (_, i) => (i === at ? ms : 500))

describe('how a process of the app spent the time of the load', () => {
  it('is unknown when it told too little', () => {
    expect(summariseWorker([], load)).to.equal(null)
    expect(summariseWorker(reports().slice(0, 1), load)).to.equal(null)
    expect(summariseWorker(reports().slice(0, 9), load)).to.equal(null)
  })

  it('holds what it did during the load, not before it', () => {
    const idleAtFirst = reports({ cpuShare: (i) => (i <= 10 ? 0 : 1) }).map((one, i) => ({ ...one, idleMs: Math.min(i, 10) * 500, activeMs: Math.max(i - 10, 0) * 500 }))
    expect(summariseWorker(idleAtFirst, { fromMs: 5000, toMs: 10_000 })).to.include({ utilization: 1, cpu: 1 })
    expect(summariseWorker(idleAtFirst, { fromMs: 2500, toMs: 7500 })).to.include({ utilization: 0.5, cpu: 0.5 })
  })

  it('has rates to a thousandth, and memory to a tenth of a megabyte', () => {
    const odd = reports({ cpuShare: () => 2 / 3, rest: (i) => ({ gcMs: (i * 500) / 7, rssBytes: 90.123 * megabyte }) })
    expect(summariseWorker(odd, load)).to.include({ utilization: 1, cpu: 0.667, gc: 0.143, rssMegabytes: 90.1, heapMegabytes: 12 })
  })

  for (const [given, told] of [['rssBytes', 'rssMegabytes'], ['heapBytes', 'heapMegabytes'], ['openConnections', 'openConnections'], ['requestsInFlight', 'requestsInFlight']] as const) {
    it(`has the most ${told} of the load, wherever in it that was, and of the report before it`, () => {
      const unit = given.endsWith('Bytes') ? megabyte : 1
      for (const [at, most] of [[6, 100], [9, 1000], [14, 1000], [20, 1000]]) {
        const peak = reports({ rest: (i) => ({ [given]: (i === at ? 1000 : 100) * unit }) })
        expect(summariseWorker(peak, { fromMs: 4700, toMs: 10_000 }), `report ${at}`).to.include({ [told]: most })
      }
    })
  }

  it('has the loop delay that it told last', () => {
    const growing = reports({ rest: (i) => ({ loopDelayMs: i < 2 ? null : { p50: i, p99: 2 * i, max: 3 * i } }) })
    expect(summariseWorker(growing, load)?.loopDelayMs).to.eql({ p50: 20, p99: 40, max: 60 })
    expect(summariseWorker(reports({ rest: () => ({ loopDelayMs: null }) }), load)?.loopDelayMs).to.equal(null)
  })

  it('survives JSON', () => {
    const usage = summariseWorker(reports(), load)
    expect(JSON.parse(JSON.stringify(usage))).to.eql(usage)
  })
})

describe('the time that responses took in a process of the app', () => {
  /** Before the load a slow response each 500 ms; in it 100, of 10 ms, 8 of them idle; and a first one each second, of 2 s. */
  const told = reports({
    rest: (i) => {
      const [before, during] = [Math.min(i, 10), Math.max(0, i - 10)]
      const later = { responses: before + 100 * during, inAppMs: 900 * before + 1000 * during, idleMs: 800 * during, buckets: { 79: before, 53: 100 * during } }
      return { inApp: { first: { responses: i / 2, inAppMs: 1000 * i, idleMs: 0, buckets: { 83: i / 2 } }, later } }
    }
  })
  const during = { fromMs: 5000, toMs: 10_000 }

  it('is that of the load, without the first on each connection where those are apart', () => {
    const inApp = summarise(told, during, { firstRequestsApart: true })?.inApp
    expect(inApp).to.include({ responses: 1000, meanMs: 10, idleMs: 8 })
    // Bucket 53 holds 9.7 to 11.6 ms.
    expect(inApp?.p50Ms).to.be.within(9.7, 11.6)
    expect(inApp?.p95Ms).to.be.within(Number(inApp?.p50Ms), 11.6)
  })

  it('has them where they are not', () => {
    const inApp = summarise(told, during, { firstRequestsApart: false })?.inApp
    expect(inApp).to.include({ responses: 1005, meanMs: 19.9005, idleMs: 7.9602 })
    expect(summarise(told, { fromMs: 1000, toMs: 4000 }, { firstRequestsApart: false })?.inApp).to.deep.include({ responses: 9, meanMs: 1266.6667 })
  })

  it('is unknown where nothing was answered, where the process cannot see it, and in records of before', () => {
    const silent = { responses: 0, inAppMs: 0, idleMs: 0, buckets: {} }
    const inAppOf = (inApp: any) => summariseWorker(reports({ rest: () => ({ inApp }) }), load)?.inApp
    expect([{ first: silent, later: silent }, null, undefined].map(inAppOf)).to.eql([null, null, null])
  })
})

describe('a stall', () => {
  const [slow, slower] = [[1000, 900, 1100, 1000, 6000, 1000, 900], [2000, 3000, 2500, 1800, 2900, 3500]]
  const cases: [string, everyMs: number[], stall: object | null][] = [
    ['is none in regular reports', silence(500), null],
    ['with as much CPU time is that of a process that computed in one piece', silence(3500), { seconds: 3, cpuSeconds: 3.5 }],
    ['is the longest of several', [...silence(2500, 4), ...silence(4500, 12)], { seconds: 4 }],
    ['is no silence of less than a second', silence(1400), null],
    ['is a silence of more than a second', silence(1600), { seconds: 1.1 }],
    ...[900, 2000, 5000].map((ms): [string, number[], null] => [`is none in a process whose every turn of its loop takes ${ms} ms`, Array(8).fill(ms), null]),
    ['is none in a process whose turns are all slow, if not alike', slower, null],
    ['is one in a process whose loop is slow, when it is far slower once', slow, { seconds: 5.5 }],
    ['needs more than two silences to compare with', [500, 4500], null]
  ]
  for (const [name, everyMs, stall] of cases) {
    it(name, () => {
      if (stall === null) expect(stallOf(everyMs)).to.equal(null)
      else expect(stallOf(everyMs)).to.deep.include(stall)
    })
  }

  it('with hardly any CPU time is that of a process that was stopped', () => {
    expect(stallOf(silence(3500), (i) => (i === 9 ? 0.01 : 1))).to.eql({ seconds: 3, cpuSeconds: 0 })
  })

  it('is none before the load, but one that reaches into it', () => {
    const early = reports({ everyMs: silence(3500, 4) })
    expect(summariseWorker(early, { fromMs: 6000, toMs: 13_000 })?.stall).to.equal(null)
    expect(summariseWorker(early, { fromMs: 5000, toMs: 13_000 })?.stall).to.deep.include({ seconds: 3 })
  })
})
