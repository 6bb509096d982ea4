import { readFileSync } from 'node:fs'
import type { RequestListener, ServerResponse } from 'node:http'
import { expect } from 'chai'
import { beforeEach, describe, it } from 'mocha'
import { temporaryFolder } from '../support/folder.ts'
import { serving } from '../support/serving.ts'
import { postedBy } from './in-thread.ts'
import type { Answer } from '../../plugin/concepts/run.ts'
import type { Target } from '../../plugin/concepts/settings.ts'
import type { Asked } from './fixtures/asking-thread.ts'

const large = 'Ä long body. '.repeat(100_000)

const pages: Record<string, (response: ServerResponse) => void> = {
  '/hello': (response) => response.end('hello'),
  '/hello-in-pieces': (response) => response.write('he', () => response.end('llo')),
  '/other': (response) => response.end('Hello'),
  '/empty': (response) => response.end(),
  '/missing': (response) => response.writeHead(404).end('hello'),
  '/elsewhere': (response) => response.writeHead(302, { location: '/hello' }).end(),
  '/large': (response) => response.end(large),
  '/closing': (response) => response.writeHead(200, { connection: 'close' }).end('hello'),
  '/cut': (response) => response.writeHead(200, { 'content-length': '100' }).write('hello', () => response.destroy())
}

describe('the answers that are noted', () => {
  const folder = temporaryFolder()
  const answer: RequestListener = ({ url }, response) => (pages[String(url).split('?')[0]] ?? pages['/hello'])(response)
  const serve = serving()
  let target: Target
  beforeEach(async () => ({ target } = await serve(answer)))
  /** @returns bodies: that the thread read */
  const ask = async (...asked: (string | Asked)[]) => {
    const file = folder.write('answers.ndjson', '')
    const requests = asked.map((each) => (typeof each === 'string' ? { path: each } : each))
    const { bodies } = await postedBy('asking-thread', { target, file, asked: requests })
    const answers: Answer[] = readFileSync(file, 'utf8').split('\n').slice(0, -1).map((line) => JSON.parse(line))
    return { bodies, answers }
  }

  it('have the request, the status and a hash of the body, in the order of the answers, and nothing else', async () => {
    const { answers } = await ask('/hello', { path: '/missing?a=1&b=2', method: 'POST' }, '/empty', '/elsewhere')
    const expected = ['GET /hello 200', 'POST /missing?a=1&b=2 404', 'GET /empty 200', 'GET /elsewhere 302']
    expect(answers.map(({ request, status }) => `${request} ${status}`)).to.eql(expected)
    for (const answer of answers) expect(answer).to.have.all.keys('request', 'status', 'hash').and.property('hash').match(/^[\w-]{22}$/)
  })

  it('have the same hash for the same body, however it came, and another for another', async () => {
    const { answers } = await ask('/hello', '/hello-in-pieces', '/missing', '/hello', '/other', '/empty', '/large', { path: '/hello', method: 'HEAD' })
    const [hello, pieces, missing, again, other, empty, long, head] = answers.map(({ hash }) => hash)
    expect([pieces, missing, again]).to.eql([hello, hello, hello])
    expect(new Set([hello, other, empty, long])).to.have.length(4)
    expect(answers[7]).to.include({ request: 'HEAD /hello', status: 200 })
    expect(head).to.equal(empty)
  })

  it('leave the bodies whole for the client, who reads at once or late', async () => {
    const { bodies, answers } = await ask('/large', '/hello', { path: '/hello', read: 'late' }, { path: '/empty', read: 'late' }, '/hello-in-pieces')
    expect(bodies).to.eql([large, 'hello', 'hello', '', 'hello'])
    expect(answers).to.have.length(5)
  })

  for (const [what, asked, bodies] of [
    ['a client never reads', ['/hello', { path: '/hello', read: 'never' }, '/hello'], ['hello', '', 'hello']],
    ['a client never reads whose connection was closed', [...Array(2).fill({ path: '/closing', read: 'never' }), '/hello'], ['', '', 'hello']],
    ['a client reads after the connection was closed', [{ path: '/closing', read: 'after its connection was closed' }, '/hello'], ['hello', 'hello']]
  ] as [string, (string | Asked)[], string[]][]) {
    it(`hold what ${what}`, async () => {
      const { answers, bodies: read } = await ask(...asked)
      expect(read).to.eql(bodies)
      expect(answers.map(({ hash }) => hash)).to.eql(asked.map(() => answers.at(-1)?.hash))
    })
  }

  it('leave out a response that was cut off, and those of others than the target', async () => {
    const { target: neighbour } = await serve(answer)
    const { answers, bodies } = await ask({ path: '/cut', read: 'no listener' }, { path: '/hello', port: neighbour.port }, '/other')
    expect(bodies).to.eql(['', 'hello', 'Hello'])
    expect(answers.map(({ request }) => request)).to.eql(['GET /other'])
  })

  it('are at most 60 of each method and URL', async () => {
    const { answers } = await ask(...Array(63).fill('/hello'), ...Array(3).fill('/other'), { path: '/hello', method: 'PUT' })
    const counts = Map.groupBy(answers, ({ request }) => request)
    expect([...counts].map(([request, of]) => [request, of.length])).to.eql([['GET /hello', 60], ['GET /other', 3], ['PUT /hello', 1]])
  })

  it('are those of at most 500 different requests, of which each goes on being noted', async () => {
    const paths = Array.from({ length: 503 }, (_, i) => `/hello?${i}`)
    const { answers } = await ask(...paths, '/hello?0')
    expect(answers.map(({ request }) => request)).to.eql([...paths.slice(0, 500), '/hello?0'].map((path) => `GET ${path}`))
  })
})
