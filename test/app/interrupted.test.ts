import { randomUUID } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { interrupt, type Interrupted } from '../../plugin/concepts/errors.ts'
import { readIfThere } from '../../plugin/processes/proc.ts'
import { apps } from '../support/project.ts'
import { livingProcesses } from '../support/strays.ts'
import { starting } from './starting.ts'
import type { RunningVariant } from '../../plugin/app/runner.ts'
import { disturb } from '../../plugin/questions/losses/app.ts'
import type { Disturbance } from '../../plugin/questions/losses/concepts/disturbances.ts'
import type { Variant } from '../../plugin/concepts/settings.ts'

const reload: Disturbance = { kind: 'reload', of: 'all', seconds: null, at: 0 }
const freeze: Disturbance = { kind: 'freeze', of: 'worker', seconds: 600, at: 0 }
const clustered: Partial<Variant> = { mode: 'cluster', workers: 2 }
const commandOf = (script: string): Partial<Variant> => ({
  mode: 'command',
  workers: null,
  command: [process.execPath, join(apps, script)],
  reload: 'setsid sleep 987654 & : > asked'
})

// With all that is around it: test/end-to-end/signals.test.ts.
describe('an app whose comparison is interrupted', () => {
  const { start, folder } = starting()

  for (const [when, busyMs] of [
    ['while it starts', 600_000],
    ['while it serves', 0]
  ] as const) {
    it(`is asked to leave, and has the time for it, ${when}`, async () => {
      const interruption = new AbortController()
      const lock = join(folder(), 'lock')
      const env = { LOCK: lock, BUSY_MS: String(busyMs) }
      const started = start({}, { script: join(apps, 'locked.js'), env, signal: interruption.signal })
      const failed = started.then(
        () => null,
        ({ message }) => message
      )
      while (!existsSync(lock)) await delay(10)
      if (busyMs === 0) await started
      // It minds the signal once it has made the lock.
      else await delay(200)
      interrupt(interruption)
      if (busyMs === 0) await (await started).stop()
      expect(await failed).to.equal(busyMs === 0 ? null : 'The comparison was interrupted.')
      expect(existsSync(lock), 'its lock').to.equal(false)
    })
  }

  it('is killed after its time, where it does not leave', async () => {
    const mark = randomUUID()
    const interruption = new AbortController()
    const env = { SPEEDUP_TEST_MARK: mark, ASKED: join(folder(), 'asked') }
    const script = join(apps, 'ignores-sigterm.js')
    const app = await start({}, { script, env, stopTimeoutSeconds: 1, signal: interruption.signal })
    interrupt(interruption)
    expect(await app.stop(), 'killed').to.equal(true)
    expect(existsSync(env.ASKED)).to.equal(true)
    expect(livingProcesses(mark)).to.eql([])
  })
})

describe('an app whose comparison is interrupted twice is gone at once, with all that it started:', () => {
  const { start, folder, url } = starting()

  /** A Ctrl-C, which npm passes on, and another one. */
  async function insist(interruption: AbortController) {
    interrupt(interruption)
    interrupt(interruption)
    expect((interruption.signal.reason as Interrupted).haste.aborted).to.equal(false)
    await delay(600)
    interrupt(interruption)
  }

  /** does: what it does when that happens, which would take longer than a test may */
  const moments: [when: string, variant: Partial<Variant>, script: string, does: (app: RunningVariant) => unknown][] = [
    ['while it takes its time to stop', commandOf('ignores-sigterm.js'), '', ({ stop }) => stop()],
    ['while a worker is frozen', clustered, 'hello.js', (app) => disturb(freeze, 0, app)],
    ['while a worker is replaced', clustered, 'ignores-sigterm.js', (app) => disturb(reload, 0, app)],
    ['after a reload line has left something', commandOf('hello.js'), '', (app) => disturb(reload, 0, app)],
    ['while it is too busy to notice', {}, 'busy.js', () => fetch(url()).catch(() => {})]
  ]
  for (const [when, variant, script, does] of moments) {
    it(when, async () => {
      const mark = randomUUID()
      const interruption = new AbortController()
      const asked = join(folder(), 'asked')
      const env = { SPEEDUP_TEST_MARK: mark, ASKED: asked, BUSY: asked }
      const { signal } = interruption
      const app = await start(variant, { script: join(apps, script), env, stopTimeoutSeconds: 600, signal })
      const done = does(app)
      const isFrozen = () =>
        livingProcesses(mark).some((line) => /^State:\s+T/m.test(readIfThere(`/proc/${line.split(' ')[0]}/status`)))
      while (!existsSync(asked) && !isFrozen()) await delay(10)
      expect(livingProcesses(mark)).to.not.eql([])
      await insist(interruption)
      await app.stop()
      expect(livingProcesses(mark)).to.eql([])
      await done
    })
  }

  it('while it starts', async () => {
    const mark = randomUUID()
    const interruption = new AbortController()
    const [script, begun] = ['deaf.cjs', 'begun'].map((name) => join(folder(), name))
    const deaf =
      "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); require('node:fs').writeFileSync(process.env.BEGUN, '')"
    writeFileSync(script, deaf)
    const env = { SPEEDUP_TEST_MARK: mark, BEGUN: begun }
    const app = { script, env, stopTimeoutSeconds: 600, signal: interruption.signal }
    const refused = start({}, app).catch(({ message }) => message)
    while (!existsSync(begun)) await delay(10)
    expect(livingProcesses(mark)).to.have.length(1)
    await insist(interruption)
    expect(await refused).to.equal('The comparison was interrupted.')
    expect(livingProcesses(mark)).to.eql([])
  })
})
