import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { chooseLoad, measureAnswers } from '../../plugin/init/measure-answers.ts'
import { serving } from '../support/serving.ts'
import { refusalFrom } from './some-project.ts'

describe('measuring answers', () => {
  const never = new AbortController().signal
  const serve = serving()

  /** @param answer count: of requests, from 1 */
  async function measure(answer: (response: ServerResponse, count: number) => void, signal = never, workers = 1, together = 0.5) {
    let count = 0
    const { target: { url } } = await serve((_request, response) => answer(response, ++count))
    const times = await measureAnswers(new URL(url), workers, signal, { alone: 0.5, together, patience: 0.6 })
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
    const { users, perSecond, medianMs } = await measure((response) => void setTimeout(() => response.end(), 250), never, 2, 1)
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
    expect(Object.keys(failures).some((name) => name.startsWith('gives no HTTP answer')), Object.keys(failures).join()).to.equal(true)
    expect(failures[429]).to.be.within(1, Math.ceil(count / 3) + 1)
  })

  it('takes the pace of one user where 20 at once get no answer in the time', async () => {
    let first: ServerResponse['socket'] = null
    const { perSecond, medianMs, failures } = await measure((response) => {
      first ??= response.socket
      if (response.socket === first) response.end()
    })
    expect(perSecond).to.equal(1000 / medianMs)
    expect(failures).to.eql({})
  })

  it('refuses a path whose answer has no end, such as a stream of events', async () => {
    const stream = (response: ServerResponse) => void setInterval(() => response.write('data: x\n\n'), 50).unref()
    expect(await refusalFrom(() => measure(stream))).to.eql({
      code: 'INVALID_SETTINGS',
      message: 'The app begins to answer GET /, but does not end within 0.6 s. Give a path that it answers as a whole: --path </path>.'
    })
  })

  it('ends when it is aborted', async () => {
    const interruption = new AbortController()
    const interrupt = (_response: ServerResponse, count: number) => void (count === 1 && interruption.abort(new Error('Ctrl-C')))
    const error = await measure(interrupt, interruption.signal).catch((reason) => reason)
    expect(error).to.have.property('message', 'Ctrl-C')
  })
})

describe('the load', () => {
  type Times = Parameters<typeof chooseLoad>[0]
  const atPace = (perSecond: number): Times => ({ medianMs: 1000 / perSecond, users: 20, perSecond })
  const usual = { users: 20, seconds: 8, timeoutSeconds: null }
  // 1 ms of work, 100 ms of waiting.
  const waiting = { medianMs: 101, users: 320, perSecond: 950 }
  const loads: [title: string, times: Times, workers: number, load: object][] = [
    ['is one of 20 users for 8 s', atPace(200), 2, usual],
    ['is the same for an app that is very quick', atPace(20_000), 2, usual],
    ['keeps all workers busy, though each user is away for as long as one answer takes', waiting, 2, { ...usual, users: 192 }],
    ['has as many users as were measured, at most', waiting, 8, { ...usual, users: 320 }],
    ['lets no user wait longer than 2 s where fewer are enough, and gives 10 answers to each', atPace(4), 2, { ...usual, users: 8, seconds: 20 }],
    ['gives very slow answers more time than Artillery would', atPace(1 / 1.5), 2, { users: 4, seconds: 60, timeoutSeconds: 60 }]
  ]
  for (const [title, times, workers, load] of loads) {
    it(title, () => expect(chooseLoad(times, workers)).to.eql(load))
  }
})
