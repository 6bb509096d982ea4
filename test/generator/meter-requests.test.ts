import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect } from 'chai'
import { beforeEach, describe, it } from 'mocha'
import { serving } from '../support/serving.ts'
import { postedBy } from './in-thread.ts'
import type { Target } from '../../plugin/concepts/settings.ts'
import type { Asked } from './fixtures/asking-thread.ts'

let answered = 0

const pages: Record<string, (response: ServerResponse) => void> = {
  '/named': (response) => response.setHeader('x-worker-pid', '7').end('hello'),
  '/odd': (response) => response.setHeader('x-worker-pid', 'web 1').end('hello'),
  '/nameless': (response) => response.end('hello'),
  '/failing': (response) => response.writeHead(503, { 'x-worker-pid': '7' }).end(),
  '/refusing': (response) => response.writeHead(400, { 'x-worker-pid': '7' }).end(),
  '/odd-redirect': (response) => response.writeHead(399, { 'x-worker-pid': '7' }).end(),
  '/resetting': (response) => response.destroy(),
  '/always-new': (response) => response.setHeader('x-worker-pid', `pid-${answered}`).end(),
  '/slow': (response) => setTimeout(() => response.end('hello'), 20),
  '/before-the-first-user': (response) => response.end()
}

describe('what a load thread adds to Artillery’s metrics', () => {
  const answer = ({ url }: IncomingMessage, response: ServerResponse) => {
    answered++
    pages[String(url)](response)
  }
  const serve = serving()
  let target: Target
  beforeEach(async () => ({ target } = await serve(answer)))

  /** @returns by the rest of their names */
  async function meter(...asked: (string | Asked)[]) {
    const { emitted } = await postedBy('asking-thread', { target, asked: asked.map((each) => (typeof each === 'string' ? { path: each } : each)) })
    const counters: Record<string, number> = {}
    const histograms: Record<string, number[]> = {}
    for (const [kind, name, value] of emitted) {
      const short = name.replace(/^plugins\.speedup\./, '')
      if (kind === 'counter') counters[short] = (counters[short] ?? 0) + value
      else (histograms[short] ??= []).push(value)
    }
    return { counters, histograms }
  }

  it('counts requests and connections, those of each worker too, and keeps the first latency on each connection apart', async () => {
    const { counters, histograms } = await meter('/named', '/named', '/odd', { path: '/named', keepsConnection: false })
    // What was asked before the first user came left its connection behind.
    expect(counters).to.eql({ requests: 4, connections: 1, 'worker_requests.7': 3, 'worker_requests.web_1': 1, 'worker_connections.7': 1 })
    expect([histograms['latency_us.first'].length, histograms['latency_us.later'].length]).to.eql([1, 3])
    expect([...histograms['latency_us.first'], ...histograms['latency_us.later']]).to.have.members(histograms.latency_us)
  })

  it('counts responses that no worker signed, and nothing that goes elsewhere', async () => {
    const { target: neighbour } = await serve(answer)
    const { counters, histograms } = await meter('/nameless', '/named', { path: '/named', port: neighbour.port })
    expect(counters).to.eql({ requests: 2, unattributed: 1, 'worker_requests.7': 1 })
    expect(histograms.latency_us).to.have.length(2)
  })

  it('counts failures by their kind, with latencies of none of them', async () => {
    const { counters, histograms } = await meter('/failing', '/resetting', '/failing', '/refusing', '/odd-redirect', '/named')
    expect(counters).to.include({ requests: 6, 'failures.503': 2, 'failures.400': 1, 'failures.ECONNRESET': 1, 'worker_requests.7': 5 })
    expect(histograms.latency_us).to.have.length(2)
  })

  it('tells when users came, and when requests began and ended, since 1970, and latencies in microseconds, as long as they were', async () => {
    const fromMs = Date.now() - 5
    const { user_at: userAt, request_at: requestAt, latency_us: [latencyUs] } = (await meter('/slow', '/named')).histograms
    expect([userAt.length, requestAt.length]).to.eql([1, 4])
    const inOrder = [fromMs, ...userAt, ...requestAt, Date.now() + 5]
    expect(inOrder).to.eql(inOrder.toSorted((a, b) => a - b))
    expect(latencyUs).to.be.at.least(19_000)
    expect(latencyUs / 1000).to.be.closeTo(requestAt[1] - requestAt[0], 0.01)
  })

  it('counts at most 500 workers apart, for an app that gives each response a name of its own', async () => {
    const { counters } = await meter(...Array(503).fill('/always-new'))
    expect(Object.keys(counters).filter((name) => name.startsWith('worker_requests.'))).to.have.length(500)
    expect(counters).to.include({ requests: 503, unattributed: 3 })
  })
})
