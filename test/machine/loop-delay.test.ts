import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { watchLoopDelay } from '../../plugin/machine/clock.ts'

const resolutionMs = 10

/** @returns for how many ms this thread did nothing else */
function block(ms: number): number {
  const beganMs = performance.now()
  while (performance.now() - beganMs < ms);
  return performance.now() - beganMs
}

describe('how late an event loop is', () => {
  const watched: ReturnType<typeof watchLoopDelay>[] = []
  const watch = () => watched[watched.push(watchLoopDelay(resolutionMs)) - 1]
  afterEach(() => watched.splice(0).forEach(({ end }) => end()))
  const maxOf = (loop: ReturnType<typeof watchLoopDelay>) => Number(loop.read()?.max)

  it('is unknown before its first tick, and then seen whenever the loop is blocked, also right after it was asked for', async () => {
    const loop = watch()
    expect(loop.read()).to.equal(null)
    await delay(5 * resolutionMs)
    for (let i = 1; i <= 4; i++) {
      loop.take(true)
      const blockedMs = block(60 * i)
      await delay(3 * resolutionMs)
      loop.take(true)
      expect(maxOf(loop) / blockedMs).to.be.above(0.7)
    }
  })

  it('is seen from the first moment after a rest, and of a rest nothing counts', async () => {
    const loop = watch()
    await delay(5 * resolutionMs)
    const restedMs = block(3000)
    await delay(3 * resolutionMs)
    loop.take(false)
    const blockedMs = block(200)
    await delay(3 * resolutionMs)
    loop.take(true)
    expect(maxOf(loop)).to.be.within(0.7 * blockedMs, 0.9 * restedMs)
    await delay(10 * resolutionMs)
    loop.take(false)
    expect(maxOf(loop), 'it stays').to.be.within(0.7 * blockedMs, 0.9 * restedMs)
    loop.forget()
    expect(loop.read(), 'until it is forgotten').to.equal(null)
  })
})
