import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { checkApp } from '../../plugin/comparison/warnings/app.ts'
import { serving } from '../support/serving.ts'
import { compareHere, concludeFrom, measureOnce } from '../support/measure.ts'
import { apps, shortScript, steadyScript, useProject } from '../support/project.ts'
import type { WarningCode } from '../../plugin/concepts/warnings.ts'

// What the warnings say is tested in test/comparison/checks; what other programs take of the machine, in test/machine.
describe('what is odd, or goes wrong during a run, is measured or named', () => {
  const project = useProject()
  const serve = serving()

  const measure = (given: Parameters<typeof steadyScript>[1], ...variants: string[]) =>
    measureOnce(project.write('job.json', steadyScript(project, given)), project.folder, variants)
  /**
   * Of each user, also of those who are not stopped: enough for processes to report several times before and after it.
   */
  const count = 160
  /** @returns options for an app of which one process does something at that request of its own */
  const doing = (does: string, at: number) => ({
    app: { script: join(apps, 'once.js'), env: { ONCE: join(project.folder, 'once'), DOES: does, AT: at } }
  })
  const warningsOf = (
    code: WarningCode,
    { runs, settings }: Pick<Awaited<ReturnType<typeof measure>>, 'runs' | 'settings'>
  ) => checkApp(runs, settings).filter((each) => each.code === code)
  const onceFiles = () => readdirSync(project.folder).filter((name) => name.startsWith('once'))
  const clusterOfTwo = (rest = {}) => ({ single: {}, clustered: { mode: 'cluster', workers: 2, ...rest } })

  it('an app that closes its IPC channel is measured, but not explained', async () => {
    const variants = { single: { mode: 'single' }, other: { mode: 'single', env: { OTHER: 1 } } }
    const measured = await measure({ app: 'closes-channel.js', options: { variants } }, 'single', 'other')
    const [missing] = warningsOf('telemetry-missing', measured)
    expect(missing.severity).to.equal('note')
    expect(missing.message).to.match(
      /^single, round 1; other, round 1: 2 processes \(PID \d+ \.\.\.\) reported little or nothing .* Check whether the app closes its IPC channel/
    )
    const { candidates, variants: uses } = concludeFrom(measured)
    expect(candidates[0].diagnosis.code).to.equal('unknown')
    expect(uses[0].machine?.app).to.be.above(0)
  })

  it('an app that blocks its event loop is named, with round and variant', async () => {
    const { runs, settings } = await measure({ count, options: doing('block', 300) }, 'single')
    const [stalled] = warningsOf('worker-stalled', { runs, settings })
    expect(stalled).to.deep.include({ severity: 'warning', rounds: [1], variant: 'single' })
    const { seconds = NaN, cpuSeconds = NaN } = runs[0].workers[0].usage?.stall ?? {}
    expect(seconds).to.be.above(2)
    // It measures itself what CPU time the other programs here have left to it.
    expect(cpuSeconds).to.be.closeTo(Number(project.read(onceFiles()[0])), 0.5)
    const computed =
      /^single, round 1: process \d+ of single computed for \d+(\.\d)? s without a break, so its requests waited .* Find out what blocks its event loop\.$/
    expect(stalled.message).to.match(cpuSeconds > seconds / 2 ? computed : /got no CPU: find out which\.$/)
    expect(runs[0].latencyMs?.max).to.be.above(2500)
  })

  it('a worker that is stopped is named, and told from one that computes', async () => {
    const [stalled] = warningsOf('worker-stalled', await measure({ count, options: doing('stop', 150) }, 'clustered'))
    expect(stalled).to.deep.include({ rounds: [1], variant: 'clustered' })
    expect(stalled.message).to.match(
      /process \d+ of clustered stood still for \d+(\.\d)? s and used hardly any CPU time \(0(\.\d)? s\), .* It was stopped/
    )
  })

  it('a worker that dies is replaced, with a warning', async () => {
    const { runs, settings } = await measure(
      { options: { ...doing('exit', 10), variants: clusterOfTwo() } },
      'clustered'
    )
    expect(runs[0].restarts).to.equal(1)
    expect(runs[0].workers).to.have.lengthOf(3)
    expect(warningsOf('worker-restarted', { runs, settings }).map(({ variant }) => variant)).to.eql(['clustered'])
    expect(onceFiles()).to.have.lengthOf(1)
  })

  it('an app that removes all headers has no known distribution', async () => {
    const measured = await measure({ app: 'strips-headers.js' }, 'single')
    const [run] = measured.runs
    expect(run).to.include({ failures: 0, unattributed: run.requests })
    expect(warningsOf('unattributed-responses', measured)[0].message).to.match(
      /^single: 100 % of the responses had no x-worker-pid header/
    )
  })

  it('an app that sets the header itself is respected, without scheduling in the cluster', async () => {
    const {
      runs: [{ workers }]
    } = await measure(
      { app: 'own-header.js', options: { variants: clusterOfTwo({ scheduling: 'none' }) } },
      'clustered'
    )
    expect(workers).to.not.be.empty
    for (const { pid } of workers) expect(pid).to.match(/^mine-\d+$/)
  })

  it('an app that ends itself under load ends the comparison, with its exit code', async () => {
    const { error, exitCode } = await compareHere(
      project.write('job.json', shortScript(project, { app: 'leaves-under-load.js' })),
      project.folder
    )
    expect({ code: error?.code, exitCode }).to.deep.equal({ code: 'APP_DIED', exitCode: 3 })
    expect(error?.message).to.match(
      /^Variant single: the app .*leaves-under-load\.js exited with code 9 while it was measured\. It printed nothing\./
    )
  })

  it('an app that keeps its port when it is told to leave, as a container may, ends the comparison before it would be measured twice', async () => {
    const container = await serve((_request, response) => void response.end(), { port: project.port })
    await container.close()
    const daemon = await serve(
      (_request, response) => void container.server.listen(project.port, '127.0.0.1', () => response.end())
    )
    const client = `fetch(${JSON.stringify(daemon.target.url)}); setInterval(() => {}, 1000)`
    const variants = {
      single: { mode: 'command', command: ['node', '-e', client] },
      again: { mode: 'command', command: ['node', '-e', client] }
    }
    const script = shortScript(project, { options: { variants } })
    const { error, exitCode, scenarios } = await compareHere(project.write('job.json', script), project.folder)
    expect({ code: error?.code, exitCode, scenarios }).to.eql({ code: 'PORT_TAKEN', exitCode: 3, scenarios: [] })
    expect(error?.message).to.match(
      /which would be measured instead of your app\. .* An earlier variant may have left it/
    )
  })
})
