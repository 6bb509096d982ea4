import { expect } from 'chai'
import { describe, it } from 'mocha'
import { metricsOrderAsOverrides, orderAsEnvironment, readMetricsOrder, readOrder } from '../../plugin/generator/run-order.ts'

const order = { targets: [{ url: 'http://[::1]:3030', hostname: '::1', port: 3030 }], pidHeader: 'x-worker-pid', client: 'auto' as const }

describe('the order of a run', () => {
  it('reaches a child through its environment', () => {
    const files = { artillery: '/home/me/node_modules/artillery/bin/run', samplesFile: '/tmp/a "b"=ü.csv', telemetryFile: '/tmp/t.ndjson' }
    for (const answersFile of ['/tmp/answers.ndjson', null]) {
      const whole = { ...order, ...files, answersFile, originMs: 1.5 }
      expect(readOrder({ PATH: '/bin', ...orderAsEnvironment(whole) })).to.eql(whole)
    }
  })

  it('is absent where nobody gave one', () => {
    expect(readOrder({ PATH: '/bin' })).to.equal(null)
  })
})

describe('what the plugin is told where the load is made', () => {
  it('travels in the script, beside the user’s own options', () => {
    const { config } = metricsOrderAsOverrides(order) as any
    const script = { config: { plugins: { ensure: {}, speedup: { rounds: 3, ...config.plugins.speedup } } } }
    expect(readMetricsOrder(JSON.parse(JSON.stringify(script)))).to.eql(order)
  })

  it('is no more than is needed there', () => {
    const more = { ...order, targets: [{ ...order.targets[0], protocol: 'https:' }], samplesFile: '/home/me/samples.csv' }
    expect(JSON.stringify(metricsOrderAsOverrides(more))).to.not.match(/samples|protocol/)
  })

  it('is nothing in a script that nobody added to', () => {
    const scripts = [undefined, {}, { config: {} }, { config: { plugins: {} } }, { config: { plugins: { speedup: { app: 'server.js' } } } }]
    for (const script of scripts) expect(readMetricsOrder(script)).to.equal(null)
  })
})
