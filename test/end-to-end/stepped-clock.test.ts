import { detailing } from '../../plugin/questions/measure.ts'
import { shownIfFailed } from '../support/shown-if-failed.ts'
import { existsSync, globSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { samplesHeader } from '../../plugin/record/samples.ts'
import { condenseRun } from '../../plugin/measure/condense-run.ts'
import { stepClock } from '../fixtures/stepped-clock.js'
import { measureOnce } from '../support/measure.ts'
import { fixtures, repository, shortScript, useProject } from '../support/project.ts'
import type { Run } from '../../plugin/concepts/run.ts'

const seconds = 5
/** That a busy machine may need: what is wrong by the minute that the clock is set is beyond. */
const patience = 30

describe('a wall clock that is set a minute ahead during the first of two runs', () => {
  const project = useProject()
  const show = shownIfFailed()

  const samplesFiles = () =>
    globSync('*/samples/*.csv', { cwd: project.folder }).map((name) => join(project.folder, name))
  const hasBegun = () => samplesFiles().some((file) => statSync(file).size > samplesHeader.length)

  async function measureWhileSet(): Promise<Run[]> {
    const file = join(project.folder, 'clock-is-set')
    const { NODE_OPTIONS: before = '' } = process.env
    Object.assign(process.env, {
      NODE_OPTIONS: `--import ${pathToFileURL(`${fixtures}stepped-clock.js`)}`,
      STEP_CLOCK_FILE: file
    })
    const setBack = stepClock(file)
    const setAhead = setInterval(() => {
      if (!existsSync(file) && hasBegun()) project.write('clock-is-set', '')
    }, 20)
    const options = {
      users: 4,
      duration: `${seconds}s`,
      warmUp: '0.5s',
      variants: { first: { mode: 'cluster', workers: 2 }, second: { mode: 'cluster', workers: 2 } },
      baseline: 'first',
      app: `${repository}fixtures-app/server.js`,
      disturb: [{ terminate: 'worker', at: '2s' }]
    }
    const script = shortScript(project, {
      options,
      config: { phases: undefined },
      scenarios: [{ name: 'hello', flow: [{ get: { url: '/hello' } }, { think: '50ms' }] }]
    })
    try {
      const { runs } = await measureOnce(project.write('job.json', script), project.folder)
      expect(existsSync(file), 'the clock was set').to.equal(true)
      return runs
    } finally {
      clearInterval(setAhead)
      setBack()
      delete process.env.STEP_CLOCK_FILE
      process.env.NODE_OPTIONS = before
    }
  }

  it('changes nothing of what counts, nor of what processes, workers and disturbances are said to have done meanwhile', async () => {
    const runs = await measureWhileSet()
    const folder = dirname(dirname(samplesFiles()[0]))
    for (const run of runs) {
      show(run)
      const { counted, disturbances, generator, workers } = run
      const [own] = disturbances
      expect(counted.toMs - counted.fromMs).to.be.closeTo(1000 * (seconds - 0.5), 1)
      // Of the loads, most counts; and what counts is not empty.
      expect(counted.requests).to.be.within(0.5 * run.requests, run.requests)
      expect(run.wallSeconds).to.be.within(seconds, patience)
      expect(generator.drainSeconds + generator.arrivalSeconds).to.be.below(patience)
      expect(generator.utilization).to.be.above(0)
      const told = workers.filter(({ usage }) => usage !== null)
      expect(told, 'workers reported').to.not.be.empty
      expect(own.before.answered).to.be.above(0)
      // A machine that is busy may not have its new worker yet.
      expect(own.workers?.before).to.equal(2)
      expect(own.workers?.after).to.be.within(1, 2)
      expect(own.outageSeconds).to.equal(0)
      const condensed = await condenseRun(run, { folder, withWorkerP95: false, detailOf: detailing([[run]]) })
      expect(own.beganMs - condensed.beganMs).to.be.within(1000, 1000 * patience)
      expect(condensed.seconds).to.be.within(1, patience)
      expect(condensed.disturbed?.slices.length).to.be.within(10, 200)
    }
    const [first, second] = runs
    expect(second.counted.fromMs - first.counted.fromMs).to.be.within(-1000 * patience, 1000 * patience)
  })
})
