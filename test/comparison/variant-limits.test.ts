import { expect } from 'chai'
import { preliminary } from '../../plugin/comparison/findings.ts'
import { estimate } from '../../plugin/comparison/estimate.ts'
import { seededNormal } from '../support/random.ts'
import { compared, type Compared } from '../support/compared.ts'
import { otherAnswers } from '../support/results.ts'
import { flowRuns, shopRuns, type RequestPart } from '../support/flows.ts'
import { aRun, fellBehind, keptUp, latencies, runsWithSpeedups, type RunPart } from '../support/runs.ts'
import { someSettings } from '../support/settings.ts'
import { itFinds } from '../support/cases.ts'
import type { Limits } from '../../plugin/concepts/settings.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'
import type { VariantLimit } from '../../plugin/concepts/comparison.ts'

type Given = Compared & { single?: Limits; clustered?: Limits; thresholds?: Thresholds }

const compare = (runs: Run[], { single = {}, clustered = {}, thresholds, ...rest }: Given) =>
  compared(runs, thresholds, { limits: { single, clustered }, ...rest })
/** Three rounds, in which single has latencies of 100 ms and 200 responses a second, clustered of 50 ms and 400. */
const thrice = runsWithSpeedups([1.98, 2, 2.02])
const limitsOf = (given: Given, runs = thrice) => compare(runs, given).limits
const verdictsOf = (given: Given, runs = thrice) =>
  limitsOf(given, runs).map(({ variant, metric, verdict, reason }) =>
    [variant, metric, verdict, ...(reason === null ? [] : [reason])].join(' ')
  )
const shown = ({ value, interval: [low, high] }: VariantLimit) =>
  [value, low, high].map((number) => number.toPrecision(3)).join(' ')

/** Rounds of single as usual, and of clustered with these. */
const besideSingle = (clustered: RunPart[], single: RunPart = {}) =>
  clustered.flatMap((own, i) => [
    aRun({ round: i + 1, ...single }),
    aRun({ round: i + 1, variant: 'clustered', ...own })
  ])

const twice = <Arm>(arm: Arm): [Arm, Arm] => [arm, arm]

describe('limits of variants', () => {
  // So they err as seldom, and decide as often.
  it('are judged as the speedup over a baseline that is at the limit in every round', () => {
    const normal = seededNormal(31)
    for (let trial = 0; trial < 40; trial++) {
      const values = Array.from({ length: 3 + (trial % 8) }, () => 200 * Math.exp(0.1 * (normal() + (trial % 5) - 2)))
      const [atLimit, ...own] = [200, ...values].map((value) => ({
        throughputPerSecond: value,
        latencyMs: latencies(value)
      }))
      const runs = besideSingle(own, atLimit)
      const [ofBaseline, ofCandidate] = [0, 1].map((arm) => runs.filter((_, i) => i % 2 === arm))
      for (const metric of ['p95', 'throughput'] as const) {
        const { interval, verdict, spread, hopeless, roundsThatWouldDecide, timesLonger } = estimate(
          { metric, ofBaseline, ofCandidate, required: 1, reason: null },
          someSettings()
        )
        const [limit] = limitsOf({ clustered: { [metric]: 200 } }, runs)
        expect(limit).to.deep.include({ values, verdict, hopeless, roundsThatWouldDecide })
        expect(limit.spread).to.be.closeTo(spread, 1e-9)
        expect(limit.timesLonger ?? 0).to.be.closeTo(timesLonger ?? 0, 1e-6 * (timesLonger ?? 1))
        const ends = limit.interval.map((end) => (metric === 'p95' ? 200 / end : end / 200)).sort((x, y) => x - y)
        for (const [i, end] of ends.entries()) expect(end).to.be.closeTo(interval[i], 1e-9)
      }
    }
  })

  itFinds({
    'are kept where the interval lies wholly on the right side, missed where wholly on the wrong side: latencies below, throughput above':
      [
        [
          verdictsOf({ clustered: { p50: 80, p95: 50, p99: 40, throughput: 300 } }),
          ['clustered p50 pass', 'clustered p95 inconclusive', 'clustered p99 fail', 'clustered throughput pass']
        ],
        [verdictsOf({ clustered: { throughput: 500 } }), ['clustered throughput fail']],
        [verdictsOf({ clustered: { throughput: 400 } }), ['clustered throughput inconclusive']],
        [limitsOf({ clustered: { p95: 80, throughput: 300 } }).map(shown), ['50.0 46.4 53.9', '400 371 431']]
      ],
    'are judged for the baseline, too, and none where null takes them back': [
      [
        verdictsOf({ single: { p95: 80, p99: null }, clustered: { p95: 80 } }),
        ['single p95 fail', 'clustered p95 pass']
      ],
      [limitsOf({ single: { p95: null } }), []]
    ]
  })

  const verdictOf = (given: Given) => {
    const {
      verdict,
      decided,
      candidates: [candidate]
    } = compare(thrice, given)
    return [verdict, decided, candidate.verdict]
  }
  itFinds({
    'make the verdict of a scenario together with the thresholds: the worst counts, also where there are no thresholds':
      [
        [verdictOf({ single: { p95: 150 } }), ['pass', true, null]],
        [verdictOf({ single: { p95: 80 } }), ['fail', true, null]],
        [verdictOf({ single: { p95: 80 }, thresholds: { p95: 1.5 } }), ['fail', true, 'pass']],
        [verdictOf({ single: { p95: 150 }, thresholds: { p95: 3 } }), ['fail', true, 'fail']]
      ],
    'end a comparison early only once they are decided, as the thresholds are': [
      [verdictOf({ clustered: { p95: 50 }, thresholds: { p95: 1.5 } }), ['inconclusive', false, 'pass']],
      [verdictOf({ clustered: { p95: 80 }, thresholds: { p95: 2 } }), ['inconclusive', false, 'inconclusive']],
      [verdictOf({ clustered: { p95: 80 }, time: { seconds: 60, isGiven: true } }), ['pass', true, null]]
    ]
  })

  it('are no longer waited for where more rounds would hardly decide them, and tell how many rounds or how much longer runs would', () => {
    const around = runsWithSpeedups([1.8, 2.2, 1.9, 2.1, 2.05, 1.95])
    const {
      decided,
      limits: [near, undecided]
    } = compare(around, { clustered: { p95: 50.1, throughput: 380 } })
    expect([
      decided,
      near.hopeless,
      near.roundsThatWouldDecide,
      undecided.hopeless,
      Number(undecided.timesLonger) > 1
    ]).to.eql([false, true, null, false, true])
    expect(compare(around, { clustered: { p95: 50.1 } }).decided).to.equal(true)
    const [wide] = limitsOf({ clustered: { p95: 60 }, rounds: { min: 3, max: 5 } }, runsWithSpeedups([1.8, 2, 2.2]))
    expect(wide).to.include({ verdict: 'inconclusive', hopeless: false, roundsThatWouldDecide: 6 })
  })

  const failing = (counts: number[]) =>
    besideSingle(counts.map((failures) => ({ failures, failureKinds: { 500: failures } })))
  const tenTimes = (count: number) => Array<number>(10).fill(count)
  const errorVerdict = (errorRate: number, counts = [12, 12, 12]) =>
    limitsOf({ clustered: { errorRate } }, failing(counts)).map(({ value, verdict }) => `${value} ${verdict}`)[0]
  itFinds({
    'count failed requests over all rounds; an interval wider where they came in bursts decides': [
      [errorVerdict(0.03, tenTimes(12)), '0.01 pass'],
      [errorVerdict(0.005, tenTimes(12)), '0.01 fail'],
      [errorVerdict(0.011, tenTimes(12)), '0.01 inconclusive'],
      [errorVerdict(0.03, [...tenTimes(0).slice(1), 120]), '0.01 inconclusive']
    ],
    'of 0 pass where no request failed, since no number of requests shows that none ever will': [
      [errorVerdict(0, [0, 0, 0]), '0 pass'],
      [errorVerdict(0, [0, 1, 0]).split(' ')[1], 'fail'],
      [errorVerdict(0, [90, 0, 0]).split(' ')[1], 'fail']
    ]
  })

  // The lower end of the interval of so few bursts is too small for a number: it is 0.
  it('of 0 on failed requests are missed at any confidence, however few rounds had failures', () => {
    const runs = failing([90, 0, 0]).map((run) => ({ ...run, requests: 2000 }))
    const [limit] = limitsOf({ clustered: { errorRate: 0 }, confidence: 0.99 }, runs)
    expect(limit).to.include({ verdict: 'fail', value: 0.015 })
  })

  it('on failed requests are undecided where there was no request', () => {
    const runs = runsWithSpeedups([1.98, 2, 2.02], { clustered: { requests: 0 } })
    expect(limitsOf({ clustered: { errorRate: 0 } }, runs)[0]).to.deep.include({
      value: 0,
      interval: [0, 1],
      verdict: 'inconclusive'
    })
  })

  it('on failed requests that are missed leave no verdict on what else was measured of the variant, nor on speedups over it', () => {
    const {
      candidates: [{ estimates }],
      limits,
      verdict
    } = compare(failing([90, 90, 90]), { clustered: { errorRate: 0.02, p95: 200 }, thresholds: { p95: 0.5 } })
    expect(limits.map(({ metric, verdict: own, reason }) => `${metric} ${own} ${reason}`)).to.eql([
      'p95 inconclusive errors',
      'errorRate fail null'
    ])
    expect([verdict, estimates[1].reason]).to.eql(['fail', 'errors'])
    const ofBaseline = failing([90, 90, 90]).map((run) => ({
      ...run,
      variant: run.variant === 'single' ? 'clustered' : 'single'
    }))
    expect(
      compare(
        ofBaseline.toSorted((a, b) => a.round - b.round),
        { single: { errorRate: 0.02 } }
      ).candidates[0].estimates[0].reason
    ).to.equal('errors')
  })

  const busy = runsWithSpeedups([1.98, 2, 2.02], { clustered: { generator: { utilization: 0.95 } } })
  const open = (single: RunPart, clustered: RunPart) => runsWithSpeedups([1.98, 2, 2.02], { single, clustered })
  const all = { p95: 80, p99: 40, throughput: 300 }
  const answers = [otherAnswers()]
  itFinds({
    'on latencies mean nothing with a busy load generator, but a throughput that was reached in spite of it was reached':
      [
        [
          verdictsOf({ clustered: all }, busy),
          [
            'clustered p95 inconclusive generator-saturated',
            'clustered p99 inconclusive generator-saturated',
            'clustered throughput pass'
          ]
        ],
        [
          verdictsOf({ clustered: { throughput: 500 }, single: all }, busy).slice(2),
          ['single throughput fail', 'clustered throughput inconclusive generator-saturated']
        ]
      ],
    'on latencies are missed by who can’t keep up with the users who come, and never kept, as the next run may be longer':
      [
        [
          verdictsOf({ clustered: all }, open(keptUp, fellBehind)),
          ['clustered p95 inconclusive candidate-saturated', 'clustered p99 fail', 'clustered throughput pass']
        ],
        [
          verdictsOf({ single: { p95: 150, p99: 80 } }, open(fellBehind, keptUp)),
          ['single p95 inconclusive baseline-saturated', 'single p99 fail']
        ]
      ],
    'on throughput are not missed by who was never asked for more': [
      [
        verdictsOf({ clustered: { throughput: 500 }, single: { throughput: 100 } }, open(keptUp, keptUp)),
        ['single throughput pass', 'clustered throughput inconclusive throughput-fixed']
      ],
      [verdictsOf({ clustered: { throughput: 500 } }, open(keptUp, fellBehind)), ['clustered throughput fail']]
    ],
    'carry no verdict where something else is answered, or p99.9 has too few responses': [
      [
        verdictsOf({ clustered: { p95: 80, errorRate: 0.1 }, answers }),
        ['clustered p95 inconclusive different-answers', 'clustered errorRate pass']
      ],
      [verdictsOf({ single: { p95: 150 }, answers }), ['single p95 pass']],
      [verdictsOf({ clustered: { 'p99.9': 80 } }), ['clustered p99.9 inconclusive too-few-requests']]
    ]
  })

  it('are waited for, although undecided they mean nothing, where what they may turn out as would count', () => {
    const withBusyGenerator = (perSecond: number[], clustered: Limits) => {
      const runs = perSecond.map((rate) => ({
        throughputPerSecond: rate,
        latencyMs: latencies(1e5 / rate),
        generator: { utilization: 0.85 }
      }))
      return compare(besideSingle(runs), { clustered })
    }
    const open = withBusyGenerator([360, 400, 440], { throughput: 350 })
    expect([open.decided, open.limits[0].reason, open.limits[0].hopeless]).to.eql([false, 'generator-saturated', false])
    expect(withBusyGenerator([360, 400, 440, 400, 402, 398], { throughput: 350 })).to.include({
      decided: true,
      verdict: 'pass'
    })
    const behind = [80, 100, 120].map((ms) => ({ ...fellBehind, latencyMs: latencies(ms) }))
    const late = compare(besideSingle(behind, keptUp), { clustered: { p95: 90 } })
    expect([late.decided, late.limits[0].reason, late.limits[0].hopeless]).to.eql([false, 'candidate-saturated', false])
    // A verdict either way would be withheld.
    expect(withBusyGenerator([360, 400, 440], { p95: 240 }).decided).to.equal(true)
  })

  it('have no verdict where the comparison was ended before its time', () => {
    const result = preliminary(compare(thrice, { clustered: { p95: 50 } }))
    expect([result.preliminary, result.limits[0].verdict, result.verdict]).to.eql([true, null, null])
  })
})

describe('limits of single requests', () => {
  const even = (ms: number, part: Partial<RequestPart> = {}): RequestPart => ({ ms: [ms, 1.01 * ms], ...part })
  const judged = (runs: Run[], requests: Limits['requests'], more: Given = {}) => {
    const { limits, verdict } = compare(runs, { clustered: { requests }, ...more })
    return [
      verdict,
      ...limits.map(({ request, metric, verdict: own, reason }) => `${metric} of ${request} ${reason ?? own}`)
    ]
  }
  const shop = shopRuns()

  itFinds({
    'are judged by the responses of that request, whatever those of all are': [
      [
        judged(shop, { 'POST /login': { p95: 300 }, 'GET /items': { p50: 20 } }),
        ['pass', 'p95 of POST /login pass', 'p50 of GET /items pass']
      ],
      [judged(shop, { 'POST /login': { p95: 100 } }), ['fail', 'p95 of POST /login fail']]
    ],
    'are of each other request, and missed where one misses it': [
      [
        judged(shop, { 'POST /login': { p50: 300 }, '*': { p95: 30 } }),
        ['fail', 'p50 of POST /login pass', 'p95 of GET /items pass', 'p95 of GET /slow fail']
      ]
    ],
    'leave a request alone that is too rare, unless it has a name': [
      [
        judged(flowRuns(...twice({ a: even(10), b: even(90, { responses: 50 }) })), { '*': { p95: 20 } }),
        ['pass', 'p95 of a pass']
      ],
      [
        judged(flowRuns(...twice({ a: even(10), b: even(90, { responses: 50 }) })), { b: { p95: 20 } }),
        ['inconclusive', 'p95 of b too-few-requests']
      ]
    ],
    'have no verdict where the request fails, and none where it was not answered, or never asked for': [
      [
        judged(flowRuns(...twice({ a: even(10), b: even(9, { failures: 30 }) })), { b: { p95: 20 } }),
        ['inconclusive', 'p95 of b errors']
      ],
      [
        judged(flowRuns(...twice({ a: even(10), b: even(9, { responses: 0, failures: 30 }) })), { b: { p95: 20 } }),
        ['inconclusive', 'p95 of b too-few-requests']
      ],
      [
        judged(flowRuns(...twice({ a: even(10), b: even(9) })), { c: { p95: 20 } }),
        ['inconclusive', 'p95 of c too-few-requests']
      ]
    ]
  })

  itFinds({
    'on its failures are judged by these alone, whatever the rest of the flow does': [
      [
        judged(flowRuns(...twice({ a: even(10), b: even(9, { failures: 30 }) })), { b: { errorRate: 0.2 } }),
        ['pass', 'errorRate of b pass']
      ],
      [
        judged(flowRuns(...twice({ a: even(10), b: even(9, { failures: 30 }) })), { '*': { errorRate: 0.02 } }),
        ['fail', 'errorRate of a pass', 'errorRate of b fail']
      ]
    ],
    'on its failures are missed by a request that always fails': [
      [
        judged(flowRuns(...twice({ a: even(10), b: even(9, { responses: 0, failures: 30 }) })), {
          b: { errorRate: 0.5 }
        }),
        ['fail', 'errorRate of b fail']
      ]
    ],
    'on its failures are undecided of a request that nobody sent': [
      [
        judged(flowRuns(...twice({ a: even(10), b: even(9) })), { c: { errorRate: 0.5 } }),
        ['inconclusive', 'errorRate of c too-few-requests']
      ]
    ],
    'on its failures say up to how many its latency tells something': [
      [
        judged(flowRuns(...twice({ a: even(10), b: even(9, { failures: 30 }) })), { b: { p95: 20, errorRate: 0.2 } }),
        ['pass', 'p95 of b pass', 'errorRate of b pass']
      ]
    ]
  })

  it('go to the last byte where latencies do', () => {
    const runs = flowRuns(...twice({ a: even(10), b: even(10, { bodyMs: 90 }) }))
    const ofBody = runs.map((run) => ({ ...run, firstByte: { latencyMs: latencies(10) } }))
    expect(judged(ofBody, { b: { p95: 50 } })).to.eql(['fail', 'p95 of b fail'])
    expect(judged(runs, { b: { p95: 50 } })).to.eql(['pass', 'p95 of b pass'])
  })

  // At 95 %, one of forty exceeds the limit by chance where it lies at the true value: of ten, one in five comparisons.
  it('of any are seldom missed by chance, however many requests there are', () => {
    const normal = seededNormal(11)
    const names = Array.from({ length: 10 }, (_, i) => `GET /${i}`)
    const arm = () =>
      Object.fromEntries(
        names.map((name) => [name, { ms: Array.from({ length: 3 }, () => 100 * Math.exp(0.1 * normal())) }])
      )
    const missed = (requests: Limits['requests']) =>
      Array.from(
        { length: 200 },
        () => judged(flowRuns(arm(), arm(), 3), requests, { rounds: { min: 3, max: 3 } })[0]
      ).filter((own) => own === 'fail').length
    const each = Object.fromEntries(names.map((name) => [name, { p50: 100 }]))
    expect(missed({ '*': { p50: 100 } })).to.be.at.most(12)
    expect(missed(each), 'by name, each is judged alone').to.be.at.least(20)
  })
})
