import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { asDefault, findInArtillery } from '../../plugin/internals/artillerys-modules.ts'
import { lookBriskly } from '../../plugin/internals/tune-artillery.ts'
import { artillery } from '../load/making-loads.ts'

/** Where Artillery's launcher is, in each version that works. */
const launchers = ['./dist/lib/launch-platform.js', './lib/launch-platform.js']

describe('a process that looks briskly whether the load is over', () => {
  const { setInterval: original } = globalThis
  const timers: NodeJS.Timeout[] = []
  afterEach(() => {
    globalThis.setInterval = original
    timers.splice(0).forEach(clearInterval)
  })

  it('has Artillery look more often, and leaves the intervals of others as they are, with their arguments', async () => {
    const createLauncher = launchers
      .map((name) => findInArtillery(artillery, (require) => asDefault(require(name))))
      .find((found) => found !== null)
    const [heard, looks] = [[] as unknown[][], { asked: 0, finished: 0 }]
    lookBriskly(() => looks.asked++)
    timers.push(setInterval((...told: unknown[]) => void heard.push(told), 2000, 'of', 'another'))
    timers.push(setInterval((...told: unknown[]) => void heard.push(told), 1000, 'plugin'))
    // Its threads are none of what is looked at here.
    const launcher = await createLauncher(
      { config: { phases: [] }, scenarios: [] },
      null,
      {},
      { platform: 'local', mode: 'distribute' }
    )
    Object.assign(launcher, {
      initPlugins() {},
      platform: { events: new EventEmitter(), startJob() {} },
      handleAllWorkersFinished: () => looks.finished++
    })
    await launcher.run()
    timers.push(launcher.i1, launcher.i2, launcher.workerExitWatcher)
    while (heard.length < 3) await delay(20)
    expect([...new Set(heard.map((told) => told.join(' ')))]).to.have.members(['of another', 'plugin'])
    expect(heard.length, 'those of others').to.be.below(looks.finished)
    expect(looks.asked).to.equal(looks.finished)
  })

  it('passes arguments on to what it has look more often, too', async () => {
    lookBriskly()
    const heard: unknown[][] = []
    function checkIfDone(...told: unknown[]) {
      heard.push(told)
    }
    timers.push(setInterval(checkIfDone, 1000, 7, 8))
    while (heard.length === 0) await delay(20)
    expect(heard[0]).to.eql([7, 8])
  })
})
