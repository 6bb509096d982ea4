import { expect } from 'chai'
import { itRefuses, read as readSettings } from './cases.ts'
import { requestNames } from '../../plugin/settings/read-flow.ts'

const flow = [
  { post: { url: '/login' } },
  { loop: [{ get: { url: '/items/{{ id }}' } }, { think: 1 }], count: 2 },
  { parallel: [{ get: { url: '/a', name: 'first' } }, [{ get: { url: '/b' } }]] },
  { function: 'wait' }
]
const shop = [{ name: 'shop', flow }]
const read = (requests: unknown, scenarios: object[] = shop) =>
  readSettings({ thresholds: { requests } }, { script: { scenarios } }).scenarios.map(
    ({ thresholds }) => thresholds.clustered.requests
  )
const readLimits = (requests: unknown, scenarios: object[] = shop) =>
  readSettings({ limits: { requests, p99: '1s' } }, { script: { scenarios } }).scenarios.map(
    ({ limits }) => limits.single
  )

describe('thresholds of single requests', () => {
  it('have the names of the flow, whatever a request is inside of', () => {
    expect(requestNames(flow)).to.eql(['POST /login', 'GET /items/{{ id }}', 'first', 'GET /b'])
  })

  it('are read by name, and of any', () => {
    const requests = { 'POST /login': { p95: 1.3 }, '*': 0.9 }
    expect(read(requests)).to.eql([requests])
  })

  it('are those of its own requests in each of several scenarios', () => {
    const scenarios = [
      { name: 'shop', flow },
      { name: 'other', flow: [{ get: { url: '/x' } }] }
    ]
    expect(read({ first: 1, 'GET /x': 1.1, '*': 0.9 }, scenarios)).to.eql([
      { first: 1, '*': 0.9 },
      { 'GET /x': 1.1, '*': 0.9 }
    ])
  })

  itRefuses((requests) => read(requests), '', [
    [
      { 'POST /logn': 1 },
      'thresholds.requests has "POST /logn", which is no request of the script (did you mean POST /login?). ' +
        'Requests: "POST /login", "GET /items/{{ id }}", "first" and "GET /b"; "*" is each of the others.'
    ],
    [{ first: { p95: '200ms' } }, /is "200ms", but a threshold is a speedup, such as 1\.3/],
    [{ first: { throughput: 1 } }, /throughput is an unknown option/],
    [{ first: 0 }, /first is 0\. It must be a number above 0/]
  ])
  itRefuses((requests) => read(requests, [{ flow: [{ get: { url: '/' } }] }]), '', [
    [{ '*': 0.9 }, 'thresholds.requests is set, but the flow has one request. Write thresholds: { p95: 1.3 }.']
  ])
})

describe('what is demanded of single requests', () => {
  itRefuses(
    (kind) => readSettings({ generator: { command: 'run-lambda' }, [String(kind)]: { requests: { '*': {} } } }),
    '',
    [
      [
        'limits',
        "plugins.speedup.generator and limits.requests are both set, but only the plugin's own load tells requests apart. Remove one of them."
      ],
      ['thresholds', /^plugins\.speedup\.generator and thresholds\.requests are both set/]
    ]
  )
})

describe('limits of single requests', () => {
  it('are read by name, and of any, in milliseconds, and as shares', () => {
    const login = { p95: '0.2s', p50: null, errorRate: '0.5%' }
    expect(readLimits({ 'POST /login': login, first: null, '*': { p50: '80ms' } })).to.eql([
      {
        p99: 1000,
        requests: { 'POST /login': { p95: 200, p50: null, errorRate: 0.005 }, first: null, '*': { p50: 80 } }
      }
    ])
  })

  itRefuses((requests) => readLimits(requests), '', [
    [
      { frist: { p95: '1s' } },
      /^limits\.requests has "frist", which is no request of the script \(did you mean first\?\)/
    ],
    [{ first: { p95: 200 } }, /first\.p95 is 200, without a unit/],
    [{ first: { errorRate: 0.01 } }, /first\.errorRate is 0\.01/],
    [{ first: '200ms' }, /first is "200ms"\. It must be a map/]
  ])
  itRefuses((requests) => readLimits(requests, [{ flow: [{ get: { url: '/' } }] }]), '', [
    [{ '*': { p95: '1s' } }, 'limits.requests is set, but the flow has one request. Write limits: { p95: 200ms }.']
  ])
})
