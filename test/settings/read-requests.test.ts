import { expect } from 'chai'
import { itRefuses, read as readSettings } from './cases.ts'
import { requestNames } from '../../plugin/settings/read-flow.ts'

const flow = [
  { post: { url: '/login' } },
  { loop: [{ get: { url: '/items/{{ id }}' } }, { think: 1 }], count: 2 },
  { parallel: [{ get: { url: '/a', name: 'first' } }, [{ get: { url: '/b' } }]] },
  { function: 'wait' }
]
const read = (requests: unknown, scenarios: object[] = [{ name: 'shop', flow }]) =>
  readSettings({ thresholds: { requests } }, { script: { scenarios } }).scenarios.map(
    ({ thresholds }) => thresholds.clustered.requests
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
