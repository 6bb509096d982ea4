import { expect } from 'chai'
import { describe, it } from 'mocha'
import { metricsOrderAsOverrides, readMetricsOrder } from '../../plugin/generator/metrics-order.ts'

describe('what the plugin is told where the load is made', () => {
  const order = { targets: [{ url: 'https://a.example', hostname: 'a.example', port: 443 }], pidHeader: 'x-worker-pid', client: 'auto' as const }

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
    for (const script of [undefined, {}, { config: {} }, { config: { plugins: {} } }, { config: { plugins: { speedup: { app: 'server.js' } } } }]) {
      expect(readMetricsOrder(script)).to.equal(null)
    }
  })
})
