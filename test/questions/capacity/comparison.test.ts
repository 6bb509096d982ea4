import { expect } from 'chai'
import { parseComparison } from '../../../plugin/record/parse-comparison.ts'
import { checkRun } from '../../../plugin/comparison/candidate-limits.ts'
import { isSearchOver } from '../../../plugin/questions/capacity/comparison/searches.ts'
import { compareScenario } from '../../../plugin/comparison/compare-scenario.ts'
import { estimate, overRounds, type Rule } from '../../../plugin/comparison/estimate.ts'
import { toldOfLimits } from '../../../plugin/report/words/limit-sentences.ts'
import { scenarioSentence } from '../../../plugin/report/words/scenario-sentences.ts'
import { itFinds } from '../../support/cases.ts'
import { aComparison, otherAnswers } from '../../support/results.ts'
import { aSearch, type SearchOptions } from '../../support/searches.ts'
import { aRun, latencies } from '../../support/runs.ts'
import { aVariant } from '../../support/settings.ts'
import type { Run } from '../../../plugin/concepts/run.ts'

const [most, least] = ['not exhausted', 'not reached'] as const

describe('the capacity of each variant', () => {
  it('has no errors in a load in which nobody asked', () => {
    const { runs, plan, settings } = aSearch()
    const silent = { ...runs[0], requests: 0, failures: 0, latencyMs: null }
    const { capacity } = compareScenario({ runs: [silent, ...runs], answers: [] }, plan, settings)
    expect(capacity?.variants[0].steps[0].errorRate).to.equal(0)
  })

  it('is in its speedup what is told of each variant beside that, whatever round is far from the others', () => {
    const rule: Rule = { rounds: { min: 3, max: 10 }, confidence: 0.95, generator: null }
    const found = [100, 101, 99, 100, 160]
    const [ofBaseline, ofCandidate] = [found, [180, 181, 179, 180, 180]].map((values) =>
      values.map((value, i) => aRun({ round: i + 1, found: value }))
    )
    const seen = { metric: 'capacity' as const, ofBaseline, ofCandidate, required: null, reason: null }
    const { baseline, candidate } = estimate(seen, rule)
    expect(baseline).to.equal(overRounds(found.map(Math.log), 'capacity', rule).value)
    expect([baseline, candidate].map(Math.round)).to.eql([101, 180])
  })

  it('has errors in loads beyond it, which end no comparison', () => {
    const { runs, plan, settings } = aSearch()
    const failing = { ...runs[0], failures: 240, failureKinds: { ETIMEDOUT: 240 } }
    expect(() => checkRun(failing, { runs: [], scenario: plan }, settings)).not.to.throw()
  })

  it('is told of no search that was interrupted before it met a bound or had three rounds', () => {
    for (const options of [{ capacities: { single: most, clustered: most } }, { rounds: 3 }]) {
      const { runs, plan, settings } = aSearch(options)
      expect(isSearchOver(runs, settings.variants, plan)).to.equal(true)
      expect(isSearchOver(runs.slice(0, -1), settings.variants, plan)).to.equal(false)
    }
  })

  it('has an interval that holds what more rounds do not tell; the speedup, of which both have it, has not', () => {
    const [{ capacity, candidates, limits }] = aSearch({ rounds: 10, limits: { clustered: { capacity: 140 } } }).results
    const width = ([low, high]: [number, number]) => Math.log(high / low)
    const intervals = capacity?.variants.map((found) => found.capacity.interval) ?? []
    expect(Math.min(...intervals.map(width))).to.be.above(1.5 * width(candidates[0].estimates[0].interval))
    expect(limits[0].interval).to.eql(intervals[1])
  })

  const sideOf = (capacities?: SearchOptions['capacities']) =>
    aSearch({ capacities }).results[0].candidates[0].estimates[0].side
  const said = (capacities?: SearchOptions['capacities'], capacity?: number) =>
    scenarioSentence(aSearch({ capacities, ...(capacity && { thresholds: { capacity } }) }).results[0])
  itFinds({
    'makes a speedup that is known from one side, where a search met a bound': [
      [sideOf(), null],
      [
        said({ single: most, clustered: 150 }),
        /^clustered carries at most 0\.01 times as many users per second as single\. /
      ],
      [sideOf({ single: least, clustered: 150 }), 'at least'],
      [sideOf({ clustered: least }), 'at most'],
      [
        said({ single: most, clustered: most }),
        'clustered cannot be compared with single: one of the two carries more than the load generator can generate. No threshold is set.'
      ]
    ],
    'makes verdicts that hold on the side that is known': [
      [
        said({ clustered: most }, 1.5),
        /^PASS {2}clustered beats single: capacity at least 2\d\d\.\d\dx \(needs 1\.5\)\.$/
      ],
      [
        said({ clustered: least }, 1.5),
        /^FAIL {2}clustered misses its threshold: capacity at most 0\.01x \(needs 1\.5\)\.$/
      ]
    ]
  })

  const limited = (clustered: number | typeof most | typeof least, capacity: number) => {
    const [
      {
        limits: [limit],
        verdict
      }
    ] = aSearch({ capacities: { clustered }, limits: { clustered: { capacity } } }).results
    return [limit.side, limit.verdict, limit.reason, verdict, toldOfLimits([limit])?.sentences]
  }
  itFinds({
    'is limited on the side that is known': [
      [limited(150, 100).slice(0, 4), [null, 'pass', null, 'pass']],
      [limited(most, 300), ['at least', 'pass', null, 'pass', ['clustered meets capacity ≥ 300: at least 20,000.']]],
      [
        limited(most, 30_000),
        [
          'at least',
          'inconclusive',
          'not-exhausted',
          'inconclusive',
          [
            'No verdict on capacity ≥ 30,000: at least 20,000 of clustered: the load generator cannot generate more load.'
          ]
        ]
      ],
      [limited(least, 300).slice(0, 4), ['at most', 'fail', null, 'fail']],
      [limited(least, 0.1).slice(0, 4), ['at most', 'inconclusive', 'not-reached', 'inconclusive']]
    ]
  })

  it('is at least what was kept, where most loads beside its limit are void: the load generator cannot generate more load', () => {
    const { runs, plan, settings } = aSearch({ rounds: 5 })
    const late = { client: { name: 'lean' as const, because: null }, latencyMs: { ...latencies(130), min: 20 } }
    const lateMs = { p50: 1, p95: 90, p99: 95, 'p99.9': 96, max: 99 }
    const found = (voids: number) => {
      const isVoid = ({ variant, round }: Run) => variant === 'clustered' && round > 0 && round <= voids
      const changed = runs.map((run) =>
        isVoid(run) ? { ...run, ...late, generator: { ...run.generator, lateMs } } : run
      )
      const { capacity, candidates } = compareScenario({ runs: changed, answers: [] }, plan, settings)
      return { ends: capacity?.variants.map(({ end, capacity: { value } }) => ({ end, value })), candidates }
    }
    const { ends, candidates } = found(3)
    expect(ends?.map(({ end }) => end)).to.eql(['found', 'not exhausted'])
    expect(candidates[0].estimates[0].side).to.equal('at least')
    // The capacity is 150; loads of 146 were kept, but another was not.
    expect(ends?.[1].value).to.be.within(120, 140)
    expect(found(2).ends?.[1].end).to.equal('found')
  })

  it('keeps another reason against a verdict than the bound', () => {
    const { runs, plan, settings } = aSearch({ capacities: { clustered: most }, thresholds: { capacity: 1000 } })
    const { candidates } = compareScenario({ runs, answers: [otherAnswers()] }, plan, settings)
    expect(candidates[0].estimates[0]).to.include({ reason: 'different-answers', side: 'at least' })
  })

  it('is not that of a leader, nor of those behind it, where a bound may hide more', () => {
    const variants = ['single', 'two', 'four'].map((name, i) => aVariant({ name, workers: 2 ** i }))
    const [found, oneBound, twoBounds] = [
      [150, 300],
      [150, most],
      [most, most]
    ].map(([two, four]) => aSearch({ capacities: { single: 90, two, four }, settings: { variants } }).results[0])
    expect(oneBound.leaders).to.deep.include({ best: 'four', leftOut: [] })
    expect(scenarioSentence(found)).to.match(
      /^Both carried more than single, by 1\.6\dx to 3\.3\dx; four carried the most\. No/
    )
    expect(scenarioSentence(twoBounds)).to.match(
      /^Both carried more than single, by at least 2\d\d\.\d\dx; which carried the most is undecided\. No/
    )
    expect(twoBounds.leaders?.leftOut).to.eql([
      { variant: 'four', why: 'one of the two carries more than the load generator can generate' }
    ])
  })

  it('is read back as it was kept', () => {
    const comparison = aComparison([aSearch().results[0]])
    expect(parseComparison(JSON.stringify(comparison), '')).to.eql(comparison)
  })
})
