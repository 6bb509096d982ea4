import { expect } from 'chai'
import { beforeEach, describe, it } from 'mocha'
import { Metrics } from '../../../plugin/generator/lean/metrics.ts'

describe('metrics of the lean client', () => {
  let metrics: Metrics
  let told: { kind: string, name: string, value?: number }[]
  beforeEach(() => {
    told = []
    metrics = new Metrics({ emit: (kind, name, value) => told.push({ kind, name, value }) })
  })
  const ofKind = (wanted: string) => told.filter(({ kind }) => kind === wanted)
  const sums = () => {
    const byName = Map.groupBy(ofKind('counter'), ({ name }) => name)
    return Object.fromEntries([...byName].map(([name, counts]) => [name, counts.reduce((sum, { value = 0 }) => sum + value, 0)]))
  }
  const respond = (statusCode: number, bytes: number) => {
    metrics.response({ statusCode, firstByteMs: 2.5 } as any)
    metrics.end(bytes)
  }

  it('are those of Artillery’s own, times at once, and nothing is lost', () => {
    metrics.userCame()
    for (const [status, bytes] of [[200, 10], [200, 5], [404, 0], [799, 1]]) {
      metrics.request()
      respond(status, bytes)
    }
    metrics.request()
    expect(ofKind('rate')).to.have.lengthOf(5)
    const times = ['2xx', '2xx', '4xx'].flatMap((group) => ['http.response_time', `http.response_time.${group}`])
    expect(ofKind('histogram').map(({ name }) => name)).to.eql([...times, 'http.response_time'])
    metrics.userLeft()
    const codes = { 'http.codes.200': 2, 'http.codes.404': 1, 'http.codes.799': 1 }
    expect(sums()).to.eql({ 'http.requests': 5, ...codes, 'http.responses': 4, 'http.downloaded_bytes': 16 })
  })

  it('are added up before they are told', () => {
    metrics.userCame()
    for (let i = 0; i < 1000; i++) metrics.request()
    metrics.userLeft()
    expect(ofKind('counter')).to.eql([{ kind: 'counter', name: 'http.requests', value: 1000 }])
  })

  it('are told when the last user leaves, however soon, and of requests that users left behind', () => {
    for (let i = 0; i < 2; i++) metrics.userCame()
    for (let i = 0; i < 2; i++) metrics.request()
    for (let i = 0; i < 2; i++) metrics.userLeft()
    expect(sums()).to.eql({ 'http.requests': 2 })
    respond(200, 7)
    expect(sums()).to.eql({ 'http.requests': 2, 'http.codes.200': 1, 'http.responses': 1, 'http.downloaded_bytes': 7 })
  })
})
