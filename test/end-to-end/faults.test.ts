import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { checkApp } from '../../plugin/comparison/warnings/app.ts'
import { compareHere, concludeFrom, measureScripts } from '../support/measure.ts'
import { apps, sharedProject, shortScript, steadyScript } from '../support/project.ts'
import { serving } from '../support/serving.ts'
import type { WarningCode } from '../../plugin/concepts/warnings.ts'

// What the warnings say is tested in test/comparison/checks; what other programs take of the machine, in test/machine.
describe('what is odd, or goes wrong during a run, is measured or named', () => {
  const project = sharedProject()
  const serve = serving()

  const clusterOfTwo = (rest = {}) => ({ single: {}, clustered: { mode: 'cluster', workers: 2, ...rest } })
  /** @returns an app of which one process does something at that request of its own */
  const doing = (does: string, at: number) => ({
    app: { script: join(apps, 'once.js'), env: { ONCE: join(project.folder, does), DOES: does, AT: at } }
  })
  /** @param count of each user's requests, some 41 ms each: processes report several times before and after */
  const scriptOf = ({ count = 120, ...options }: { count?: number } & Record<string, unknown>, ...names: string[]) => ({
    script: steadyScript(project, { count, options }),
    names
  })
  const measureAll = () =>
    measureScripts(
      {
        deaf: scriptOf(
          {
            app: join(apps, 'closes-channel.js'),
            variants: { single: {}, other: { mode: 'single', args: ['other'] } }
          },
          'single',
          'other'
        ),
        blocking: scriptOf(doing('block', 300), 'single'),
        // What counts ends when those leave whose worker is not stopped.
        stopped: scriptOf({ ...doing('stop', 400), count: 240 }, 'clustered'),
        dying: scriptOf({ ...doing('exit', 10), variants: clusterOfTwo() }, 'clustered'),
        stripping: scriptOf({ app: join(apps, 'strips-headers.js') }, 'single'),
        naming: scriptOf(
          { app: join(apps, 'own-header.js'), variants: clusterOfTwo({ scheduling: 'none' }) },
          'clustered'
        )
      },
      project.folder
    )
  let measured: Awaited<ReturnType<typeof measureAll>>
  before(async () => void (measured = await measureAll()))

  function found(kind: keyof typeof measured) {
    const { runs, settings } = measured[kind]
    const warningsOf = (code: WarningCode) => checkApp(runs, settings).filter((each) => each.code === code)
    return { runs, settings, run: runs[0], warningsOf }
  }

  it('an app that closes its IPC channel is measured, but not explained', () => {
    const { runs, settings, warningsOf } = found('deaf')
    const [missing] = warningsOf('telemetry-missing')
    expect(missing.severity).to.equal('note')
    expect(missing.message).to.match(
      /^single, round 1; other, round 1: 2 processes \(PID \d+ \.\.\.\) reported little or nothing .* Check whether the app closes its IPC channel/
    )
    const { candidates, variants } = concludeFrom({ runs, settings })
    expect(candidates[0].diagnosis.code).to.equal('unknown')
    expect(variants[0].machine?.app).to.be.above(0)
  })

  it('an app that blocks its event loop is named, with round and variant', () => {
    const { run, warningsOf } = found('blocking')
    const [stalled] = warningsOf('worker-stalled')
    expect(stalled).to.deep.include({ severity: 'warning', rounds: [1], variant: 'single' })
    const { seconds = NaN, cpuSeconds = NaN } = run.workers[0].usage?.stall ?? {}
    expect(seconds).to.be.above(2)
    // It measures itself what CPU time the other programs here have left to it.
    const [file] = readdirSync(project.folder).filter((name) => name.startsWith('block-'))
    expect(cpuSeconds).to.be.closeTo(Number(project.read(file)), 0.5)
    const computed =
      /^single, round 1: process \d+ of single computed for \d+(\.\d)? s without a break, so its requests waited .* Find out what blocks its event loop\.$/
    expect(stalled.message).to.match(cpuSeconds > seconds / 2 ? computed : /got no CPU: find out which\.$/)
    expect(run.latencyMs?.max).to.be.above(2500)
  })

  it('a worker that is stopped is named, and told from one that computes', () => {
    const [stalled] = found('stopped').warningsOf('worker-stalled')
    expect(stalled).to.deep.include({ rounds: [1], variant: 'clustered' })
    expect(stalled.message).to.match(
      /process \d+ of clustered stood still for \d+(\.\d)? s and used hardly any CPU time \(0(\.\d)? s\), .* It was stopped/
    )
  })

  it('a worker that dies is replaced, with a warning', () => {
    const { run, warningsOf } = found('dying')
    expect(run.restarts).to.equal(1)
    expect(run.workers).to.have.lengthOf(3)
    expect(warningsOf('worker-restarted').map(({ variant }) => variant)).to.eql(['clustered'])
  })

  it('an app that removes all headers has no known distribution', () => {
    const { run, warningsOf } = found('stripping')
    expect(run).to.include({ failures: 0, unattributed: run.requests })
    expect(warningsOf('unattributed-responses')[0].message).to.match(
      /^single: 100 % of the responses had no x-worker-pid header/
    )
  })

  it('an app that sets the header itself is respected, without scheduling in the cluster', () => {
    const { workers } = found('naming').run
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
