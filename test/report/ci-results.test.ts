import { expect } from 'chai'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { preliminary } from '../../plugin/comparison/findings.ts'
import { artilleryMetrics } from '../../plugin/report/ci/artillery-metrics.ts'
import { junitXml } from '../../plugin/report/ci/junit.ts'
import {
  aCandidate,
  aCandidateWith,
  aComparison,
  anEstimate,
  aScenarioResult,
  aVariantLimit,
  aWarning,
  someLimits
} from '../support/results.ts'
import { expectGolden } from '../support/golden.ts'
import type { CandidateResult, Comparison, Estimate, ScenarioResult } from '../../plugin/concepts/comparison.ts'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  parseTagValue: false,
  htmlEntities: true,
  isArray: (name) => ['testsuite', 'testcase', 'property'].includes(name)
})

type Element = Record<string, any>

/** @returns its <testsuites> */
function parsed(comparison: Comparison): Element & { testsuite: Element[] } {
  const xml = junitXml(comparison)
  expect(XMLValidator.validate(xml)).to.equal(true)
  return parser.parse(xml).testsuites
}

const passing = { required: 1.3, verdict: 'pass' as const }
const failing = { ...passing, verdict: 'fail' as const, interval: [1.01, 1.2] as [number, number] }
const undecided = {
  ...passing,
  verdict: 'inconclusive' as const,
  interval: [1.1, 1.5] as [number, number],
  roundsThatWouldDecide: 14
}
const failed = aCandidateWith(
  [
    { metric: 'p95', ...passing },
    { metric: 'p99', ...failing }
  ],
  { verdict: 'fail' }
)
const open = aCandidateWith([{ metric: 'p95', ...undecided }], { verdict: 'inconclusive' })
describe('the cases in junit.xml', () => {
  const limits = someLimits(
    { required: 0.8, value: null, verdict: 'inconclusive' },
    { required: 0.01, value: 0.05, verdict: 'fail' }
  )
  const leastMargin = { p50: 1.1, p95: 1.2, p99: 1.3, throughput: 1.1 }
  const checked = (name: string, verdict: 'pass' | 'fail') =>
    aCandidate({ name, selfCheck: { verdict, biased: ['p95'], leastMargin }, verdict })
  const unlike = aCandidate({
    estimates: aCandidate().estimates.map((estimate) => ({ ...estimate, reason: 'different-answers' })),
    limits: someLimits({ required: 0.8, verdict: 'pass' }),
    verdict: 'inconclusive'
  })
  const fell = { earlier: { speedup: 2.4, interval: [2.3, 2.5] as [number, number] }, regression: true }
  const kept = { earlier: { speedup: 1.7, interval: [1.5, 1.9] as [number, number] } }
  const uncarried = { ...fell, regression: false, reason: 'baseline-saturated' as const }
  const since = (verdict: 'fail' | 'inconclusive', ...estimates: Partial<Estimate>[]) =>
    aCandidateWith(estimates, {
      againstEarlier: verdict,
      verdict,
      earlierDiffers: verdict === 'inconclusive' && !estimates.some(({ reason }) => reason) ? ['machine'] : []
    })

  const results: Record<string, CandidateResult[] | ScenarioResult> = {
    'one for each threshold, with the message as text, numbers and the reason why': [failed],
    'inconclusive is told from failed by type and first word': [open],
    'each limit that is missed or could not be seen': [aCandidate({ limits, verdict: 'fail' })],
    'skipped where nothing was required, with what came of it': [aCandidate()],
    'one for a self-check': [checked('first', 'pass'), checked('second', 'fail')],
    'an app that meets what is required but answers differently does not pass': [unlike],
    'one more for each speedup that may have fallen since an earlier result': [
      since('fail', { metric: 'p95', ...passing, ...fell }, { metric: 'p99', ...kept })
    ],
    'a fall is told where it is, and not of every threshold': [
      since('fail', { metric: 'p95', ...passing, verdict: 'fail', ...fell }, { metric: 'p99', ...failing })
    ],
    'each fall by itself, and nothing of what carries no verdict': [
      since('fail', { metric: 'p50', ...uncarried }, { metric: 'p95', ...fell }, { metric: 'throughput', ...fell })
    ],
    'an earlier result of other cores can’t tell a fall': [
      since('inconclusive', { metric: 'p95', ...kept, ...undecided })
    ],
    'what the time was spent on': [
      { ...failed, diagnosis: { ...failed.diagnosis, spentOn: '72 % of it is isPrime.' } }
    ],
    'limits of variants, also where it ended too early for a verdict': aScenarioResult([failed], {
      limits: (['fail', 'pass', 'inconclusive', null] as const).map((verdict) => aVariantLimit({ verdict }))
    }),
    'a figure that is required could not be computed': aScenarioResult([aCandidate()], {
      rounds: 3,
      verdict: 'inconclusive'
    })
  }

  it('are as golden/junit.xml has them', () => {
    const scenarios = Object.entries(results).map(([scenario, result]) =>
      Array.isArray(result) ? aScenarioResult(result, { scenario }) : { ...result, scenario }
    )
    const comparison = aComparison(scenarios)
    const untimed = junitXml(comparison).replace(/ time="[\d.]+"|<(system-out|properties)>[^]*?<\/\1>\n/g, '')
    expectGolden('junit.xml', untimed)
    // A scenario has its share of the minute by its rounds, and so has a case in it.
    const { testsuite, time } = parsed(comparison)
    const times = testsuite.map((suite) => Number(suite.time))
    expect(time).to.equal('60.000')
    expect(times[0] / times[times.length - 1]).to.be.closeTo(4 / 3, 0.01)
    const all = testsuite.flatMap(({ testcase }): Element[] => testcase)
    expect(all.reduce((sum, testcase) => sum + Number(testcase.time), 0)).to.be.closeTo(60, 0.02)
  })

  it('are skipped, under the names that they always have, when the scenario was ended before its time', () => {
    const estimates: Partial<Estimate>[] = [
      { metric: 'p95', ...failing },
      { metric: 'p99', ...undecided, ...kept }
    ]
    const many = aCandidateWith(estimates, { limits, againstEarlier: 'pass', verdict: 'fail' })
    const early = { decided: false, rounds: 3 }
    const message =
      'PRELIMINARY  clustered is 1.60x faster than single at p95. Ended after 3 rounds, too early for a verdict.'
    for (const candidate of [many, aCandidate()]) {
      const result = aScenarioResult([candidate], early)
      const [elements, usual]: Element[][] = [preliminary(result), result].map(
        (each) => parsed(aComparison([each])).testsuite[0].testcase
      )
      expect(elements.map(({ name }) => name)).to.eql(usual.map(({ name }) => name))
      for (const { skipped } of elements) expect(skipped).to.eql({ type: 'preliminary', message, '#text': message })
    }
  })
})

describe('junit.xml', () => {
  it('carries settings, where it was measured, the result as the console tells it, and why it ended; what is inconclusive may pass', () => {
    const scenarios = [
      aScenarioResult([failed, open], {
        client: { name: 'artillery', because: 'it uploads files (formData)' },
        warnings: [aWarning({ severity: 'problem', message: 'Beware of <this>.' })]
      })
    ]
    const [settings, error] = [
      { ...aComparison([]).settings, onInconclusive: 'pass' as const },
      { code: 'INTERRUPTED' as const, message: 'The comparison was interrupted.' }
    ]
    expectGolden('junit-whole.xml', junitXml(aComparison(scenarios, { settings, error, verdict: 'not measured' })))
  })

  it('has an error where nothing was measured', () => {
    const error = { code: 'APP_NOT_READY' as const, message: 'server.js does not listen.' }
    const { testsuite, ...counts } = parsed(aComparison([], { error, verdict: 'not measured' }))
    const [measured] = testsuite[0].testcase
    expect(measured.error).to.include({ type: 'APP_NOT_READY', message: 'NOT MEASURED  server.js does not listen.' })
    expect(measured).to.include({ classname: 'primes.yml', time: '60.000' })
    expect(counts).to.include({ tests: '1', failures: '0', errors: '1', skipped: '0' })
  })

  const hostile = [
    ['<script>alert(1)</script>'],
    [`"double" 'single' &amp; &#39; ]]>`],
    ['one\r\ntwo\n\tthree '],
    ['👩‍🚀 ünïcode עברית'],
    ['name '.repeat(40)],
    ['a\u0000b\u001bc\ud800d\uffff', 'a\ufffdb\ufffdc\ufffdd\ufffd']
  ]
  for (const [name, shown = name] of hostile) {
    it(`gives names back exactly, but for what no XML may contain: ${JSON.stringify(name)}`, () => {
      const candidate = { ...failed, name, diagnosis: { ...failed.diagnosis, message: `Why ${name}?` } }
      const {
        testsuite: [suite]
      } = parsed(aComparison([aScenarioResult([candidate], { scenario: name })]))
      const { classname, failure } = suite.testcase[1]
      expect([suite.name, classname]).to.eql([shown, `${shown}.${shown}`])
      expect(failure.message).to.match(/^FAIL {2}No: keep single; [^]* gains at most 1\.20x at p99 \(needs 1\.3\)\.$/)
      expect(failure.message).to.include(shown)
      if (!shown.includes('\ufffd')) expect(failure.message).to.not.include('\ufffd')
      expect(failure['#text']).to.include(`why: Why ${shown}?`)
    })
  }
})

describe('the results as Artillery metrics', () => {
  it('give each speedup, and the value of each variant, and nothing that is not known', () => {
    const estimates = [
      anEstimate({ speedup: 1.60449, interval: [1.3436, 1.92] }),
      anEstimate({ metric: 'p99.9', speedup: 2, interval: [1, 3] })
    ]
    const four = aCandidate({ name: 'four', estimates: [], limits: someLimits({ value: null }) })
    const candidate = aCandidate({ estimates, limits: someLimits({ value: 2 / 3 }, { value: 0.0001234 }) })
    const metrics = artilleryMetrics({ scenarios: [aScenarioResult([candidate, four])] })
    expectGolden(
      'metrics.txt',
      Object.entries(metrics)
        .map(([name, value]) => `${name}: ${value}\n`)
        .join('')
    )
  })

  it('have names that an ensure condition can hold, one for every metric of every candidate of every scenario', () => {
    const candidates = [aCandidate(), aCandidate({ name: '4 workers (none)' })]
    const names = Object.keys(
      artilleryMetrics({
        scenarios: ['primes', 'log-in & buy'].map((scenario) => aScenarioResult(candidates, { scenario }))
      })
    )
    expect(names)
      .to.have.length(2 * 2 * (4 * 4 + 2 + 1) + 2 * (4 + 1))
      .and.include('plugins.speedup.log_in_buy.4_workers_none_.p95')
    expect(names.filter((name) => !/^[\w.]+$/.test(name))).to.eql([])
    // As ensure replaces them in a condition, one after the other.
    for (const [i, name] of names.entries())
      expect(
        names.slice(0, i).filter((earlier) => name.includes(earlier)),
        name
      ).to.eql([])
  })
})
