import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { clockMs } from '../../plugin/machine/clock.ts'

const script = fileURLToPath(new URL('./fixtures/telling-generator.ts', import.meta.url))
const phases = [
  ['phaseStarted', {}],
  ['phaseCompleted', {}],
  ['phaseStarted', {}],
  ['phaseCompleted', {}]
]

describe('the main thread of a child run', () => {
  const children: ReturnType<typeof fork>[] = []
  afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')))
  const start = (events: unknown[]) => {
    const child = fork(script, [JSON.stringify(events)])
    children.push(child)
    return child
  }

  /** @returns what it told until it ended by itself */
  async function told(events: unknown[]): Promise<any[]> {
    const child = start(events)
    const messages: any[] = []
    child.on('message', (message) => messages.push(message))
    // The last message may come after the end.
    const [[code]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')])
    expect(code).to.equal(0)
    return messages.map((message) => message['artillery-plugin-speedup'])
  }

  it('tells once that the load has begun, whatever the number of phases', async () => {
    const [first, ...rest] = await told(phases)
    expect(first).to.include({ event: 'step', step: 'opens', load: 0 })
    expect(first.cpuMs).to.be.above(0)
    expect(rest).to.eql([])
  })

  const users = { 'vusers.created': 20, 'vusers.skipped': 3, 'vusers.failed': 3 }
  const counters = { ...users, 'http.requests': 99, 'errors.ETIMEDOUT': 2, 'errors.Failed capture or match': 1 }
  const summaries = { 'vusers.session_length': { min: 12.5, max: 99 } }
  const errors = { ETIMEDOUT: 2, 'Failed capture or match': 1 }
  for (const [what, stats, expected] of [
    [
      'at the end how its users came and fared',
      { counters, summaries },
      { errors, users: 20, skippedUsers: 3, shortestSessionMs: 12.5 }
    ],
    [
      'of a run in which nobody arrived',
      { counters: {} },
      { errors: {}, users: 0, skippedUsers: 0, shortestSessionMs: null }
    ]
  ] as const) {
    it(`tells ${what}`, async () => {
      const before = clockMs()
      const heard = await told([...phases, ['done', stats]])
      expect(heard.map(({ event, step }) => step ?? event)).to.eql(['opens', 'counted', 'rests', 'round'])
      const [opens, , rests, { outcomes, slices }] = heard
      const [{ beganMs, lastArrivalMs, ...outcome }] = outcomes
      expect(outcome).to.deep.include(expected)
      expect(slices).to.eql([])
      expect(rests.cpuMs).to.be.at.least(opens.cpuMs)
      expect(lastArrivalMs).to.be.at.least(beganMs)
      expect(beganMs, 'by the clock of all processes').to.be.within(before, clockMs())
    })
  }

  for (const isRunning of [true, false]) {
    it(`ends when its owner is gone${isRunning ? '' : ' before it has started'}`, async () => {
      const child = start([])
      if (isRunning) await once(child, 'message')
      child.disconnect()
      const [code] = await once(child, 'exit')
      expect(code).to.equal(1)
    })
  }
})
