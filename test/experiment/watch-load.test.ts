import { expect } from 'chai'
import { watchLoads } from '../../plugin/experiment/watch-load.ts'
import { processesInGroups } from '../machine/process-in-group.ts'
import type { LoadStep, StepEvent } from '../../plugin/messages/load.ts'

const told = (step: LoadStep, cpuMs: number, load = 0): StepEvent => ({ event: 'step', step, load, cpuMs })

describe('what the system tells of a load', () => {
  const start = processesInGroups()

  it('ends with what counts: what the app does for the last of its users is not in it, but all that was dropped', async () => {
    const app = start({ grandchild: 'living' })
    const watch = watchLoads([app.kin])
    watch.heard(told('opens', 100))
    await app.compute({ ms: 50 })
    watch.heard(told('counts', 200))
    await app.compute({ ms: 300 })
    watch.heard(told('counted', 300))
    const [{ machine, drops }] = watch.seen()
    expect([Number(machine?.app) > 0, drops]).to.eql([true, null])
    await app.compute({ ms: 300 })
    watch.heard(told('rests', 5000))
    const [{ drops: ofAll, ...whole }] = watch.seen()
    expect(whole).to.eql({ machine })
    expect(ofAll).to.not.equal(null)
  })

  it('is all of a load that has no time of its own', async () => {
    const app = start({ grandchild: 'living' })
    const watch = watchLoads([app.kin])
    watch.heard(told('opens', 0))
    await app.compute({ ms: 100 })
    for (const step of ['counted', 'rests'] as const) watch.heard(told(step, 0))
    expect(watch.seen()[0].machine?.app).to.be.above(0)
  })

  it('is nothing of an app that is elsewhere', () => {
    const watch = watchLoads([null])
    for (const step of ['opens', 'counted', 'rests'] as const) watch.heard(told(step, 0))
    expect(watch.seen()).to.eql([{ machine: null }])
  })
})
