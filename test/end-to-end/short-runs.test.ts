import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { runArtillery } from '../support/artillery.ts'
import { shortScript, useProject } from '../support/project.ts'

describe('runs of some milliseconds', function () {
  this.timeout(180_000)
  const project = useProject()

  // The system, which counts CPU time in ticks, may see none of what the app did.
  it('of an app that counts visits are compared and written, page included, whatever the system saw of them', async () => {
    const script = shortScript(project, {
      app: 'visits.js',
      options: { thresholds: { p95: 1.1 } },
      config: { phases: [{ duration: 1, arrivalCount: 10 }] },
      scenarios: [{ name: 'visits', flow: [{ loop: [{ get: { url: '/' } }], count: 40 }] }]
    })
    const { code, output } = await runArtillery(project.write('job.json', script), { cwd: project.folder })
    expect(output).to.not.match(/NOT WRITTEN|NaN|Infinity|broken-figure/)
    const {
      exitCode,
      error,
      scenarios: [{ rounds }]
    } = project.comparison()
    expect([code, error, rounds], output).to.eql([exitCode, null, 3])
    expect(existsSync(join(project.folder, /Report: (.*)/.exec(output)![1]))).to.equal(true)
  })
})
