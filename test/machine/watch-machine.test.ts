import { existsSync } from 'node:fs'
import { expect } from 'chai'
import { before, describe, it } from 'mocha'
import { allowedCores } from '../../plugin/machine/allowed-cores.ts'
import { readCpuTimes, watchMachine } from '../../plugin/machine/watch-machine.ts'
import { compute } from './compute.ts'
import { processesInGroups, type ProcessInGroup } from './process-in-group.ts'

const taskMs = 600

/**
 * Watches an app while a process computes.
 *
 * @param generatorMs what the load generator is said to have taken
 */
async function watchWhile(worker: ProcessInGroup, app: ProcessInGroup, generatorMs: (elapsedMs: number) => number = () => 0) {
  const before = await worker.ask()
  const end = watchMachine(app.kin)
  const begunMs = performance.now()
  const programs = readCpuTimes(allowedCores().ids)
  const after = await worker.compute({ ms: taskMs })
  const elapsedMs = performance.now() - begunMs
  const use = end(generatorMs(elapsedMs))
  const programsMs = Number(readCpuTimes(allowedCores().ids)?.programsMs) - Number(programs?.programsMs)
  if (use === null) return expect.fail('The machine does not tell.')
  return { use, cores: (after.cpuMs - before.cpuMs) / elapsedMs, programs: programsMs / elapsedMs }
}

describe('who uses the machine', () => {
  const start = processesInGroups()
  before(function () {
    if (!existsSync('/proc/stat')) this.skip()
  })

  it('is the app, by as many cores as its process takes', async () => {
    const app = start()
    const { use, cores, programs } = await watchWhile(app, app)
    expect(use.app / cores).to.be.within(0.7, 1.4)
    expect((use.app + use.generator + use.others) / programs, 'all programs').to.be.within(0.8, 1.25)
    // One process that computes can't take two; how much of one it gets is up to the neighbours.
    expect(use.app).to.be.within(0.2, 1.4)
    expect(use.generator).to.be.below(use.app)
    expect(use.cores).to.equal(allowedCores().count)
  })

  it('is the app with what its own children compute', async () => {
    const app = start({ grandchild: 'living' })
    const { use, cores } = await watchWhile(app, app)
    expect(use.app / cores).to.be.within(0.7, 1.4)
    expect(use.appMegabytes / (await app.ask()).rssMegabytes).to.be.within(0.5, 2)
  })

  it('are others, when a process outside of the app computes', async () => {
    const [app, other] = [start(), start()]
    await app.ask()
    const { use, cores } = await watchWhile(other, app)
    expect(use.app).to.be.below(0.5 * cores)
    expect(use.others).to.be.above(0.5 * cores)
  })

  it('is the load generator, with what conducts the comparison', async () => {
    const app = start()
    const { use } = await watchWhile(app, app, (elapsedMs) => elapsedMs)
    expect(use.generator).to.be.within(0.9, 1.9)
    const self = await watchWhile(app, app, () => {
      compute(taskMs)
      return 0
    })
    expect(self.use.generator).to.be.above(self.use.app / 2)
  })

  it('is never less than nobody, however much the generator is said to have taken', async () => {
    const app = start()
    expect((await watchWhile(app, app, (elapsedMs) => 1000 * elapsedMs)).use.others).to.equal(0)
  })

  it('is unknown when the app is gone, before or after', async () => {
    const app = start()
    await app.ask()
    const end = watchMachine(app.kin)
    await app.end()
    expect(end(0)).to.equal(null)
    expect(watchMachine(app.kin)(0)).to.equal(null)
  })
})
