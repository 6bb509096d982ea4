import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readProcesses } from '../../plugin/machine/watch-machine.ts'
import { markVariable } from '../../plugin/processes/members.ts'
import { temporaryFolder } from '../support/folder.ts'
import { madeUpProc } from '../processes/made-up-proc.ts'
import { processesInGroups } from './process-in-group.ts'

const mark = '5f2c7a0e-1b7b-4a7e-9a53-0c8d5f6f2f11'
const kin = { group: 7, mark }

describe('what the processes of an app have used, as the kernel writes it', () => {
  const folder = temporaryFolder()
  const read = (processes: Parameters<typeof madeUpProc>[1]) => readProcesses(kin, madeUpProc(folder, processes))

  it('is the CPU time and the memory of all of them, wherever they went, and of no others', () => {
    expect(read({
      7: { name: 'a ) b (c', group: 7, ticks: [10, 20, 3, 4], megabytes: 50 },
      8: { group: 7, ticks: [100, 200, 0, 0], megabytes: 30 },
      9: { group: 9, ticks: [1000, 0, 0, 0], megabytes: 5, environment: [`${markVariable}=${mark}`] },
      10: { group: 10, ticks: [5000, 5000, 0, 0], megabytes: 900 },
      77: { group: 77, ticks: [5000, 5000, 0, 0], megabytes: 900 }
    })).to.eql({ cpuMs: 13_370, rssMegabytes: 85 })
  })

  it('counts the CPU time of a process that has ended but was not waited for', () => {
    expect(read({ 7: { group: 7, ticks: [1, 1, 0, 0], megabytes: 1 }, 8: { state: 'Z', group: 7, ticks: [5, 5, 0, 0] } })).to.eql({ cpuMs: 120, rssMegabytes: 1 })
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
    it(what, async () => {
      const { kin: own, compute } = start({ title, grandchild })
      const { cpuMs, rssMegabytes } = await compute({ ms: 200, holdMegabytes })
      expect(readFileSync(`/proc/${own.group}/stat`, 'latin1')).to.include(`(${title})`)
      const use = readProcesses(own)
      expect(Number(use?.cpuMs) / cpuMs).to.be.within(0.7, 1.4)
      expect(Number(use?.rssMegabytes) / rssMegabytes).to.be.within(0.7, 1.4)
    })
  }

  it('grows with what they compute, and is gone with the last of them', async () => {
    const { kin: own, compute, end } = start()
    const before = await compute({ ms: 0 })
    const first = readProcesses(own)
    const after = await compute({ ms: 300 })
    const grownMs = Number(readProcesses(own)?.cpuMs) - Number(first?.cpuMs)
    expect(grownMs / (after.cpuMs - before.cpuMs)).to.be.within(0.7, 1.4)
    await end()
    expect(readProcesses(own)).to.equal(null)
  })
})
