import { expect } from 'chai'
import { cut } from '../../../plugin/questions/profile/experiment/collect.ts'
import type { CpuProfileNode } from '../../../plugin/questions/profile/concepts.ts'

const node = (
  id: number,
  functionName: string,
  hitCount: number,
  rest: Partial<CpuProfileNode> = {}
): CpuProfileNode => ({
  id,
  callFrame: { functionName, scriptId: '1', url: '', lineNumber: 0, columnNumber: 0 },
  hitCount,
  ...rest
})

describe('a profile that is cut to the load that counts', () => {
  it('drops samples that are no hits, as V8 adds them where it gives up optimized code, but none of the time', () => {
    const nodes = [node(1, '(root)', 0, { children: [2, 3] }), node(2, 'handler', 1), node(3, 'work', 3)]
    const whole = { nodes, startTime: 0, endTime: 600, samples: [3, 2, 3, 2, 3], timeDeltas: [100, 50, 50, 50, 50] }
    const { profile } = cut({ pid: '1', responses: 2, blocked: [], fromUs: 0, toUs: 400, profile: whole })
    expect(profile).to.deep.include({ samples: [3, 3, 2, 3], timeDeltas: [100, 100, 50, 50] })
    expect(profile.nodes.map(({ hitCount }) => hitCount)).to.eql([0, 1, 3])
  })

  it('never lets time go back, as V8 notes some samples late, and counts none twice', () => {
    const whole = {
      nodes: [node(1, '(root)', 0, { children: [2] }), node(2, 'work', 4)],
      startTime: 0,
      endTime: 400,
      samples: [2, 2, 2, 2],
      timeDeltas: [100, 100, -90, 190]
    }
    expect(
      cut({ pid: '1', responses: 2, blocked: [], fromUs: 0, toUs: 400, profile: whole }).profile.timeDeltas
    ).to.eql([100, 100, 0, 100])
  })

  it('keeps the samples of that time, the stacks that they hit, and its lines in their proportions', () => {
    const nodes = [
      node(1, '(root)', 0, { children: [2, 3] }),
      node(2, 'start', 2, { children: [4] }),
      node(3, 'serve', 0, { children: [5] }),
      node(4, 'load', 1),
      node(5, 'work', 4, {
        positionTicks: [
          { line: 7, ticks: 3 },
          { line: 8, ticks: 1 }
        ]
      })
    ]
    const whole = {
      nodes,
      startTime: 1000,
      endTime: 1800,
      samples: [2, 2, 4, 5, 5, 5, 5],
      timeDeltas: [100, 100, 100, 100, 100, 100, 100]
    }
    const { profile, ...rest } = cut({ pid: '1', responses: 2, blocked: [], fromUs: 1350, toUs: 1550, profile: whole })
    expect(rest).to.eql({ pid: '1', responses: 2, blocked: [] })
    expect(profile).to.deep.include({ startTime: 1350, endTime: 1550, samples: [5, 5], timeDeltas: [50, 100] })
    expect(profile.nodes).to.eql([
      node(1, '(root)', 0, { children: [3] }),
      node(3, 'serve', 0, { children: [5] }),
      node(5, 'work', 2, {
        positionTicks: [
          { line: 7, ticks: 2 },
          { line: 8, ticks: 1 }
        ]
      })
    ])
  })
})
