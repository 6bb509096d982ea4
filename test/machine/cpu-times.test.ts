import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readCpuTimes } from '../../plugin/machine/watch-machine.ts'
import { temporaryFolder } from '../support/folder.ts'
import { compute } from './compute.ts'

const stat = `cpu  1100 220 330 9000 50 70 60 44 5 6
cpu0 1000 200 300 4000 20 30 20 40 5 6
cpu1 100 20 30 5000 30 40 40 4 0 0
intr 12345 0 0 cpu
ctxt 99
btime 1700000000
`
const many = 'cpu0 1 0 0 0 0 0 0 0 0 0\ncpu1 10 0 0 0 0 0 0 0 0 0\ncpu11 100 0 0 0 0 0 0 0 0 0\n'
const old = 'cpu  1 2 3 4\ncpu0 1 2 3 4\n'

describe('the CPU times of the machine', () => {
  const folder = temporaryFolder()

  const cases: [what: string, text: string, ids: number[] | null, programsMs: number, stolenMs: number][] = [
    ['are those of programs, of all users and of the kernel on their behalf, and what was stolen', stat, [0], 15_000, 400],
    ['are those of the CPU asked for', stat, [1], 1500, 40],
    ['are summed over the CPUs asked for', stat, [0, 1], 16_500, 440],
    ['are summed over all, each once', stat, null, 16_500, 440],
    ['are none of a CPU that is not there', stat, [7], 0, 0],
    ['are those of CPU 1, not of CPU 11', many, [1], 100, 0],
    ['are those of CPU 11, not of CPU 1', many, [11], 1000, 0],
    ['count nothing as stolen on a kernel that doesn’t tell', old, null, 60, 0]
  ]
  for (const [what, text, ids, programsMs, stolenMs] of cases) {
    it(what, () => expect(readCpuTimes(ids, folder.write('stat', text))).to.eql({ programsMs, stolenMs }))
  }

  it('are unknown where there is no /proc', () => {
    expect(readCpuTimes(null, folder.path('nowhere'))).to.equal(null)
  })

  it('grow by what a program computes', function () {
    const before = readCpuTimes(null)
    if (before === null) return this.skip()
    const spentMs = compute(200)
    expect((Number(readCpuTimes(null)?.programsMs) - before.programsMs) / spentMs).to.be.above(0.5)
  })
})
