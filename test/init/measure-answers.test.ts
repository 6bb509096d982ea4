import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { chooseLoad, measureAnswers } from '../../plugin/init/measure-answers.ts'
import { serving } from '../support/serving.ts'
import { refusalFrom } from './some-project.ts'

/** count: of requests, from 1; pass: advances the clock; connections: how many are open */
type Now = { count: number; pass: (ms: number) => void; connections: () => number }
type Given = { signal?: AbortSignal; workers?: number; together?: number; patience?: number }

describe('measuring answers', () => {
  const serve = serving()
  const never = new AbortController().signal

  /**
   * Only the app advances the clock that measures, so the load of this machine changes nothing. Patience ends after
   * real seconds.
   */
  async function measure(
    answer: (response: ServerResponse, now: Now) => unknown,
    { signal = never, workers = 1, ...seconds }: Given = {}
  ) {
    let [count, ms, open] = [0, 0, 0]
    const now = { pass: (more: number) => void (ms += more), connections: () => open }
    const {
      target: { url },
      server
    } = await serve((_request, response) => void answer(response, { ...now, count: ++count }))
    server.on('connection', (socket) => {
      open++
      socket.on('close', () => open--)
    })
    performance.now = () => ms
    try {
      return {
        ...(await measureAnswers(
          { urls: [new URL(url)], content: { method: 'GET', headers: {}, body: null } },
          workers,
          signal,
          { alone: 0.5, together: 0.5, patience: 60, ...seconds }
        )),
        count
      }
    } finally {
      Reflect.deleteProperty(performance, 'now')
    }
  }

  /** @returns an app that does one thing at a time, which takes so long */
  const working =
    (msOf: (count: number) => number) =>
    (response: ServerResponse, { count, pass }: Now) => {
      pass(msOf(count))
      response.end()
    }

  it('takes the median, after some to warm up', async () => {
    // The first ten are slow, and one in four of the ten others.
    expect(await measure(working((count) => (count <= 10 || count % 4 === 0 ? 40 : 1)))).to.include({ medianMs: 1 })
  })

  it('finds the pace of one process, whatever it is when the app has just begun', async () => {
    // After 250 answers to one user, those to 20 are slow for 200 ms.
    const { users, perSecond, failures } = await measure(working((count) => (count > 250 && count <= 275 ? 8 : 2)))
    // In this process, the answers to all users come at once: 20 more or less.
    expect(perSecond).to.be.within(450, 550)
    expect({ users, failures }).to.eql({ users: 20, failures: {} })
  })

  it('asks with more users until they ask as often as the app can answer', async () => {
    const waiting: ServerResponse[] = []
    const { users, perSecond, medianMs } = await measure(
      async (response, { pass, connections }) => {
        // Nothing but time limits it, so that no number is enough: all users get their answers at once.
        if (waiting.push(response) > 1) return
        while (waiting.length < connections()) await setImmediate()
        pass(10_000)
        for (const one of waiting.splice(0)) one.end()
      },
      { workers: 2, together: 160 }
    )
    expect({ users, medianMs }).to.eql({ users: 320, medianMs: 10_000 })
    expect(perSecond).to.be.above((2 * 20 * 1000) / medianMs)
  })

  it('stops asking with more users when they get no more answers', async () => {
    const { users, perSecond } = await measure(
      working(() => 10),
      { workers: 64 }
    )
    expect(users).to.equal(80)
    expect(perSecond).to.be.within(90, 110)
  })

  it('counts what is not below 400, and what is no answer', async () => {
    const { failures, count } = await measure((response, { count, pass }) => {
      pass(1)
      if (count % 3 === 2) response.destroy()
      else response.writeHead([200, 429][count % 3]).end()
    })
    expect(
      Object.keys(failures).some((name) => name.startsWith('sends no HTTP response')),
      Object.keys(failures).join()
    ).to.equal(true)
    expect(failures[429]).to.be.within(1, Math.ceil(count / 3) + 1)
  })

  it('takes the pace of one user where 20 at once get no answer in the time', async () => {
    let first: ServerResponse['socket'] = null
    const { perSecond, failures } = await measure((response, { pass }) => {
      first ??= response.socket
      pass(10)
      if (response.socket === first) response.end()
    })
    expect({ perSecond, failures }).to.eql({ perSecond: 100, failures: {} })
  })

  it('refuses a path whose answer has no end, such as a stream of events', async () => {
    expect(await refusalFrom(() => measure((response) => void response.write('data: x\n\n'), { patience: 2 }))).to.eql({
      code: 'INVALID_SETTINGS',
      message:
        'The app starts its response to GET /, but does not finish it within 2 s. Choose a path with a finite response: --path </path>.'
    })
  })

  it('ends when it is aborted', async () => {
    const interruption = new AbortController()
    const error = await measure(() => interruption.abort(new Error('Ctrl-C')), { signal: interruption.signal }).catch(
      (reason) => reason
    )
    expect(error).to.have.property('message', 'Ctrl-C')
  })
})

describe('the load', () => {
  type Times = Parameters<typeof chooseLoad>[0]
  const atPace = (perSecond: number): Times => ({ medianMs: 1000 / perSecond, users: 20, perSecond })
  const usual = { users: 8, seconds: null, timeoutSeconds: null }
  // 1 ms of work, 100 ms of waiting.
  const waiting = { medianMs: 101, users: 320, perSecond: 950 }
  const loads: [title: string, times: Times, workers: number, load: object][] = [
    ['is one of 8 users, for as long as is best', atPace(200), 2, usual],
    ['is the same for an app that is very quick', atPace(20_000), 2, usual],
    ['has four users for each worker of a cluster that has more than two', atPace(20_000), 8, { ...usual, users: 32 }],
    [
      'keeps all workers busy, though each user is away for as long as one answer takes',
      waiting,
      2,
      { ...usual, users: 192 }
    ],
    ['has as many users as were measured, at most', waiting, 8, { ...usual, users: 320 }],
    [
      'lets no user wait longer than 2 s where fewer are enough, and gives 10 answers to each',
      atPace(4),
      2,
      { ...usual, users: 8, seconds: 20 }
    ],
    [
      'gives very slow answers more time than Artillery would',
      atPace(1 / 1.5),
      2,
      { users: 4, seconds: 60, timeoutSeconds: 60 }
    ]
  ]
  for (const [title, times, workers, load] of loads) it(title, () => expect(chooseLoad(times, workers)).to.eql(load))
})
