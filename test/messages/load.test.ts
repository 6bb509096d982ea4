import { expect } from 'chai'
import { metricsOrderAsPlugins, orderAsEnvironment, readMetricsOrder, readOrder } from '../../plugin/messages/load.ts'

const order = {
  targets: [{ url: 'http://[::1]:3030', hostname: '::1', port: 3030 }],
  pidHeader: 'x-worker-pid',
  client: 'auto' as const,
  loadSeconds: 8,
  isMix: true
}

describe('the order of a run', () => {
  it('reaches a child through its environment', () => {
    const files = {
      artillery: '/home/me/node_modules/artillery/bin/run',
      samplesFile: '/tmp/a "b"=ü.csv',
      telemetryFile: '/tmp/t.ndjson'
    }
    for (const answersFile of ['/tmp/answers.ndjson', null]) {
      const whole = {
        ...order,
        ...files,
        answersFile,
        originMs: 1.5,
        startedAtMs: 2,
        warmUpSeconds: 1.5,
        loadSeconds: null as number | null
      }
      expect(readOrder({ PATH: '/bin', ...orderAsEnvironment(whole) })).to.eql(whole)
    }
    expect(readOrder({ PATH: '/bin' })).to.equal(null)
  })

  it('reaches where a metered load is made in the script, beside the user’s own options, with no more than is needed there', () => {
    const more = {
      ...order,
      targets: [{ ...order.targets[0], protocol: 'https:' }],
      samplesFile: '/home/me/samples.csv'
    }
    const { speedup } = metricsOrderAsPlugins(more)
    const script = { config: { plugins: { ensure: {}, speedup: { rounds: 3, ...speedup } } } }
    expect(readMetricsOrder(JSON.parse(JSON.stringify(script)))).to.eql(order)
    const without = [
      undefined,
      {},
      { config: {} },
      { config: { plugins: {} } },
      { config: { plugins: { speedup: { app: 'server.js' } } } }
    ]
    expect(without.map(readMetricsOrder)).to.eql(without.map(() => null))
  })
})
