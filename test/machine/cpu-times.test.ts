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

describe('the CPU times of the machine', () => {
  const folder = temporaryFolder()
  const read = (text: string, ids: number[] | null) => readCpuTimes(ids, folder.write('stat', text))

  it('are those of programs, of all users and of the kernel on their behalf, and what was stolen', () => {
    expect(read(stat, [0])).to.eql({ programsMs: 15_000, stolenMs: 400 })
    expect(read(stat, [1])).to.eql({ programsMs: 1500, stolenMs: 40 })
  })

  it('are summed over the CPUs asked for, each once', () => {
    expect(read(stat, [0, 1])).to.eql({ programsMs: 16_500, stolenMs: 440 })
    expect(read(stat, null)).to.eql(read(stat, [0, 1]))
    expect(read(stat, [7])).to.eql({ programsMs: 0, stolenMs: 0 })
  })

  it('take CPU 1 and CPU 11 for different ones', () => {
    const many = 'cpu0 1 0 0 0 0 0 0 0 0 0\ncpu1 10 0 0 0 0 0 0 0 0 0\ncpu11 100 0 0 0 0 0 0 0 0 0\n'
    expect(read(many, [1])?.programsMs).to.equal(100)
    expect(read(many, [11])?.programsMs).to.equal(1000)
  })

  it('count nothing as stolen on a kernel that doesn’t tell', () => {
    expect(read('cpu  1 2 3 4\ncpu0 1 2 3 4\n', null)).to.eql({ programsMs: 60, stolenMs: 0 })
  })

  it('are unknown where there is no /proc', () => {
    expect(readCpuTimes(null, folder.path('nowhere'))).to.equal(null)
  })

  it('grow by what a program computes', function () {
    const before = readCpuTimes(null)
    if (before === null) return this.skip()
    const spentMs = compute(200)
    const grownMs = Number(readCpuTimes(null)?.programsMs) - before.programsMs
    expect(grownMs / spentMs).to.be.above(0.5)
  })
})
