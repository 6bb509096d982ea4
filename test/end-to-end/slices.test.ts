import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { runArtillery } from '../support/artillery.ts'
import { eventually } from '../support/eventually.ts'
import { measureRoundOf } from '../support/measure.ts'
import { OneUser } from '../support/one-user.ts'
import { apps, shortScript, useProject } from '../support/project.ts'
import { rejectionOf } from '../app/starting.ts'
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

  it('are compared: all of a round at the same time, each at a port of its own, whatever the app wants, and the page says so', async () => {
    const env = { FIXED_PORT: project.port }
    const moved = { single: { mode: 'single', env }, clustered: { mode: 'cluster', workers: 2, env } }
    const file = write({ app: 'fixed-port.js', variants: moved, rounds: 3, thresholds: { throughput: 0.001 } })
    const runs = await eventually(async () => {
      rmSync(join(project.folder, 'reports'), { recursive: true, force: true })
      const { code, output } = await runArtillery(file, { cwd: project.folder })
      const { verdict, settings } = project.comparison()
      expect([code, verdict, settings.alternate], output).to.eql([0, 'pass', 'slices'])
      const all: Run[] = project.runs()
      // A busy machine may not let a variant rest.
      for (const { apart } of all) expect(apart).to.equal(undefined)
      return all
    }, 3)
    const { timeSpent } = project.comparison()
    expect(runs.map(({ round }) => round)).to.eql([1, 1, 2, 2, 3, 3])
    for (const { counted, loadSeconds, failures, requests, restCores, machine } of runs) {
      expect(counted.slices).to.have.length.of.at.least(2)
      const seconds = Number(counted.slices?.reduce((ms, { fromMs, toMs }) => ms + toMs - fromMs, 0)) / 1000
      expect(loadSeconds).to.be.closeTo(seconds, 0.01)
      expect(counted.requests).to.be.within(1, requests)
      expect(failures).to.equal(0)
      expect(machine?.app).to.be.at.least(0)
      expect(restCores).to.be.at.least(0)
    }
    expect(Math.max(...runs.map(({ machine }) => machine?.app ?? 0))).to.be.above(0)
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

  it('run apart where a URL names the port', async () => {
    const file = write({ duration: '1.5s', warmUp: '0.1s', url: `http://127.0.0.1:${project.port}/hello` })
    for (const { apart, counted } of await measureRoundOf(file, project.folder, { responsesPerSecond: 200 })) {
      expect(apart).to.match(
        RegExp(`^\\d+ requests of single were refused: a URL or a redirect may name port ${project.port} itself$`)
      )
      expect(counted.slices).to.equal(undefined)
    }
  })

  // What follows is the same whoever makes the load.
  const roundOf = (options: Parameters<typeof write>[0], round = 1) =>
    measureRoundOf(write({ duration: '1.5s', warmUp: '0.1s', ...options }), project.folder, {
      responsesPerSecond: 200,
      round,
      loadGenerator: new OneUser()
    })

  // That an app is moved in each mode: test/app/kept-workers.test.ts.
  it('may be run by others, too', async () => {
    const env = { FIXED_PORT: project.port }
    const all = {
      single: { mode: 'single', env },
      manager: { mode: 'pm2', workers: 2, env },
      command: { command: `${process.execPath} ${apps}hello.js` }
    }
    // Only the first round asks whether they rest, which a machine whose cores are taken now and then does not let it
    // tell.
    for (const { apart, counted } of await roundOf({ app: 'fixed-port.js', variants: all }, 2)) {
      expect(apart).to.equal(undefined)
      expect(counted.slices).to.have.length.of.at.least(2)
    }
  })

  const two = (variant: object) => ({ first: variant, second: variant })
  type Reason = (port: number) => [options: Parameters<typeof write>[0], why: string]
  const reasons: Record<string, Reason> = {
    'requests take too long for turns': () => [
      { app: 'slow.js' },
      'requests of (?:single|clustered) take too long for turns of \\d\\.\\d s \\(\\d{3,} ms\\)'
    ],
    'one of them works while it rests': () => [
      { app: 'works-at-rest.js', variants: two({ mode: 'single' }) },
      '(?:first|second) used \\d\\.\\d\\d cores while it rested'
    ],
    'a command has a port of its own': (port) => [
      { variants: { single: {}, command: { command: `FIXED_PORT=${port} ${process.execPath} ${apps}fixed-port.js` } } },
      `together they did not work: Variant command: the command .* listens on port ${port}, but its port in turns is \\d+\\. Make it listen on \\$PORT, which is set to \\d+`
    ],
    'one has taken the second port of another': (port) => [
      { app: 'two-ports.js', variants: two({ mode: 'single', env: { SECOND_PORT: port + 5 } }) },
      'together they did not work: Variant (?:first|second): .*EADDRINUSE.*'
    ],
    'they can’t run at the same time, and the one that still starts keeps a lock until it has left': () => [
      {
        app: 'locked.js',
        variants: two({ mode: 'single', env: { LOCK: join(project.folder, 'lock'), BUSY_MS: '1000' } })
      },
      'together they did not work: Variant (?:first|second): the app .*locked\\.js exited with code 7 before it was ready.* Error: already running'
    ],
    'they share a second port': (port) => [
      { app: 'two-ports.js', variants: two({ mode: 'reusePort', workers: 1, env: { SECOND_PORT: port + 5 } }) },
      `first and second both listen on port ${port + 5}`
    ]
  }
  for (const [when, reason] of Object.entries(reasons)) {
    it(`run apart where ${when}`, async () => {
      const [options, why] = reason(project.port)
      const runs = await roundOf(options)
      expect(runs).to.have.length(2)
      for (const { apart, counted } of runs) {
        expect(apart).to.match(RegExp(`^${why}$`))
        expect(counted.slices).to.equal(undefined)
      }
    })
  }

  it('run apart where requests fail since another variant is there, and fail no more', async () => {
    const variants = two({ mode: 'single', env: { LOCK: join(project.folder, 'lock') } })
    for (const { apart, failures, printed } of await roundOf({ app: 'locks.js', variants })) {
      expect(apart).to.match(
        /^together they failed: of (?:first|second), \d+ % of its requests failed \(500 \(\d+\)\)$/
      )
      expect([failures, printed]).to.eql([0, undefined])
    }
  })

  it('run apart where requests fail, and are not said to fail for being together where they fail alone, too', async () => {
    const variants = two({ mode: 'single', env: { FAIL: '1', OF: '50' } })
    expect((await roundOf({ app: 'failing.js', variants })).at(-1)?.apart).to.match(
      /^requests fail, in turns as alone: of first, \d\.\d % of its requests failed \(500 \(\d+\)\)$/
    )
  })

  it('keep what the app of a run printed last in which requests failed, without stacks', async () => {
    const variants = two({ mode: 'single', env: { LOCK: join(project.folder, 'lock') } })
    const runs = await roundOf({ app: 'locks.js', variants }, 2)
    const said = runs.map(({ failures, printed }) => (failures === 0 ? printed : printed?.join()))
    expect(said.toSorted()).to.eql(['Error: database is locked', undefined])
  })

  // On a machine that is late, it may come to be loaded again before it leaves.
  it('end with a variant that dies, also while it rests', () =>
    eventually(async () => {
      const options = {
        variants: { single: { mode: 'single' }, other: { mode: 'single', env: { LEAVE_AFTER_MS: 600 } } },
        app: 'leaves-after-a-while.js',
        duration: '4s'
      }
      // Later rounds don't run apart any more.
      const { code, message } = await rejectionOf(roundOf(options, 2))
      expect(code).to.equal('APP_DIED')
      expect(message).to.match(
        /^Variant other: the app .* exited with code 7 while it rested, as another variant was measured\./
      )
    }))
})
