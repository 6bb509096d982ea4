import { expect } from 'chai'
import { Metrics } from '../../../plugin/load-thread/lean/metrics.ts'

describe('metrics of the lean client', () => {
  let metrics: Metrics
  let told: { kind: string; name: string; value?: number }[]
  beforeEach(() => {
    told = []
    metrics = new Metrics({ emit: (kind, name, value) => told.push({ kind, name, value }) })
  })
  const ofKind = (wanted: string) => told.filter(({ kind }) => kind === wanted)
  const sums = () => {
    const byName = Map.groupBy(ofKind('counter'), ({ name }) => name)
    return Object.fromEntries(
      [...byName].map(([name, counts]) => [name, counts.reduce((sum, { value = 0 }) => sum + value, 0)])
    )
  }

  // That they are Artillery's own is compared with its client: test/parity.
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
    metrics.response(200, 2.5)
    expect(ofKind('histogram').map(({ name }) => name)).to.eql(['http.response_time', 'http.response_time.2xx'])
    metrics.end(7)
    expect(sums()).to.eql({ 'http.requests': 2, 'http.codes.200': 1, 'http.responses': 1, 'http.downloaded_bytes': 7 })
  })
})
