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
  '/hello-in-pieces': (response) => {
    response.write('he')
    setImmediate(() => response.end('llo'))
  },
  '/other': (response) => response.end('Hello'),
  '/empty': (response) => response.end(),
  '/missing': (response) => response.writeHead(404).end('hello'),
  '/elsewhere': (response) => response.writeHead(302, { location: '/hello' }).end(),
  '/large': (response) => response.end(large),
  '/closing': (response) => response.writeHead(200, { connection: 'close' }).end('hello'),
  '/cut': (response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('hello', () => response.destroy())
  },
  '/secret': (response) => response.setHeader('set-cookie', 'session=TOP-SECRET').end('the body is TOP-SECRET')
}

describe('the answers that are noted', () => {
  const folder = temporaryFolder()
  const answer: RequestListener = ({ url }, response) => (pages[String(url).split('?')[0]] ?? pages['/hello'])(response)
  const serve = serving()
  let target: Target
  let neighbour: Target
  beforeEach(async () => {
    [{ target }, { target: neighbour }] = [await serve(answer), await serve(answer)]
  })
  /** @returns bodies: that the thread read; text: of the file of the answers */
  const ask = async (...asked: (string | Asked)[]) => {
    const file = folder.write('answers.ndjson', '')
    const requests = asked.map((one) => (typeof one === 'string' ? { path: one } : one))
    const bodies: string[] = await postedBy('asking-thread', { target, file, asked: requests })
    const text = readFileSync(file, 'utf8')
    const answers: Answer[] = text.split('\n').slice(0, -1).map((line) => JSON.parse(line))
    return { bodies, text, answers }
  }

  it('have the request, the status and a hash of the body, in the order of the answers', async () => {
    const { answers } = await ask('/hello', { path: '/missing?a=1&b=2', method: 'POST' }, '/empty', '/elsewhere')
    const expected = ['GET /hello 200', 'POST /missing?a=1&b=2 404', 'GET /empty 200', 'GET /elsewhere 302']
    expect(answers.map(({ request, status }) => `${request} ${status}`)).to.eql(expected)
    for (const answer of answers) expect(answer).to.have.all.keys('request', 'status', 'hash')
  })

  it('have the same hash for the same body, however it came, and another for another', async () => {
    const { answers } = await ask('/hello', '/hello-in-pieces', '/missing', '/hello', '/other', '/empty', '/large')
    const [hello, pieces, missing, again, ...rest] = answers.map(({ hash }) => hash)
    expect([pieces, missing, again]).to.eql([hello, hello, hello])
    expect(new Set([hello, ...rest])).to.have.length(4)
  })

  it('have the hash of no body for a HEAD', async () => {
    const { answers: [empty, head] } = await ask('/empty', { path: '/hello', method: 'HEAD' })
    expect(head).to.eql({ request: 'HEAD /hello', status: 200, hash: empty.hash })
  })

  it('leave the bodies whole for the client, who reads at once or late', async () => {
    const { bodies, answers } = await ask('/large', '/hello', { path: '/hello', read: 'late' }, { path: '/empty', read: 'late' }, '/hello-in-pieces')
    expect(bodies).to.eql([large, 'hello', 'hello', '', 'hello'])
    expect(answers).to.have.length(5)
  })

  for (const [what, asked] of [
    ['hold those that a client never reads', ['/hello', { path: '/hello', read: 'never' }, '/hello']],
    ['hold what a client never reads whose connection was closed', [...Array(2).fill({ path: '/closing', read: 'never' }), '/hello']]
  ] as [string, (string | Asked)[]][]) {
    it(what, async () => {
      const { answers } = await ask(...asked)
      expect(answers.map(({ hash }) => hash)).to.eql(Array(3).fill(answers[2].hash))
    })
  }

  it('leave the body whole for a client who reads it after the connection was closed', async () => {
    const { bodies, answers } = await ask({ path: '/closing', read: 'after its connection was closed' }, '/hello')
    expect(bodies).to.eql(['hello', 'hello'])
    expect(answers.map(({ hash }) => hash)).to.eql(Array(2).fill(answers[1].hash))
  })

  it('leave out a response that was cut off', async () => {
    const { answers } = await ask({ path: '/cut', read: 'no listener' }, '/hello')
    expect(answers.map(({ request }) => request)).to.eql(['GET /hello'])
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

  it('hold nothing of headers and bodies', async () => {
    const { text, bodies } = await ask({ path: '/secret', headers: { authorization: 'TOP-SECRET' } })
    expect(bodies[0]).to.include('TOP-SECRET')
    expect(text).to.match(/^{"request":"GET \/secret","status":200,"hash":"[\w-]{22}"}\n$/)
  })

  it('are those of the target alone', async () => {
    const { answers, bodies } = await ask({ path: '/hello', port: neighbour.port }, '/other')
    expect(bodies).to.eql(['hello', 'Hello'])
    expect(answers.map(({ request }) => request)).to.eql(['GET /other'])
  })
})
