import { realpathSync } from 'node:fs'
import { expect } from 'chai'
import { calmArrivals } from '../../plugin/internals/tune-artillery.ts'
import { postedBy } from '../load-thread/in-thread.ts'
import { artillery } from '../load/making-loads.ts'
import { eventually } from '../support/eventually.ts'

const [everyMs, forMs] = [10, 600]

/**
 * times: of the arrivals, in ms from the beginning; atEnd: how many there were when it was finished; loops: how often
 * the event loop went round until then
 */
type Arrived = { times: number[]; atEnd: number; loops: number }
const arrive = (options: { calm: boolean; pattern: string; stopAfter?: number }): Promise<Arrived> =>
  postedBy('arriving-thread', { artillery: realpathSync(artillery), everyMs, forMs, ...options })

describe('users that come calmly', () => {
  for (const pattern of ['uniform', 'poisson']) {
    it(`leave the event loop idle between them, unlike Artillery’s own: ${pattern}`, () =>
      eventually(async () => {
        const [own, calm] = [await arrive({ calm: false, pattern }), await arrive({ calm: true, pattern })]
        expect(calm.times).not.to.eql([])
        // Some hundred times against a hundred thousand: how long each took is up to the neighbours.
        expect(calm.loops).to.be.below(own.loops / 10)
      }))

    it(`stop when they are stopped: ${pattern}`, async () => {
      const { times, atEnd } = await arrive({ calm: true, pattern, stopAfter: 3 })
      expect(times).to.have.length(atEnd)
      expect(atEnd).to.be.below(forMs / everyMs)
    })
  }

  it('are as many as without, and none too early', async () => {
    const { times } = await arrive({ calm: true, pattern: 'uniform' })
    expect(times).to.have.length(forMs / everyMs)
    // The beginning is taken a moment before the timer takes its own.
    times.forEach((ms, i) => expect(ms / (everyMs * (i + 1)), `user ${i + 1}`).to.be.at.least(0.999))
  })

  it('do not fall behind, each a little more', () =>
    eventually(async () => {
      const { times } = await arrive({ calm: true, pattern: 'uniform' })
      const behind = times.map((ms, i) => ms - everyMs * (i + 1))
      const half = times.length / 2
      expect(Math.min(...behind.slice(half)) - Math.min(...behind.slice(0, half))).to.be.below(everyMs)
    }))

  it('come as before with an Artillery that waits otherwise', () =>
    expect(() => calmArrivals('/nowhere/artillery')).not.to.throw())
})
