import { join } from 'node:path'
import { expect } from 'chai'
import { checkPlausible } from '../../plugin/comparison/warnings/plausible.ts'
import { runArtillery } from '../support/artillery.ts'
import { measureOnce } from '../support/measure.ts'
import { apps, certain, fixtures, shortScript, useProject } from '../support/project.ts'
import type { Span } from '../../plugin/concepts/spans.ts'

describe('users who go on until the time is up', () => {
  const project = useProject()

  it('need no more than the smallest file that works', async () => {
    const file = project.write(
      'job.yml',
      `config:
  target: http://127.0.0.1:${project.port}
  plugins: { speedup: { app: ${JSON.stringify(`${apps}hello.js`)}, users: 5, duration: 1s, thresholds: { throughput: ${certain.toPass} }, rounds: 3 } }
scenarios:
  - flow: [{ get: { url: "/hello" } }, { think: 50ms }]
`
    )
    // A proxy in the environment, where nobody answers, is not for an app that is started here.
    const proxy = Object.fromEntries(
      ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY'].map((name) => [name, 'http://127.0.0.1:1'])
    )
    const { code, output } = await runArtillery(file, { cwd: project.folder, env: proxy })
    // A load generator that waits for a core itself is another matter.
    const [expected, verdict] = output.includes('[generator-saturated]') ? [2, /\nINCONCLUSIVE /] : [0, /\nPASS /]
    expect(code, output).to.equal(expected)
    expect(output).to.contain('job: clustered').and.match(verdict)
    const {
      phases,
      flows: [flow]
    } = project.comparison().settings.load
    expect([phases, flow.users, flow.seconds]).to.eql([[], 5, 1])
    for (const { requests, failures, counted, generator, client, apart } of project.runs()) {
      expect([failures, generator.users, client.name]).to.eql([0, 5, 'lean'])
      expect(requests).to.be.above(2 * 5)
      // Two turns, which are not shorter, however little was asked for. A busy machine may not let a variant rest.
      const turns = (counted.slices ?? [counted]).map(({ fromMs, toMs }: Span) => toMs - fromMs)
      expect(turns).to.have.lengthOf(apart === undefined ? 2 : 1)
      for (const ms of turns) expect(ms).to.be.at.least(499)
    }
  })

  it('take the scenario that its weight gives each in a mix, and go on where Artillery’s metrics tell of them, as on a platform', async () => {
    const options = {
      mix: true,
      users: 4,
      duration: '1s',
      generator: { command: 'run' },
      app: { script: join(apps, 'diary.js'), env: { DIARY: join(project.folder, 'diary.txt') } },
      variants: { single: {}, other: { mode: 'single' } }
    }
    const asking = (url: string) => [{ get: { url } }, { think: '20ms' }]
    const scenarios = [
      { name: 'never', weight: 0, flow: asking('/never') },
      { name: 'seldom', weight: 1, flow: asking('/seldom') },
      { name: 'often', weight: 2, flow: asking('/often') }
    ]
    const script = shortScript(project, { options, config: { phases: undefined }, scenarios })
    const {
      runs: [run],
      settings
    } = await measureOnce(project.write('blend.json', script), project.folder, ['single'])
    expect([run.scenario, ...settings.scenarios.map(({ name }) => name)]).to.eql(['blend', 'blend'])
    expect(run.generator).to.include({ users: 4, threads: 0 })
    expect(run.generator.shortestSessionMs, 'of more than one request').to.be.above(2 * 20)
    expect([run.failures, run.requests > 4 * 2]).to.eql([0, true])
    const asked = project
      .read('diary.txt')
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[2])
    expect(asked).to.include('/often').and.not.include('/never')
  })

  it('are seen to wait, with what the kernel dropped, where the app’s listen queue is too short for them', async () => {
    const options = { users: 40, duration: '3s' }
    const flow = [{ get: { url: '/' } }]
    const script = shortScript(project, {
      app: 'full-queue.js',
      options,
      config: { phases: undefined },
      scenarios: [{ flow }]
    })
    const { runs } = await measureOnce(project.write('job.json', script), project.folder, ['single'])
    const [{ drops, lateEntries, usersIn, generator }] = runs
    expect(drops?.overflows).to.be.within(1, Number(drops?.attempts))
    expect(lateEntries?.leastMs).to.be.at.least(1000)
    expect(usersIn?.first)
      .to.be.above(usersIn?.later ?? 0)
      .and.be.at.most(generator.users)
    const codes = checkPlausible(runs, { model: 'closed' }, false).map(({ code }) => code)
    expect(codes).to.include('connections-dropped')
  })

  it('have loops of their own in the files of today, which go on as long as their processor says', async () => {
    const config = { processor: `${fixtures}closed-loop.js`, variables: { loadSeconds: 1 } }
    const scenarios = [
      { name: 'own', flow: [{ loop: [{ get: { url: '/hello' } }, { think: '20ms' }], whileTrue: 'untilTimeIsUp' }] }
    ]
    const {
      runs: [run]
    } = await measureOnce(project.write('job.json', shortScript(project, { config, scenarios })), project.folder, [
      'single'
    ])
    expect(run.failures).to.equal(0)
    expect(run.requests).to.be.above(4 * 2)
  })
})
