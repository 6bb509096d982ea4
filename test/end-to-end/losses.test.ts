import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkVariants } from '../../plugin/app/modes.ts'
import { lossKinds, type Aftermath } from '../../plugin/concepts/disturbances.ts'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { measureOnce } from '../support/measure.ts'
import { apps, repository, shortScript, useProject } from '../support/project.ts'
import { sourceOf } from '../support/scenario-files.ts'
import { livingProcesses } from '../support/strays.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { DisturbOptions } from '../../plugin/concepts/options.ts'

const graceful = `${repository}fixtures-app/server.js`
const users = 6
const lostOf = ({ lost }: Aftermath) => lossKinds.reduce((sum, kind) => sum + lost[kind].fresh + lost[kind].kept, 0)

describe('what a disturbance costs', () => {
  const project = useProject()

  /** One run of a variant, which is disturbed as soon as it may be. */
  async function disturb(
    variant: object,
    what: Partial<DisturbOptions>,
    {
      app = graceful,
      url = '/hello',
      loadSeconds,
      phases
    }: { app?: string; url?: string; loadSeconds?: number; phases?: object[] } = {}
  ): Promise<Run> {
    const variants = { calm: { mode: 'single' }, disturbed: variant }
    const options = { app, variants, baseline: 'calm', warmUp: '0.2s', disturb: [{ at: '1.7s', ...what }] }
    // Little to do beside the other tests; but of an app that takes its time, each worker always has a request.
    const steps = [{ get: { url } }, { think: app === graceful ? '40ms' : '10ms' }]
    // Where they come one after the other, a loop of their own, for 4 s.
    const flow = phases === undefined ? steps : [{ loop: steps, count: 100 }]
    const config = { phases }
    const loop = phases === undefined ? { users, duration: loadSeconds && `${loadSeconds}s` } : {}
    const script = shortScript(project, {
      app,
      options: { ...options, ...loop, app },
      config,
      scenarios: [{ name: 'disturbed', flow }]
    })
    const {
      runs: [run]
    } = await measureOnce(project.write('job.json', script), project.folder, ['disturbed'])
    return run
  }

  describe('a reload', () => {
    for (const [mode, told] of [
      ['cluster', 2],
      ['reusePort', 2],
      ['ports', 2],
      ['pm2', 2]
    ] as const) {
      it(`in mode ${mode} replaces all workers, each when another listens, and all of them leave`, async () => {
        const {
          disturbances: [own],
          lives,
          restarts
        } = await disturb(
          mode === 'ports' ? { instances: 2 } : { mode, workers: 2 },
          { reload: true },
          { loadSeconds: 8 }
        )
        const seen = JSON.stringify({ own, lives })
        expect(own.problem, seen).to.equal(null)
        expect(own.pids, seen).to.have.length(2)
        expect(
          own.told.map(({ pid }) => pid),
          seen
        ).to.have.members(own.pids)
        const after = lives.filter(({ toMs }) => toMs === null).map(({ pid }) => pid)
        expect(after, seen).to.have.length(told)
        expect(
          after.some((pid) => own.pids.includes(pid)),
          seen
        ).to.equal(false)
        for (const { pid, atMs } of own.told) {
          expect(
            lives.some((life) => !own.pids.includes(life.pid) && life.fromMs <= atMs),
            `no new worker before ${pid} was told: ${seen}`
          ).to.equal(true)
        }
        expect(own.outageSeconds, seen).to.equal(0)
        expect(own.leaving?.seconds, seen).to.be.above(0)
        expect(restarts, seen).to.equal(0)
        if (mode === 'cluster') expect(lostOf(own), seen).to.equal(0)
      })
    }

    it('of a single process is a stop and a start, in between of which nobody listens', async () => {
      const {
        disturbances: [own],
        lives
      } = await disturb({ mode: 'single' }, { reload: true })
      const seen = JSON.stringify({ own, lives })
      expect(lives, seen).to.have.length(2)
      expect(own.outageSeconds, seen).to.be.above(0.05)
      expect(own.lost.refused.fresh + own.lost.refused.kept, seen).to.be.above(0)
      expect(own.causes['no-listener'], seen).to.be.above(0)
      expect(own.workers, seen).to.eql({ before: 1, after: 1 })
    })

    it('of a command is its own line, which knows the PID of the command', async () => {
      const command = `exec ${process.execPath} ${apps}own-primary.js`
      const {
        disturbances: [own]
      } = await disturb({ command, reload: 'kill -HUP $PID' }, { reload: true })
      const { fresh, kept } = own.answered
      expect(
        { problem: own.problem, lost: lostOf(own), isAnswered: fresh > 0 && kept > 0 },
        JSON.stringify(own)
      ).to.eql({ problem: null, lost: 0, isAnswered: true })
      const {
        disturbances: [failed]
      } = await disturb({ command, reload: 'API_TOKEN=abc; echo "no such service" >&2; exit 4' }, { reload: true })
      expect(failed.problem).to.equal(
        'the reload line `API_TOKEN=…; echo "no such service" >&2; exit 4` failed (exit code 4): no such service'
      )
    })

    it('of an app that does not close gracefully cuts responses off, and says so', async () => {
      const {
        disturbances: [own],
        lives
      } = await disturb({ mode: 'cluster', workers: 2 }, { reload: true }, { app: `${apps}drips.js` })
      const seen = JSON.stringify({ own, lives })
      expect(own.lost['cut off'].fresh + own.lost['cut off'].kept, seen).to.be.above(0)
      expect(own.causes['not-graceful'], seen).to.be.above(0)
      expect(
        lives.filter(({ bySignal }) => bySignal).map(({ pid }) => pid),
        seen
      ).to.have.members(own.pids)
    })
  })

  it('a worker that is killed is what was under way in it, and another comes', async () => {
    const {
      disturbances: [own],
      lives,
      restarts
    } = await disturb({ mode: 'cluster', workers: 2 }, { kill: 'worker' }, { app: `${apps}drips.js` })
    const seen = JSON.stringify({ own, lives })
    expect(
      lives.find(({ pid }) => pid === own.pids[0]),
      seen
    ).to.include({ bySignal: true })
    expect(lives, seen).to.have.length(3)
    expect(own.workers, seen).to.eql({ before: 2, after: 2 })
    expect(restarts, seen).to.equal(1)
    expect(own.causes.killed, seen).to.be.above(0)
    expect(own.outageSeconds, seen).to.equal(0)
  })

  it('an app that is gone for good is all the requests that follow, until the load’s own end', async () => {
    const {
      disturbances: [own],
      loadSeconds
    } = await disturb({ mode: 'single' }, { kill: 'worker' })
    const seen = JSON.stringify(own)
    expect(own.recoverySeconds, seen).to.equal(null)
    expect(own.workers, seen).to.eql({ before: 1, after: 0 })
    expect(own.outageSeconds, seen).to.be.within(1, loadSeconds)
    expect(own.lost.refused.fresh, seen).to.be.above(users)
  })

  it('frozen workers make their users wait until they go on, and lose nothing where the timeout is longer', async () => {
    const {
      disturbances: [own]
    } = await disturb({ mode: 'cluster', workers: 2 }, { freeze: 'all', duration: '1s' })
    const seen = JSON.stringify(own)
    expect(own.stuck, seen).to.be.above(0)
    expect(own.dip, seen).to.equal(0)
    expect(lostOf(own), seen).to.equal(0)
    expect(livingProcesses(project.folder)).to.eql([])
  })

  it('users who come one after the other go on in their loops, too, beside those who ask once', async () => {
    const {
      disturbances: [own]
    } = await disturb(
      { mode: 'cluster', workers: 2 },
      { terminate: 'worker' },
      { phases: [{ duration: 2, arrivalRate: 5 }] }
    )
    // More than there are users.
    expect(own.before.answered, JSON.stringify(own)).to.be.above(10)
    expect(own.answered.kept, JSON.stringify(own)).to.be.above(own.answered.fresh)
  })

  it('PM2 in fork mode is refused, as it has no reload', async () => {
    const variant = {
      mode: 'pm2',
      ecosystem: project.write(
        'fork.config.cjs',
        `module.exports = { apps: [{ name: 'shop', script: ${JSON.stringify(graceful)} }] }`
      )
    }
    const options = { users, variants: { single: {}, variant }, disturb: [{ reload: true, at: '4s' }] }
    const script = shortScript(project, {
      options,
      config: { phases: undefined },
      scenarios: [{ name: 'x', flow: [{ get: { url: '/' } }] }]
    })
    const settings = readSettings(sourceOf(project.write('job.json', script), project.folder))
    const thrown = await checkVariants(settings, new AbortController().signal).catch((error) => error)
    expect(thrown).to.include({ code: 'INVALID_SETTINGS' })
    expect(thrown.message).to.match(
      /^plugins\.speedup\.disturb has a reload, but PM2 runs variant in fork mode, .* Set exec_mode: cluster in .*fork\.config\.cjs, or workers: 2 in the variant\.$/
    )
  })
})
