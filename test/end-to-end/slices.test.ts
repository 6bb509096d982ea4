import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { runArtillery } from '../support/artillery.ts'
import { eventually } from '../support/eventually.ts'
import { measureRoundOf } from '../support/measure.ts'
import { apps, shortScript, useProject } from '../support/project.ts'
import type { Run } from '../../plugin/concepts/run.ts'

const variants = { single: { mode: 'single' }, clustered: { mode: 'cluster', workers: 2 } }

describe('variants that are loaded in turns', () => {
  const project = useProject()

  function write({
    app = 'hello.js',
    url = '/hello',
    ...options
  }: { app?: string; url?: string } & Record<string, unknown>) {
    const given = { users: 4, duration: '2s', warmUp: '0.5s', alternate: 'slices', variants, ...options }
    const {
      config: { phases: _, ...config },
      ...script
    } = shortScript(project, {
      app,
      options: given,
      scenarios: [{ name: 'turns', flow: [{ get: { url } }, { think: '20ms' }] }]
    })
    return project.write('job.json', { ...script, config })
  }

  it('are compared: all of a round at the same time, each at a port of its own, and the page says so', async () => {
    const { code, output } = await runArtillery(write({ rounds: 3, thresholds: { throughput: 0.001 } }), {
      cwd: project.folder
    })
    const { verdict, settings, timeSpent } = project.comparison()
    expect([code, verdict, settings.alternate], output).to.eql([0, 'pass', 'slices'])
    const runs: Run[] = project.runs()
    expect(runs.map(({ round }) => round)).to.eql([1, 1, 2, 2, 3, 3])
    for (const { counted, loadSeconds, failures, requests, restCores, machine, apart } of runs) {
      expect(counted.slices).to.have.length.of.at.least(2)
      const seconds = Number(counted.slices?.reduce((ms, { fromMs, toMs }) => ms + toMs - fromMs, 0)) / 1000
      expect(loadSeconds).to.be.closeTo(seconds, 0.01)
      expect(counted.requests).to.be.within(1, requests)
      expect([failures, apart]).to.eql([0, undefined])
      expect(machine?.app).to.be.above(0)
      expect(restCores).to.be.at.least(0)
    }
    // Of all that a round takes, the turns are a part.
    const spent: number[] = Object.values(timeSpent)
    for (const seconds of spent) expect(seconds).to.be.above(0)
    // One at a time: nothing of a slice lies within another's.
    for (const round of [1, 2, 3]) {
      const all = runs
        .filter((run) => run.round === round)
        .flatMap(({ originMs, counted }) =>
          (counted.slices ?? []).map(({ fromMs, toMs }) => [originMs + fromMs, originMs + toMs])
        )
      const inOrder = all.sort(([a], [b]) => a - b)
      for (const [i, [fromMs]] of inOrder.entries()) if (i > 0) expect(fromMs).to.be.at.least(inOrder[i - 1][1])
    }
    expect(readFileSync(join(project.record(), 'index.html'), 'utf8')).to.include(
      'loads them in turns in alternating order'
    )
  })

  // Long enough for an answer where a machine lets a process wait for its cores.
  const roundOf = async (given: Parameters<typeof write>[0], round = 1) =>
    (await measureRoundOf(write({ duration: '1.5s', warmUp: '0.1s', ...given }), project.folder, 200, round)).map(
      ({ apart, counted }) => [apart, counted.slices]
    )

  it('run apart where requests take too long for turns', async () => {
    for (const [apart, slices] of await roundOf({ app: 'slow.js' })) {
      expect(apart).to.match(/^requests of (?:single|clustered) take too long for turns of \d\.\d s \(\d{3,} ms\)$/)
      expect(slices).to.equal(undefined)
    }
  })

  it('run apart where one of them works while it rests', async () => {
    for (const [apart, slices] of await roundOf({
      duration: '1.5s',
      app: 'works-at-rest.js',
      variants: { single: {}, other: { mode: 'single' } }
    })) {
      expect(apart).to.match(/^(?:single|other) used \d\.\d\d cores while it rested$/)
      expect(slices).to.equal(undefined)
    }
  })

  it('may be of any mode, and of an app with a port of its own, which is moved', async () => {
    const env = { FIXED_PORT: project.port }
    const modes = {
      ports: { instances: 2, env },
      shared: { mode: 'reusePort', workers: 2, env },
      manager: { mode: 'pm2', workers: 2, env }
    }
    const command = { mode: 'command', command: `${process.execPath} ${join(apps, 'hello.js')}` }
    const all = { single: { mode: 'single', env }, clustered: { mode: 'cluster', workers: 2, env }, ...modes, command }
    // Only the first round asks whether they rest, which a machine whose cores are taken now and then does not let it tell.
    for (const [apart, slices] of await roundOf({ app: 'fixed-port.js', variants: all }, 2)) {
      expect(apart).to.equal(undefined)
      expect(slices).to.have.length.of.at.least(2)
    }
  })

  it('run apart where a command has a port of its own, another one is taken, or a URL names the port', async () => {
    const command = {
      mode: 'command',
      command: `${process.execPath} ${join(apps, 'fixed-port.js')}`,
      env: { FIXED_PORT: project.port }
    }
    for (const [apart] of await roundOf({ variants: { single: { mode: 'single' }, command } })) {
      expect(apart).to.match(
        RegExp(
          `^together they did not work: Variant command: the command .* listens on port ${project.port}, but its port in turns is \\d+\\. Make it listen on \\$PORT, which is set to \\d+$`
        )
      )
    }
    const env = { SECOND_PORT: project.port + 5 }
    const two = { app: 'two-ports.js', variants: { single: { mode: 'single', env }, other: { mode: 'single', env } } }
    for (const [apart] of await roundOf(two))
      expect(apart).to.match(/^together they did not work: Variant (?:single|other): .*EADDRINUSE/)
    const shared = { first: { mode: 'reusePort', workers: 1, env }, second: { mode: 'reusePort', workers: 1, env } }
    for (const [apart] of await roundOf({ ...two, variants: shared }))
      expect(apart).to.equal(`first and second both listen on port ${project.port + 5}`)
    for (const [apart] of await roundOf({ url: `http://127.0.0.1:${project.port}/hello` })) {
      expect(apart).to.match(
        RegExp(`^\\d+ requests of single were refused: a URL or a redirect may name port ${project.port} itself$`)
      )
    }
  })

  // On a machine that is late, it may come to be loaded again before it leaves.
  it('end with a variant that dies, also while it rests', () =>
    eventually(async () => {
      const file = write({
        variants: { single: { mode: 'single' }, other: { mode: 'single', env: { LEAVE_AFTER_MS: 1200 } } },
        app: 'leaves-after-a-while.js',
        duration: '8s'
      })
      // Later rounds don't run apart any more.
      const failed = await measureRoundOf(file, project.folder, 200, 2).then(
        () => null,
        (error) => error
      )
      expect(failed?.code).to.equal('APP_DIED')
      expect(failed?.message).to.match(
        /^Variant other: the app .* exited with code 7 while it rested, as another variant was measured\./
      )
    }))
})
