import { expect } from 'chai'
import { describe, it } from 'mocha'
import { summariseGenerator, summariseClient } from '../../plugin/record/summarise-generator.ts'
import type { LoadOutcome, ClientReport } from '../../plugin/generator/run-order.ts'
import type { ThreadReport } from '../../plugin/generator/thread-usage.ts'

const load = { fromMs: 1000, toMs: 11_000 }

/**
 * @param how toMs: of the last report
 * @returns four times a second from 0 on; the loop delay is the utilization, as a percentage
 */
const reports = (thread: number, utilization: number, { toMs = 12_000 }: { toMs?: number } = {}): ThreadReport[] =>
  Array.from({ length: toMs / 250 + 1 }, (_, i) => {
    const loopDelayMs = i === 0 ? null : { p50: 1, p99: 100 * utilization, max: 1000 }
    return { source: 'load-thread', thread, atMs: i * 250, activeMs: i * 250 * utilization, idleMs: i * 250 * (1 - utilization), loopDelayMs }
  })

/** @returns as the threads wrote them, in turn */
const inOrderOfTime = (all: ThreadReport[]): ThreadReport[] => all.toSorted((a, b) => a.atMs - b.atMs)

const outcome = (overrides?: Partial<LoadOutcome>): LoadOutcome => ({ errors: {}, users: 20, skippedUsers: 3, shortestSessionMs: 1234.5, beganMs: 900, lastArrivalMs: 6900, ...overrides })

const summarise = (all: ThreadReport[], overrides?: Partial<LoadOutcome>, underWayMs: number[] = []) => summariseGenerator(all, { load, outcome: outcome(overrides), underWayMs: Float64Array.from(underWayMs) })

describe('what the load generator did', () => {
  it('is how busy its thread was during the load', () => {
    expect(summarise(reports(1, 0.25))).to.deep.include({
      utilization: 0.25,
      threads: 1,
      loopDelayMs: { p50: 1, p99: 25, max: 1000 }
    })
    const startsBusy = reports(1, 0.1).map((one, i) => ({ ...one, activeMs: one.activeMs + 1000 * Math.min(1, i) }))
    expect(summarise(startsBusy).utilization).to.equal(0.1)
  })

  it('is that of its busiest thread, whichever that is, with that thread’s delay', () => {
    for (const [a, b, c] of [[0.2, 0.9, 0.4], [0.9, 0.2, 0.4], [0.4, 0.2, 0.9]]) {
      const threads = inOrderOfTime([...reports(1, a), ...reports(2, b), ...reports(7, c)])
      const told = summarise(threads)
      expect(told).to.deep.include({ utilization: 0.9, threads: 3, loopDelayMs: { p50: 1, p99: 90, max: 1000 } })
    }
  })

  it('counts a thread that told too little, but does not take it for an idle or a busy one', () => {
    const threads = inOrderOfTime([...reports(1, 0.3), ...reports(2, 0.99, { toMs: 2000 })])
    expect(summarise(threads)).to.include({ utilization: 0.3, threads: 2 })
  })

  it('is unknown where no thread told enough', () => {
    expect(summarise([])).to.include({ utilization: null, loopDelayMs: null, threads: 0 })
    expect(summarise(reports(1, 0.5, { toMs: 2000 }))).to.include({ utilization: null, threads: 1 })
  })

  it('is rounded to a thousandth', () => {
    expect(summarise(reports(1, 1 / 3)).utilization).to.equal(0.333)
  })

  it('says how its users came: from the first phase’s beginning to the last one’s end, and until the last response', () => {
    expect(summarise([])).to.include({
      users: 20,
      skippedUsers: 3,
      shortestSessionMs: 1234.5,
      arrivalSeconds: 6,
      drainSeconds: 4.1
    })
  })

  it('has no negative times, when the last response came before the last phase was over', () => {
    expect(summarise([], { lastArrivalMs: 15_000 })).to.include({ drainSeconds: 0, arrivalSeconds: 14.1 })
  })

  it('says how long the requests took that were under way when the last user came: their median', () => {
    expect(summarise([], {}, [100, 250, 9000]).queueSeconds).to.equal(0.25)
    expect(summarise([], {}, [100, 200, 300, 400]).queueSeconds).to.equal(0.25)
    expect(summarise([]).queueSeconds).to.equal(0)
  })

  it('keeps it that no user got through', () => {
    expect(summarise([], { shortestSessionMs: null }).shortestSessionMs).to.equal(null)
  })

  it('survives JSON', () => {
    const use = summarise(reports(1, 0.25))
    expect(JSON.parse(JSON.stringify(use))).to.eql(use)
  })
})

const upload = 'it uploads files (formData)'
const told: (scenario: string | null, because?: string) => ClientReport = (scenario, because) => ({ source: 'client', scenario, name: because === undefined ? 'lean' : 'artillery', because: because ?? null })

describe('what sent the requests of a run', () => {
  it('is the lean client where every load thread says so', () => {
    expect(summariseClient([told('search'), told('search')], null)).to.eql({ name: 'lean', because: null })
  })

  it('is Artillery’s where a thread says so, and why', () => {
    expect(summariseClient([told('album', upload), told('album', upload)], null)).to.eql({ name: 'artillery', because: upload })
    expect(summariseClient([told(null, upload)], null)).to.eql({ name: 'artillery', because: upload })
  })

  it('is that of the scenario that was run, whatever the others would have used', () => {
    const reports = [told('search'), told('search for albums', upload), told('album', upload), told(null, upload)]
    expect(summariseClient(reports, '^search$')).to.eql({ name: 'lean', because: null })
    expect(summariseClient(reports, '^album$')).to.eql({ name: 'artillery', because: upload })
  })

  it('is Artillery’s for a mix in which any scenario needs it, and names the first such', () => {
    expect(summariseClient([told('search'), told('album', upload), told('cart', 'it has a proxy')], null)).to.eql({ name: 'artillery', because: `${upload}, in album` })
    expect(summariseClient([told('search'), told(null, upload)], null)).to.eql({ name: 'artillery', because: `${upload}, in a scenario without a name` })
  })

  it('may be told without a reason', () => {
    expect(summariseClient([told('search'), { ...told('album'), name: 'artillery' }], null)).to.eql({ name: 'artillery', because: null })
  })

  it('is unknown where nobody told', () => {
    expect(summariseClient([], null)).to.equal(null)
    expect(summariseClient([told('album')], '^search$')).to.equal(null)
  })
})
