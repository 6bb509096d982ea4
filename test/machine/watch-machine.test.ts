import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { allowedCores } from '../../plugin/machine/cores.ts'
import { readCpuTimes, readProcesses, watchMachine } from '../../plugin/machine/watch-machine.ts'
import { markVariable } from '../../plugin/processes/members.ts'
import { madeUpProc } from '../processes/made-up-proc.ts'
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from '../support/folder.ts'
import { compute } from './compute.ts'
import { processesInGroups, type ProcessInGroup } from './process-in-group.ts'

const stat = `cpu  1100 220 330 9000 50 70 60 44 5 6
cpu0 1000 200 300 4000 20 30 20 40 5 6
cpu1 100 20 30 5000 30 40 40 4 0 0
intr 12345 0 0 cpu
`
const many = 'cpu0 1 0 0 0 0 0 0 0 0 0\ncpu1 10 0 0 0 0 0 0 0 0 0\ncpu11 100 0 0 0 0 0 0 0 0 0\n'

describe('the CPU times of the machine', () => {
  const folder = temporaryFolder()
  for (const [what, text, ids, programsMs, stolenMs] of [
    [
      'are those of programs, of all users and of the kernel on their behalf, and what was stolen',
      stat,
      [0],
      15_000,
      400
    ],
    ['are those of the CPU asked for', stat, [1], 1500, 40],
    ['are summed over the CPUs asked for', stat, [0, 1], 16_500, 440],
    ['are summed over all, each once', stat, null, 16_500, 440],
    ['are none of a CPU that is not there', stat, [7], 0, 0],
    ['are those of CPU 1, not of CPU 11', many, [1], 100, 0],
    ['are those of CPU 11, not of CPU 1', many, [11], 1000, 0],
    ['count nothing as stolen on a kernel that doesn’t tell', 'cpu  1 2 3 4\ncpu0 1 2 3 4\n', null, 60, 0]
  ] as [string, string, number[] | null, number, number][]) {
    it(what, () => expect(readCpuTimes(ids, folder.write('stat', text))).to.eql({ programsMs, stolenMs }))
  }

  it('are unknown where there is no /proc', () => expect(readCpuTimes(null, folder.path('nowhere'))).to.equal(null))
})

const taskMs = 600

/** Watches an app while a process computes; generatorMs: what the load generator is said to have taken. */
async function watchWhile(
  worker: ProcessInGroup,
  app: ProcessInGroup,
  generatorMs: (elapsedMs: number) => number = () => 0
) {
  const programsMs = () => Number(readCpuTimes(allowedCores().ids)?.programsMs)
  const before = await worker.compute({ ms: 0 })
  // Others may take the CPU between two of these: what is watched lies within what is measured here.
  const [begunMs, begunProgramsMs] = [performance.now(), programsMs()]
  const end = watchMachine(app.kin)
  const after = await worker.compute({ ms: taskMs })
  const elapsedMs = performance.now() - begunMs
  const use = end(generatorMs(elapsedMs))
  if (use === null) return expect.fail('The machine does not tell.')
  return {
    use,
    cores: (after.cpuMs - before.cpuMs) / elapsedMs,
    programs: (programsMs() - begunProgramsMs) / elapsedMs
  }
}

describe('who uses the machine', () => {
  const start = processesInGroups()

  it('is the app, by as many cores as its processes take', () =>
    eventually(async () => {
      const app = start({ grandchild: 'living' })
      const { use, cores, programs } = await watchWhile(app, app)
      expect(use.app / cores).to.be.within(0.7, 1.4)
      expect((use.app + use.generator + use.others) / programs, 'all programs').to.be.within(0.8, 1.25)
      // How little of a core it gets is up to the neighbours.
      expect(use.app).to.be.at.most(allowedCores().count + 0.4)
      expect(use.generator).to.be.below(use.app)
      expect(use.cores).to.equal(allowedCores().count)
      expect(use.appMegabytes / (await app.compute({ ms: 0 })).rssMegabytes).to.be.within(0.5, 2)
    }))

  it('are others, when a process outside of the app computes', () =>
    eventually(async () => {
      const [app, other] = [start(), start()]
      await app.compute({ ms: 0 })
      const { use, cores } = await watchWhile(other, app)
      expect(use.app).to.be.below(0.5 * cores)
      expect(use.others).to.be.above(0.5 * cores)
    }))

  it('is the load generator, with what conducts the comparison', () =>
    eventually(async () => {
      const app = start()
      const { use } = await watchWhile(app, app, (elapsedMs) => elapsedMs)
      expect(use.generator).to.be.within(0.9, 1.9)
      const self = await watchWhile(app, app, () => {
        compute(taskMs)
        return 0
      })
      expect(self.use.generator).to.be.above(self.use.app / 2)
    }))

  it('is never less than nobody, however much the generator is said to have taken', async () => {
    const app = start()
    expect((await watchWhile(app, app, (elapsedMs) => 1000 * elapsedMs)).use.others).to.equal(0)
  })

  it('is unknown when the app is gone, before or after', async () => {
    const app = start()
    await app.compute({ ms: 0 })
    const end = watchMachine(app.kin)
    await app.end()
    expect(end(0)).to.equal(null)
    expect(watchMachine(app.kin)(0)).to.equal(null)
  })
})

const mark = '5f2c7a0e-1b7b-4a7e-9a53-0c8d5f6f2f11'
const kin = { group: 7, mark }

describe('what the processes of an app have used, as the kernel writes it', () => {
  const folder = temporaryFolder()
  const read = (processes: Parameters<typeof madeUpProc>[1]) => readProcesses(kin, madeUpProc(folder, processes))

  it('is the CPU time and the memory of all of them, wherever they went, and of no others', () => {
    expect(
      read({
        7: { name: 'a ) b (c', group: 7, ticks: [10, 20, 3, 4], megabytes: 50 },
        8: { group: 7, ticks: [100, 200, 0, 0], megabytes: 30 },
        9: { group: 9, ticks: [1000, 0, 0, 0], megabytes: 5, environment: [`${markVariable}=${mark}`] },
        10: { group: 10, ticks: [5000, 5000, 0, 0], megabytes: 900 },
        77: { group: 77, ticks: [5000, 5000, 0, 0], megabytes: 900 }
      })
    ).to.eql({ cpuMs: 13_370, rssMegabytes: 85 })
  })

  it('counts the CPU time of a process that has ended but was not waited for', () => {
    expect(
      read({ 7: { group: 7, ticks: [1, 1, 0, 0], megabytes: 1 }, 8: { state: 'Z', group: 7, ticks: [5, 5, 0, 0] } })
    ).to.eql({ cpuMs: 120, rssMegabytes: 1 })
  })

  it('is unknown when nobody is left, and where there is no /proc', () => {
    expect(read({ 8: { group: 8, ticks: [1, 1, 0, 0] } })).to.equal(null)
    expect(read({ 7: { state: 'Z', group: 7, ticks: [1, 1, 0, 0] } })).to.equal(null)
    expect(readProcesses(kin, folder.path('nowhere'))).to.equal(null)
  })
})

describe('what living processes have used', () => {
  const start = processesInGroups()

  for (const [grandchild, what, title, holdMegabytes] of [
    ['living', 'is what they say, whatever the first one calls itself', 'a ) b (c', 40],
    ['ended', 'holds the CPU time of a child that has ended, and its memory no more', 'computes', 80]
  ] as const) {
    it(what, () =>
      eventually(async () => {
        const { kin: own, compute } = start({ title, grandchild })
        const { cpuMs, rssMegabytes } = await compute({ ms: 200, holdMegabytes })
        expect(readFileSync(`/proc/${own.group}/stat`, 'latin1')).to.include(`(${title})`)
        const use = readProcesses(own)
        expect(Number(use?.cpuMs) / cpuMs).to.be.within(0.7, 1.4)
        expect(Number(use?.rssMegabytes) / rssMegabytes).to.be.within(0.7, 1.4)
      })
    )
  }
})
