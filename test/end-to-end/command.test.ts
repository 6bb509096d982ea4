import { expect } from 'chai'
import { concludeFrom, measureOnce } from '../support/measure.ts'
import { apps, repository, steadyScript, useProject } from '../support/project.ts'

// What ends it is tested in test/app, and that the comparison ends with it in bad-input.test.ts.
describe('any command', function () {
  this.timeout(90_000)
  const project = useProject()

  it('is measured, with what its grandchildren use, the header where it sends it, and that it had to be killed', async () => {
    const variants = {
      deaf: { mode: 'command', command: `trap '' TERM; '${process.execPath}' ${apps}forks.js & while :; do sleep 1; done` },
      tagged: { mode: 'command', command: [process.execPath, '--import', 'artillery-plugin-speedup/preload', `${apps}hello.js`] }
    }
    const script = steadyScript(project, { options: { app: { cwd: repository, stopTimeout: 1 }, variants } })
    const measured = await measureOnce(project.write('job.json', script), project.folder)
    const [deaf, tagged] = measured.runs
    expect(deaf).to.deep.include({ failures: 0, workers: [], unattributed: deaf.requests, restarts: 0 })
    const computed = (deaf.counted.requests * 0.005) / deaf.loadSeconds
    expect(Number(deaf.machine?.app) / computed).to.be.within(0.8, 2)
    expect(deaf.machine?.appMegabytes).to.be.above(60)
    expect(tagged.workers).to.have.length(1)
    expect(tagged).to.deep.include({ failures: 0, unattributed: 0 })
    expect([deaf.killed, tagged.killed]).to.eql([true, false])
    expect(concludeFrom(measured).candidates.map(({ name }) => name)).to.eql(['tagged'])
  })
})
