import { expect } from 'chai'
import { describe, it } from 'mocha'
import { Metrics } from '../../../plugin/generator/lean/metrics.ts'

/** @returns metrics, and what was told of them */
function listen() {
  const told: [kind: string, name: string, value?: number][] = []
  const events = { emit: (kind: string, name: string, value: number | undefined) => told.push(value === undefined ? [kind, name] : [kind, name, value]) }
  const sums = () => {
    const found: Record<string, number> = {}
    for (const [kind, name, value = 0] of told) if (kind === 'counter') found[name] = (found[name] ?? 0) + value
    return found
  }
  return { metrics: new Metrics(events), told, sums }
}

const response = (statusCode: number) => ({ statusCode, firstByteMs: 2.5 } as any)

describe('metrics of the lean client', () => {
  it('are those of Artillery’s own, times at once, and nothing is lost', () => {
    const { metrics, told, sums } = listen()
    metrics.userCame()
    for (const [status, bytes] of [[200, 10], [200, 5], [404, 0], [799, 1]]) {
      metrics.request()
      metrics.response(response(status))
      metrics.end(bytes)
    }
    metrics.request()
    expect(told.filter(([kind]) => kind === 'rate')).to.have.lengthOf(5)
    expect(told.filter(([kind]) => kind === 'histogram').map(([, name]) => name)).to.eql([
      ...['http.response_time', 'http.response_time.2xx', 'http.response_time', 'http.response_time.2xx'],
      ...['http.response_time', 'http.response_time.4xx', 'http.response_time']
    ])
    metrics.userLeft()
    const codes = { 'http.codes.200': 2, 'http.codes.404': 1, 'http.codes.799': 1 }
    expect(sums()).to.eql({ 'http.requests': 5, ...codes, 'http.responses': 4, 'http.downloaded_bytes': 16 })
  })

  it('are added up before they are told', () => {
    const { metrics, told } = listen()
    metrics.userCame()
    for (let i = 0; i < 1000; i++) metrics.request()
    metrics.userLeft()
    expect(told.filter(([kind]) => kind === 'counter')).to.eql([['counter', 'http.requests', 1000]])
  })

  it('are told when the last user leaves, however soon, and of requests that users left behind', () => {
    const { metrics, sums } = listen()
    metrics.userCame()
    metrics.userCame()
    metrics.request()
    metrics.request()
    metrics.userLeft()
    metrics.userLeft()
    expect(sums()).to.eql({ 'http.requests': 2 })
    metrics.response(response(200))
    metrics.end(7)
    expect(sums()).to.eql({ 'http.requests': 2, 'http.codes.200': 1, 'http.responses': 1, 'http.downloaded_bytes': 7 })
  })
})
