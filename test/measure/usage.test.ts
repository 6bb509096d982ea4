import { expect } from 'chai'
import {
  summariseClient,
  namesOf,
  unaskedOf,
  summariseGenerator,
  summariseWorker,
  usageOver,
  type Reading
} from '../../plugin/measure/usage.ts'
import type { Span } from '../../plugin/concepts/spans.ts'
import { itFinds } from '../support/cases.ts'
import type { ClientReport, ThreadReport } from '../../plugin/record/telemetry.ts'
import type { LoadOutcome } from '../../plugin/messages/load.ts'
import type { UsageReport } from '../../plugin/messages/app.ts'

/** @param rows atMs, activeMs, idleMs, cpuMs, gcMs */
const readings = (...rows: [number, number, number, number?, number?][]): Reading[] =>
  rows.map(([atMs, activeMs, idleMs, cpuMs = 0, gcMs = 0]) => ({ atMs, activeMs, idleMs, cpuMs, gcMs }))

/** A process that is idle until 10 s, then computes on two threads with a tenth of the time for garbage. */
const busyFromTen = readings([0, 50, 0, 60, 3], [10_000, 50, 10_000, 60, 3], [20_000, 10_050, 10_000, 20_060, 1003])
const often = readings(
  ...Array.from({ length: 41 }, (_, i): [number, number, number, number, number] => [
    i * 250,
    i * 100,
    i * 150,
    i * 50,
    i * 25
  ])
)
const twice = readings([0, 0, 0], [1000, 500, 500], [1000, 500, 500], [2000, 1000, 1000])
const loop = [
  { atMs: 0, activeMs: 10, idleMs: 90 },
  { atMs: 2000, activeMs: 510, idleMs: 1590 }
]

const megabyte = 2 ** 20

/**
 * everyMs: between a report and the next; cpuShare: of the time before report i in which it had a core; rest: of report
 * i
 */
type Told = { everyMs?: number[]; cpuShare?: (i: number) => number; rest?: (i: number) => Partial<UsageReport> }

/** What a process reports that computes all the time, twice a second from 0 on, unless told otherwise. */
function reports({ everyMs = Array(20).fill(500), cpuShare = () => 1, rest = () => ({}) }: Told = {}): UsageReport[] {
  const sums = { pid: 7, atMs: 0, activeMs: 0, idleMs: 0, cpuMs: 0, gcMs: 0 }
  const loopDelayMs = { p50: 1, p99: 2, max: 3 }
  const memory = {
    rssBytes: 90 * megabyte,
    heapBytes: 12 * megabyte,
    loopDelayMs,
    openConnections: 4,
    requestsInFlight: 2,
    inApp: null
  }
  return [0, ...everyMs].map((ms, i) => {
    sums.atMs += ms
    sums.activeMs += ms
    sums.cpuMs += ms * cpuShare(i)
    return { ...sums, ...memory, ...rest(i) }
  })
}

const load = { fromMs: 0, toMs: 10_000 }
const summarise = (all: UsageReport[], span: Span = load, firstRequestsApart = true) =>
  summariseWorker(all, [span], firstRequestsApart)

describe('what the processes of the app told', () => {
  /** @returns utilization, cpu and gc */
  const ratesOf = (fromMs: number, toMs: number, given = busyFromTen) =>
    Object.values(usageOver(given, [{ fromMs, toMs }]) ?? {}).map((rate) => Number(rate.toFixed(9)))
  const idleAtFirst = reports({ cpuShare: (i) => (i <= 10 ? 0 : 1) }).map((report, i) => ({
    ...report,
    idleMs: Math.min(i, 10) * 500,
    activeMs: Math.max(i - 10, 0) * 500
  }))
  const odd = reports({ cpuShare: () => 2 / 3, rest: (i) => ({ gcMs: (i * 500) / 7, rssBytes: 90.123 * megabyte }) })
  const growing = reports({ rest: (i) => ({ loopDelayMs: i < 2 ? null : { p50: i, p99: 2 * i, max: 3 * i } }) })
  /**
   * Before the load a slow response each 500 ms; in it 100, of 10 ms, 8 of them idle; and a first one each second, of 2
   * s.
   */
  const told = reports({
    rest: (i) => {
      const [before, during] = [Math.min(i, 10), Math.max(0, i - 10)]
      const later = { responses: before + 100 * during, inAppMs: 900 * before + 1000 * during, idleMs: 800 * during }
      return { inApp: { first: { responses: i / 2, inAppMs: 1000 * i, idleMs: 0 }, later } }
    }
  })
  const during = { fromMs: 5000, toMs: 10_000 }
  const stallOf = (everyMs: number[], cpuShare?: (i: number) => number) => {
    const all = reports({ everyMs, cpuShare })
    return summarise(all, { fromMs: 0, toMs: all[all.length - 1].atMs })?.stall
  }
  /** @returns twenty regular reports but for one */
  const silence = (ms: number, at: number = 8): number[] => Array(20).fill(500).with(at, ms)
  const early = reports({ everyMs: silence(3500, 4) })

  const unknown = {
    'where the readings end too early, begin too late, or cover too little in the middle': [
      [12_000, 29_000],
      [-12_000, 10_000],
      [-50_000, 70_000]
    ],
    'where all are earlier, or all are later': [
      [21_000, 30_000],
      [-10_000, -1000]
    ],
    'for less than half a second, in which a process reports once': [[12_000, 12_499]],
    'for a run in which nothing was asked': [[Infinity, -Infinity]]
  }

  it('is of some spans together, and of nothing in between', () => {
    const rates = usageOver(idleAtFirst, [
      { fromMs: 4000, toMs: 5000 },
      { fromMs: 8000, toMs: 9000 }
    ])
    expect(rates?.utilization).to.be.closeTo(0.5, 1e-9)
    // What is read between two of them is of both.
    const oneInTwo = reports({}).map((report, i) => ({
      ...report,
      activeMs: 500 * Math.ceil(i / 2),
      idleMs: 500 * Math.floor(i / 2)
    }))
    expect(
      usageOver(oneInTwo, [
        { fromMs: 900, toMs: 1600 },
        { fromMs: 1900, toMs: 2600 }
      ])?.utilization
    ).to.equal(1)
    expect(
      usageOver(oneInTwo, [
        { fromMs: 900, toMs: 1400 },
        { fromMs: 1900, toMs: 2400 }
      ])
    ).to.equal(null)
    const eight = Array.from({ length: 8 }, (_, i) => ({ fromMs: 900 + 1000 * i, toMs: 1600 + 1000 * i }))
    expect(usageOver(oneInTwo.slice(0, 4), eight), 'read in the first of eight').to.equal(null)
  })

  for (const [at, most] of [
    [6, 100],
    [9, 1000],
    [14, 1000],
    [20, 1000]
  ]) {
    it(`has the most memory, connections and requests of the load and of the report before it, as of report ${at}`, () => {
      const peak = (i: number) => (i === at ? 1000 : 100)
      const all = reports({
        rest: (i) => ({
          rssBytes: peak(i) * megabyte,
          heapBytes: peak(i) * megabyte,
          openConnections: peak(i),
          requestsInFlight: peak(i)
        })
      })
      expect(summarise(all, { fromMs: 4700, toMs: 10_000 })).to.include({
        rssMegabytes: most,
        heapMegabytes: most,
        openConnections: most,
        requestsInFlight: most
      })
    })
  }

  it('the time that responses took in a process of the app is that of the load, without the first on each connection where those are apart', () => {
    expect(summarise(told, during)?.inApp).to.eql({ responses: 1000, meanMs: 10, idleMs: 8 })
    expect(summarise(told, during, false)?.inApp).to.eql({ responses: 1005, meanMs: 19.9005, idleMs: 7.9602 })
    expect(summarise(told, { fromMs: 1000, toMs: 4000 }, false)?.inApp).to.include({ responses: 9, meanMs: 1266.6667 })
  })

  const silent = { responses: 0, inAppMs: 0, idleMs: 0 }

  itFinds({
    'is the difference between the readings at its ends': [[ratesOf(10_000, 20_000), [1, 2, 0.1]]],
    'is nothing while nothing was done': [[ratesOf(0, 10_000), [0, 0, 0]]],
    'is interpolated between readings': [[ratesOf(5000, 15_000), [0.5, 1, 0.05]]],
    'is that of the part which the readings cover, more than half of it': [[ratesOf(12_000, 27_000), [1, 2, 0.1]]],
    'is that of the part which they cover in the middle': [[ratesOf(-9000, 29_000), [0.5, 1, 0.05]]],
    'is the same however often it is read': [[ratesOf(1100, 7777, often), [0.4, 0.2, 0.1]]],
    'is known of an event loop alone, which counts no CPU time': [[ratesOf(0, 2000, loop), [0.25, 0, 0]]],
    'is no utilization, and not NaN, of a loop that did not turn': [
      [ratesOf(0, 2000, readings([0, 5, 5, 0], [2000, 5, 5, 100])), [0, 0.05, 0]]
    ],
    'may have two readings of the same moment': [[ratesOf(0, 1000, twice), [0.5, 0, 0]]],
    ...Object.fromEntries(
      Object.entries(unknown).map(([why, spans]) => [
        `is unknown ${why}`,
        spans.map(([fromMs, toMs]) => [usageOver(busyFromTen, [{ fromMs, toMs }]), null])
      ])
    ),
    'how busy a process was in a span of time is unknown of less than two readings': [0, 1].map((count) => [
      usageOver(busyFromTen.slice(0, count), [{ fromMs: 0, toMs: 5000 }]),
      null
    ]),
    'how a process of the app spent the time of the load is unknown when it told too little': [0, 1, 9].map((count) => [
      summarise(reports().slice(0, count)),
      null
    ]),
    'how a process of the app spent the time of the load holds what it did during the load, not before it': (
      [
        [5000, 10_000, 1],
        [2500, 7500, 0.5]
      ] as const
    ).map(([fromMs, toMs, share]) => {
      const { utilization, cpu } = summarise(idleAtFirst, { fromMs, toMs }) ?? {}
      return [
        [utilization, cpu],
        [share, share]
      ]
    }),
    'how a process of the app spent the time of the load has rates to a thousandth, and memory to a tenth of a megabyte':
      [
        [
          summarise(odd),
          { ...summarise(reports()), utilization: 1, cpu: 0.667, gc: 0.143, rssMegabytes: 90.1, heapMegabytes: 12 }
        ]
      ],
    'how a process of the app spent the time of the load has the loop delay that it told last': [
      [summarise(growing)?.loopDelayMs, { p50: 20, p99: 40, max: 60 }],
      [summarise(reports({ rest: () => ({ loopDelayMs: null }) }))?.loopDelayMs, null]
    ],
    'the time that responses took in a process of the app is unknown where nothing was answered, where the process cannot see it, and in records of before':
      [{ first: silent, later: silent }, null, undefined].map((inApp: any) => [
        summarise(reports({ rest: () => ({ inApp }) }))?.inApp,
        null
      ]),
    'a stall is none in regular reports': [[stallOf(silence(500)), null]],
    'a stall with as much CPU time is that of a process that computed in one piece': [
      [stallOf(silence(3500)), { seconds: 3, cpuSeconds: 3.5 }]
    ],
    'a stall with hardly any CPU time is that of a process that was stopped': [
      [stallOf(silence(3500), (i) => (i === 9 ? 0.01 : 1)), { seconds: 3, cpuSeconds: 0 }]
    ],
    'a stall is the longest of several': [[stallOf([...silence(2500, 4), ...silence(4500, 12)])?.seconds, 4]],
    'a stall may go on beyond the end of the load': [
      [summarise(reports({ everyMs: silence(3500) }), { fromMs: 0, toMs: 5000 })?.stall?.seconds, 3]
    ],
    'a stall is none that begins after the load': [
      [summarise(reports({ everyMs: silence(3500) }), { fromMs: 0, toMs: 3900 })?.stall, null]
    ],
    'a stall is a silence of more than a second': [
      [stallOf(silence(1400)), null],
      [stallOf(silence(1600))?.seconds, 1.1]
    ],
    'a stall is none in a process whose every turn of its loop is slow': [
      ...[900, 2000, 5000].map((ms) => Array(8).fill(ms)),
      [2000, 3000, 2500, 1800, 2900, 3500]
    ].map((everyMs) => [stallOf(everyMs), null]),
    'a stall is one in a process whose loop is slow, when it is far slower once': [
      [stallOf([1000, 900, 1100, 1000, 6000, 1000, 900])?.seconds, 5.5]
    ],
    'a stall needs more than two silences to compare with': [[stallOf([500, 4500]), null]],
    'a stall is none before the load, but one that reaches into it': [
      [summarise(early, { fromMs: 6000, toMs: 13_000 })?.stall, null],
      [summarise(early, { fromMs: 5000, toMs: 13_000 })?.stall?.seconds, 3]
    ]
  })
})

/**
 * @param toMs of the last report
 * @returns four times a second from 0 on; the loop delay is the utilization, as a percentage
 */
const threadReports = (thread: number, utilization: number, toMs: number = 12_000): ThreadReport[] =>
  Array.from({ length: toMs / 250 + 1 }, (_, i) => {
    const loopDelayMs = i === 0 ? null : { p50: 1, p99: 100 * utilization, max: 1000 }
    return {
      source: 'load-thread',
      thread,
      atMs: i * 250,
      activeMs: i * 250 * utilization,
      idleMs: i * 250 * (1 - utilization),
      loopDelayMs
    }
  })
const inTurn = (...threads: ThreadReport[][]) => threads.flat().sort((a, b) => a.atMs - b.atMs)

const generatorOf = (all: ThreadReport[], overrides?: Partial<LoadOutcome>, underWayMs: number[] = []) => {
  const outcome = {
    errors: {},
    responses: { byStatus: {}, bytes: 0 },
    users: 20,
    skippedUsers: 3,
    shortestSessionMs: 1234.5,
    beganMs: 900,
    lastArrivalMs: 6900,
    endedMs: 11_000,
    ...overrides
  }
  const span = { fromMs: 1000, toMs: 11_000 }
  const during = { span, counted: [span], underWayMs: Float64Array.from(underWayMs), leastLatencyMs: 2.5 }
  return summariseGenerator(all, during, outcome)
}

const waiting = (thread: number, users: number) =>
  threadReports(thread, 0.5).map((report) => ({ ...report, forConnectionMs: users * report.atMs }))

describe('what the load generator did', () => {
  const users = {
    users: 20,
    skippedUsers: 3,
    shortestSessionMs: 1234.5,
    meanUsers: 14.198,
    arrivalSeconds: 6,
    drainSeconds: 4.1,
    leastLatencyMs: 2.5,
    queueSeconds: 0,
    lateMs: undefined,
    early: undefined
  }
  const silent = { utilization: null, loopDelayMs: null, threads: 0, utilizations: [], ...users }
  const startsBusy = threadReports(1, 0.1).map((report, i) => ({
    ...report,
    activeMs: report.activeMs + 1000 * Math.min(1, i)
  }))
  const busyOf = (all: ThreadReport[]) => {
    const { utilization, threads, loopDelayMs } = generatorOf(all)
    return [utilization, threads, loopDelayMs?.p99]
  }
  itFinds({
    'is how busy its thread was during the load, to a thousandth, and how its users came: from the first phase’s beginning to the last one’s end, and until the last response':
      [
        [
          generatorOf(threadReports(1, 0.25)),
          {
            ...silent,
            utilization: 0.25,
            utilizations: [0.25],
            threads: 1,
            loopDelayMs: { p50: 1, p99: 25, max: 1000 }
          }
        ],
        [generatorOf(startsBusy).utilization, 0.1],
        [generatorOf(threadReports(1, 1 / 3)).utilization, 0.333]
      ],
    'is that of its busiest thread, whichever that is, with that thread’s delay': [
      [0.2, 0.9, 0.4],
      [0.9, 0.2, 0.4],
      [0.4, 0.2, 0.9]
    ].map(([a, b, c]) => [busyOf(inTurn(threadReports(1, a), threadReports(2, b), threadReports(7, c))), [0.9, 3, 90]]),
    'counts a thread that told too little, but has no such option for an idle or a busy one': [
      [busyOf(inTurn(threadReports(1, 0.3), threadReports(2, 0.99, 2000))), [0.3, 2, 30]]
    ],
    'is unknown where no thread told enough': [
      [generatorOf([]), silent],
      [busyOf(threadReports(1, 0.5, 2000)), [null, 1, undefined]]
    ],
    'is no time below 0 where the last response came before the last phase was over': [
      [
        generatorOf([], { lastArrivalMs: 15_000 }),
        { ...silent, drainSeconds: 0, arrivalSeconds: 14.1, meanUsers: 6.099 }
      ]
    ],
    'says how many users waited for a shared connection, on average, in all threads; unknown where none told': [
      [generatorOf(inTurn(waiting(1, 2), waiting(2, 0.5))).usersForConnection, 2.5],
      [generatorOf(threadReports(1, 0.5)).usersForConnection, undefined]
    ],
    'says how long the requests took that were under way when the last user came: their median': [
      [100, 250, 9000],
      [100, 200, 300, 400]
    ].map((underWayMs) => [generatorOf([], {}, underWayMs).queueSeconds, 0.25])
  })
})

const upload = 'it uploads files (formData)'
const told = (scenario: string | null, because: string | null = null): ClientReport => ({
  source: 'client',
  scenario,
  name: because === null ? 'lean' : 'artillery',
  because
})

describe('requests of the script that were never sent', () => {
  const report = (scenario: string, requests: Record<number, string>): ClientReport => ({ ...told(scenario), requests })
  const shop = report('shop', { 1: 'GET /status', 2: 'GET /report' })
  const all = [shop, report('cart', { 3: 'POST /cart' }), shop]
  itFinds({
    'are those of what was run, by their numbers': [
      [unaskedOf(namesOf(all, null), new Set([1])), { names: { 2: 'GET /report', 3: 'POST /cart' }, of: 3 }],
      [unaskedOf(namesOf(all, '^shop$'), new Set([1])), { names: { 2: 'GET /report' }, of: 2 }]
    ],
    'are none where all were sent, and unknown where some are not known': [
      [unaskedOf(namesOf(all, null), new Set([1, 2, 3])), { names: {}, of: 3 }],
      [unaskedOf(namesOf([told('shop')], null), new Set([1])), { names: {}, of: 0 }],
      [unaskedOf(namesOf(all, null), new Set([1, 0])), undefined],
      [unaskedOf(namesOf(all, null)), undefined]
    ]
  })
})

describe('what sent the requests of a run', () => {
  const lean = { name: 'lean', because: null }
  const because = (reason: string | null) => ({ name: 'artillery', because: reason })
  const all = [told('search'), told('search for albums', upload), told('album', upload), told(null, upload)]
  const cases: [string, ClientReport[], only: string | null, object | null][] = [
    ['is the lean client where every load thread says so', [told('search'), told('search')], null, lean],
    [
      'is Artillery’s where the threads say so, and why',
      [told('album', upload), told('album', upload)],
      null,
      because(upload)
    ],
    ['is that of the scenario that was run, whatever the others would have used', all, '^search$', lean],
    ['is that of the scenario that was run, if it needs Artillery’s', all, '^album$', because(upload)],
    [
      'is Artillery’s for all of a mix that needs it in one',
      [told('search', upload), told('album', upload)],
      null,
      because(upload)
    ],
    ['may be told without a reason', [told('search'), { ...told('album'), name: 'artillery' }], null, because(null)],
    ['is unknown where no thread told', [], null, null],
    ['is unknown where no thread told of that scenario', [told('album')], '^search$', null]
  ]
  itFinds(
    Object.fromEntries(cases.map(([title, given, only, client]) => [title, [[summariseClient(given, only), client]]]))
  )
})
