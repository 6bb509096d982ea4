import { shownIfFailed } from '../support/shown-if-failed.ts'
import { expect } from 'chai'
import { checkVariants } from '../../plugin/app/modes.ts'
import { lossKinds, type Aftermath } from '../../plugin/questions/losses/concepts/disturbances.ts'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { measureOnce, measureScripts } from '../support/measure.ts'
import { apps, repository, sharedProject, shortScript } from '../support/project.ts'
import { sourceOf } from '../support/scenario-files.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { DisturbOptions } from '../../plugin/questions/losses/concepts/losses.ts'

const graceful = `${repository}fixtures-app/server.js`
const drips = `${apps}drips.js`
const users = 6
const steps = [{ get: { url: '/hello' } }, { think: '100ms' }]
const lostOf = ({ lost }: Aftermath) => lossKinds.reduce((sum, kind) => sum + lost[kind].fresh + lost[kind].kept, 0)

/** What is done to a variant, 1.7 s after its load began. */
type Case = { variant: object; disturb: Partial<DisturbOptions>; app?: string; options?: object }

const reload = { reload: true } as const
const ofTwo = { mode: 'cluster', workers: 2 }
const ownPrimary = `exec ${process.execPath} ${apps}own-primary.js`
const failing = 'API_TOKEN=abc; echo "no such service" >&2; exit 4'
const long = { duration: '10s' }
// Each worker of an app that takes its time always has a request.
const manyUsers = { users: 24 }
const cases = {
  cluster: { variant: ofTwo, disturb: reload, options: long },
  reusePort: { variant: { mode: 'reusePort', workers: 2 }, disturb: reload, options: long },
  ports: { variant: { instances: 2 }, disturb: reload, options: long },
  pm2: { variant: { mode: 'pm2', workers: 2 }, disturb: reload, options: long },
  single: { variant: { mode: 'single' }, disturb: reload, options: long },
  command: { variant: { command: ownPrimary, reload: 'kill -HUP $PID' }, disturb: reload },
  'failing command': { variant: { command: ownPrimary, reload: failing }, disturb: reload },
  'abrupt app': { variant: ofTwo, disturb: reload, app: drips, options: manyUsers },
  'killed worker': { variant: ofTwo, disturb: { kill: 'worker' }, app: drips, options: manyUsers },
  'killed app': { variant: { mode: 'single' }, disturb: { kill: 'worker' } },
  'frozen workers': { variant: ofTwo, disturb: { freeze: 'all', duration: '1s' } }
} satisfies Record<string, Case>

const reloads = ['cluster', 'reusePort', 'ports', 'pm2'] as const
const replacing = [...reloads, 'abrupt app', 'killed worker'] as const

describe('what a disturbance costs', function () {
  // With what is measured again.
  this.timeout(900_000)
  const project = sharedProject()
  let measured: Awaited<ReturnType<typeof measureScripts<keyof typeof cases>>>

  const scriptOf = (
    { variant, disturb, app = graceful, options = {} }: Case,
    { flow = steps, phases }: { flow?: object[]; phases?: object[] } = {}
  ) => {
    const variants = { calm: { mode: 'single' }, disturbed: variant }
    const common = { variants, baseline: 'calm', warmUp: '0.2s', disturb: [{ at: '1.7s', ...disturb }] }
    return shortScript(project, {
      app,
      options: { ...common, ...(phases === undefined && { users }), ...options, app },
      config: { phases },
      scenarios: [{ name: 'disturbed', flow }]
    })
  }

  const measure = (wanted: Record<string, Case>): Promise<typeof measured> => {
    const scripts = Object.entries(wanted).map(([name, own]) => [name, { script: scriptOf(own), names: ['disturbed'] }])
    return measureScripts(Object.fromEntries(scripts), project.folder)
  }

  before(async () => {
    measured = await measure(cases)
    // On a busy machine, a process takes seconds to start.
    const unfinished = replacing.filter((name) => {
      const { own, lives } = outcomeOf(name)
      return own.workers?.after !== 2 || lives.some(({ pid, toMs }) => own.pids.includes(pid) && toMs === null)
    })
    const longer = unfinished.map((name) => [
      name,
      { ...cases[name], options: { ...cases[name].options, duration: '30s' } }
    ])
    if (longer.length > 0) Object.assign(measured, await measure(Object.fromEntries(longer)))
  })

  const show = shownIfFailed()

  const outcomeIn = ({ disturbances: [own], lives, restarts, loadSeconds }: Run) =>
    show({ own, lives, restarts, loadSeconds })
  const outcomeOf = (name: keyof typeof cases) => outcomeIn(measured[name].runs[0])

  describe('a reload', () => {
    for (const mode of reloads) {
      it(`in mode ${mode} replaces all workers, each when another listens, and all of them leave`, () => {
        const { own, lives, restarts } = outcomeOf(mode)
        expect(own.problem).to.equal(null)
        expect(own.pids).to.have.length(2)
        const told = own.told.map(({ pid }) => pid)
        expect(told).to.have.members(own.pids)
        const after = lives.filter(({ toMs }) => toMs === null).map(({ pid }) => pid)
        expect(after).to.have.length(2)
        expect(after).to.not.include.oneOf(own.pids)
        for (const { pid, atMs } of own.told) {
          const isReplaced = lives.some((life) => !own.pids.includes(life.pid) && life.fromMs <= atMs)
          expect(isReplaced, `no new worker before ${pid} was told`).to.equal(true)
        }
        expect(own.outageSeconds).to.equal(0)
        expect(own.leaving?.seconds).to.be.above(0)
        expect(restarts).to.equal(0)
        if (mode === 'cluster') expect(lostOf(own)).to.equal(0)
      })
    }

    it('of a single process is a stop and a start, in between of which nobody listens', () => {
      const { own, lives } = outcomeOf('single')
      expect(lives).to.have.length(2)
      expect(own.outageSeconds).to.be.above(0.05)
      expect(own.lost.refused.fresh + own.lost.refused.kept).to.be.above(0)
      expect(own.causes['no-listener']).to.be.above(0)
      expect(own.workers).to.eql({ before: 1, after: 1 })
    })

    it('of a command is its own line, which knows the PID of the command', () => {
      const { own } = outcomeOf('command')
      const { fresh, kept } = own.answered
      const found = { problem: own.problem, lost: lostOf(own), isAnswered: fresh > 0 && kept > 0 }
      expect(found).to.eql({ problem: null, lost: 0, isAnswered: true })
      expect(outcomeOf('failing command').own.problem).to.equal(
        'the reload line `API_TOKEN=…; echo "no such service" >&2; exit 4` failed (exit code 4): no such service'
      )
    })

    it('of an app that does not close gracefully cuts responses off, and says so', () => {
      const { own, lives } = outcomeOf('abrupt app')
      expect(own.lost['cut off'].fresh + own.lost['cut off'].kept).to.be.above(0)
      expect(own.causes['not-graceful']).to.be.above(0)
      const killed = lives.filter(({ bySignal }) => bySignal).map(({ pid }) => pid)
      expect(killed).to.have.members(own.pids)
    })
  })

  it('a worker that is killed is what was under way in it, and another comes', () => {
    const { own, lives, restarts } = outcomeOf('killed worker')
    const killed = lives.find(({ pid }) => pid === own.pids[0])
    expect(killed).to.include({ bySignal: true })
    expect(lives).to.have.length(3)
    expect(own.workers).to.eql({ before: 2, after: 2 })
    expect(restarts).to.equal(1)
    expect(own.causes.killed).to.be.above(0)
    expect(own.outageSeconds).to.equal(0)
  })

  it('an app that is gone for good is all the requests that follow, until the load’s own end', () => {
    const { own, loadSeconds } = outcomeOf('killed app')
    expect(own.recoverySeconds).to.equal(null)
    expect(own.workers).to.eql({ before: 1, after: 0 })
    expect(own.outageSeconds).to.be.within(1, loadSeconds)
    expect(own.lost.refused.fresh).to.be.above(users)
  })

  it('frozen workers make their users wait until they go on, and lose nothing where the timeout is longer', () => {
    const { own } = outcomeOf('frozen workers')
    expect(own.stuck).to.be.above(0)
    expect(own.dip).to.equal(0)
    expect(lostOf(own)).to.equal(0)
  })

  it('users who come one after the other go on in their loops, too, beside those who ask once', async () => {
    // A loop of their own, for 4 s.
    const flow = [{ loop: steps, count: 40 }]
    const phases = [{ duration: 2, arrivalRate: 5 }]
    const script = scriptOf({ variant: ofTwo, disturb: { terminate: 'worker' } }, { flow, phases })
    const { runs } = await measureOnce(project.write('job.json', script), project.folder, ['disturbed'])
    const { own } = outcomeIn(runs[0])
    // More than there are users.
    expect(own.before.answered).to.be.above(10)
    expect(own.answered.kept).to.be.above(own.answered.fresh)
  })

  it('PM2 in fork mode is refused, as it has no reload', async () => {
    const ecosystem = project.write(
      'fork.config.cjs',
      `module.exports = { apps: [{ name: 'shop', script: ${JSON.stringify(graceful)} }] }`
    )
    const script = scriptOf({ variant: { mode: 'pm2', ecosystem }, disturb: reload })
    const settings = readSettings(sourceOf(project.write('job.json', script), project.folder))
    const thrown = await checkVariants(settings, new AbortController().signal).catch((error) => error)
    expect(thrown).to.include({ code: 'INVALID_SETTINGS' })
    expect(thrown.message).to.match(
      /^plugins\.speedup\.disturb has a reload, but PM2 runs disturbed in fork mode, .* Set exec_mode: cluster in .*fork\.config\.cjs, or workers: 2 in the variant\.$/
    )
  })
})
