import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { afterEach, describe, it } from 'mocha'
import { measureAnswers } from '../../plugin/init/measure-answers.ts'

describe('measuring answers', () => {
  const never = new AbortController().signal
  let server: import('node:http').Server | null = null
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
  })

  /** @param answer count: of requests, from 1 */
  async function measure(answer: (response: import('node:http').ServerResponse, count: number) => void, signal: AbortSignal = never, workers: number = 1) {
    let count = 0
    server = createServer((_request, response) => answer(response, ++count)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as import('node:net').AddressInfo
    const times = await measureAnswers({ hostname: '127.0.0.1', port, path: '/', workers, aloneSeconds: 0.5, togetherSeconds: 0.5 }, signal)
    return { ...times, count }
  }

  it('takes the median, after some to warm up', async () => {
    // The first are slow, and one in four of the others.
    const { medianMs } = await measure((response, count) => void setTimeout(() => response.end(), count <= 5 || count % 4 === 0 ? 40 : 0))
    expect(medianMs).to.be.within(0, 39)
  })

  it('finds the pace of one process, whatever it is when the app has just begun', async () => {
    const work = (ms: number) => { for (const end = performance.now() + ms; performance.now() < end;); }
    const seen = new Set()
    let together = Infinity
    const { count, users, perSecond, failures } = await measure((response) => {
      if (together === Infinity && seen.add(response.socket).size === 2) together = performance.now()
      work(performance.now() - together < 200 ? 8 : 2)
      response.end()
    })
    expect(perSecond).to.be.within(count / 2, 500)
    expect({ users, failures }).to.eql({ users: 20, failures: {} })
  })

  it('asks with more users until they ask as often as the app can answer', async () => {
    const { users, perSecond, medianMs } = await measure((response) => void setTimeout(() => response.end(), 100), never, 2)
    // Nothing but time limits it, so that no number is enough.
    expect(users).to.equal(320)
    expect(perSecond).to.be.above((2 * 20 * 1000) / medianMs)
  })

  it('stops asking with more users when they get no more answers', async () => {
    let turn = Promise.resolve()
    const { users, perSecond } = await measure((response) => void (turn = turn.then(() => delay(10)).then(() => void response.end())), never, 64)
    expect(users).to.equal(80)
    expect(perSecond).to.be.below(101)
  })

  it('counts what is not below 400, and what is no answer', async () => {
    const { failures, count } = await measure((response, n) => {
      if (n % 3 === 0) return void response.end()
      if (n % 3 === 1) return void response.writeHead(429).end()
      response.destroy()
    })
    expect(Object.keys(failures)).to.include('429')
    expect(Object.keys(failures).some((name) => name.startsWith('gives no HTTP answer')), Object.keys(failures).join()).to.equal(true)
    expect(failures[429]).to.be.within(1, Math.ceil(count / 3) + 1)
  })

  it('takes the pace of one user where 20 at once get no answer in the time', async () => {
    let first: import('node:net').Socket | null = null
    const { perSecond, medianMs, failures } = await measure((response) => {
      first ??= response.socket
      if (response.socket === first) response.end()
    })
    expect(perSecond).to.equal(1000 / medianMs)
    expect(failures).to.eql({})
  })

  it('ends when nobody wants to know any more', async () => {
    const interruption = new AbortController()
    const error = await measure((_response, count) => void (count === 1 && interruption.abort(new Error('Ctrl-C'))), interruption.signal).catch((reason) => reason)
    expect(error).to.have.property('message', 'Ctrl-C')
  })
})
