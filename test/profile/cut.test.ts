import { expect } from 'chai'
import { describe, it } from 'mocha'
import { cut } from '../../plugin/profile/cut.ts'
import type { CpuProfileNode } from '../../plugin/profile/raw.ts'

const node = (id: number, functionName: string, hitCount: number, rest: Partial<CpuProfileNode> = {}): CpuProfileNode =>
  ({ id, callFrame: { functionName, scriptId: '1', url: '', lineNumber: 0, columnNumber: 0 }, hitCount, ...rest })

describe('a profile that is cut to the load that counts', () => {
  it('keeps the samples of that time, the stacks that they hit, and its lines in their proportions', () => {
    const nodes = [
      node(1, '(root)', 0, { children: [2, 3] }), node(2, 'start', 2, { children: [4] }),
      node(3, 'serve', 0, { children: [5] }), node(4, 'load', 1), node(5, 'work', 4, { positionTicks: [{ line: 7, ticks: 3 }, { line: 8, ticks: 1 }] })
    ]
    const whole = { nodes, startTime: 1000, endTime: 1800, samples: [2, 2, 4, 5, 5, 5, 5], timeDeltas: [100, 100, 100, 100, 100, 100, 100] }
    const { profile, ...rest } = cut({ pid: '1', responses: 2, blocked: [], fromUs: 1350, toUs: 1550, profile: whole })
    expect(rest).to.eql({ pid: '1', responses: 2, blocked: [] })
    expect(profile).to.deep.include({ startTime: 1350, endTime: 1550, samples: [5, 5], timeDeltas: [50, 100] })
    expect(profile.nodes).to.eql([
      node(1, '(root)', 0, { children: [3] }), node(3, 'serve', 0, { children: [5] }), node(5, 'work', 2, { positionTicks: [{ line: 7, ticks: 2 }, { line: 8, ticks: 1 }] })
    ])
  })
})
