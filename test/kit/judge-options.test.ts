import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readBound, readCount, readFairness, readFaster, readMetric, readSpeedup, readSpread } from '../../plugin/kit/judge-options.ts'
import { refusal } from '../support/settings.ts'

function refuses(act: () => unknown, message: string) {
  expect(refusal(act)).to.eql({ code: 'INVALID_SETTINGS', message })
}

describe('the options of faster', () => {
  it('have defaults', () => {
    const usual = { metric: 'p95', least: 1 }
    for (const given of [undefined, {}, { at: undefined, by: undefined }]) expect(readFaster(given, 'faster')).to.eql(usual)
    expect(readFaster({ at: 'throughput', by: 0.9 }, 'faster')).to.eql({ metric: 'throughput', least: 0.9 })
  })

  it('are refused with a typo', () => {
    refuses(() => readFaster({ att: 'p95' }, 'faster'), 'faster.att is no option (did you mean at?). Options of faster: at, by.')
    refuses(() => readFaster({ percentile: 95 }, 'assertFaster'), 'assertFaster.percentile is no option. Options of assertFaster: at, by.')
  })

  it('are refused with a metric that there is not', () => {
    refuses(() => readFaster({ at: 'p90' }, 'faster'), 'faster.at is "p90". It must be one of p50, p95, p99, throughput (did you mean p50?).')
    refuses(() => readFaster({ at: 'troughput' }, 'faster'), 'faster.at is "troughput". It must be one of p50, p95, p99, throughput (did you mean throughput?).')
    refuses(() => readFaster({ at: 95 }, 'faster'), 'faster.at is 95. It must be one of p50, p95, p99, throughput.')
  })

  for (const [by, shown] of [[0, '0'], [-1.3, '-1.3'], [NaN, 'NaN'], [Infinity, 'Infinity'], ['1.3', '"1.3"'], ['30 %', '"30 %"'], [null, 'null'], [2n, '2n']] as [unknown, string][]) {
    it(`are refused with a speedup of ${shown}`, () => {
      refuses(() => readFaster({ by }, 'faster'), `faster.by is ${shown}. It must be a number above 0, such as 1.3.`)
    })
  }

  for (const [given, shown] of [[1.3, '1.3'], ['p95', '"p95"'], [null, 'null'], [['p95', 1.3], "[ 'p95', 1.3 ]"]] as [unknown, string][]) {
    it(`are refused when they are ${shown}`, () => {
      refuses(() => readFaster(given, 'faster'), `faster takes options such as { at: 'p95', by: 1.3 }, but was given ${shown}.`)
    })
  }
})

describe('the bound of a speedup', () => {
  it('is the least or the most', () => {
    expect(readBound('p99', { atLeast: 1.3 })).to.eql({ metric: 'p99', least: 1.3, isDenied: false })
    expect(readBound('p99', { below: 1.1, atLeast: undefined })).to.eql({ metric: 'p99', least: 1.1, isDenied: true })
  })

  it('is one of the two', () => {
    refuses(() => readBound('p95', { atLeast: 1.3, below: 2 }), 'assertSpeedup takes atLeast or below, but was given both.')
    for (const given of [{}, undefined]) refuses(() => readBound('p95', given), 'assertSpeedup takes atLeast or below, but was given neither.')
    refuses(() => readBound('p95', { atleast: 1.3 }), 'assertSpeedup.atleast is no option (did you mean atLeast?). Options of assertSpeedup: atLeast, below.')
    refuses(() => readBound('p95', 1.3), 'assertSpeedup takes options such as { atLeast: 1.3 }, but was given 1.3.')
  })

  it('has to make sense', () => {
    refuses(() => readBound('p95', { below: 0 }), 'assertSpeedup.below is 0. It must be a number above 0, such as 1.3.')
    refuses(() => readBound('p95', { atLeast: '2x' }), 'assertSpeedup.atLeast is "2x". It must be a number above 0, such as 1.3.')
    refuses(() => readBound(undefined, { atLeast: 2 }), 'The metric of assertSpeedup is missing. It must be one of p50, p95, p99, throughput.')
  })
})

describe('the options of a spread', () => {
  it('are one or both', () => {
    expect(readSpread({ over: 4 })).to.eql({ over: 4, evenly: null })
    expect(readSpread({ evenly: 1 })).to.eql({ over: null, evenly: 1 })
    expect(readSpread({ over: 1, evenly: 0.8 })).to.eql({ over: 1, evenly: 0.8 })
    for (const given of [{}, undefined]) refuses(() => readSpread(given), 'assertSpread takes over, evenly or both, but was given neither.')
  })

  it('have to make sense', () => {
    refuses(() => readSpread({ over: 0 }), 'assertSpread.over is 0. It must be a whole number of workers, from 1.')
    refuses(() => readSpread({ over: 4, evenly: 80 }), 'assertSpread.evenly is 80. It must be a number above 0, at most 1 (even), such as 0.8.')
    refuses(() => readSpread({ over: 4, evenley: 1 }), 'assertSpread.evenley is no option (did you mean evenly?). Options of assertSpread: over, evenly.')
    refuses(() => readSpread(4), 'assertSpread takes options such as { over: 4, evenly: 0.8 }, but was given 4.')
  })
})

describe('a word alone', () => {
  it('has to make sense, too', () => {
    refuses(() => readMetric('fairness', 'The metric of speedup'), 'The metric of speedup is "fairness". It must be one of p50, p95, p99, throughput.')
    refuses(() => readSpeedup(undefined, 'The value of atLeast'), 'The value of atLeast is missing. It must be a number above 0, such as 1.3.')
    for (const given of [1.5, '4', 0, -1, NaN]) expect(refusal(() => readCount(given, 'The value of spreadOver')).message).to.match(/^The value of spreadOver is .* It must be a whole number of workers, from 1\.$/)
    for (const given of [0, 1.01, '0.8', NaN]) expect(refusal(() => readFairness(given, 'The value of evenly')).message).to.match(/^The value of evenly is .* at most 1 \(even\), such as 0\.8\.$/)
  })
})
