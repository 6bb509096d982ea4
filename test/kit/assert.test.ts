import { expect } from 'chai'
import { metrics } from '../../plugin/concepts/metrics.ts'
import {
  assertFaster,
  assertLimits,
  assertNotFaster,
  assertSpeedup,
  assertSpread,
  assertThresholds
} from '../../plugin/kit/assert.ts'
import { refusal } from '../support/settings.ts'
import { firstLineOf, thrown, uneven, usual } from './some-comparisons.ts'

describe('the assertions for any runner', () => {
  it('accept one option of a spread, or both', () => {
    for (const options of [{ over: 2 }, { evenly: 0.5 }, { over: 2, evenly: 0.5 }]) assertSpread(uneven(0.55), options)
  })

  const untrue: [() => void, { operator: string; actual?: string; expected?: string }, message: string][] = [
    [
      () => assertFaster(usual, { at: 'p95', by: 2 }),
      { operator: 'assertFaster', actual: '1.60x [1.34, 1.92] at p95', expected: 'at least 2x at p95' },
      [
        'FAIL  clustered misses its threshold: p95 1.60x (needs 2).',
        '  clustered needs a p95 speedup of 2x; its interval is [1.34, 1.92].',
        '  primes: 100 → 62.5 ms at p95, 1.60x, over 4 interleaved rounds.',
        '  why: CPU-bound, so clustering helps.',
        'Report: /reports/x/index.html'
      ].join('\n')
    ],
    [
      () => assertNotFaster(usual, { by: 1.2 }),
      { operator: 'assertNotFaster', expected: 'below 1.2x at p95' },
      'FAIL  clustered is 1.60x faster than single at p95.\n  clustered was expected to stay below 1.2x'
    ],
    [
      () => assertSpread(uneven(0.55), { over: 2, evenly: 0.8 }),
      { operator: 'assertSpread', actual: 'fairness 0.55', expected: 'fairness at least 0.8' },
      'FAIL'
    ]
  ]
  for (const [act, shown, message] of untrue) {
    it(`throw what a runner shows well: ${String(act).slice(6)}`, () => {
      expect(thrown(act))
        .to.include({ name: 'AssertionError', code: 'ERR_ASSERTION', generatedMessage: false, ...shown })
        .with.property('message')
        .that.includes(message)
    })
  }

  it('throw at the line of the test', () => {
    const inTest = () => assertFaster(usual, { by: 2 })
    expect(firstLineOf(thrown(inTest))).to.match(/^ +at inTest .*assert\.test\.ts/)
    const wronglyInTest = () => assertSpeedup(usual, 'p95')
    expect(wronglyInTest)
      .to.throw('has no number')
      .that.satisfies((error: Error) => firstLineOf(error)?.includes('at wronglyInTest '))
  })
})

describe('the options of an assertion', () => {
  const [aNumber, aMetric] = ['It must be a number above 0, such as 1.3.', `It must be one of ${metrics.join(', ')}`]
  const [aCount, aFairness] = [
    'It must be a whole number of workers, from 1.',
    'It must be a number above 0, at most 1 (even), such as 0.8.'
  ]
  const noneDeclared = (name: string, example: string, kind = 'limit') =>
    `and the comparison declares no ${kind} for ${name}. Give the number, or give compare ${kind}s: ${example}.`
  const faster = (options: unknown) => () => assertFaster(usual, options as any)
  const speedup =
    (options: unknown, metric: unknown = 'p95') =>
    () =>
      assertSpeedup(usual, metric as any, options as any)
  const spread = (options: unknown) => () => assertSpread(usual, options as any)
  const refused: [() => unknown, message: string][] = [
    [
      faster({ att: 'p95' }),
      'assertFaster.att is an unknown option (did you mean at?). Options of assertFaster: at, by, of.'
    ],
    [
      () => assertNotFaster(usual, { bye: 1 } as any),
      'assertNotFaster.bye is an unknown option (did you mean by?). Options of assertNotFaster: at, by, of.'
    ],
    [faster({ at: 'p90' }), `assertFaster.at is "p90". ${aMetric} (did you mean p50?).`],
    [faster({ at: 95 }), `assertFaster.at is 95. ${aMetric}.`],
    ...[
      [0, '0'],
      [NaN, 'NaN'],
      [Infinity, 'Infinity'],
      ['1.3', '"1.3"'],
      [null, 'null'],
      [2n, '2n']
    ].map(([by, shown]): [() => unknown, string] => [faster({ by }), `assertFaster.by is ${shown}. ${aNumber}`]),
    ...[
      [1.3, '1.3'],
      [['p95', 1.3], "[ 'p95', 1.3 ]"]
    ].map(([given, shown]): [() => unknown, string] => [
      faster(given),
      `assertFaster takes options such as { at: 'p95', by: 1.3 }, but was given ${shown}.`
    ]),
    [speedup({ atLeast: 1.3, below: 2 }), 'assertSpeedup takes atLeast or below, not both.'],
    [speedup({}), `assertSpeedup has no number, ${noneDeclared('p95', '{ p95: 1.3 }', 'threshold')}`],
    [
      speedup({ atleast: 1.3 }),
      'assertSpeedup.atleast is an unknown option (did you mean atLeast?). Options of assertSpeedup: atLeast, below.'
    ],
    [speedup(1.3), 'assertSpeedup takes options such as { atLeast: 1.3 }, but was given 1.3.'],
    [speedup({ below: 0 }), `assertSpeedup.below is 0. ${aNumber}`],
    [speedup({ atLeast: '2x' }), `assertSpeedup.atLeast is "2x". ${aNumber}`],
    [speedup({ atLeast: 2 }, null), `The metric of assertSpeedup is null. ${aMetric}.`],
    [speedup({ atLeast: 1 }, 'fairness'), `The metric of assertSpeedup is "fairness". ${aMetric}.`],
    [spread(undefined), 'assertSpread needs over, atLeast or evenly.'],
    [spread(4), 'assertSpread takes options such as { over: 4, evenly: 0.8 }, but was given 4.'],
    ...[
      [1.5, '1.5'],
      ['4', '"4"'],
      [0, '0']
    ].map(([over, shown]): [() => unknown, string] => [spread({ over }), `assertSpread.over is ${shown}. ${aCount}`]),
    ...[
      [0, '0'],
      [1.01, '1.01'],
      ['0.8', '"0.8"'],
      [NaN, 'NaN']
    ].map(([evenly, shown]): [() => unknown, string] => [
      spread({ over: 4, evenly }),
      `assertSpread.evenly is ${shown}. ${aFairness}`
    ]),
    [spread({ over: 2, atLeast: 2 }), 'assertSpread takes over (exactly so many workers) or atLeast, not both.'],
    [spread({ atLeast: 0 }), `assertSpread.atLeast is 0. ${aCount}`],
    [spread({ evenly: true }), `assertSpread has no number, ${noneDeclared('fairness', '{ fairness: 0.8 }')}`],
    [
      () => assertThresholds(usual),
      "assertThresholds can't fail: nothing is required of clustered. Give compare thresholds, such as thresholds: { p95: 1.3 }, or limits."
    ],
    [
      () => assertLimits(usual),
      "assertLimits can't fail: there are no limits. Give compare limits, such as limits: { p95: '200ms' }."
    ]
  ]
  for (const [act, message] of refused)
    it(`are refused: ${message}`, () => expect(refusal(act)).to.eql({ code: 'INVALID_SETTINGS', message }))
})
