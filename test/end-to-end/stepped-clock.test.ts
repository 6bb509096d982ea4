import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { samplesHeader } from '../../plugin/generator/run-order.ts'
import { condenseRun } from '../../plugin/record/condense-run.ts'
import { stepClock } from '../fixtures/stepped-clock.js'
import { measureOnce } from '../support/measure.ts'
import { fixtures, repository, shortScript, useProject } from '../support/project.ts'
import type { Run } from '../../plugin/concepts/run.ts'

const app = `${repository}fixtures-app/server.js`
const seconds = 5

describe('a wall clock that is set a minute ahead during the first of two runs', function () {
  this.timeout(120_000)
  const project = useProject()

  /** @returns both runs, and where they are kept */
  async function measureWhileSet(options: object = {}): Promise<{ runs: Run[]; folder: string }> {
    const file = join(project.folder, 'clock-is-set')
    const { NODE_OPTIONS: before } = process.env
    Object.assign(process.env, {
      NODE_OPTIONS: `--import ${pathToFileURL(`${fixtures}stepped-clock.js`)}`,
      STEP_CLOCK_FILE: file
    })
    const setBack = stepClock(file)
    const setAhead = setInterval(() => {
      if (!existsSync(file) && hasBegun()) project.write('clock-is-set', '')
    }, 20)
    const whole = {
      users: 4,
      duration: `${seconds}s`,
      warmUp: '0.5s',
      variants: { first: { mode: 'cluster', workers: 2 }, second: { mode: 'cluster', workers: 2 } },
      baseline: 'first',
      app,
      ...options
    }
    const script = shortScript(project, {
      options: whole,
      config: { phases: undefined },
      scenarios: [{ name: 'hello', flow: [{ get: { url: '/hello' } }, { think: '50ms' }] }]
    })
    try {
      const { runs } = await measureOnce(project.write('job.json', script), project.folder)
      expect(existsSync(file), 'the clock was set').to.equal(true)
      return { runs, folder: join(project.folder, recordName()) }
    } finally {
      clearInterval(setAhead)
      setBack()
      delete process.env.STEP_CLOCK_FILE
      process.env.NODE_OPTIONS = before ?? ''
    }
  }

  const recordName = () =>
    String(readdirSync(project.folder).find((name) => existsSync(join(project.folder, name, 'samples'))))
  const hasBegun = () =>
    readdirSync(project.folder).some((name) => {
      const samples = join(project.folder, name, 'samples')
      return (
        existsSync(samples) &&
        readdirSync(samples).some(
          (file) => file.endsWith('.csv') && statSync(join(samples, file)).size > samplesHeader.length
        )
      )
    })

  it('changes nothing of what counts, nor of what processes, workers and disturbances are said to have done meanwhile', async () => {
    const { runs, folder } = await measureWhileSet({ disturb: [{ terminate: 'worker', at: '2s' }] })
    for (const run of runs) {
      const {
        counted,
        disturbances: [own],
        generator,
        workers
      } = run
      const seen = JSON.stringify({ ...run, workers: undefined })
      expect(counted.toMs - counted.fromMs, seen).to.be.closeTo(1000 * (seconds - 0.5), 1)
      // Of the loads, most counts; and what counts is not empty.
      expect(counted.requests, seen).to.be.within(0.5 * run.requests, run.requests)
      expect(run.wallSeconds, seen).to.be.within(seconds, 30)
      expect(generator.drainSeconds + generator.arrivalSeconds, seen).to.be.below(30)
      expect(generator.utilization, seen).to.be.above(0)
      expect(
        workers.some(({ usage }) => usage !== null),
        'workers reported'
      ).to.equal(true)
      expect(own.before.answered, seen).to.be.above(0)
      // A machine that is busy may not have its new worker yet.
      expect(own.workers?.before, seen).to.equal(2)
      expect(own.workers?.after, seen).to.be.within(1, 2)
      expect(own.outageSeconds, seen).to.equal(0)
      const {
        beganMs,
        generator: busy,
        disturbed
      } = await condenseRun(run, { folder, withCloud: false, withDisturbances: true })
      expect(own.beganMs - beganMs, seen).to.be.within(1000, 10_000)
      expect(busy.at(-1)?.seconds, seen).to.be.within(1, 30)
      expect(disturbed?.slices.length, seen).to.be.within(10, 200)
    }
    const [first, second] = runs
    expect(second.counted.fromMs - first.counted.fromMs).to.be.within(-10_000, 10_000)
  })
})
