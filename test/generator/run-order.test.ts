import { expect } from 'chai'
import { describe, it } from 'mocha'
import { orderAsEnvironment, readOrder } from '../../plugin/generator/run-order.ts'

describe('the order of a run', () => {
  it('reaches a child through its environment', () => {
    const files = { samplesFile: '/tmp/a "b"=ü.csv', telemetryFile: '/tmp/t.ndjson' }
    for (const answersFile of ['/tmp/answers.ndjson', null]) {
      const order = { artillery: '/home/me/node_modules/artillery/bin/run', ...files, answersFile, originMs: 1.5, targets: [{ url: 'http://[::1]:3030', hostname: '::1', port: 3030 }], pidHeader: 'x-worker-pid', client: 'auto' as const }
      expect(readOrder({ PATH: '/bin', ...orderAsEnvironment(order) })).to.eql(order)
    }
  })

  it('is absent where nobody gave one', () => {
    expect(readOrder({ PATH: '/bin' })).to.equal(null)
  })
})
