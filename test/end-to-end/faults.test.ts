import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'chai'
import { checkApp } from '../../plugin/comparison/warnings/app.ts'
import { warnings } from '../../plugin/comparison/warnings.ts'
import { compareHere, concludeFrom, measureOnce } from '../support/measure.ts'
import { apps, shortScript, steadyScript, useProject } from '../support/project.ts'

describe('what goes wrong during a run is measured or named', function () {
  this.timeout(60_000)
  const project = useProject()

  const measure = (given: Parameters<typeof steadyScript>[1], variants: string[]) => measureOnce(project.write('job.json', steadyScript(project, given)), project.folder, variants)

  it('an app that closes its IPC channel is measured, but not explained', async () => {
    const variants = { single: { mode: 'single' }, other: { mode: 'single', env: { OTHER: 1 } } }
    const measured = await measure({ app: 'closes-channel.js', options: { variants } }, ['single', 'other'])
    const [missing] = checkApp(measured.runs, measured.settings)
    expect(missing).to.include({ code: 'telemetry-missing', severity: 'note' })
    expect(missing.message).to.match(/^single, round 1; other, round 1: 2 processes \(PID \d+ \.\.\.\) told little or nothing .* Did the app close its IPC channel/)
    const { candidates, variants: uses } = concludeFrom(measured)
    expect(candidates[0].diagnosis.code).to.equal('unknown')
    expect(uses[0].machine?.app).to.be.above(0)
  })

  it('an app that blocks its event loop is named, with round and variant', async () => {
    const app = { script: join(apps, 'once.js'), env: { ONCE: join(project.folder, 'once'), DOES: 'block', AT: 200 } }
    const { runs, settings } = await measure({ options: { app } }, ['single'])
    const [stalled] = checkApp(runs, settings)
    expect(stalled).to.deep.include({ code: 'worker-stalled', severity: 'warning', rounds: [1], variant: 'single' })
    expect(stalled.message).to.match(/^single, round 1: the process \d+ of single computed for [23](\.\d)? s in one piece, its requests waited, .* Find what blocks its event loop\.$/)
    expect(runs[0].latencyMs?.max).to.be.above(2500)
  })

  it('a worker that is stopped is named, and told from one that computes', async () => {
    const app = { script: join(apps, 'once.js'), env: { ONCE: join(project.folder, 'once'), DOES: 'stop', AT: 100 } }
    const { runs, settings } = await measure({ options: { app } }, ['clustered'])
    const [stalled] = checkApp(runs, settings)
    expect(stalled).to.deep.include({ code: 'worker-stalled', rounds: [1], variant: 'clustered' })
    expect(stalled.message).to.match(/the process \d+ of clustered stood still for [23](\.\d)? s with hardly any CPU time \(0(\.\d)? s\), .* It was stopped/)
  })

  it('an app that forks children of its own gets no message of ours, and their work is seen', async () => {
    const { runs } = await measure({ app: 'forks.js' }, ['single'])
    expect(runs[0].failures).to.equal(0)
    const { usage } = runs[0].workers[0]
    expect(usage?.utilization).to.be.below(0.5)
    expect(Number(runs[0].machine?.app) / Number(usage?.cpu)).to.be.above(3)
  })

  it('an app that changes its title is accounted for all the same', async () => {
    const { runs } = await measure({ app: 'titled.js' }, ['single'])
    expect(Number(runs[0].machine?.app) / Number(runs[0].workers[0].usage?.cpu)).to.be.within(0.7, 1.4)
  })

  it('an app that ends itself under load ends the comparison, with its exit code', async () => {
    const { error, exitCode } = await compareHere(project.write('job.json', shortScript(project, { app: 'leaves-under-load.js' })), project.folder)
    expect({ code: error?.code, exitCode }).to.deep.equal({ code: 'APP_DIED', exitCode: 3 })
    expect(error?.message).to.match(/^Variant single: the app .*leaves-under-load\.js exited with code 9 while it was measured\. It printed nothing\./)
  })

  it('a load generator that is starved by another program on its core is named', async () => {
    // One core for all: the app, its load and a program that never rests.
    const before = execFileSync('taskset', ['-cp', String(process.pid)], { encoding: 'utf8' }).split(': ')[1].trim()
    const hog = spawn('taskset', ['-c', '0', process.execPath, '-e', 'for (;;);'], { stdio: 'ignore' })
    const gone = once(hog, 'exit')
    try {
      execFileSync('taskset', ['-cp', '0', String(process.pid)])
      const { runs, settings } = await measure({}, ['single'])
      expect(runs[0].machine?.cores).to.equal(1)
      const [worst] = warnings({ runs, candidates: [], load: { model: 'closed', saturated: [] }, client: null, answers: [], uses: [] }, settings)
      expect(worst.severity).to.equal('problem')
      expect(worst.code).to.be.oneOf(['machine-disturbed', 'generator-saturated'])
    } finally {
      execFileSync('taskset', ['-cp', before, String(process.pid)])
      hog.kill('SIGKILL')
      await gone
    }
  })
})
