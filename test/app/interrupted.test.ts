import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { readIfThere } from '../../plugin/processes/proc.ts'
import { apps } from '../support/project.ts'
import { livingProcesses } from '../support/strays.ts'
import { starting } from './starting.ts'
import type { RunningVariant } from '../../plugin/app/modes.ts'
import type { Disturbance } from '../../plugin/concepts/disturbances.ts'
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
describe('an app whose comparison is interrupted is gone at once, with all that it started:', () => {
  const { start, folder, url } = starting()

  /** does: what it does when that happens, which would take longer than a test may */
  const moments: [when: string, variant: Partial<Variant>, script: string, does: (app: RunningVariant) => unknown][] = [
    ['while it takes its time to stop', commandOf('ignores-sigterm.js'), '', ({ stop }) => stop()],
    ['while a worker is frozen', clustered, 'hello.js', ({ disturb }) => disturb(freeze, 0)],
    ['while a worker is replaced', clustered, 'ignores-sigterm.js', ({ disturb }) => disturb(reload, 0)],
    ['after a reload line has left something', commandOf('hello.js'), '', ({ disturb }) => disturb(reload, 0)],
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
      interruption.abort(new Error('Enough.'))
      await app.stop()
      expect(livingProcesses(mark)).to.eql([])
      await done
    })
  }

  it('while it starts', async () => {
    const mark = randomUUID()
    const interruption = new AbortController()
    const app = {
      script: join(apps, 'never-listens.js'),
      env: { SPEEDUP_TEST_MARK: mark },
      signal: interruption.signal
    }
    const refused = start({}, app).catch(({ message }) => message)
    while (livingProcesses(mark).length === 0) await delay(10)
    interruption.abort(new Error('Enough.'))
    expect(await refused).to.equal('Enough.')
    expect(livingProcesses(mark)).to.eql([])
  })
})
