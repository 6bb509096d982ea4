import { expect } from 'chai'
import { runArtillery } from '../support/artillery.ts'
import { certain, shortScript, useProject } from '../support/project.ts'
import type { Run } from '../../plugin/concepts/run.ts'

describe('an app whose responses begin at once and end later', () => {
  const project = useProject()

  it('is decided by the last byte, and told to the first beside, as a run before all measured ones found', async () => {
    const options = {
      users: 8,
      duration: '2s',
      warmUp: '0.5s',
      rounds: 3,
      alternate: 'runs',
      thresholds: { p50: certain.toPass },
      variants: { single: {}, same: { mode: 'single' } }
    }
    const scenarios = [{ name: 'stream', flow: [{ get: { url: '/stream' } }] }]
    const script = shortScript(project, { app: 'flows.js', options, config: { phases: undefined }, scenarios })
    const { code, output } = await runArtillery(project.write('job.json', script), { cwd: project.folder })
    expect(code, output).to.equal(0)
    const [{ latencyTo, candidates }] = project.comparison().scenarios
    expect(latencyTo).to.equal('last-byte')
    expect(candidates[0].beside?.map(({ metric }: { metric: string }) => metric)).to.include('p50')
    for (const { latencyMs, firstByte } of project.runs() as Run[]) {
      expect(latencyMs?.p50).to.be.above(399)
      expect(Number(firstByte?.latencyMs?.p50)).to.be.below(Number(latencyMs?.p50) - 390)
    }
    expect(output).to.match(/^ {2}p50 +\d+ ms .*pass$/m)
    expect(output).to.match(/^ {2}p50 first byte /m)
    expect(output).to.match(/^ {2}latency +p50, p95 and p99 go to the last byte/m)
    expect(output).to.match(/The time is in the body: \d+ of the \d+ ms of an average response .* \[body\]|\[same\]/)
  })
})
