import { expect } from 'chai'
import {
  atLoad,
  crossoverMessage,
  isSettled,
  markUnclear,
  type AtLevel,
  type AtLoad
} from '../../../plugin/questions/crossover/comparison.ts'
import { itFinds } from '../../support/cases.ts'
import { failing, nothing, timedOut, underLoads, wrong } from '../../support/loads.ts'
import { aCandidateWith, aScenarioResult } from '../../support/results.ts'
import type { Estimate, ScenarioResult } from '../../../plugin/concepts/comparison.ts'
import type { Ranged } from '../../../plugin/concepts/metrics.ts'
import type { Reason } from '../../../plugin/concepts/warnings.ts'

type Level = AtLevel['standing'] | Partial<AtLevel>

const at = (offeredPerSecond: number, level: Level): AtLevel => ({
  offeredPerSecond,
  part: null,
  failed: null,
  by: 'p95',
  speedup: 1.62,
  most: 1.8,
  standing: 'as good',
  ...(typeof level === 'string' ? { standing: level } : level)
})
const saidOf = (levels: AtLevel[]) =>
  crossoverMessage(levels, { name: 'clustered', baseline: 'single', isClosed: false })
/** @param levels requests per second -> how the candidate stands */
const said = (levels: Record<number, Level>) =>
  saidOf(Object.entries(levels).map(([rate, level]) => at(Number(rate), level)))
const upTo = (...rates: number[]) => saidOf(rates.map((rate) => at(rate, 'as good'))).replace(/.*up to (\S+) .*/, '$1')

const lost = { standing: 'better', by: 'keeping up', speedup: 112 } as const
const upTo60 = 'Up to 60 requests/s, single is about as good as clustered; from'

describe('the sentence on the crossover', () => {
  itFinds({
    'names the crossing, what tells it, what the candidate gains there, and where the baseline can’t keep up': [
      [
        said({ 59.7: 'as good', 180.4: 'as good', 240.1: 'better', 361.3: lost }),
        "Up to 180 requests/s, single is about as good as clustered; from 240 requests/s on, clustered is better at p95 (1.62x at 240, single can't keep up at 361)."
      ],
      [
        said({ 60: 'as good', 240: lost, 360: lost }),
        `${upTo60} 240 requests/s on, clustered is better (single can't keep up at 240).`
      ],
      [
        said({ 60: 'as good', 800: { standing: 'better', by: 'throughput', speedup: 1.9 } }),
        `${upTo60} 800 requests/s on, clustered is better (1.90x the throughput at 800, where neither can keep up).`
      ]
    ],
    'says so when the candidate is never better, or from the least load on, or worse below': [
      [said({ 60: 'as good', 360: 'as good' }), 'clustered is not clearly better at any load up to 360 requests/s.'],
      [
        said({ 60: 'worse', 120: 'as good', 360: 'worse' }),
        'clustered is not clearly better at any load up to 360 requests/s; at 60 and 360 single is better.'
      ],
      [
        said({ 60: 'better', 120: 'better' }),
        'clustered is better at p95 from 60 requests/s on, the lowest load tried (1.62x at 60).'
      ],
      [
        said({ 60: 'worse', 120: 'as good', 240: 'better' }),
        /^Up to 120 requests\/s, single is about as good as clustered, and even better at 60; from 240 /
      ],
      [
        said({ 60: 'worse', 120: 'worse', 240: 'better' }),
        /^Up to 120 requests\/s, single is better than clustered; from 240 /
      ]
    ],
    'names no crossing where there is none': [
      [
        said({ 60: 'as good', 120: 'better', 180: 'as good', 240: 'better' }),
        'clustered is better at 120 and 240 requests/s, but not at 180: the measurement is too noisy to find a crossover.'
      ],
      [
        said({ 60: 'as good', 120: 'better', 180: 'worse', 240: 'as good' }),
        'clustered is better at 120 requests/s, but no longer at 180 and 240, so there is no load above which it pays off.'
      ]
    ],
    'passes over loads without a finding, and names them, rounded to what matters': [
      [
        said({ 60: 'as good', 120: 'unknown', 240: 'better', 360: 'unknown' }),
        `${upTo60} 240 requests/s on, clustered is better at p95 (1.62x at 240); at 120 and 360 requests/s the verdict is withheld.`
      ],
      [
        said({ 60: 'unknown', 120: 'better' }),
        'clustered is better at p95 from 120 requests/s on, the lowest load with a verdict (1.62x at 120); at 60 requests/s the verdict is ' +
          'withheld.'
      ],
      [
        said({ 60: 'unknown', 120: 'unknown' }),
        'Whether clustered pays off is unknown: none of the loads allows a verdict.'
      ],
      [
        said({ 60: 'as good', 120: 'better', 180: 'unclear', 240: 'unknown' }),
        `${upTo60} 120 requests/s on, clustered is better at p95 (1.62x at 120); at 180 requests/s the rounds differ too much for a verdict; ` +
          `at 240 requests/s the verdict is withheld.`
      ],
      [
        said({
          11: { standing: 'as good', part: 0.1 },
          42: { standing: 'better', part: 0.4 },
          130: { ...lost, part: 1.2, failed: 'answered 98/s, 7.9 % failed' }
        }),
        'Up to 11 requests/s (0.1x the capacity), single is about as good as clustered; from 42 requests/s (0.4x the capacity) on, clustered is better at p95 ' +
          "(1.62x at 42, single can't keep up at 130: answered 98/s, 7.9 % failed)."
      ],
      [upTo(0.456, 7.46), '7.5'],
      [upTo(74.6, 746.4), '746'],
      [upTo(746.4, 12345), '12,300'],
      [upTo(74.6, 75.4), '75.4'],
      [upTo(100.01, 100.02), '100.02'],
      [upTo(100, 100), '100']
    ]
  })
})

type Plan = Parameters<typeof underLoads>[0]

const crossingOf = (plan: Plan) => underLoads(plan).crossed()
const withEstimates = (result: ScenarioResult, change: (estimate: Estimate) => Partial<Estimate>): ScenarioResult => {
  const changed = (all: Estimate[]) => all.map((estimate) => ({ ...estimate, ...change(estimate) }))
  return { ...result, candidates: result.candidates.map((one) => ({ ...one, estimates: changed(one.estimates) })) }
}

describe('the crossover', () => {
  it('is where the candidate begins to be better, and where the baseline can’t keep up', () => {
    const [
      {
        scenario,
        levels,
        candidates: [{ name, asGoodUpTo, betterFrom, message }]
      }
    ] = crossingOf({ factors: [0.6, 1.2, 1.9, 3] })
    expect(levels.map((level) => [level.factor, level.scenario, Math.round(level.offeredPerSecond)])).to.eql([
      [0.6, 'primes at 0.6x load', 60],
      [1.2, 'primes at 1.2x load', 120],
      [1.9, 'primes at 1.9x load', 190],
      [3, 'primes at 3x load', 300]
    ])
    const late = levels.map(({ variants }) => variants.flatMap((variant) => (variant.keepsUp ? [] : variant.name)))
    expect(late).to.eql([[], [], [], ['single']])
    expect([scenario, name, Math.round(Number(asGoodUpTo)), Math.round(Number(betterFrom))]).to.eql([
      'primes',
      'clustered',
      120,
      190
    ])
    expect(message).to.match(
      /^Up to 120 requests\/s, single is about as good as clustered; from 190 requests\/s on, clustered is better at p95 \(1\d\.\d\dx at 190, single can't keep up at 300\)\.$/
    )
  })

  it('has the p95 of each variant, the geometric mean of its rounds within its interval', () => {
    const [
      {
        levels: [
          {
            variants: [{ p95Ms }]
          }
        ]
      }
    ] = crossingOf({ factors: [1.5, 2.5], spread: 0.05, rounds: 8 })
    const {
      value,
      interval: [low, high]
    } = p95Ms as Ranged
    // 20 ms x (1 + 0.75^8 / 0.25)
    expect(value).to.be.closeTo(28, 1.5)
    expect(Math.sqrt(low * high)).to.be.closeTo(value, 1e-9)
    expect(high / low).to.be.within(1.02, 1.3)
  })

  it('is one for each scenario under several loads that were measured to the end, sorted', () => {
    const {
      results: [low, middle, high],
      runs,
      crossed
    } = underLoads({ factors: [0.5, 1, 2.5] })
    const renamed = (result: ScenarioResult) => ({
      ...result,
      scenario: `sums ${result.scenario}`,
      level: { of: 'sums', factor: Number(result.level?.factor) }
    })
    const both = crossed(
      [high, low, renamed(high), renamed(low)],
      [...runs, ...runs.map((run) => ({ ...run, scenario: `sums ${run.scenario}` }))]
    )
    expect(both.map(({ scenario, levels }) => [scenario, ...levels.map(({ factor }) => factor)])).to.eql([
      ['primes', 0.5, 2.5],
      ['sums', 0.5, 2.5]
    ])
    expect(both[1].levels.map(({ offeredPerSecond }) => Math.round(offeredPerSecond))).to.eql([50, 250])
    const [cut] = crossed([low, middle, { ...high, preliminary: true }])
    expect(cut.levels.map(({ factor }) => factor)).to.eql([0.5, 1])
    expect(cut.candidates[0].message).to.equal('clustered is not clearly better at any load up to 100 requests/s.')
    for (const alone of [[low], [{ ...low, level: null }], [low, { ...high, preliminary: true }]])
      expect(crossed(alone)).to.eql([])
  })

  it('takes for the load what users brought in whole rounds, not what was answered in the end', () => {
    const [
      {
        levels: [, { offeredPerSecond, variants }]
      }
    ] = crossingOf({ factors: [0.5, 6], capacities: { single: 200, clustered: 400 } })
    expect(variants.map(({ keepsUp }) => keepsUp)).to.eql([false, false])
    expect(offeredPerSecond).to.be.closeTo(600, 1e-6)
    const { results, runs, crossed } = underLoads({ factors: [0.5, 1] })
    expect(crossed(results, [...runs, { ...runs[0], round: 5, requests: 1e9 }])).to.eql(crossed())
    const atOnce = runs.map((run) => ({ ...run, generator: { ...run.generator, arrivalSeconds: 0 } }))
    expect(
      crossed(results, atOnce)[0].levels.map((level) => Math.round(level.offeredPerSecond)),
      'all came at once'
    ).to.eql([50, 100])
  })

  it('is not named where users stay until the end, so that the load follows the app', () => {
    const {
      results: [low, high],
      crossed
    } = underLoads({ factors: [0.5, 2.5] })
    const [
      {
        levels,
        candidates: [candidate]
      }
    ] = crossed([low, { ...high, load: { model: 'closed', saturated: [] } }])
    expect(candidate).to.deep.include({ asGoodUpTo: null, betterFrom: null })
    expect(candidate.message).to.match(
      /^Users stay until after the last one has arrived, so the load depends on the app and no crossover can be found. Let users arrive .*`arrivalRate`/
    )
    // What they ask in a second, only the whole load tells: single takes 12.5 s of it, clustered 10 s.
    expect(levels[1].offeredPerSecond).to.be.closeTo(2500 / Math.sqrt(12.52 * 10.02), 0.1)
  })
})

describe('the crossover of loads that are more than an app can do', () => {
  const messageOf = (...given: Parameters<typeof failing>) => failing(...given).crossed().candidates[0].message

  it('says that who keeps up is better, and what the other answered and failed', () => {
    for (const [single, words] of [
      [timedOut, 'answered 98/s, 20 % failed'],
      [nothing, 'answered 0/s, 100 % failed']
    ] as const) {
      const {
        candidates: [{ message, betterFrom }],
        levels: [, { variants }]
      } = failing({ single }).crossed()
      expect(message).to.equal(
        `Up to 50 requests/s, single is about as good as clustered; from 120 requests/s on, clustered is better (single can't keep up at 120: ${words}).`
      )
      expect(betterFrom).to.be.closeTo(120, 0.001)
      const [baseline, candidate] = variants
      expect([baseline.p95Ms, baseline.keepsUp, candidate.keepsUp, candidate.errorRate]).to.eql([null, false, true, 0])
      expect(candidate.p95Ms?.value).to.be.above(0)
    }
  })

  itFinds({
    'says that the baseline is better where the candidate fails': [
      [
        messageOf({ clustered: timedOut }),
        'clustered is not clearly better at any load up to 120 requests/s; at 120 single is better.'
      ]
    ],
    'compares two that can’t keep up by throughput': [
      [
        messageOf({
          single: { ...nothing, throughputPerSecond: 20 },
          clustered: { ...nothing, throughputPerSecond: 60 }
        }),
        /clustered is better \(3\.00x the throughput at 120, where neither can keep up\)\.$/
      ]
    ],
    'withholds the verdict on a load under which an app that keeps up fails': [
      wrong,
      { ...wrong, latencyMs: null, failures: 1200, failureKinds: { 500: 1200 } }
    ].map((single) => [
      messageOf({ single }),
      'clustered is not clearly better at any load up to 50 requests/s; at 120 requests/s the verdict is withheld.'
    ])
  })
})

describe('under several loads', () => {
  const {
    results: [low, middle, high],
    crossed
  } = underLoads({ factors: [0.5, 1.9, 2.5] })
  const crossingOfAll = (...results: ScenarioResult[]) => crossed(results)[0].candidates[0]
  const boundsOf = (...results: ScenarioResult[]) => {
    const { asGoodUpTo, betterFrom } = crossingOfAll(...results)
    return [asGoodUpTo, betterFrom].map((rate) => rate && Math.round(rate))
  }
  const overloaded = (result: ScenarioResult) => withEstimates(result, () => ({ reason: 'generator-saturated' }))
  const better = withEstimates(low, () => ({ interval: [1.1, 1.3], speedup: 1.2 }))
  const equal = (result: ScenarioResult) => withEstimates(result, () => ({ interval: [0.9, 1.1], speedup: 1 }))
  const keptUp = equal({ ...high, load: low.load })
  const unclear = withEstimates(middle, () => ({ interval: [0.9, 2], speedup: 1.4 }))
  type Found = { p95?: [number, number]; throughput?: [number, number]; reason?: Reason | null; saturated?: string[] }
  const stand = ({ p95 = [0.9, 1.1], throughput = [0.9, 1.1], reason = null, saturated = [] }: Found) => {
    const candidate = aCandidateWith([
      { metric: 'p95', interval: p95, speedup: Math.sqrt(p95[0] * p95[1]), reason },
      { metric: 'throughput', interval: throughput, speedup: Math.sqrt(throughput[0] * throughput[1]) }
    ])
    const { standing, by } = atLoad(candidate, aScenarioResult([candidate], { load: { model: 'open', saturated } }))
    return `${standing} by ${by}`
  }
  const neither: Found = { saturated: ['single', 'clustered'], reason: 'baseline-saturated' }
  const load = (standing: AtLoad['standing'], rest?: Partial<AtLoad>): AtLoad => ({
    standing,
    by: 'p95',
    speedup: 1.5,
    most: 1.8,
    ...rest
  })
  const marked = (...loads: AtLoad[]) => markUnclear(loads).map(({ standing }) => standing)
  const settled = (plan: Plan, change: (result: ScenarioResult) => ScenarioResult = (result) => result) => {
    const { results, settings } = underLoads(plan)
    return results.map((result) => isSettled(change(result), settings))
  }
  const noisy = { factors: [1], rounds: 3, spread: 0.1 }
  const neitherIn = (rounds: number) => ({ factors: [4], capacities: { single: 200, clustered: 200 }, rounds })
  const slightlyBetter = (result: ScenarioResult) =>
    withEstimates(result, ({ metric, speedup, ratios }) =>
      metric === 'p95' ? { speedup: 1.05 * speedup, ratios: ratios.map((ratio) => 1.05 * ratio) } : {}
    )

  itFinds({
    'the bounds of a crossover leave out loads without a verdict': [
      [boundsOf(low, middle, high), [50, 190]],
      [boundsOf(low, overloaded(middle), high), [50, 250]],
      [boundsOf(overloaded(low), middle, high), [null, 190]],
      [boundsOf(low, middle, overloaded(high)), [50, 190]],
      [boundsOf(...[low, middle, high].map(overloaded)), [null, null]]
    ],
    'the bounds of a crossover are none where it goes up and down, so that no crossing is named': [
      [boundsOf(better, equal(middle), high), [null, null]],
      [boundsOf(low, middle, keptUp), [null, null]],
      [boundsOf(better, middle, high), [null, 50]],
      [boundsOf(low, equal(middle), high), [190, 250]],
      [boundsOf(low, equal(middle), keptUp), [250, null]],
      [boundsOf(better, middle, keptUp), [null, null]]
    ],
    'the bounds of a crossover are not denied by a load under which the rounds differ too much for a verdict': [
      [boundsOf(better, unclear, high), [null, 50]],
      [
        crossingOfAll(better, unclear, high).message,
        /^clustered is better at p95 from 50 requests\/s on, the lowest load tried .*; at 190 requests\/s the rounds differ too much for a verdict\.$/
      ]
    ],
    'a candidate at one load is judged by the interval of p95 as long as both keep up': [
      [stand({ p95: [1.01, 1.5] }), 'better by p95'],
      [stand({ p95: [0.99, 1.5], throughput: [2, 3] }), 'as good by p95'],
      [stand({ p95: [0.6, 0.99] }), 'worse by p95']
    ],
    'a candidate at one load is about as good where p95 differs, but by less than 1.2x': [
      [stand({ p95: [1.05, 1.18] }), 'as good by p95'],
      [stand({ p95: [0.85, 0.95] }), 'as good by p95'],
      [stand({ p95: [1.19, 1.22] }), 'better by p95']
    ],
    'a candidate at one load is judged by who keeps up when only one does, whatever the latencies': [
      [stand({ p95: [0.5, 0.6], saturated: ['single'], reason: 'baseline-saturated' }), 'better by keeping up'],
      [stand({ p95: [1.5, 1.6], saturated: ['clustered'] }), 'worse by keeping up']
    ],
    'a candidate at one load is judged by throughput when neither keeps up': [
      [stand({ ...neither, throughput: [1.1, 1.3] }), 'better by throughput'],
      [stand({ ...neither, p95: [2, 3] }), 'as good by throughput'],
      [stand({ ...neither, throughput: [0.7, 0.9] }), 'worse by throughput']
    ],
    'a candidate at one load is unknown where the measurement carries no verdict': (
      ['errors', 'different-answers', 'generator-saturated'] as const
    ).flatMap((reason): [string, string][] => [
      [stand({ p95: [2, 3], reason }), 'unknown by p95'],
      [stand({ saturated: ['single'], reason }), 'unknown by p95']
    ]),
    'a candidate at one load is unclear above a load at which it is better, where the interval reaches as far as the gain there and the same tells, and at any where it reaches far':
      [
        [
          marked(load('better'), load('as good', { most: 1.5 }), load('as good', { most: 1.49 })),
          ['better', 'unclear', 'as good']
        ],
        [
          marked(load('better', { speedup: 3 }), load('better'), load('as good', { most: 2 })),
          ['better', 'better', 'unclear']
        ],
        [
          marked(load('better'), load('worse'), load('as good', { by: 'throughput', most: 1.3 }), load('unknown')),
          ['better', 'worse', 'as good', 'unknown']
        ],
        [marked(load('as good', { most: 2.52 }), load('better')), ['unclear', 'better']],
        [marked(load('as good', { most: 1.49 }), load('better')), ['as good', 'better']]
      ],
    'a load is settled after the fewest rounds where the difference is plain, and decided then': [
      [settled({ factors: [1.9, 3], rounds: 3 }), [true, true]],
      [underLoads({ factors: [1.9, 3], rounds: 3 }).results.map(({ decided }) => decided), [true, true]]
    ],
    'a load is neither by rounds that are too few to see a difference, though nothing is required': [
      [settled(noisy), [false]],
      [underLoads(noisy).results[0].decided, false]
    ],
    'a load is settled when more rounds would hardly find one, or no verdict can be drawn at all': [
      [settled({ ...noisy, factors: [0.5], rounds: 7 }), [true]],
      [settled(noisy, (result) => withEstimates(result, () => ({ reason: 'errors' }))), [true]]
    ],
    'a load goes by throughput where neither keeps up': [
      [[3, 6].map((rounds) => settled(neitherIn(rounds))), [[false], [true]]],
      [settled(neitherIn(6), slightlyBetter), [true]],
      [
        settled(neitherIn(6), (result) => ({ ...slightlyBetter(result), load: { model: 'open', saturated: [] } })),
        [false]
      ]
    ]
  })
})
