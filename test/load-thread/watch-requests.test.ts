import { request } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { readFileSync } from 'node:fs'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect } from 'chai'
import { toTargets } from '../../plugin/load-thread/watch-requests.ts'
import { readTarget } from '../../plugin/settings/read-target.ts'
import { serving } from '../support/serving.ts'
import { postedBy } from './in-thread.ts'
import { temporaryFolder } from '../support/folder.ts'
import type { RequestListener, ServerResponse } from 'node:http'
import type { Target } from '../../plugin/concepts/settings.ts'
import type { Asked } from './fixtures/asking-thread.ts'
import type { Answer } from '../../plugin/concepts/run.ts'

/** @returns whether a real request to the URL counts as one to a target */
function goesTo(targets: string[], url: string): boolean {
  // It gets no connection, so nothing is sent.
  const options = { agent: false, createConnection: () => undefined }
  const asked = (url.startsWith('https:') ? httpsRequest : request)(url, options).on('error', () => {})
  asked.destroy()
  return toTargets({ targets: targets.map(readTarget) })(String(asked.getHeader('host')))
}

const here = 'http://127.0.0.1:3030'
const targets = [
  here,
  'http://localhost:3030',
  'http://[::1]:3030',
  'https://localhost:3443',
  'http://localhost',
  'https://127.0.0.1',
  'http://[::1]',
  'https://[::1]'
]
const others = ['http://127.0.0.1:3031/', 'http://127.0.0.1/', 'http://example.com:3030/', 'http://127.0.0.10:3030/']

describe('a request to the target', () => {
  it('is one to its host and port, whatever the path, or to one of several targets', () => {
    for (const target of targets) expect(goesTo([target], `${target}/some/path?a=1`), target).to.equal(true)
    for (const url of others) expect(goesTo([here], url), url).to.equal(false)
    expect(goesTo(['http://localhost'], 'http://localhost:8080/')).to.equal(false)
    // A link of the page may have another name of this machine, also the one that the app listens on.
    for (const other of ['localhost', '[::1]', '0.0.0.0', '[::]'].map((name) => `http://${name}:3030/next`))
      expect(goesTo([here], other), other).to.equal(true)
    const several = ['http://127.0.0.1:3030/a', 'https://localhost/b', 'http://127.0.0.1:3031/c']
    expect(several.map((url) => goesTo([here, 'https://localhost'], url))).to.eql([true, true, false])
  })
})

const large = 'Ä long body. '.repeat(100_000)
let answered = 0
let bodyEndedAt = NaN // since 1970
const encoded: Record<string, Buffer> = {
  '/gzip': gzipSync('hello'),
  '/gzip-best': gzipSync('hello', { level: 0 }),
  '/deflate': deflateSync('hello'),
  '/deflate-raw': deflateRawSync('hello'),
  '/br': brotliCompressSync('hello'),
  '/zstd': zstdCompressSync('hello')
}

const encodingOf = (path: string) => path.slice(1).split('-')[0]

/** All others say hello. */
const pages: Record<string, (response: ServerResponse) => void> = {
  '/named': (response) => response.setHeader('x-worker-pid', '7').end('hello'),
  '/odd': (response) => response.setHeader('x-worker-pid', 'web 1').end('hello'),
  '/failing': (response) => response.writeHead(503, { 'x-worker-pid': '7' }).end(),
  '/refusing': (response) => response.writeHead(400, { 'x-worker-pid': '7' }).end(),
  '/odd-redirect': (response) => response.writeHead(399, { 'x-worker-pid': '7' }).end(),
  '/resetting': (response) => response.destroy(),
  '/always-new': (response) => response.setHeader('x-worker-pid', `pid-${answered}`).end(),
  '/slow': (response) => setTimeout(() => response.end('hello'), 400),
  '/slow-body': (response) =>
    response.write('he', () =>
      setTimeout(() => {
        bodyEndedAt = Date.now()
        response.end('llo')
      }, 400)
    ),
  '/hello-in-pieces': (response) => response.write('he', () => response.end('llo')),
  '/unknown': (response) => response.setHeader('content-encoding', 'odd').end('hello'),
  '/broken': (response) => response.setHeader('content-encoding', 'gzip').end('hello'),
  '/other': (response) => response.end('Hello'),
  '/empty': (response) => response.end(),
  '/missing': (response) => response.writeHead(404).end('hello'),
  '/elsewhere': (response) => response.writeHead(302, { location: '/hello' }).end(),
  '/large': (response) => response.end(large),
  '/closing': (response) => response.writeHead(200, { connection: 'close' }).end('hello'),
  '/cut': (response) => response.writeHead(200, { 'content-length': '100' }).write('hello', () => response.destroy())
}
const answer: RequestListener = ({ url }, response) => {
  answered++
  const [path] = String(url).split('?')
  if (path in encoded) response.setHeader('content-encoding', encodingOf(path)).end(encoded[path])
  else if (path in pages) pages[path](response)
  else response.end('hello')
}

/** In a describe block: an app, and what a thread posts that asked it. */
function asking() {
  const serve = serving()
  let target: Target
  beforeEach(async () => ({ target } = await serve(answer)))
  return {
    neighbour: async () => (await serve(answer)).target,
    ask: (asked: (string | Asked)[], file?: string) =>
      postedBy('asking-thread', {
        target,
        file,
        asked: asked.map((each) => (typeof each === 'string' ? { path: each } : each))
      })
  }
}

describe('what a load thread adds to Artillery’s metrics', () => {
  const { ask, neighbour } = asking()

  /** @returns by the rest of their names */
  async function meter(...asked: (string | Asked)[]) {
    const { emitted } = await ask(asked)
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
    expect(counters).to.eql({
      requests: 4,
      connections: 1,
      'worker_requests.7': 3,
      'worker_requests.web_1': 1,
      'worker_connections.7': 1
    })
    expect([histograms['latency_us.first'].length, histograms['latency_us.later'].length]).to.eql([1, 3])
    expect([...histograms['latency_us.first'], ...histograms['latency_us.later']]).to.have.members(
      histograms.latency_us
    )
  })

  it('counts responses that no worker signed, and what goes elsewhere by its host alone', async () => {
    const { port } = await neighbour()
    const { counters, histograms } = await meter('/hello', '/named', { path: '/named', port })
    expect(counters).to.eql({
      requests: 2,
      unattributed: 1,
      'worker_requests.7': 1,
      [`elsewhere.127.0.0.1:${port}`]: 1
    })
    expect(histograms.latency_us).to.have.length(2)
  })

  it('counts failures by their kind, with latencies of none of them', async () => {
    const { counters, histograms } = await meter(
      '/failing',
      '/resetting',
      '/failing',
      '/refusing',
      '/odd-redirect',
      '/named'
    )
    expect(counters).to.include({
      requests: 6,
      'failures.503': 2,
      'failures.400': 1,
      'failures.ECONNRESET': 1,
      'worker_requests.7': 5
    })
    expect(histograms.latency_us).to.have.length(2)
  })

  it('tells when users came, and when requests began and ended, since 1970, and latencies in microseconds, as long as they were', async () => {
    const fromMs = Date.now() - 5
    const {
      user_at: userAt,
      request_at: requestAt,
      latency_us: [latencyUs]
    } = (await meter('/slow', '/named')).histograms
    expect([userAt.length, requestAt.length]).to.eql([1, 4])
    const inOrder = [fromMs, ...userAt, ...requestAt, Date.now() + 5]
    expect(inOrder).to.eql(inOrder.toSorted((a, b) => a - b))
    // Of 400 ms, whose beginning is seen just after it was written: on a busy machine others have the CPU meanwhile.
    expect(latencyUs).to.be.at.least(100_000)
    expect(latencyUs / 1000).to.be.closeTo(requestAt[1] - requestAt[0], 0.01)
  })

  it('takes a request for answered when the first byte of its response comes, not the last one', async () => {
    const [, answeredAt] = (await meter('/slow-body')).histograms.request_at
    expect(answeredAt).to.be.below(bodyEndedAt)
  })

  it('counts at most 500 workers apart, for an app that gives each response a name of its own', async () => {
    const { counters } = await meter(...Array(503).fill('/always-new'))
    expect(Object.keys(counters).filter((name) => name.startsWith('worker_requests.'))).to.have.length(500)
    expect(counters).to.include({ requests: 503, unattributed: 3 })
  })
})

describe('the answers that are noted', () => {
  const folder = temporaryFolder()
  const { ask: askAndNote, neighbour } = asking()
  /** @returns bodies: that the thread read */
  const ask = async (...asked: (string | Asked)[]) => {
    const file = folder.write('answers.ndjson', '')
    const { bodies } = await askAndNote(asked, file)
    const answers: Answer[] = readFileSync(file, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
    return { bodies, answers }
  }

  it('have the request, the status and a hash of the body, in the order of the answers, and nothing else', async () => {
    const { answers } = await ask('/hello', { path: '/missing?a=1&b=2', method: 'POST' }, '/empty', '/elsewhere')
    const expected = ['GET /hello 200', 'POST /missing?a=1&b=2 404', 'GET /empty 200', 'GET /elsewhere 302']
    expect(answers.map(({ request, status }) => `${request} ${status}`)).to.eql(expected)
    for (const answer of answers)
      expect(answer)
        .to.have.all.keys('request', 'status', 'hash', 'bytes', 'encoding', 'closes')
        .and.property('hash')
        .match(/^[\w-]{22}$/)
  })

  it('have the same hash for the same body, however it came, and another for another', async () => {
    const { answers } = await ask('/hello', '/hello-in-pieces', '/missing', '/hello', '/other', '/empty', '/large', {
      path: '/hello',
      method: 'HEAD'
    })
    const [hello, pieces, missing, again, other, empty, long, head] = answers.map(({ hash }) => hash)
    expect([pieces, missing, again]).to.eql([hello, hello, hello])
    expect(new Set([hello, other, empty, long])).to.have.length(4)
    expect(answers[7]).to.include({ request: 'HEAD /hello', status: 200 })
    expect(head).to.equal(empty)
  })

  it('have the same hash for the same content, however it is encoded, with its size, its encoding and whether the connection closes', async () => {
    const { answers, bodies } = await ask(
      '/hello',
      ...Object.keys(encoded),
      { path: '/gzip', method: 'HEAD' },
      '/unknown',
      '/broken',
      '/closing',
      { path: '/hello', keepsConnection: false }
    )
    const [hello, ...others] = answers
    expect(hello).to.include({ bytes: 5, encoding: '', closes: false })
    for (const [i, [path, body]] of Object.entries(encoded).entries()) {
      expect(others[i], path).to.include({
        hash: hello.hash,
        bytes: body.length,
        encoding: encodingOf(path),
        closes: false
      })
    }
    const [head, unknown, broken, closing, alone] = others.slice(Object.keys(encoded).length)
    expect(head).to.include({ bytes: 0, encoding: '' })
    // As it crossed the wire.
    for (const [answer, encoding] of [
      [unknown, 'odd'],
      [broken, 'gzip']
    ] as const)
      expect(answer).to.include({ hash: hello.hash, encoding })
    expect([closing.closes, alone.closes]).to.eql([true, true])
    expect(bodies[0]).to.equal('hello')
  })

  it('leave the bodies whole for the client, who reads at once or late', async () => {
    const { bodies, answers } = await ask(
      '/large',
      '/hello',
      { path: '/hello', read: 'late' },
      { path: '/empty', read: 'late' },
      '/hello-in-pieces'
    )
    expect(bodies).to.eql([large, 'hello', 'hello', '', 'hello'])
    expect(answers).to.have.length(5)
  })

  it('hold what a client never reads, or only after the connection was closed', async () => {
    const closing = { path: '/closing', read: 'never' as const }
    const { answers, bodies } = await ask(
      ...['/hello', { path: '/hello', read: 'never' as const }, '/hello'],
      ...[closing, closing, '/hello'],
      ...[{ path: '/closing', read: 'after its connection was closed' as const }, '/hello']
    )
    expect(bodies).to.eql(['hello', '', 'hello', '', '', 'hello', 'hello', 'hello'])
    expect(answers.map(({ hash }) => hash)).to.eql(bodies.map(() => answers.at(-1)?.hash))
  })

  it('leave out a response that was cut off, and those of others than the target', async () => {
    const { answers, bodies } = await ask(
      { path: '/cut', read: 'no listener' },
      { path: '/hello', port: (await neighbour()).port },
      '/other'
    )
    expect(bodies).to.eql(['', 'hello', 'Hello'])
    expect(answers.map(({ request }) => request)).to.eql(['GET /other'])
  })

  it('are at most 60 of each method and URL', async () => {
    const { answers } = await ask(...Array(63).fill('/hello'), ...Array(3).fill('/other'), {
      path: '/hello',
      method: 'PUT'
    })
    const counts = Map.groupBy(answers, ({ request }) => request)
    expect([...counts].map(([request, of]) => [request, of.length])).to.eql([
      ['GET /hello', 60],
      ['GET /other', 3],
      ['PUT /hello', 1]
    ])
  })

  it('are those of at most 500 different requests, of which each goes on being noted', async () => {
    const paths = Array.from({ length: 503 }, (_, i) => `/hello?${i}`)
    const { answers } = await ask(...paths, '/hello?0')
    expect(answers.map(({ request }) => request)).to.eql(
      [...paths.slice(0, 500), '/hello?0'].map((path) => `GET ${path}`)
    )
  })
})
