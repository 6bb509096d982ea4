import { expect } from 'chai'
import { describe, it } from 'mocha'
import { isSearched } from '../../plugin/comparison/capacity.ts'
import { compareScenario } from '../../plugin/comparison/compare-scenario.ts'
import { limitsSentence } from '../../plugin/report/words/limit-sentences.ts'
import { scenarioSentence } from '../../plugin/report/words/scenario-sentences.ts'
import { itFinds } from '../support/cases.ts'
import { aSearch } from '../support/searches.ts'
import { latencies } from '../support/runs.ts'
import { aPlan, aVariant, someSettings } from '../support/settings.ts'

describe('the capacity of each variant', () => {
  it('has no errors in a load in which nobody asked', () => {
    const { runs } = aSearch()
    const silent = { ...runs[0], requests: 0, failures: 0, latencyMs: null }
    const plan = {
      ...aPlan(undefined, ['clustered']),
      loop: null,
      capacity: { limits: { p95: 100, errorRate: 0.01 }, wanted: null }
    }
    const { capacity } = compareScenario({ runs: [silent, ...runs], answers: [] }, plan, someSettings())
    expect(capacity?.variants[0].steps[0].errorRate).to.equal(0)
  })

  it('is told of no search that was interrupted before it met a bound or had three rounds', () => {
    const { runs, settings } = aSearch({ capacities: { single: 'not exhausted', clustered: 'not exhausted' } })
    const plan = { loop: null, capacity: { limits: { p95: 100, errorRate: 0.01 }, wanted: null } }
    expect(isSearched(runs, settings.variants, plan)).to.equal(true)
    expect(isSearched(runs.slice(0, -1), settings.variants, plan)).to.equal(false)
    const { runs: found } = aSearch({ rounds: 3 })
    expect([found, found.slice(0, -1)].map((some) => isSearched(some, settings.variants, plan))).to.eql([true, false])
  })

  it('has an interval that holds what more rounds do not tell; the speedup, of which both have it, has not', () => {
    const {
      results: [
        {
          capacity,
          candidates: [
            {
              estimates: [
                {
                  interval: [low, high]
                }
              ]
            }
          ],
          limits
        }
      ]
    } = aSearch({ rounds: 10, limits: { clustered: { capacity: 140 } } })
    const widths =
      capacity?.variants.map((found) => Math.log(found.capacity.interval[1] / found.capacity.interval[0])) ?? []
    expect(Math.min(...widths)).to.be.above(1.5 * Math.log(high / low))
    expect(limits[0].interval).to.eql(capacity?.variants[1].capacity.interval)
  })

  const told = (capacities: Parameters<typeof aSearch>[0] & object) => {
    const [result] = aSearch(capacities).results
    const [
      {
        estimates: [{ side, reason }],
        verdict
      }
    ] = result.candidates
    return [side, reason, verdict]
  }
  const said = (capacities: Parameters<typeof aSearch>[0] & object) => scenarioSentence(aSearch(capacities).results[0])
  const [most, least] = ['not exhausted', 'not reached'] as const
  const demanding = { capacities: { clustered: most }, thresholds: { capacity: 1000 } }
  itFinds({
    'makes a speedup that is known from one side, where a search met a bound': [
      [told({}), [null, null, null]],
      [
        said({}),
        /^clustered carries 1\.6[67] times as many users per second as single \[1\.\d+, 1\.\d+\]\. No threshold/
      ],
      [told({ capacities: { clustered: most } }), ['at least', null, null]],
      [
        said({ capacities: { clustered: most } }),
        /^clustered carries at least 2\d\d\.\d\d times as many users per second as single\. No threshold/
      ],
      [told({ capacities: { single: most, clustered: 150 } }), ['at most', null, null]],
      [
        said({ capacities: { single: most, clustered: 150 } }),
        /^clustered carries at most 0\.01 times as many users per second as single\. /
      ],
      [told({ capacities: { single: least, clustered: 150 } }), ['at least', null, null]],
      [told({ capacities: { clustered: least } }), ['at most', null, null]],
      [told({ capacities: { single: most, clustered: most } }), ['unknown', 'not-exhausted', null]],
      [
        said({ capacities: { single: most, clustered: most } }),
        'clustered cannot be compared with single: one of the two carries more than the load generator can generate. No threshold is set.'
      ]
    ],
    'makes verdicts that hold on the side that is known': [
      [told({ capacities: { clustered: most }, thresholds: { capacity: 1.5 } }), ['at least', null, 'pass']],
      [
        said({ capacities: { clustered: most }, thresholds: { capacity: 1.5 } }),
        /^PASS {2}clustered beats single: capacity at least 2\d\d\.\d\dx \(needs 1\.5\)\.$/
      ],
      [told(demanding), ['at least', 'not-exhausted', 'inconclusive']],
      [said(demanding), /^INCONCLUSIVE {2}No verdict on capacity of clustered: one of the two carries more/],
      [told({ capacities: { clustered: least }, thresholds: { capacity: 1.5 } }), ['at most', null, 'fail']],
      [
        said({ capacities: { clustered: least }, thresholds: { capacity: 1.5 } }),
        /^FAIL {2}clustered misses its threshold: capacity at most 0\.01x \(needs 1\.5\)\.$/
      ]
    ]
  })

  const limited = (capacities: Parameters<typeof aSearch>[0] & object, capacity: number) => {
    const [
      {
        limits: [limit],
        verdict
      }
    ] = aSearch({ ...capacities, limits: { clustered: { capacity } } }).results
    return [limit.side, limit.verdict, limit.reason, verdict, limitsSentence([limit])]
  }
  itFinds({
    'is limited on the side that is known': [
      [limited({}, 100).slice(0, 4), [null, 'pass', null, 'pass']],
      [
        limited({ capacities: { clustered: most } }, 300),
        ['at least', 'pass', null, 'pass', 'PASS  clustered meets capacity >= 300: at least 20,000.']
      ],
      [
        limited({ capacities: { clustered: most } }, 30_000),
        [
          'at least',
          'inconclusive',
          'not-exhausted',
          'inconclusive',
          'INCONCLUSIVE  No verdict on capacity >= 30,000: at least 20,000 of clustered: the load generator cannot generate more load.'
        ]
      ],
      [limited({ capacities: { clustered: least } }, 300).slice(0, 4), ['at most', 'fail', null, 'fail']],
      [
        limited({ capacities: { clustered: least } }, 0.1).slice(0, 4),
        ['at most', 'inconclusive', 'not-reached', 'inconclusive']
      ]
    ]
  })

  it('is at least what was kept, where most loads beside its limit are void: the load generator cannot generate more load', () => {
    const { runs, settings } = aSearch({ rounds: 5 })
    const plan = {
      ...aPlan(undefined, ['clustered']),
      loop: null,
      capacity: { limits: { p95: 100, errorRate: 0.01 }, wanted: null }
    }
    const found = (voids: number) =>
      compareScenario(
        {
          runs: runs.map((run) =>
            run.variant === 'clustered' && run.round > 0 && run.round <= voids
              ? {
                  ...run,
                  client: { name: 'lean' as const, because: null },
                  latencyMs: { ...latencies(130), min: 20 },
                  generator: { ...run.generator, lateMs: { p50: 1, p95: 90, p99: 95, 'p99.9': 96, max: 99 } }
                }
              : run
          ),
          answers: []
        },
        plan,
        settings
      )
    const {
      capacity,
      candidates: [
        {
          estimates: [{ side }]
        }
      ]
    } = found(3)
    expect(capacity?.variants.map(({ end }) => end)).to.eql(['found', 'not exhausted'])
    expect(side).to.equal('at least')
    // The capacity is 150; loads of 146 were kept, but another was not.
    expect(capacity?.variants[1].capacity.value).to.be.within(120, 140)
    expect(found(2).capacity?.variants[1].end).to.equal('found')
  })

  it('keeps another reason against a verdict than the bound', () => {
    const { runs } = aSearch({ capacities: { clustered: most } })
    const plan = {
      ...aPlan({ capacity: 1000 }, ['clustered']),
      loop: null,
      capacity: { limits: { p95: 100, errorRate: 0.01 }, wanted: null }
    }
    const answers = [{ variant: 'clustered', requests: 1, different: ['GET /'], unsteady: [], unequal: [] }]
    const [
      {
        estimates: [{ reason, side }]
      }
    ] = compareScenario({ runs, answers }, plan, someSettings()).candidates
    expect([reason, side]).to.eql(['different-answers', 'at least'])
  })

  it('is not that of a leader, nor of those behind it, where a bound may hide more', () => {
    const variants = ['single', 'two', 'four'].map((name, i) => aVariant({ name, workers: 2 ** i }))
    const led = (capacities: Record<string, number | typeof most>) =>
      aSearch({ capacities, settings: { variants } }).results[0].leaders
    expect(led({ single: 90, two: 150, four: most })).to.deep.include({ best: 'four', leftOut: [] })
    const summed = (capacities: Record<string, number | typeof most>) => said({ capacities, settings: { variants } })
    expect(summed({ single: 90, two: 150, four: 300 })).to.match(
      /^Both carry more than single, by 1\.6\dx to 3\.3\dx; four carries the most\. No/
    )
    expect(summed({ single: 90, two: most, four: most })).to.match(
      /^Both carry more than single, by at least 2\d\d\.\d\dx; which carries the most is undecided\. No/
    )
    expect(led({ single: 90, two: most, four: most })?.leftOut).to.eql([
      { variant: 'four', why: 'one of the two carries more than the load generator can generate' }
    ])
  })

  it('is not explained where it is known from one side only', () => {
    const [{ candidates }] = aSearch({ capacities: { single: 90, clustered: 'not exhausted' } }).results
    expect(candidates[0].diagnosis).to.include({
      code: 'unknown',
      message: 'One of the two capacities is known from one side only, so their ratio is not explained.'
    })
  })
})
