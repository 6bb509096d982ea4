import { checkOutliers, checkPower } from '../../../plugin/comparison/warnings/noise.ts'
import { aCandidate, aCandidateWith, aVariantLimit } from '../../support/results.ts'
import { runsWithSpeedups, type RunPart } from '../../support/runs.ts'
import { itWarns } from '../../support/warnings.ts'
import type { Estimate, VariantLimit } from '../../../plugin/concepts/comparison.ts'

type Found = [ReturnType<typeof checkPower>, RegExp]
type Overrides = { single?: RunPart; clustered?: RunPart }

/** @param overrides of every run */
const check = (estimate: Partial<Estimate>, overrides?: Overrides) =>
  checkPower(
    runsWithSpeedups([2, 2, 2], overrides),
    { candidates: [aCandidateWith([estimate])], limits: [] },
    { lengthIsFree: false }
  )

const p95 = { metric: 'p95', required: 1.5, spread: 0.05, verdict: 'pass' } as const
const p99 = { ...p95, metric: 'p99' as const }

describe('warnings about noise', () => {
  /** 10 s with so many latencies, first requests left out. */
  const withLatencies = (count: number) => ({ requests: count + 20, loadSeconds: 10 })
  const few = { clustered: withLatencies(250) }
  const first = (apart: boolean, count: number) => ({ failures: 50, firstRequests: { apart, count, latencyMs: null } })
  const thrice = [1000, 1000, 1].flatMap((latencies) => runsWithSpeedups([2], { single: withLatencies(latencies) }))
  const undecided = (metric: Estimate['metric'], rest: Partial<Estimate>): Partial<Estimate> => ({
    metric,
    required: 1.5,
    verdict: 'inconclusive',
    speedup: 1.52,
    spread: 0.15,
    roundsThatWouldDecide: null,
    ...rest
  })
  const limited = (limit: Partial<VariantLimit>, overrides?: Overrides) =>
    checkPower(
      runsWithSpeedups([2, 2, 2], overrides),
      { candidates: [aCandidate()], limits: [aVariantLimit(limit)] },
      { lengthIsFree: false }
    )
  const required = (threshold: number, rest?: Partial<Estimate>) =>
    check({ ...p95, required: threshold, spread: 0.06, verdict: 'inconclusive', roundsThatWouldDecide: 20, ...rest })
  const pulled = (round: number, ratio: number, pulledTo: number) => ({ round, ratio, pulledTo })
  const disturbed = aCandidateWith([
    { metric: 'p95', outliers: [pulled(4, 3.104, 2.2), pulled(6, 0.5, 1.1)] },
    { metric: 'throughput', outliers: [pulled(4, 3, 2)] }
  ])

  itWarns({
    'too few requests are below 300 latencies a run for p99, in the median round, and told with how long the runs should be':
      [
        [check(p99, { single: withLatencies(1000), clustered: withLatencies(1000) })],
        [
          check(p95, few),
          'note too-few-requests clustered: clustered: 250 latencies per run are too few for a p99 (needs 300): ' +
            'a handful of them decides, and the percentile comes out too low. Make each run about 12 s long instead of 10.0 s, or judge by p50 or p95.'
        ],
        [checkPower(thrice, { candidates: [aCandidate()], limits: [] }, { lengthIsFree: false })],
        [
          checkPower(
            runsWithSpeedups([2, 2, 2], few),
            { candidates: [aCandidateWith([p95])], limits: [] },
            { lengthIsFree: true }
          ),
          /too low\. Set a threshold on it and allow more time, so that each run takes as long as it needs, about 12 s instead of 10\.0 s, or judge by p50 or p95\.$/
        ]
      ],
    'few requests make a percentile rough, which is told with its mark and with how many make it exact, whatever is required':
      [
        [
          check(p99, { clustered: withLatencies(300) }),
          'note too-few-requests clustered: clustered: 300 latencies per run make p99 (exact from 1000 on) rough, ' +
            'marked with ~, as its interval says. Make each run about 34 s long instead of 10.0 s, or judge by p50 or p95.'
        ],
        [
          check({}, { single: withLatencies(150), ...few }),
          /^note .*single: 150 latencies per run are too few for a p99 \(needs 300\): a handful .* too low; they also make p95 \(exact from 200 on\) rough, .*\. Make each run about 20 s long instead of 10\.0 s, or judge by p50\.$/
        ]
      ],
    'too few requests are a problem when something is required of such a percentile, as it has no verdict; failures and first requests left out do not count':
      [
        [check(p99, few), /^problem/],
        [check(p95, { clustered: withLatencies(99) }), /^problem/],
        [
          checkPower(
            runsWithSpeedups([2, 2, 2], few),
            { candidates: [aCandidateWith([p99]), aCandidate({ name: 'four' })], limits: [] },
            { lengthIsFree: false }
          ),
          /^problem/
        ],
        [
          check({}, { single: withLatencies(60), ...few }),
          /single: 60 latencies per run are too few for a p95 \(needs 100\) and a p99 \(needs 300\).*about 50 s long instead of 10\.0 s, or judge by p50\.$/
        ],
        [check({}, { single: { requests: 1100, ...first(true, 60) } }), /: single: 990 latencies/],
        [check({}, { single: { requests: 1050, ...first(false, 1000) } })]
      ],
    'noise that 30 rounds would not overcome is told with longer runs first for a tail percentile, else a quieter machine, up to 20 times as long':
      [
        [
          check(undecided('p95', { timesLonger: 6.3 })),
          'warning too-noisy clustered: ' +
            'clustered p95: with a spread of 15 % between rounds, even 30 rounds would hardly distinguish 1.52x from the required 1.5. ' +
            'First make the runs longer, about 7 times as long; then allow more rounds.'
        ],
        ...(['p50', 'throughput'] as const).map((metric): Found => [
          check(undecided(metric, { timesLonger: 20 })),
          /Use a quieter machine or longer runs, or lower the threshold\.$/
        ]),
        [check(undecided('p95', { timesLonger: 20 })), /First make the runs longer/],
        ...(['p50', 'p95'] as const).map((metric): Found => [
          check(undecided(metric, { timesLonger: 20.1 })),
          /too close to the threshold to decide: lower the threshold, or accept an inconclusive result\.$/
        ])
      ],
    'too few requests are a problem, too, for a percentile that has a limit': [
      [limited({ metric: 'p99' }, few), /^problem too-few-requests/],
      [limited({ metric: 'p99.9' }, few), /^problem too-few-requests .*a p99\.9/]
    ],
    'noise is not told when more rounds would decide, when it is decided, or when it carries no verdict': [
      [check(undecided('p95', { roundsThatWouldDecide: 17, timesLonger: 2 }))],
      [check(undecided('p95', { verdict: 'fail', timesLonger: null }))],
      [check(undecided('p95', { reason: 'baseline-saturated', timesLonger: null }))]
    ],
    'a threshold nearer to 1 than five rounds can tell is told, above it and below, where nothing was decided': [
      [
        required(1.1),
        'warning threshold-within-noise clustered: clustered: about five rounds can tell p95 1.13x (spread 6.0 %) from no difference ' +
          'here, but p95 1.1 is required, so an app that gains nothing would end inconclusive instead of failing. Raise the ' +
          'threshold, make the runs longer, or allow more rounds.'
      ],
      [
        required(0.95),
        /: clustered: about five rounds can tell p95 0\.89x \(spread 6\.0 %\) .* but p95 0\.95 is required, so an app that loses nothing could end inconclusive instead of passing\. Lower the threshold, make the runs longer, or allow more rounds\.$/
      ],
      [required(0.88)],
      [required(1.1, { verdict: 'pass' })],
      [required(1.1, { verdict: 'fail' })],
      [required(1.13)],
      [required(1)],
      [required(1.1, { reason: 'generator-saturated' })]
    ],
    'an outlier is noted for each metric that it disturbed, unless it was pulled in by less than can be seen': [
      [checkOutliers([aCandidate()])],
      [checkOutliers([aCandidateWith([{ metric: 'p95', outliers: [pulled(2, 1.4312, 1.4329)] }])])],
      [
        checkOutliers([disturbed]),
        "note outlier-round clustered 4: clustered p95: round 4 (3.10x) is an outlier and counts as 2.20x, so that it can't decide the result alone.",
        /: clustered p95: round 6 \(0\.50x\) is an outlier/,
        /: clustered throughput: round 4 \(3\.00x\) is/
      ]
    ]
  })
})
