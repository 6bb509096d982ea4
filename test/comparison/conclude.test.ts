import { expect } from 'chai'
import { conclude, timeSpent } from '../../plugin/comparison/conclude-all.ts'
import { preliminary } from '../../plugin/comparison/findings.ts'
import { verdictSentence } from '../../plugin/report/words/sentences.ts'
import { timeSentence } from '../../plugin/report/words/told.ts'
import { marginSentence } from '../../plugin/report/words/undecided.ts'
import { mayHaveFallen } from '../../plugin/comparison/regression.ts'
import { itFinds } from '../support/cases.ts'
import { compared } from '../support/compared.ts'
import { aCandidateWith, aScenarioResult, someLimits } from '../support/results.ts'
import { runsWithSpeedups, type RunPart } from '../support/runs.ts'
import { anEarlierResult, aVariant, someSettings } from '../support/settings.ts'
import type { Verdict } from '../../plugin/concepts/verdicts.ts'
import type { EarlierResult, Generator, Settings } from '../../plugin/concepts/settings.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'

describe('where the time went', () => {
  it('is in four parts, which add up to that of the comparison', () => {
    // Each took 7 s, of which 5 s were load, and 3.5 s of that counted.
    const runs = runsWithSpeedups([2, 2], { single: { loadSeconds: 3.5 }, clustered: { loadSeconds: 3.5 } })
    const spent = timeSpent(runs, '2026-11-20T12:00:00.000Z', '2026-11-20T12:01:02.000Z')
    expect(spent).to.eql({ countedSeconds: 14, uncountedSeconds: 6, exchangeSeconds: 8, otherSeconds: 34 })
    expect(timeSentence(spent)).to.equal(
      '1 min 2 s: 14 s of measured load, 6.0 s of warm-up and of users leaving, 8.0 s to stop and start apps and ' +
        '34 s to start Artillery and for unmeasured runs'
    )
  })
})

describe('the end of a comparison', () => {
  const concluded = (
    verdicts: (Verdict | null)[],
    onInconclusive: 'fail' | 'pass' = 'fail',
    error: Parameters<typeof conclude>[1] = null
  ) => {
    const { verdict, exitCode } = conclude(
      verdicts.map((one) => aScenarioResult([], { verdict: one })),
      error,
      { onInconclusive }
    )
    return `${verdict} ${exitCode}`
  }
  const candidate = aCandidateWith(
    [{ metric: 'p95', required: 1.3, verdict: 'pass', earlier: { speedup: 9, interval: [8, 10] }, regression: true }],
    {
      limits: someLimits({ required: 0.8, verdict: 'fail' }),
      againstEarlier: 'fail',
      selfCheck: { verdict: 'fail', biased: ['p50'], leastMargin: { p50: 1.1, p95: 1.1, p99: 1.1, throughput: 1.1 } },
      verdict: 'fail'
    }
  )
  const whole = aScenarioResult([candidate], { verdict: 'fail' })
  const reasons = (['p50', 'p95', 'p99', 'throughput'] as const).map((metric) => ({
    metric,
    reason: 'generator-saturated' as const
  }))
  const leastMargin = { p50: 1.02, p95: 1.22, p99: 1.35, throughput: 1.04 }
  const met = aCandidateWith(reasons, { limits: someLimits({}, { required: 0.1, verdict: 'pass' }), verdict: 'pass' })

  it('what was ended before its time keeps its figures and loses every verdict', () => {
    const left = preliminary({ ...whole, rounds: 4, decided: false })
    expect(left).to.include({ preliminary: true, verdict: null })
    expect(JSON.stringify(left.candidates)).to.not.match(/"verdict":"|"regression":true|"biased"|"againstEarlier":"/)
    expect(left.candidates[0].estimates.map(({ speedup }) => speedup)).to.eql(
      candidate.estimates.map(({ speedup }) => speedup)
    )
    expect(left.candidates[0].estimates[1]).to.deep.include({
      required: 1.3,
      earlier: { speedup: 9, interval: [8, 10] }
    })
  })

  it('what was ended before its time has its verdict when it had been decided after the fewest rounds, or had its last round', () => {
    for (const ended of [
      { ...whole, rounds: 4, decided: true },
      { ...whole, rounds: 10, decided: false }
    ])
      expect(preliminary(ended)).to.equal(ended)
    expect(
      preliminary({ ...whole, rounds: 4, decided: true, roundsAllowed: { min: 8, max: 8 } }).verdict,
      'before its only look'
    ).to.equal(null)
  })

  itFinds({
    'the exit code is 0 when nothing is required, and when all pass': [
      [concluded([null]), 'null 0'],
      [concluded([null, 'pass']), 'pass 0']
    ],
    'the exit code is 1 when one fails, whatever is inconclusive': [
      [concluded(['pass', 'fail', 'inconclusive']), 'fail 1']
    ],
    'the exit code is 2 when one is inconclusive; 0 when the user wants that to pass, but the verdict stays': [
      [concluded(['pass', 'inconclusive']), 'inconclusive 2'],
      [concluded(['inconclusive'], 'pass'), 'inconclusive 0'],
      [concluded(['inconclusive', 'fail'], 'pass'), 'fail 1']
    ],
    'the exit code is 3 when it could not be measured, whatever was found before': [
      [concluded(['fail'], 'fail', { code: 'APP_DIED', message: '' }), 'not measured 3']
    ],
    'a candidate that carries no verdict on a speedup has no margins in its self-check': [
      [
        marginSentence(aCandidateWith(reasons, { selfCheck: { verdict: 'inconclusive', biased: [], leastMargin } })),
        null
      ]
    ],
    'a candidate that carries no verdict on a speedup may meet an error rate': [
      [
        verdictSentence(met, {
          baseline: 'single',
          load: { model: 'closed', saturated: [] },
          rounds: 4,
          preliminary: false,
          warnings: []
        }),
        /meets its threshold: error rate/
      ]
    ]
  })
})

const compare = (ratios: number[], thresholds?: Thresholds, settings?: Partial<Settings>) =>
  compared(runsWithSpeedups(ratios), thresholds, settings)
/** @param earlier what is otherwise in the usual earlier result; there is none when left out */
const ended = (ratios: number[], thresholds?: Thresholds, earlier?: Partial<EarlierResult>) => {
  const { verdict, decided } = compare(ratios, thresholds, {
    compareWith: earlier === undefined ? null : anEarlierResult(earlier)
  })
  return `${verdict}, ${decided ? 'over' : 'goes on'}`
}

const usualTime = { isGiven: false }
/** A threshold in throughput that is met. */
function inTime(ratios: number[], time: { isGiven: boolean } | null = usualTime, run: RunPart = {}) {
  const runs = runsWithSpeedups(ratios, { single: run, clustered: run }).map((each) => ({
    ...each,
    throughputPerSecond: each.variant === 'single' ? 100 : 200
  }))
  const { verdict, decided } = compared(runs, { throughput: 1.5 }, { time: time && { seconds: 60, ...time } })
  return `${verdict}, ${decided ? 'over' : 'goes on'}`
}

const aroundTwo = [1.98, 2, 2.02]
/** Six rounds around a speedup that is the threshold itself. */
const onTheThreshold = [1.8, 2.2, 1.9, 2.1, 2.05, 1.95]
const doubtful = [1.5, 1.7, 1.9]
const outlooks = compare(onTheThreshold, { p95: 2, throughput: 1.85 }).candidates[0].estimates.map(
  ({ verdict, hopeless }) => `${verdict} ${hopeless}`
)

describe('the end of the rounds', () => {
  itFinds({
    'comes when nothing is required': [[ended([1, 2, 4]), 'null, over']],
    'comes when all pass': [[ended(aroundTwo, { p95: 1.5, throughput: 1.5 }), 'pass, over']],
    'does not come while one is undecided': [[ended(aroundTwo, { p95: 1.5, throughput: 2 }), 'inconclusive, goes on']],
    'comes with the first that fails, whatever is undecided': [
      [ended(aroundTwo, { p50: 3, p95: 1.5, throughput: 2 }), 'fail, over']
    ],
    'comes when everything undecided is hopeless, and not while one has hope': [
      [ended(onTheThreshold, { p95: 2, throughput: 2 }), 'inconclusive, over'],
      [outlooks, ['null false', 'inconclusive true', 'null false', 'inconclusive false']],
      [ended(onTheThreshold, { p95: 2, throughput: 1.85 }), 'inconclusive, goes on']
    ],
    'comes when the speedup is no lower than in an earlier result': [
      [ended(aroundTwo, {}, {}), 'pass, over'],
      [ended([1.6, 2, 2.4], {}, {}), 'pass, over']
    ],
    'comes with a regression, whatever is undecided': [[ended([1.48, 1.5, 1.52], { p95: 1.5 }, {}), 'fail, over']],
    'does not come while the speedup may have fallen': [
      [ended(doubtful, {}, {}), 'pass, goes on'],
      [ended(doubtful, { p95: 0.5 }, {}), 'pass, goes on']
    ],
    'comes with a threshold that is missed, whatever may have fallen': [
      [ended(doubtful, { p95: 9 }, {}), 'fail, over']
    ],
    'does not come in the usual time while p95 is told by a wide interval only, but with a time or rounds that were asked for':
      [
        [inTime(doubtful), 'pass, goes on'],
        [inTime(aroundTwo), 'pass, over'],
        [inTime(doubtful, { isGiven: true }), 'pass, over'],
        [inTime(doubtful, null), 'pass, over']
      ],
    'comes in the usual time where p95 is wide, but means nothing, or a threshold is missed': [
      [inTime(doubtful, usualTime, { requests: 90 }), 'pass, over'],
      [ended(doubtful, { throughput: 9 }), 'fail, over']
    ],
    'does not come while a threshold is undecided that is no lower than before': [
      [ended(aroundTwo, { p95: 2 }, {}), 'inconclusive, goes on']
    ],
    'comes when nothing can be compared': [[ended(doubtful, {}, { cores: 4 }), 'inconclusive, over']]
  })
})

describe('the least spread that is believed', () => {
  const fargate: Generator = { command: 'run-fargate', args: [] }
  const both = <T>(find: (generator: Generator | null) => T) => [null, fargate].map(find)
  const alike = (speedup: number, settings: Partial<Settings>, required?: Thresholds) =>
    compare([speedup, speedup, speedup], required, settings).candidates[0]
  const itself = { variants: [aVariant(), aVariant({ name: 'clustered' })] }

  itFinds({
    'is wider for percentiles that come from Artillery’s metrics, and not for the throughput': [
      [
        both((generator) => alike(2, { generator }).estimates.map(({ metric, spread }) => `${metric} ${spread}`)),
        [
          ['p50 0.01', 'p95 0.01', 'p99 0.01', 'throughput 0.01'],
          ['p50 0.02', 'p95 0.02', 'p99 0.02', 'throughput 0.01']
        ]
      ]
    ],
    // After three rounds the interval reaches 5.22 spreads to each side: 5.4 %, or 11 % above 1.
    'lets nobody decide what the metrics can’t show, nor the baseline against itself': [
      [
        both((generator) =>
          alike(1.09, { generator }, { p95: 1, throughput: 1 }).estimates.map(({ verdict }) => verdict)
        ),
        [
          [null, 'pass', null, 'pass'],
          [null, 'inconclusive', null, 'pass']
        ]
      ],
      [
        both((generator) => alike(1.09, { ...itself, generator }).selfCheck?.biased),
        [['p50', 'p95', 'p99', 'throughput'], ['throughput']]
      ]
    ]
  })

  it('holds for a fall since an earlier result, as long as there is hope to see it', () => {
    const compareWith = anEarlierResult({
      estimates: anEarlierResult().estimates.filter(({ metric }) => metric === 'p95')
    })
    const hopes = both((generator) =>
      mayHaveFallen(
        compare(Array(6).fill(1.784), {}, { compareWith, generator }).candidates[0],
        someSettings({ generator })
      )
    )
    expect(hopes).to.eql([true, false])
  })
})
