import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readMetrics } from '../../plugin/generator/read-metrics.ts'
import { refusal } from '../support/settings.ts'
import { temporaryFolder } from '../support/folder.ts'
import { anOutput, aSummary, ownOutput } from './some-output.ts'

describe('what Artillery’s metrics tell of a run', () => {
  const folder = temporaryFolder()
  const nothing = { count: 0, latencyMs: null }
  const read = (text: string) => readMetrics(folder.write('output.json', text))

  describe('with the plugin where the load was made', () => {
    it('is what was counted there of the requests to the target', () => {
      const counts = { requests: 802, failures: 4, failureKinds: { 500: 2, ECONNRESET: 2 }, unattributed: 1, connections: 5 }
      expect(read(ownOutput)).to.deep.include(counts)
      const workers = [['5415', { requests: 300, connections: 2 }], ['web.1', { requests: 499, connections: 2 }]]
      expect([...read(ownOutput).workers]).to.eql(workers)
    })

    it('spans from the first request to the last response, which is not all of Artillery’s time', () => {
      expect(read(ownOutput)).to.include({ firstStartMs: 1795279968000.4, lastEndMs: 1795279970404 })
    })

    it('has latencies in parts of a millisecond, the first on each connection apart', () => {
      const { all, first, later } = read(ownOutput)
      expect(all).to.eql({ count: 798, latencyMs: { p50: 3.3955, p95: 33.1997, p99: 65.5337, 'p99.9': 164.4481, mean: 8.004, min: 0.142, max: 168.5824 } })
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
      const [lean, artillery] = [{ 'plugins.speedup.client.lean': 4 }, { 'plugins.speedup.client.artillery': 1 }]
      const summaries = { 'plugins.speedup.user_at': aSummary() }
      const used = [lean, artillery, { ...lean, ...artillery }, {}].map((counters) => read(anOutput(counters, summaries)).client)
      const [byLean, byArtillery] = ['lean', 'artillery'].map((name) => ({ name, because: null }))
      expect(used).to.eql([byLean, byArtillery, byArtillery, null])
    })

    it('tells of users who asked the target for nothing, whatever they asked elsewhere', () => {
      const summaries = { 'plugins.speedup.user_at': aSummary(), 'http.response_time': aSummary() }
      const found = read(anOutput({ 'http.requests': 9, 'http.codes.200': 9 }, summaries))
      expect(found).to.deep.include({ requests: 0, failures: 0, workers: new Map(), all: nothing })
    })
  })

  describe('without the plugin there', () => {
    const whole = { 'http.requests': 100, 'http.codes.200': 90, 'http.codes.304': 10, 'http.responses': 100, 'vusers.created': 4 }
    const times = { 'http.response_time': aSummary({ count: 100, p50: 3 }), 'http.response_time.2xx': aSummary({ count: 90, p50: 4 }) }
    const histograms = { ...times, 'vusers.session_length': aSummary({ min: 5 }) }

    it('is what Artillery counts itself, in whole milliseconds and without the workers', () => {
      const { all, first, later, workers, outcome, ...rest } = read(anOutput(whole, histograms))
      const client = { name: 'artillery', because: 'the plugin is not where the load is made' }
      const counts = { requests: 100, failures: 0, failureKinds: {}, unattributed: 100, connections: 0 }
      expect(rest).to.eql({ ...counts, client, firstStartMs: 1795279967880, lastEndMs: 1795279970880 })
      expect([all.count, all.latencyMs?.p50, first, later, workers.size]).to.eql([90, 4, nothing, nothing, 0])
      // It does not tell who came when.
      expect(outcome).to.include({ users: 4, shortestSessionMs: null })
    })

    it('has errors by their code, those without a response by Artillery’s names, and latencies of none of them', () => {
      const counters = { 'http.requests': 20, 'http.codes.200': 10, 'http.codes.404': 5, 'http.codes.500': 2, 'errors.ETIMEDOUT': 3 }
      const found = read(anOutput(counters, histograms))
      expect(found).to.deep.include({ failures: 10, failureKinds: { 404: 5, 500: 2, ETIMEDOUT: 3 }, unattributed: 17 })
      expect(found.all.latencyMs?.p50).to.equal(4)
    })

    it('has the latencies of the same answers, whether there are errors or not', () => {
      const erring = { ...whole, 'http.requests': 101, 'http.codes.500': 1 }
      expect([whole, erring].map((counters) => read(anOutput(counters, histograms)).all.latencyMs?.p50)).to.eql([4, 4])
    })

    it('has the latencies of redirects where there is nothing else, and none where there is neither', () => {
      const moved = { 'http.requests': 10, 'http.codes.304': 10 }
      const summaries = { 'http.response_time': aSummary({ p50: 3 }), 'http.response_time.3xx': aSummary({ count: 10, p50: 2 }) }
      expect(read(anOutput(moved, summaries)).all).to.deep.include({ count: 10 }).and.have.nested.property('latencyMs.p50', 2)
      expect(read(anOutput(moved, { 'http.response_time': aSummary() })).all).to.eql(nothing)
    })

    it('counts no errors as failures that cost no response', () => {
      expect(read(anOutput({ ...whole, 'errors.Failed capture or match': 7 }, histograms))).to.deep.include({ failures: 0, failureKinds: {} })
    })

    it('is nothing when nobody asked for anything', () => {
      expect(read(anOutput({ 'vusers.created': 4 }, {}))).to.deep.include({ requests: 0, failures: 0, all: nothing })
    })
  })

  for (const [what, text] of [['is no JSON', '{"aggregate":'], ['has no metrics', '{}'], ['is empty', '']]) {
    it(`is an error in a file that ${what}`, () => {
      const { code, message } = refusal(() => read(text))
      expect(code).to.equal('GENERATOR_FAILED')
      expect(message.replace(/\(.+\)/, '(why)')).to.equal(
        'The load generator left no metrics in the file that Artillery was to write with --output (why). Run its command by hand with --output to see why.'
      )
    })
  }
})
