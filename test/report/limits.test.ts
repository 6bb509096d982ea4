import { expect } from 'chai'
import { preliminary } from '../../plugin/comparison/findings.ts'
import { artilleryMetrics } from '../../plugin/report/ci/artillery-metrics.ts'
import { formatScenario } from '../../plugin/report/console/result.ts'
import { limitsSection } from '../../plugin/report/page/speedup-section.ts'
import { detailSentences, scenarioSentence } from '../../plugin/report/words/scenario-sentences.ts'
import { toldOfLimits, variantLimitWords } from '../../plugin/report/words/limit-sentences.ts'
import { figureText } from '../../plugin/report/words/numbers.ts'
import { lineOf } from '../../plugin/report/words/told.ts'
import { itFinds } from '../support/cases.ts'
import { aView, itReads } from '../support/pages.ts'
import { aCandidate, aCandidateWith, aScenarioResult, aVariantLimit } from '../support/results.ts'
import type { ScenarioResult, VariantLimit } from '../../plugin/concepts/comparison.ts'

const missed = aVariantLimit()
const met = aVariantLimit({ value: 131, interval: [120, 143], verdict: 'pass' })
const served = aVariantLimit({
  metric: 'throughput',
  value: 245.25,
  interval: [230.1, 261.7],
  limit: 200,
  verdict: 'pass'
})
const failed = aVariantLimit({
  metric: 'errorRate',
  value: 0.012,
  interval: [0.0101, 0.0143],
  limit: 0.01,
  verdict: 'fail'
})
const near = aVariantLimit({ value: 198, interval: [180, 217], verdict: 'inconclusive', roundsThatWouldDecide: 14 })
const tooNear = { ...near, roundsThatWouldDecide: null }
const busy = aVariantLimit({ verdict: 'inconclusive', reason: 'generator-saturated' })

const passed = aCandidateWith([{ metric: 'p95', required: 1.3, verdict: 'pass' }], { verdict: 'pass' })
const resultOf = (limits: VariantLimit[], candidates = [aCandidate()], rest?: Partial<ScenarioResult>) =>
  aScenarioResult(candidates, { limits, ...rest })
const cellsOf = (limit: VariantLimit) => {
  const { metric, found, bound } = variantLimitWords(limit)
  return [metric, figureText(found), bound]
}
const sentenceOf = (...limits: VariantLimit[]) => {
  const told = toldOfLimits(limits)
  return told && lineOf(told)
}
const nearSentence =
  'INCONCLUSIVE  clustered is undecided at p95 ≤ 200 ms: 198 ms [180, 217]. ' +
  'A new comparison of up to 14 rounds decides it 7 times in 10 if these are the true values; longer runs may help more.'
const missedWords = 'clustered misses p95 ≤ 200 ms: 231 ms [215, 248].'
const beats = 'clustered beats single: p95 1.60x (needs 1.3).'

describe('the words on limits', () => {
  itFinds({
    'write values with three digits, their unit and the side of the limit': [
      [cellsOf(failed), ['error rate', '1.20 % [1.01, 1.43]', '≤ 1 %']],
      [cellsOf({ ...failed, value: 0, interval: [0, 0.003], limit: 0 }), ['error rate', '0 % [0.000, 0.300]', '≤ 0 %']],
      [cellsOf({ ...missed, request: 'GET /a' }), ['p95 of GET /a', '231 ms [215, 248]', '≤ 200 ms']],
      [cellsOf({ ...missed, request: 'GET /a', value: 0, interval: [0, 0], reason: 'too-few-requests' })[1], 'unknown'],
      [
        cellsOf({ ...failed, request: 'GET /a', value: 0, interval: [0, 0.003] }),
        ['error rate of GET /a', '0 % [0.000, 0.300]', '≤ 1 %']
      ],
      [
        cellsOf({ ...missed, metric: 'p99.9', value: 0.25, interval: [0.2, 0.3], limit: 90_000.5 }),
        ['p99.9', '0.250 ms [0.200, 0.300]', '≤ 90,000.5 ms']
      ]
    ],
    'say what is missed, of each variant, else what is undecided, else what is met': [
      [sentenceOf(missed), `FAIL  ${missedWords}`],
      [
        sentenceOf(met, missed, failed, { ...missed, variant: 'single' }, near),
        `FAIL  clustered misses p95 ≤ 200 ms: 231 ms [215, 248], error rate ≤ 1 %: 1.20 % [1.01, 1.43]. single misses p95 ≤ 200 ms: 231 ms [215, 248].`
      ],
      [sentenceOf(met, near), nearSentence],
      [
        sentenceOf(met, served),
        'PASS  clustered meets p95 ≤ 200 ms: 131 ms [120, 143], throughput ≥ 200/s: 245/s [230, 262].'
      ],
      [sentenceOf(met, met, met, served), 'PASS  All 4 limits are met.']
    ],
    'say why there is no verdict, and what more rounds could decide': [
      [
        sentenceOf(busy),
        'INCONCLUSIVE  No verdict on p95 ≤ 200 ms: 231 ms [215, 248] of clustered: the load generator was too busy.'
      ],
      [sentenceOf({ ...busy, reason: 'candidate-saturated' }), / of clustered: it could not keep up\./],
      [sentenceOf({ ...busy, reason: 'different-answers' }), / of clustered: answers differ from the baseline’s\.$/],
      [sentenceOf(near, tooNear), /\[180, 217\]\. Longer runs may decide it; or change the limit\.$/]
    ],
    'leave what could decide them out of the sentence on a scenario, to the details of the page and to a line of the console':
      [
        [
          scenarioSentence(resultOf([near])),
          /^INCONCLUSIVE {2}clustered is undecided at p95 ≤ 200 ms: 198 ms \[180, 217\]\. clustered is 1\.60x faster/
        ],
        [detailSentences(resultOf([near])).join(' '), /A new comparison of up to 14 rounds decides it/],
        [formatScenario(resultOf([near])), /\n {2}next +A new comparison of up to 14 rounds decides it/],
        [formatScenario(resultOf([near, missed])), /^(?![^]*A new comparison)/]
      ],
    'are none where there are no limits, or it was ended before its time': [
      [sentenceOf(), null],
      [sentenceOf({ ...missed, verdict: null }), null]
    ],
    'of a scenario come with those on its candidates, the worse first, under one word': [
      [scenarioSentence(resultOf([missed], [passed])), `FAIL  ${missedWords} ${beats}`],
      [
        scenarioSentence(resultOf([met], [passed])),
        /^PASS {2}clustered beats single: .* clustered meets p95 ≤ 200 ms: /
      ],
      [scenarioSentence(resultOf([missed])), `FAIL  ${missedWords} clustered is 1.60x faster than single at p95.`],
      [
        scenarioSentence(resultOf([missed], [passed, { ...passed, name: 'four' }])),
        /^FAIL {2}clustered misses .*\. Both candidates passed\. /
      ],
      [
        scenarioSentence(preliminary(resultOf([missed], [passed], { decided: false, rounds: 3 }))),
        /^PRELIMINARY {2}(?!.*misses)/
      ]
    ]
  })
})

// Console and reports for CI: test/report/golden.
describe('limits are shown', () => {
  itReads({
    'by the page in a section of their own, which is not there without any': [
      [
        limitsSection(aView({ result: resultOf([met, busy]) })),
        'lies on its right side',
        {
          rows: [
            ['Variant', 'Metric', 'Measured', 'Limit', 'Result'],
            ['clustered', 'p95', '131 ms [120, 143]', '≤ 200 ms', 'PASS'],
            ['clustered', 'p95', '231 ms [215, 248]', '≤ 200 ms', 'INCONCLUSIVE (the load generator was too busy)']
          ]
        }
      ],
      [
        limitsSection(
          aView({
            result: preliminary(
              resultOf([{ ...served, variant: 'single' }], [aCandidate()], { decided: false, rounds: 3 })
            )
          })
        ),
        /single \(baseline\) throughput 245\/s \[230, 262\] ≥ 200\/s PRELIMINARY$/
      ],
      [limitsSection(aView()), null],
      [limitsSection(aView({ result: null })), null]
    ]
  })

  it('not by metrics of their own: ensure reads the value of each variant, whether it has a limit or not', () => {
    const values = {
      'single.p95_ms': 100,
      'clustered.p95_ms': 62.5,
      'single.throughput_per_second': 100,
      'single.errorRate': 0,
      'clustered.errorRate': 0
    }
    for (const limits of [[], [missed]]) {
      const found = artilleryMetrics({ scenarios: [resultOf(limits)] })
      for (const [name, value] of Object.entries(values))
        expect(found[`plugins.speedup.primes.${name}`], name).to.equal(value)
    }
  })
})
