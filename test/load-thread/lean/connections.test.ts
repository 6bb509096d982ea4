import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import {
  connectionsOf,
  prepareConnections,
  WaitingTime,
  type Connections
} from '../../../plugin/load-thread/lean/connections.ts'
import { Metrics } from '../../../plugin/load-thread/lean/metrics.ts'
import { completeRequest } from '../../../plugin/load-thread/lean/prepare-request.ts'
import { Sending } from '../../../plugin/load-thread/lean/sending.ts'
import type { Tools } from '../../../plugin/load-thread/lean/artillerys-http.ts'
import type { SeenRequest } from '../../../plugin/load-thread/watch-requests.ts'
import { serving } from '../../support/serving.ts'

describe('the lean client’s connections', () => {
  let url: string
  let asked: string[]
  const sockets: Socket[] = []
  const recorded: SeenRequest[] = []
  /** that wait until the test lets them go */
  const held: Map<string, ServerResponse> = new Map()
  const serve = serving()
  beforeEach(async () => {
    sockets.length = recorded.length = 0
    held.clear()
    const served = await serve(({ url: path = '' }, response) => {
      response.setHeader('x-worker-pid', '7')
      if (path.startsWith('/held')) held.set(path, response)
      else if (path === '/too-large') response.end(Buffer.alloc(2 ** 27 + 1))
      else response.end(path)
    })
    served.server.keepAliveTimeout = 60_000
    served.server.on('connection', (socket) => sockets.push(socket))
    asked = served.asked
    url = served.target.url
  })

  /** @returns the body, or the error's code */
  async function ask(connections: Connections, path: string, timeoutMs: number = 0): Promise<string> {
    const request = { method: 'GET', url: url + path, headers: {}, decompress: false, timeout: timeoutMs / 1000 }
    const see = (seen: SeenRequest) => void recorded.push(seen)
    const recording = {
      isTarget: () => true,
      pidHeader: 'x-worker-pid',
      see,
      seesConnections: false,
      noteAnswer: () => null,
      seePass() {},
      open: { count: 0, last: '' },
      goesElsewhere() {},
      isRedirected() {}
    }
    let text = ''
    const captureOrMatch: Tools['captureOrMatch'] = (_params, { body }, _context, done) => {
      text = body
      done(null, null)
    }
    const events = { emit: () => {} }
    const scenario = {
      config: {},
      tools: { captureOrMatch } as Tools,
      recording,
      silentMs: 8000,
      metrics: new Metrics(events),
      lacks: (why: string) => new Error(why),
      events,
      hooks: {},
      number: 1,
      name: 'GET /',
      expected: null
    }
    const shared = { ...scenario, params: {}, after: [], readsBody: true, isFixed: false, fixed: null }
    return new Promise((resolve) => {
      const sending = new Sending(shared, { [connectionsOf]: connections }, (error) =>
        resolve(error === null ? text : String(error.code))
      )
      sending.exchange(completeRequest(request), request)
    })
  }

  /** @returns when so many requests came to the app */
  async function came(count: number) {
    while (asked.length < count) await setImmediate()
  }

  const ofUser = () => prepareConnections({ http: {} }).ofUser()

  // That each user has one, which is kept, opened again where the app closed it, or refused, is compared with
  // Artillery's: test/parity.
  it('send one request at a time, in order, and are closed when the user has left, after what is under way and waits', async () => {
    const [user, idle] = [ofUser(), ofUser()]
    const answers = Promise.all(['/held/1', '/2', '/3'].map(async (path) => ask(user, path)))
    await came(1)
    expect(asked).to.eql(['/held/1'])
    user.close()
    held.get('/held/1')?.end('1')
    expect(await answers).to.eql(['1', '/2', '/3'])
    expect(asked).to.eql(['/held/1', '/2', '/3'])
    expect(recorded.map(({ isFirst, status, pid }) => [isFirst, status, pid])).to.eql([
      [true, 200, '7'],
      [false, 200, '7'],
      [false, 200, '7']
    ])
    await ask(idle, '/')
    idle.close()
    for (const socket of sockets) if (!socket.destroyed) await once(socket, 'close')
    expect(sockets).to.have.lengthOf(2)
  })

  it('go on after a body that is too large for captures and hooks, which fails', async () => {
    const user = ofUser()
    expect(await ask(user, '/too-large')).to.equal('ERR_GOT_REQUEST_ERROR')
    expect(await ask(user, '/next')).to.equal('/next')
    user.close()
    expect(recorded.map(({ status }) => status)).to.eql([200, 200])
    expect(sockets).to.have.lengthOf(1)
  })

  it('are so many as http.pool says, for all users', async () => {
    for (const pool of [2, '2']) {
      sockets.length = asked.length = 0
      const shared = prepareConnections({ http: { pool } })
      const answers = Promise.all(['/held/1', '/held/2', '/3', '/4'].map(async (path) => ask(shared.ofUser(), path)))
      await came(2)
      expect(asked).to.have.members(['/held/1', '/held/2'])
      for (const response of held.values()) response.end('held')
      expect(await answers).to.eql(['held', 'held', '/3', '/4'])
      expect(sockets).to.have.lengthOf(2)
    }
    expect(await ask(prepareConnections({ http: { pool: 0 } }).ofUser(), '/no-limit')).to.equal('/no-limit')
  })

  it('tell how long requests waited for one that is shared, those that still wait included', async () => {
    const waited = new WaitingTime()
    const shared = prepareConnections({ http: { pool: 1 } }, waited)
    const answers = Promise.all(['/held/1', '/2', '/3'].map(async (path) => ask(shared.ofUser(), path)))
    await came(1)
    /** A moment may pass before and after each reading. */
    const read = () => [performance.now(), waited.readMs(), performance.now()]
    const before = read()
    while (performance.now() - before[2] < 20) await setImmediate()
    const after = read()
    // Two wait. What is summed is rounded.
    expect(after[1] - before[1]).to.be.within(2 * (after[0] - before[2]) - 0.01, 2 * (after[2] - before[0]) + 0.01)
    held.get('/held/1')?.end('1')
    await answers
    const inAll = waited.readMs()
    while (performance.now() - after[2] < 60) await setImmediate()
    expect(waited.readMs()).to.be.closeTo(inAll, 0.001)
    // A user's own requests wait for the user's own, which is the user's doing.
    const own = prepareConnections({ http: {} }, waited).ofUser()
    await Promise.all([ask(own, '/4'), ask(own, '/5')])
    expect(waited.readMs()).to.be.closeTo(inAll, 0.001)
  })

  it('have a request answered when the head of its response comes, not the end of its body', async () => {
    const user = ofUser()
    const answer = ask(user, '/held/1')
    await came(1)
    const response = held.get('/held/1') as ServerResponse
    const sentMs = performance.now()
    let bodyEndedMs = NaN
    response.write('some', () =>
      setTimeout(() => {
        bodyEndedMs = performance.now()
        response.end()
      }, 50)
    )
    expect(await answer).to.equal('some')
    expect(recorded[0].endMs).to.be.within(sentMs, bodyEndedMs)
    user.close()
  })

  it('are ended by a timeout, and opened again for who waits', async () => {
    const user = ofUser()
    expect(await Promise.all([ask(user, '/held/for-ever', 30), ask(user, '/next')])).to.eql(['ETIMEDOUT', '/next'])
    expect(sockets).to.have.lengthOf(2)
    expect(recorded.map(({ outcome, isFirst }) => [outcome, isFirst])).to.eql([
      ['ETIMEDOUT', false],
      ['200', true]
    ])
    user.close()
  })

  it('are silent for 8 s at most, or as long as http.timeout says', () => {
    const silent = [{}, { timeout: 1 }, { timeout: 20 }, { timeout: '20' as any }].map(
      (http) => prepareConnections({ http }).silentMs
    )
    expect(silent).to.eql([8000, 8000, 20_000, 8000])
    expect(prepareConnections({ http: { timeout: 10 }, timeout: 30 }).silentMs).to.equal(30_000)
  })
})
