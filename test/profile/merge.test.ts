import { Session, type Profiler } from 'node:inspector'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { merge } from '../../plugin/profile/merge.ts'
import type { CpuProfile, CpuProfileNode } from '../../plugin/profile/raw.ts'

/** Of this process, while it works for some milliseconds. */
function realProfile(work: () => void): CpuProfile {
  const session = new Session()
  session.connect()
  for (const method of ['Profiler.enable', 'Profiler.start']) session.post(method)
  for (const until = performance.now() + 30; performance.now() < until;) work()
  let profile: Profiler.Profile | undefined
  session.post('Profiler.stop', (_error, result) => void ({ profile } = result as Profiler.StopReturnType))
  session.disconnect()
  return profile as unknown as CpuProfile
}

const sortNumbers = () => void Array.from({ length: 1000 }, Math.random).sort()
const countUp = () => void Array.from({ length: 1000 }, (_, i) => i).reduce((sum, i) => sum + i)
const hitsOf = ({ nodes }: CpuProfile) => nodes.reduce((sum, { hitCount = 0 }) => sum + hitCount, 0)
const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)

const aNode = (id: number, functionName: string, rest: Partial<CpuProfileNode> = {}): CpuProfileNode => ({
  id,
  callFrame: { functionName, scriptId: String(id), url: 'file:///app.js', lineNumber: 1, columnNumber: 2 },
  hitCount: 1,
  ...rest
})

describe('profiles that are merged', () => {
  const profiles = [realProfile(sortNumbers), realProfile(countUp), realProfile(sortNumbers)]
  const merged = merge(profiles)

  it('have one root, and each node but that has one parent, which is there', () => {
    const ids = merged.nodes.map(({ id }) => id)
    const children = merged.nodes.flatMap((node) => node.children ?? [])
    expect(new Set(ids).size).to.equal(ids.length)
    expect([...children].sort()).to.eql(ids.filter((id) => id !== merged.nodes[0].id).sort())
    expect(merged.nodes[0].callFrame.functionName).to.equal('(root)')
    expect(merged.nodes.filter(({ callFrame }) => callFrame.functionName === '(program)')).to.have.length.at.most(1)
  })

  it('have all their hits and samples, each of a node that is there, at times that never go back', () => {
    expect(hitsOf(merged))
      .to.equal(sumOf(profiles.map(hitsOf)))
      .and.be.above(0)
    expect(merged.samples).to.have.length(sumOf(profiles.map(({ samples }) => samples.length)))
    expect(merged.timeDeltas).to.have.length(merged.samples.length)
    expect(Math.min(...merged.timeDeltas)).to.be.at.least(0)
    expect(merged.nodes.map(({ id }) => id)).to.include.members(merged.samples)
    expect(merged.endTime - merged.startTime)
      .to.be.at.least(sumOf(merged.timeDeltas))
      .and.at.least(sumOf(profiles.map((profile) => profile.endTime - profile.startTime)))
  })

  it('follow one another in time, and share the stacks that are the same, with the hits of each line', () => {
    const [first, second] = [0, 5000].map((startTime): CpuProfile => {
      const nodes = [
        aNode(1, '(root)', { children: [2] }),
        aNode(2, 'work', { positionTicks: [{ line: 7, ticks: 2 }] })
      ]
      // The second sample was noted late: before the first.
      return { nodes, startTime, endTime: startTime + 100, samples: [2, 1], timeDeltas: [30, -10] }
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
    expect(both).to.deep.include({ startTime: 0, endTime: 200, samples: [2, 1, 2, 1], timeDeltas: [30, 0, 100, 0] })
    expect(first.nodes[1].positionTicks).to.eql([{ line: 7, ticks: 2 }])
  })
})
