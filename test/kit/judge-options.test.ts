import { metrics } from '../../plugin/concepts/metrics.ts'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readBound, readCount, readFairness, readFaster, readMetric, readSpeedup, readSpread } from '../../plugin/kit/judge-options.ts'
import { refusal } from '../support/settings.ts'

const [aNumber, aMetric] = ['It must be a number above 0, such as 1.3.', `It must be one of ${metrics.join(', ')}`]
const [aCount, aFairness] = ['It must be a whole number of workers, from 1.', 'It must be a number above 0, at most 1 (even), such as 0.8.']

describe('the options of an assertion', () => {
  it('have defaults for faster', () => {
    for (const given of [undefined, {}, { at: undefined, by: undefined }]) expect(readFaster(given, 'faster')).to.eql({ metric: 'p95', least: 1 })
    expect(readFaster({ at: 'throughput', by: 0.9 }, 'faster')).to.eql({ metric: 'throughput', least: 0.9 })
  })

  it('are the least or the most of a speedup', () => {
    expect(readBound('p99', { atLeast: 1.3 })).to.eql({ metric: 'p99', least: 1.3, isDenied: false })
    expect(readBound('p99', { below: 1.1, atLeast: undefined })).to.eql({ metric: 'p99', least: 1.1, isDenied: true })
  })

  it('are one or both of a spread', () => {
    expect(readSpread({ over: 4 })).to.eql({ over: 4, evenly: null })
    expect(readSpread({ evenly: 1 })).to.eql({ over: null, evenly: 1 })
    expect(readSpread({ over: 1, evenly: 0.8 })).to.eql({ over: 1, evenly: 0.8 })
  })

  const faster = (given: unknown) => () => readFaster(given, 'faster')
  const bound = (given: unknown) => () => readBound('p95', given)
  const spread = (given: unknown) => () => readSpread(given)
  const refused: [() => unknown, message: string][] = [
    [faster({ att: 'p95' }), 'faster.att is no option (did you mean at?). Options of faster: at, by.'],
    [() => readFaster({ percentile: 95 }, 'assertFaster'), 'assertFaster.percentile is no option. Options of assertFaster: at, by.'],
    [faster({ at: 'p90' }), `faster.at is "p90". ${aMetric} (did you mean p50?).`],
    [faster({ at: 'troughput' }), `faster.at is "troughput". ${aMetric} (did you mean throughput?).`],
    [faster({ at: 95 }), `faster.at is 95. ${aMetric}.`],
    ...([[0, '0'], [-1.3, '-1.3'], [NaN, 'NaN'], [Infinity, 'Infinity'], ['1.3', '"1.3"'], ['30 %', '"30 %"'], [null, 'null'], [2n, '2n']] as const)
      .map(([by, shown]): [() => unknown, string] => [faster({ by }), `faster.by is ${shown}. ${aNumber}`]),
    ...([[1.3, '1.3'], ['p95', '"p95"'], [null, 'null'], [['p95', 1.3], "[ 'p95', 1.3 ]"]] as const)
      .map(([given, shown]): [() => unknown, string] => [faster(given), `faster takes options such as { at: 'p95', by: 1.3 }, but was given ${shown}.`]),
    [bound({ atLeast: 1.3, below: 2 }), 'assertSpeedup takes atLeast or below, but was given both.'],
    [bound({}), 'assertSpeedup takes atLeast or below, but was given neither.'],
    [bound(undefined), 'assertSpeedup takes atLeast or below, but was given neither.'],
    [bound({ atleast: 1.3 }), 'assertSpeedup.atleast is no option (did you mean atLeast?). Options of assertSpeedup: atLeast, below.'],
    [bound(1.3), 'assertSpeedup takes options such as { atLeast: 1.3 }, but was given 1.3.'],
    [bound({ below: 0 }), `assertSpeedup.below is 0. ${aNumber}`],
    [bound({ atLeast: '2x' }), `assertSpeedup.atLeast is "2x". ${aNumber}`],
    [() => readBound(undefined, { atLeast: 2 }), `The metric of assertSpeedup is missing. ${aMetric}.`],
    [spread({}), 'assertSpread takes over, evenly or both, but was given neither.'],
    [spread(undefined), 'assertSpread takes over, evenly or both, but was given neither.'],
    [spread({ over: 0 }), `assertSpread.over is 0. ${aCount}`],
    [spread({ over: 4, evenly: 80 }), `assertSpread.evenly is 80. ${aFairness}`],
    [spread({ over: 4, evenley: 1 }), 'assertSpread.evenley is no option (did you mean evenly?). Options of assertSpread: over, evenly.'],
    [spread(4), 'assertSpread takes options such as { over: 4, evenly: 0.8 }, but was given 4.'],
    [() => readMetric('fairness', 'The metric of speedup'), `The metric of speedup is "fairness". ${aMetric}.`],
    [() => readSpeedup(undefined, 'The value of atLeast'), `The value of atLeast is missing. ${aNumber}`],
    ...([[1.5, '1.5'], ['4', '"4"'], [0, '0'], [-1, '-1'], [NaN, 'NaN']] as const)
      .map(([given, shown]): [() => unknown, string] => [() => readCount(given, 'The value of spreadOver'), `The value of spreadOver is ${shown}. ${aCount}`]),
    ...([[0, '0'], [1.01, '1.01'], ['0.8', '"0.8"'], [NaN, 'NaN']] as const)
      .map(([given, shown]): [() => unknown, string] => [() => readFairness(given, 'The value of evenly'), `The value of evenly is ${shown}. ${aFairness}`])
  ]
  for (const [act, message] of refused) {
    it(`are refused: ${message}`, () => expect(refusal(act)).to.eql({ code: 'INVALID_SETTINGS', message }))
  }
})
