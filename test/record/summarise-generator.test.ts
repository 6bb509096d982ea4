import { expect } from 'chai'
import { describe, it } from 'mocha'
import { summariseGenerator, summariseClient } from '../../plugin/record/summarise-generator.ts'
import type { ClientReport, LoadOutcome, ThreadReport } from '../../plugin/generator/run-order.ts'

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
    expect(summarise([])).to.include({ users: 20, skippedUsers: 3, shortestSessionMs: 1234.5, arrivalSeconds: 6, drainSeconds: 4.1 })
    // When the last response came before the last phase was over.
    expect(summarise([], { lastArrivalMs: 15_000 })).to.include({ drainSeconds: 0, arrivalSeconds: 14.1 })
    // When no user got through.
    expect(summarise([], { shortestSessionMs: null }).shortestSessionMs).to.equal(null)
  })

  it('says how long the requests took that were under way when the last user came: their median', () => {
    for (const [underWayMs, seconds] of [[[100, 250, 9000], 0.25], [[100, 200, 300, 400], 0.25], [[], 0]] as const) {
      expect(summarise([], {}, [...underWayMs]).queueSeconds).to.equal(seconds)
    }
  })

  it('survives JSON', () => {
    const use = summarise(reports(1, 0.25))
    expect(JSON.parse(JSON.stringify(use))).to.eql(use)
  })
})

const upload = 'it uploads files (formData)'
const told: (scenario: string | null, because?: string) => ClientReport = (scenario, because) => ({ source: 'client', scenario, name: because === undefined ? 'lean' : 'artillery', because: because ?? null })

describe('what sent the requests of a run', () => {
  const [lean, because] = [{ name: 'lean', because: null }, (reason: string | null) => ({ name: 'artillery', because: reason })]
  const all = [told('search'), told('search for albums', upload), told('album', upload), told(null, upload)]
  const cases: [string, ClientReport[], only: string | null, object | null][] = [
    ['is the lean client where every load thread says so', [told('search'), told('search')], null, lean],
    ['is Artillery’s where the threads say so, and why', [told('album', upload), told('album', upload)], null, because(upload)],
    ['is Artillery’s for a scenario without a name', [told(null, upload)], null, because(upload)],
    ['is that of the scenario that was run, whatever the others would have used', all, '^search$', lean],
    ['is that of the scenario that was run, if it needs Artillery’s', all, '^album$', because(upload)],
    ['is Artillery’s for a mix in which any scenario needs it, and names the first such',
      [told('search'), told('album', upload), told('cart', 'it has a proxy')], null, because(`${upload}, in album`)],
    ['says so where that scenario has no name', [told('search'), told(null, upload)], null, because(`${upload}, in a scenario without a name`)],
    ['may be told without a reason', [told('search'), { ...told('album'), name: 'artillery' }], null, because(null)],
    ['is unknown where nobody told', [], null, null],
    ['is unknown where nobody told of that scenario', [told('album')], '^search$', null]
  ]
  for (const [name, reports, only, client] of cases) it(name, () => expect(summariseClient(reports, only)).to.eql(client))
})
