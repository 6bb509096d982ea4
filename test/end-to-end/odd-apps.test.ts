import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { checkRun } from '../../plugin/comparison/limits.ts'
import { checkApp } from '../../plugin/comparison/warnings/app.ts'
import { concludeFrom, measureOnce } from '../support/measure.ts'
import { apps, shortScript, steadyScript, useProject } from '../support/project.ts'

describe('an odd app is measured all the same, and what is odd is named', function () {
  this.timeout(60_000)
  const project = useProject()

  async function measure(script: object, variants?: string[]) {
    const measured = await measureOnce(project.write('job.json', script), project.folder, variants)
    const { runs, settings } = measured
    for (const run of runs) checkRun(run, settings.scenarios[0], settings)
    return measured
  }

  it('one that ignores SIGTERM is killed, with a note', async () => {
    const app = { script: join(apps, 'ignores-sigterm.js'), stopTimeout: 0.2 }
    const { runs, settings } = await measure(shortScript(project, { options: { app } }))
    expect(runs.map(({ variant, killed }) => [variant, killed])).to.deep.equal([['single', true], ['clustered', true]])
    const [killed] = checkApp(runs, settings)
    expect(killed).to.deep.include({ code: 'app-killed', severity: 'note', variant: 'single' })
    expect(killed.message).to.match(/^single: after 1 run the app did not leave within 0\.2 s of SIGTERM and was killed\./)
  })

  it('one that removes all headers has no known distribution, and is not compared when a fairness is required', async () => {
    const measured = await measure(shortScript(project, { app: 'strips-headers.js' }))
    const [unattributed] = checkApp(measured.runs, measured.settings)
    expect(unattributed.message).to.match(/^single: 100 % of the responses carried no x-worker-pid header, so nobody knows how the work was distributed\./)
    expect(concludeFrom(measured).candidates[0].limits[0]).to.include({ metric: 'fairness', value: null })
    const { runs: [, clustered], settings } = measured
    const required = { ...settings.scenarios[0], thresholds: { clustered: { fairness: 0.5 } } }
    expect(() => checkRun(clustered, required, settings))
      .to.throw(/^Variant clustered: a fairness is required, but 100 % of the responses in round 1 of hello carried no x-worker-pid header/)
      .with.property('code', 'NOT_ATTRIBUTED')
  })

  it('one that sets the header itself is respected, without scheduling in the cluster', async () => {
    const variants = { single: {}, clustered: { mode: 'cluster', workers: 2, scheduling: 'none' } }
    const { runs } = await measure(shortScript(project, { app: 'own-header.js', options: { variants } }))
    const pids = runs.flatMap(({ workers }) => workers.map(({ pid }) => pid))
    expect(pids).to.not.have.lengthOf(0)
    for (const pid of pids) expect(pid).to.match(/^mine-\d+$/)
  })

  it('one whose workers die is served on by new ones, with a warning', async () => {
    const app = { script: join(apps, 'once.js'), env: { ONCE: join(project.folder, 'death'), DOES: 'exit', AT: 10 } }
    const variants = { single: {}, clustered: { mode: 'cluster', workers: 2 } }
    const { runs: [run], settings } = await measure(steadyScript(project, { options: { app, variants, thresholds: { errorRate: 1 } } }), ['clustered'])
    expect(run.restarts).to.equal(1)
    expect(run.workers).to.have.lengthOf(3)
    const [restarted] = checkApp([run], settings)
    expect(restarted).to.deep.include({ code: 'worker-restarted', severity: 'warning', variant: 'clustered' })
    expect(restarted.message).to.match(/^clustered, round 1: 1 worker died and was forked again/)
    expect(readdirSync(project.folder).filter((name) => name.startsWith('death'))).to.have.lengthOf(1)
  })
})
