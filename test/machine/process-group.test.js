import { expect } from 'chai'
import { afterEach, before, describe, it } from 'mocha'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { readProcessGroup } from '../../plugin/machine/process-group.js'
import { temporaryFolder } from '../support/folder.js'
import { startInGroup } from './process-in-group.js'

/**
 * Of a child of process 7.
 *
 * @param {number} pid
 * @param {{ name?: string, group: number, ticks: [number, number, number, number] }} of ticks: its own, user and
 *   system, then those of its children that have ended
 */
const statLine = (pid, { name = 'node', group, ticks }) =>
  `${pid} (${name}) S 7 ${group} ${group} 0 -1 4194560 900 800 0 0 ${ticks.join(' ')} 20 0 11 0 5000 1000000 9000 18446744073709551615\n`

describe('what a process group has used, as the kernel writes it', () => {
  const folder = temporaryFolder()
  let tables = 0

  /**
   * @param {Record<number, Parameters<typeof statLine>[1] & { megabytes?: number }>} processes by their PID
   * @returns {string} a made-up /proc
   */
  function proc(processes) {
    const name = String(++tables)
    for (const [pid, { megabytes, ...of }] of Object.entries(processes)) {
      mkdirSync(folder.path(`${name}/${pid}`), { recursive: true })
      folder.write(`${name}/${pid}/stat`, statLine(Number(pid), of))
      // A kernel thread, and a process that has ended but was not waited for, have no such line.
      folder.write(`${name}/${pid}/status`, megabytes === undefined ? 'Name:\tnode\n' : `VmHWM:\t9999999 kB\nVmRSS:\t  ${megabytes * 1024} kB\nRssAnon:\t1 kB\n`)
    }
    mkdirSync(folder.path(`${name}/sys`))
    return folder.path(name)
  }

  it('is the CPU time and the memory of all its processes, and of no others', () => {
    const table = proc({
      7: { group: 7, ticks: [10, 20, 3, 4], megabytes: 50 },
      8: { group: 7, ticks: [100, 200, 0, 0], megabytes: 30 },
      9: { group: 9, ticks: [5000, 5000, 0, 0], megabytes: 900 },
      77: { group: 77, ticks: [5000, 5000, 0, 0], megabytes: 900 }
    })
    expect(readProcessGroup(7, table)).to.eql({ cpuMs: 3370, rssMegabytes: 80 })
  })

  for (const name of ['a ) b (c', ') R 1 99 99 0 -1', '((', 'a b c', ')', '']) {
    it(`is found under the name ${JSON.stringify(name)}`, () => {
      const table = proc({ 7: { name, group: 7, ticks: [1, 2, 3, 4], megabytes: 1 }, 8: { name, group: 99, ticks: [50, 0, 0, 0], megabytes: 7 } })
      expect(readProcessGroup(7, table)).to.eql({ cpuMs: 100, rssMegabytes: 1 })
    })
  }

  it('counts the CPU time of a process that has ended but was not waited for', () => {
    expect(readProcessGroup(7, proc({ 7: { group: 7, ticks: [1, 1, 0, 0] } }))).to.eql({ cpuMs: 20, rssMegabytes: 0 })
  })

  it('leaves out a process that ends while it is read', () => {
    const table = proc({ 7: { group: 7, ticks: [1, 1, 0, 0], megabytes: 1 } })
    mkdirSync(`${table}/8`)
    expect(readProcessGroup(7, table)).to.eql({ cpuMs: 20, rssMegabytes: 1 })
  })

  it('is unknown when nobody is left, and where there is no /proc', () => {
    expect(readProcessGroup(8, proc({ 7: { group: 7, ticks: [1, 1, 0, 0] } }))).to.equal(null)
    expect(readProcessGroup(7, folder.path('nowhere'))).to.equal(null)
  })
})

describe('what a living process group has used', () => {
  /** @type {ReturnType<typeof startInGroup> | null} */
  let started = null
  before(function () {
    if (!existsSync('/proc/self/stat')) this.skip()
  })
  afterEach(() => started?.end())

  it('is what its processes say, whatever the first one calls itself', async () => {
    started = startInGroup({ title: 'a ) b (c', grandchild: 'living' })
    const { cpuMs, rssMegabytes } = await started.compute({ ms: 200, holdMegabytes: 40 })
    expect(readFileSync(`/proc/${started.group}/stat`, 'latin1')).to.include('(a ) b (c)')
    const group = readProcessGroup(started.group)
    expect(Number(group?.cpuMs) / cpuMs).to.be.within(0.7, 1.4)
    expect(Number(group?.rssMegabytes) / rssMegabytes).to.be.within(0.7, 1.4)
  })

  it('holds the CPU time of a child that has ended, and its memory no more', async () => {
    started = startInGroup({ grandchild: 'ended' })
    const { cpuMs, rssMegabytes } = await started.compute({ ms: 200, holdMegabytes: 80 })
    const group = readProcessGroup(started.group)
    expect(Number(group?.cpuMs) / cpuMs).to.be.within(0.7, 1.4)
    expect(Number(group?.rssMegabytes) / rssMegabytes).to.be.within(0.7, 1.4)
  })

  it('grows with what it computes', async () => {
    started = startInGroup()
    const before = await started.ask()
    const first = readProcessGroup(started.group)
    const after = await started.compute({ ms: 300 })
    const grownMs = Number(readProcessGroup(started.group)?.cpuMs) - Number(first?.cpuMs)
    expect(grownMs / (after.cpuMs - before.cpuMs)).to.be.within(0.7, 1.4)
  })

  it('is gone with its last process', async () => {
    started = startInGroup()
    const { group, end } = started
    expect(readProcessGroup(group)).not.to.equal(null)
    started = null
    await end()
    expect(readProcessGroup(group)).to.equal(null)
  })
})
