import { expect } from 'chai'
import { merge } from '../../../plugin/questions/profile/experiment/call-tree.ts'
import type { CpuProfile, CpuProfileNode } from '../../../plugin/questions/profile/concepts.ts'

const aNode = (id: number, functionName: string, rest: Partial<CpuProfileNode> = {}): CpuProfileNode => ({
  id,
  callFrame: { functionName, scriptId: String(id), url: 'file:///app.js', lineNumber: 1, columnNumber: 2 },
  hitCount: 1,
  ...rest
})

describe('profiles that are merged', () => {
  it('follow one another in time, and share the stacks that are the same, with the hits of each line', () => {
    const [first, second] = [0, 5000].map((startTime): CpuProfile => {
      const nodes = [
        aNode(1, '(root)', { children: [2] }),
        aNode(2, 'work', { positionTicks: [{ line: 7, ticks: 2 }] })
      ]
      return { nodes, startTime, endTime: startTime + 100, samples: [2, 1], timeDeltas: [30, 10] }
    })
    second.nodes[1].positionTicks?.push({ line: 8, ticks: 1 })
    const both = merge([first, second])
    expect(both.nodes.map(({ id, hitCount, children }) => [id, hitCount, children])).to.eql([
      [1, 2, [2]],
      [2, 2, undefined]
    ])
    expect(both.nodes[1].positionTicks).to.eql([
      { line: 7, ticks: 4 },
      { line: 8, ticks: 1 }
    ])
    expect(both).to.deep.include({ startTime: 0, endTime: 200, samples: [2, 1, 2, 1], timeDeltas: [30, 10, 90, 10] })
    expect(first.nodes[1].positionTicks).to.eql([{ line: 7, ticks: 2 }])
  })
})
