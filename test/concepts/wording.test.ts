import { describe } from 'mocha'
import { counted, list, listCounts, percent } from '../../plugin/concepts/wording.ts'
import { itFinds } from '../support/cases.ts'

describe('the words of all sentences', () => {
  itFinds({
    'count one thing and many': [[[counted(1, 'worker'), counted(0, 'worker'), counted(2, 'latency', 'latencies')], ['1 worker', '0 workers', '2 latencies']]],
    'list things as people do': [[[[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(list), ['', 'a', 'a and b', 'a, b and c']]],
    'list what failed and how often, the most frequent first': [
      [listCounts({ 404: 10, ECONNRESET: 40 }), 'ECONNRESET (40), 404 (10)'], [listCounts({}), '']
    ],
    'write a share with a digit more where it is small, and never a tiny one as none': [
      [[0, 0.034, 0.0994, 0.0995, 0.1, 0.346, 1].map(percent), ['0 %', '3.4 %', '9.9 %', '10 %', '10 %', '35 %', '100 %']],
      [[0.000001, 0.0002, 0.00049, 0.0005].map(percent), ['below 0.001 %', '0.020 %', '0.049 %', '0.1 %']]
    ]
  })
})
