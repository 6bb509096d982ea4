import { expect } from 'chai'
import { watchLoad } from '../../plugin/experiment/watch-load.ts'
import { processesInGroups } from '../machine/process-in-group.ts'
import type { LoadEvent } from '../../plugin/messages/load.ts'

const told = (event: 'loading' | 'warm' | 'over' | 'finished', cpuMs: number) => ({ event, cpuMs }) as LoadEvent

describe('what the system tells of a load', () => {
  const start = processesInGroups()

  it('ends with what counts: what the app does for the last of its users is not in it, but all that was dropped', async () => {
    const app = start({ grandchild: 'living' })
    const watch = watchLoad(() => app.kin)
    watch.heard(told('loading', 100))
    await app.compute({ ms: 50 })
    watch.heard(told('warm', 200))
    await app.compute({ ms: 300 })
    watch.heard(told('over', 300))
    const { machine, drops } = watch.seen()
    expect([Number(machine?.app) > 0, drops]).to.eql([true, null])
    await app.compute({ ms: 300 })
    watch.heard(told('finished', 5000))
    expect(watch.seen().machine).to.eql(machine)
    expect(watch.seen().drops).to.not.equal(null)
  })

  it('is all of a load that has no time of its own', async () => {
    const app = start({ grandchild: 'living' })
    const watch = watchLoad(() => app.kin)
    watch.heard(told('loading', 0))
    await app.compute({ ms: 100 })
    watch.heard(told('finished', 0))
    expect(watch.seen().machine?.app).to.be.above(0)
  })

  it('is nothing of an app that is elsewhere', () => {
    const watch = watchLoad(() => null)
    for (const event of ['loading', 'over', 'finished'] as const) watch.heard(told(event, 0))
    expect(watch.seen()).to.eql({ machine: null })
  })
})
