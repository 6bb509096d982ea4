import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readMetrics } from '../../plugin/generator/read-metrics.ts'
import { refusal } from '../support/settings.ts'
import { temporaryFolder } from '../support/folder.ts'
import { anOutput, aSummary, ownOutput } from './some-output.ts'

describe('what Artillery’s metrics tell of a run', () => {
  const folder = temporaryFolder()
  const read = (text: string) => readMetrics(folder.write('output.json', text))

  describe('with the plugin where the load was made', () => {
    it('is what was counted there of the requests to the target', () => {
      const { requests, failures, failureKinds, unattributed, connections, workers } = read(ownOutput)
      expect({ requests, failures, failureKinds, unattributed, connections }).to.eql({ requests: 802, failures: 4, failureKinds: { 500: 2, ECONNRESET: 2 }, unattributed: 1, connections: 5 })
      expect([...workers]).to.eql([['5415', { requests: 300, connections: 2 }], ['web.1', { requests: 499, connections: 2 }]])
    })

    it('spans from the first request to the last response, which is not all of Artillery’s time', () => {
      const { firstStartMs, lastEndMs } = read(ownOutput)
      expect([firstStartMs, lastEndMs]).to.eql([1795279968000.4, 1795279970404])
    })

    it('has latencies in parts of a millisecond, the first on each connection apart', () => {
      const { all, first, later } = read(ownOutput)
      expect(all).to.eql({ count: 798, latencyMs: { p50: 3.3955, p95: 33.1997, p99: 65.5337, mean: 8.004, min: 0.142, max: 168.5824 } })
      expect([first, later].map(({ count, latencyMs }) => [count, latencyMs?.p50])).to.eql([[5, 9.8012], [793, 3.3005]])
    })

    it('tells how the users came and fared', () => {
      expect(read(ownOutput).outcome).to.eql({
        errors: { ECONNRESET: 2, 'Failed capture or match': 1 },
        users: 4,
        skippedUsers: 3,
        shortestSessionMs: 1775.3,
        beganMs: 1795279967881.8,
        lastArrivalMs: 1795279968629
      })
    })

    it('tells what sent the requests: Artillery’s client, where any load thread used that', () => {
      const clientOf = (counters: Record<string, number>) => read(anOutput(counters, { 'plugins.speedup.user_at': aSummary() })).client
      expect(clientOf({ 'plugins.speedup.client.lean': 4 })).to.eql({ name: 'lean', because: null })
      expect(clientOf({ 'plugins.speedup.client.artillery': 1 })).to.eql({ name: 'artillery', because: null })
      expect(clientOf({ 'plugins.speedup.client.lean': 3, 'plugins.speedup.client.artillery': 1 })).to.eql({ name: 'artillery', because: null })
      expect(clientOf({})).to.equal(null)
    })

    it('tells of users who asked the target for nothing, whatever they asked elsewhere', () => {
      const { requests, failures, all, workers } = read(anOutput({ 'http.requests': 9, 'http.codes.200': 9 }, { 'plugins.speedup.user_at': aSummary(), 'http.response_time': aSummary() }))
      expect({ requests, failures, workers: workers.size, all }).to.eql({ requests: 0, failures: 0, workers: 0, all: { count: 0, latencyMs: null } })
    })
  })

  describe('without the plugin there', () => {
    const whole = { 'http.requests': 100, 'http.codes.200': 90, 'http.codes.304': 10, 'http.responses': 100, 'vusers.created': 4 }
    const histograms = { 'http.response_time': aSummary({ count: 100, p50: 3 }), 'http.response_time.2xx': aSummary({ count: 90, p50: 4 }), 'vusers.session_length': aSummary({ min: 5 }) }

    it('is what Artillery counts itself, in whole milliseconds and without the workers', () => {
      const { all, first, later, workers, outcome, ...rest } = read(anOutput(whole, histograms))
      const client = { name: 'artillery', because: 'the plugin is not where the load is made' }
      expect(rest).to.eql({ requests: 100, failures: 0, failureKinds: {}, unattributed: 100, client, connections: 0, firstStartMs: 1795279967880, lastEndMs: 1795279970880 })
      expect([all.count, all.latencyMs?.p50, first, later, workers.size]).to.eql([90, 4, { count: 0, latencyMs: null }, { count: 0, latencyMs: null }, 0])
      expect(outcome.users).to.equal(4)
    })

    it('has errors by their code, those without a response by Artillery’s names, and latencies of none of them', () => {
      const counters = { 'http.requests': 20, 'http.codes.200': 10, 'http.codes.404': 5, 'http.codes.500': 2, 'errors.ETIMEDOUT': 3 }
      const { failures, failureKinds, unattributed, all } = read(anOutput(counters, histograms))
      expect({ failures, failureKinds, unattributed }).to.eql({ failures: 10, failureKinds: { 404: 5, 500: 2, ETIMEDOUT: 3 }, unattributed: 17 })
      expect(all.latencyMs?.p50).to.equal(4)
    })

    it('has the latencies of the same answers, whether there are errors or not', () => {
      const erring = { ...whole, 'http.requests': 101, 'http.codes.500': 1 }
      expect([whole, erring].map((counters) => read(anOutput(counters, histograms)).all.latencyMs?.p50)).to.eql([4, 4])
    })

    it('has the latencies of redirects where there is nothing else, and none where there is neither', () => {
      const moved = { 'http.requests': 10, 'http.codes.304': 10 }
      const summaries = { 'http.response_time': aSummary({ p50: 3 }), 'http.response_time.3xx': aSummary({ count: 10, p50: 2 }) }
      expect(read(anOutput(moved, summaries)).all).to.deep.include({ count: 10 }).and.have.nested.property('latencyMs.p50', 2)
      expect(read(anOutput(moved, { 'http.response_time': aSummary() })).all).to.eql({ count: 0, latencyMs: null })
    })

    it('counts no errors as failures that cost no response', () => {
      expect(read(anOutput({ ...whole, 'errors.Failed capture or match': 7 }, histograms))).to.deep.include({ failures: 0, failureKinds: {} })
    })

    it('does not tell who came when', () => {
      expect(read(anOutput(whole, histograms)).outcome.shortestSessionMs).to.equal(null)
    })

    it('is nothing when nobody asked for anything', () => {
      const { requests, failures, all } = read(anOutput({ 'vusers.created': 4 }, {}))
      expect({ requests, failures, all }).to.eql({ requests: 0, failures: 0, all: { count: 0, latencyMs: null } })
    })
  })

  for (const [what, text] of [['is no JSON', '{"aggregate":'], ['has no metrics', '{}'], ['is empty', '']]) {
    it(`is an error in a file that ${what}`, () => {
      const { code, message } = refusal(() => read(text))
      expect(code).to.equal('GENERATOR_FAILED')
      expect(message).to.match(/^The load generator left no metrics in the file that Artillery was to write with --output \(.+\)\. Run its command by hand with --output to see why\.$/)
    })
  }
})
