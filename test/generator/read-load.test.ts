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

  it('is told in the same words, whether requests were recorded or metered', async () => {
    const recorded = await ofSamples('0,5,200,5415,1\n6,4,200,5415,0\n20,9,500,5415,0\n')
    const metered = await ofMetrics()
    expect(Object.keys(metered)).to.eql(Object.keys(recorded))
    const [one, other] = [recorded, metered].map((load) => {
      const { workers: [worker], latencyMs, firstRequests, ...summary } = load.summarise(options)
      return [summary, worker, latencyMs ?? {}, firstRequests].map((part) => Object.keys(part))
    })
    expect(other).to.eql(one)
  })

  it('lies in the time of its samples, or of its metrics', async () => {
    expect((await ofSamples(two, { originMs: 1000, lastArrivalMs: 1007 })).span).to.eql({ fromMs: 1005, toMs: 1020 })
    expect((await ofMetrics()).span).to.eql({ fromMs: 1795279968000.4, toMs: 1795279970404 })
  })

  it('has had requests under way when the last user came; the metrics tell about those that took longest', async () => {
    const loads = [ofSamples(two, { originMs: 1000, lastArrivalMs: 1015 }), ofMetrics(), ofMetrics(anOutput({}, {}))]
    expect((await Promise.all(loads.map(async (load) => [...(await load).underWayMs])))).to.eql([[14], [33.1997], []])
  })

  it('keeps its connections, as far as anybody counted them', async () => {
    expect((await ofMetrics()).keepsConnections).to.equal(true)
    expect((await ofMetrics(foreign)).keepsConnections).to.equal(false)
  })

  it('has latencies where something did not fail, unless the metrics have none', async () => {
    expect((await ofSamples('5,5,200,1,1\n6,14,500,1,0\n')).hasLatencies).to.equal(true)
    expect((await ofSamples('6,14,500,1,0\n')).hasLatencies).to.equal(false)
    expect((await ofMetrics()).hasLatencies).to.equal(true)
    expect((await ofMetrics(foreign)).hasLatencies).to.equal(false)
  })

  describe('by metrics', () => {
    it('has the first requests apart where connections are kept', async () => {
      const { latencyMs, firstRequests, loadSeconds, throughputPerSecond } = (await ofMetrics()).summarise(options)
      expect([latencyMs?.p50, firstRequests.latencyMs?.min, loadSeconds]).to.eql([3.3005, 5.609, 2.404])
      expect(firstRequests).to.deep.include({ apart: true, count: 5 })
      expect(throughputPerSecond).to.be.closeTo(798 / 2.4036, 0.001)
    })

    it('has them counted in where they are the load, or where nobody kept them apart', async () => {
      const counted = (await ofMetrics()).summarise({ ...options, firstRequestsApart: false })
      expect([counted.latencyMs?.p50, counted.firstRequests.apart]).to.eql([3.3955, false])
      const summaries = { 'http.response_time.2xx': aSummary({ p50: 7 }) }
      const lost = (await ofMetrics(anOutput({ 'http.requests': 9, 'http.codes.200': 9 }, summaries))).summarise(options)
      expect([lost.latencyMs?.p50, lost.firstRequests]).to.eql([7, { apart: false, count: 0, latencyMs: null }])
    })

    it('lists the workers with the busiest first, and those that told of themselves otherwise', async () => {
      const { workers } = (await ofMetrics()).summarise(options)
      expect(workers.map(({ pid, requests, connections }) => [pid, requests, connections])).to.eql([['web.1', 499, 2], ['5415', 300, 2], ['5416', 0, 0]])
    })
  })
})
