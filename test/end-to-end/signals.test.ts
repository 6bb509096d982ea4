import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { isListening } from '../../plugin/app/port.ts'
import { readIfThere } from '../../plugin/processes/proc.ts'
import { startArtillery } from '../support/artillery.ts'
import { apps, shortScript, useProject } from '../support/project.ts'
import { livingProcesses, waitUntilGone } from '../support/strays.ts'

describe('nothing outlives Artillery', () => {
  const project = useProject()

  const codes = { SIGINT: 130, SIGTERM: 143, SIGKILL: null }
  const config = { phases: [{ duration: 20, arrivalRate: 5 }] }
  const workersFirst = { clustered: { mode: 'cluster', workers: 2 }, single: {} }

  /**
   * Moments in the life of a comparison: how the script is, and when the moment has come. Artillery tells the plugin of
   * SIGINT and SIGTERM alike, so each moment has one of them; nobody tells of SIGKILL.
   */
  const moments: Record<
    string,
    {
      graceful: 'SIGINT' | 'SIGTERM'
      app: object
      config?: object
      options?: object
      moment: (artillery: ReturnType<typeof startArtillery>) => Promise<void>
    }
  > = {
    'while the app starts': {
      graceful: 'SIGINT',
      app: { script: join(apps, 'never-listens.js') },
      moment: ({ mark }) => isRunning(mark, 'never-listens.js')
    },
    'while the load runs': {
      graceful: 'SIGTERM',
      app: { script: join(apps, 'diary.js'), env: { DIARY: 'diary' } },
      config,
      moment: async ({ printed }) => {
        await printed('speedup  ')
        await hasWritten('diary')
      }
    },
    'between two runs': {
      graceful: 'SIGINT',
      app: { script: join(apps, 'hello.js') },
      moment: ({ printed }) => printed('round  1  single')
    },
    'while the app takes its time to stop': {
      graceful: 'SIGTERM',
      app: { script: join(apps, 'ignores-sigterm.js'), env: { ASKED: 'asked' }, stopTimeout: '60s' },
      moment: () => hasWritten('asked')
    },
    'while a worker is frozen': {
      graceful: 'SIGINT',
      app: { script: join(apps, 'hello.js') },
      config,
      options: { warmUp: '0s', variants: workersFirst, disturb: [{ freeze: 'worker', duration: '15s', at: '1.5s' }] },
      moment: ({ mark }) => isFrozen(mark)
    },
    'while a worker is replaced': {
      graceful: 'SIGTERM',
      app: { script: join(apps, 'ignores-sigterm.js'), env: { ASKED: 'asked' }, stopTimeout: '60s' },
      config,
      options: { warmUp: '0s', variants: workersFirst, disturb: [{ reload: true, at: '1.5s' }] },
      moment: () => hasWritten('asked')
    },
    'after a reload line has left something in the background': {
      graceful: 'SIGTERM',
      app: { script: join(apps, 'hello.js'), stopTimeout: '1s' },
      config,
      options: {
        warmUp: '0s',
        variants: {
          other: { command: ['node', join(apps, 'hello.js')], reload: 'setsid sleep 987654 & : > reloaded' },
          single: {}
        },
        disturb: [{ reload: true, at: '1.5s' }]
      },
      moment: () => hasWritten('reloaded')
    },
    'while variants take turns': {
      graceful: 'SIGTERM',
      app: { script: join(apps, 'hello.js') },
      config: { phases: undefined },
      options: { users: 4, duration: '30s', alternate: 'slices', variants: workersFirst },
      // A single process, a primary and its two workers: one variant alone has three at most.
      moment: ({ mark }) => isRunning(mark, 'hello.js', 4)
    },
    'while the app is too busy to notice': {
      graceful: 'SIGINT',
      app: { script: join(apps, 'busy.js'), env: { BUSY: 'busy' } },
      config,
      moment: () => hasWritten('busy')
    }
  }

  for (const [when, { graceful, app, moment, options: own = {}, ...load }] of Object.entries(moments)) {
    for (const signal of [graceful, 'SIGKILL'] as const) {
      it(`when it gets ${signal} ${when}`, async () => {
        const options = { app: { ...app, cwd: project.folder }, ...own }
        const artillery = startArtillery(project.write('job.json', shortScript(project, { options, ...load })), {
          cwd: project.folder
        })
        await moment(artillery)
        expect(livingProcesses(artillery.mark), artillery.output()).to.have.lengthOf.above(1)
        artillery.child.kill(signal)
        const { code, output } = await artillery.ended
        await waitUntilGone(artillery.mark)
        expect(code, output).to.equal(codes[signal])
        // A process that is a zombie already may have a thread that still leaves.
        while (await isListening({ hostname: '127.0.0.1', port: project.port })) await delay(50)
        if (signal !== 'SIGKILL') expect(output).to.contain('INTERRUPTED  The comparison was interrupted.')
        if (when === 'between two runs')
          expect(project.runs()[0]).to.include({ round: 1, variant: 'single', requests: 32 })
        if (when === 'between two runs' && signal !== 'SIGKILL')
          expect(readFileSync(join(project.record(), 'index.html'), 'utf8')).to.include(
            'INTERRUPTED. The comparison was interrupted.'
          )
      })
    }
  }

  /** @param name part of a command line */
  async function isRunning(mark: string, name: string, times = 1) {
    while (livingProcesses(mark).filter((line) => line.includes(name)).length < times) await delay(50)
  }

  async function isFrozen(mark: string) {
    while (
      !livingProcesses(mark).some((line) => /^State:\s+T/m.test(readIfThere(`/proc/${line.split(' ')[0]}/status`)))
    )
      await delay(50)
  }

  /** @param name of a file of the app's */
  async function hasWritten(name: string) {
    while (!existsSync(join(project.folder, name))) await delay(50)
  }
})
