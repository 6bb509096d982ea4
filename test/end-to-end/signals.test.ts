import { existsSync, globSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { isListening } from '../../plugin/app/port.ts'
import { samplesHeader } from '../../plugin/record/samples.ts'
import { startArtillery } from '../support/artillery.ts'
import { apps, shortScript, useProject } from '../support/project.ts'
import { livingProcesses, waitUntilGone } from '../support/strays.ts'

// Of an app at other moments: test/app/interrupted.test.ts; of whatever an owner leaves that was killed:
// test/processes/owned-process.test.ts.
describe('nothing outlives Artillery', () => {
  const project = useProject()

  /** Starts a comparison, and sends it the signal at that moment. @returns all that was printed */
  async function interrupt(
    script: Parameters<typeof shortScript>[1],
    signal: NodeJS.Signals,
    moment: (artillery: ReturnType<typeof startArtillery>) => Promise<void>,
    then: (artillery: ReturnType<typeof startArtillery>) => Promise<void> = async () => {}
  ) {
    const file = project.write('job.json', shortScript(project, script))
    mkdirSync(temporary())
    const artillery = startArtillery(file, { cwd: project.folder, env: { TMPDIR: temporary() } })
    await moment(artillery)
    expect(livingProcesses(artillery.mark), artillery.output()).to.have.lengthOf.above(1)
    artillery.child.kill(signal)
    await then(artillery)
    const { code, output } = await artillery.ended
    await waitUntilGone(artillery.mark)
    // A process that is a zombie already may have a thread that still leaves.
    while (await isListening({ hostname: '127.0.0.1', port: project.port })) await delay(50)
    expect(code, output).to.equal({ SIGINT: 130, SIGTERM: 143 }[signal as string] ?? null)
    return output
  }

  const interrupted = 'INTERRUPTED  The comparison was interrupted.'

  it('when it gets SIGINT between two runs, of which the first is kept, and shown on the page', async () => {
    expect(await interrupt({}, 'SIGINT', ({ printed }) => printed('round  1  single'))).to.contain(interrupted)
    expect(project.runs()[0]).to.include({ round: 1, variant: 'single', requests: 32 })
    expect(readFileSync(join(project.record(), 'index.html'), 'utf8')).to.include(
      'INTERRUPTED. The comparison was interrupted.'
    )
  })

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    it(`when it gets ${signal} while variants take turns, one of which PM2 keeps, nor does a temporary file`, async () => {
      const variants = { managed: { mode: 'pm2', workers: 2 }, single: {} }
      const options = { users: 4, duration: '30s', alternate: 'slices', variants }
      const script = { config: { phases: undefined }, options }
      const output = await interrupt(script, signal, async (artillery) => {
        await loading(artillery)
        expect(ownFiles()).to.have.lengthOf.at.least(2)
      })
      expect(ownFiles()).to.eql([])
      if (signal === 'SIGTERM') expect(output).to.contain(interrupted)
    })
  }

  const loading = async ({ child, output }: ReturnType<typeof startArtillery>) => {
    while (!hasSamples()) {
      expect(child.exitCode, output()).to.equal(null)
      await delay(50)
    }
  }

  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    it(`when it gets ${signal} once, for which each app has its time: no lock is left`, async () => {
      const lock = join(project.folder, 'lock')
      const options = {
        app: { script: join(apps, 'locked.js'), env: { LOCK: lock, BUSY_MS: '0' } },
        users: 2,
        duration: '30s',
        alternate: 'runs',
        variants: { single: {}, other: { mode: 'single' } }
      }
      const output = await interrupt({ config: { phases: undefined }, options }, signal, async (artillery) => {
        await loading(artillery)
        expect(existsSync(lock)).to.equal(true)
      })
      if (signal === 'SIGINT') expect(output).to.contain(interrupted)
      expect(existsSync(lock)).to.equal(false)
    })
  }

  it('when it gets SIGINT twice, however long the app may take to leave; what npm passes on is no second one', async () => {
    const asked = join(project.folder, 'asked')
    const app = { script: join(apps, 'ignores-sigterm.js'), env: { ASKED: asked }, stopTimeout: '600s' }
    const options = { app, users: 2, duration: '30s', alternate: 'runs' }
    const output = await interrupt(
      { config: { phases: undefined }, options },
      'SIGINT',
      // Each warm-up would end with a wait for the app, too.
      async ({ child, output }) => {
        while (!(await isListening({ hostname: '127.0.0.1', port: project.port }))) {
          expect(child.exitCode, output()).to.equal(null)
          await delay(20)
        }
      },
      async ({ child, mark }) => {
        child.kill('SIGINT')
        while (!existsSync(asked)) await delay(20)
        await delay(1000)
        expect(livingProcesses(mark), 'the app has its time').to.have.lengthOf.above(1)
        child.kill('SIGINT')
      }
    )
    expect(output).to.contain(interrupted)
  })

  /** Of this test alone: others have theirs at the same time. */
  const temporary = () => join(project.folder, 'tmp')
  const ownFiles = () => readdirSync(temporary()).filter((name) => /^(pm2|artillery-plugin-speedup)-/.test(name))

  const hasSamples = () =>
    globSync('reports/*/samples/*.csv', { cwd: project.folder }).some(
      (name) => project.read(name).length > samplesHeader.length
    )
})
