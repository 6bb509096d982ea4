import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readLoad } from '../../plugin/generator/read-load.ts'
import { samplesHeader } from '../../plugin/generator/run-order.ts'
import { temporaryFolder } from '../support/folder.ts'
import { anOutput, aSummary, ownOutput } from './some-output.ts'

const options = { firstRequestsApart: true, workerPids: ['5415', '5416'], usageOf: () => null }

describe('a load that was seen', () => {
  const folder = temporaryFolder()
  const ofSamples = (lines: string, { originMs = 0, lastArrivalMs = 0 } = {}) =>
    readLoad({ samplesFile: folder.write('samples.csv', samplesHeader + lines), metricsFile: null, originMs }, { lastArrivalMs })
  const ofMetrics = (text: string = ownOutput) =>
    readLoad({ samplesFile: folder.path('none.csv'), metricsFile: folder.write('metrics.json', text), originMs: 0 }, null)
  const two = '5,5,200,1,1\n6,14,200,1,0\n'
  const foreign = anOutput({ 'http.requests': 100, 'http.codes.200': 100 }, { 'http.response_time': aSummary() })

  it('lies in the time of its samples, or of its metrics', async () => {
    expect((await ofSamples(two, { originMs: 1000, lastArrivalMs: 1007 })).span).to.eql({ fromMs: 1005, toMs: 1020 })
    expect((await ofMetrics()).span).to.eql({ fromMs: 1795279968000.4, toMs: 1795279970404 })
  })

  it('has had requests under way when the last user came; the metrics tell about those that took longest', async () => {
    const loads = [ofSamples(two, { originMs: 1000, lastArrivalMs: 1015 }), ofMetrics(), ofMetrics(anOutput({}, {}))]
    expect((await Promise.all(loads)).map(({ underWayMs }) => [...underWayMs])).to.eql([[14], [33.1997], []])
  })

  it('keeps its connections, as far as anybody counted them, and has latencies where something did not fail, unless the metrics have none', async () => {
    const found = [await ofMetrics(), await ofMetrics(foreign), await ofSamples('5,5,200,1,1\n6,14,500,1,0\n'), await ofSamples('6,14,500,1,0\n')]
    expect(found.map(({ keepsConnections }) => keepsConnections)).to.eql([true, false, false, false])
    expect(found.map(({ hasLatencies }) => hasLatencies)).to.eql([true, false, true, false])
  })

  it('has the first requests apart where metrics say that connections are kept, or counted in', async () => {
    const { latencyMs, firstRequests, loadSeconds, throughputPerSecond, workers } = (await ofMetrics()).summarise(options)
    expect([latencyMs?.p50, firstRequests.latencyMs?.min, loadSeconds]).to.eql([3.3005, 5.609, 2.404])
    expect(firstRequests).to.deep.include({ apart: true, count: 5 })
    expect(throughputPerSecond).to.be.closeTo(798 / 2.4036, 0.001)
    expect(workers.map(({ pid, requests, connections }) => [pid, requests, connections])).to.eql([['web.1', 499, 2], ['5415', 300, 2], ['5416', 0, 0]])
    const counted = (await ofMetrics()).summarise({ ...options, firstRequestsApart: false })
    expect([counted.latencyMs?.p50, counted.firstRequests.apart]).to.eql([3.3955, false])
    const summaries = { 'http.response_time.2xx': aSummary({ p50: 7 }) }
    const lost = (await ofMetrics(anOutput({ 'http.requests': 9, 'http.codes.200': 9 }, summaries))).summarise(options)
    expect([lost.latencyMs?.p50, lost.firstRequests]).to.eql([7, { apart: false, count: 0, latencyMs: null }])
  })
})
