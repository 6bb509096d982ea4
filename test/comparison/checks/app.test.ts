import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkApp } from '../../../plugin/comparison/warnings/app.ts'
import { aRun, aWorker, runsWithSpeedups } from '../../support/runs.ts'
import { aVariant, someSettings } from '../../support/settings.ts'
import type { Run, WorkerUsage } from '../../../plugin/concepts/run.ts'
import type { Variant } from '../../../plugin/concepts/settings.ts'

/** @param overrides of every run */
const check = (overrides: { single?: Partial<Run>, clustered?: Partial<Run> }) => checkApp(runsWithSpeedups([2, 2, 2], overrides), someSettings())

/** @param overrides of the second of three rounds of the baseline */
const checkSecond = (overrides: Partial<Run>) => checkApp([aRun(), aRun({ round: 2, ...overrides }), aRun({ round: 3 })], someSettings())

describe('the check of the app', () => {
  it('finds nothing when all went well', () => expect(check({})).to.eql([]))
})

describe('a stalled worker', () => {
  const stalledFor = (stall: WorkerUsage['stall']) => ({ workers: [aWorker('101'), aWorker('102', {}, { stall })] })

  it('that computed is told apart from one that stood still', () => {
    const [{ message, ...rest }] = checkSecond(stalledFor({ seconds: 3.1, cpuSeconds: 3 }))
    expect(rest).to.eql({ code: 'worker-stalled', severity: 'warning', variant: 'single', rounds: [2] })
    expect(message).to.match(/^single, round 2: the process 102 of single computed for 3\.1 s in one piece, its requests waited, and the latencies say so\. Find what blocks its event loop\.$/)
    const [stopped] = checkSecond(stalledFor({ seconds: 3.1, cpuSeconds: 0.1 }))
    expect(stopped.message).to.match(/^single, round 2: the process 102 of single stood still for 3\.1 s with hardly any CPU time \(0\.1 s\), .*stopped.*synchronous call.*no CPU: find out which\.$/)
  })

  it('is told with its variant, where several stalled', () => {
    const runs = [aRun(stalledFor({ seconds: 1.2, cpuSeconds: 0 })), aRun({ variant: 'clustered', ...stalledFor({ seconds: 5, cpuSeconds: 0 }) })]
    expect(checkApp(runs, someSettings())[0].message).to.match(/^single, round 1; clustered, round 1: the process 102 of clustered stood still for 5 s/)
  })

  it('is told once, with the longest stall of all rounds', () => {
    const runs = [1.2, 4.5, 2].map((seconds, i) => aRun({ round: i + 1, workers: [aWorker(`${i + 1}`, {}, { stall: { seconds, cpuSeconds: 0 } })] }))
    const found = checkApp(runs, someSettings())
    expect(found).to.have.length(1)
    expect(found[0].message).to.match(/^single, rounds 1 to 3: the process 2 of single stood still for 4\.5 s/)
  })
})

describe('workers that died', () => {
  it('are counted over the rounds of their variant', () => {
    const [{ message, ...rest }, ...others] = check({ clustered: { restarts: 2 } })
    expect(others).to.eql([])
    expect(rest).to.eql({ code: 'worker-restarted', severity: 'warning', variant: 'clustered', rounds: [1, 2, 3] })
    expect(message).to.equal('clustered, rounds 1 to 3: 6 workers died and were forked again, so the app was slower than it could be. Find out why.')
    expect(checkSecond({ restarts: 1 })[0].message).to.match(/^single, round 2: 1 worker died and was forked again/)
  })
})

describe('errors of the users', () => {
  const artilleryErrors = { 'Failed capture or match': 3, ETIMEDOUT: 2 }
  const failed = { failures: 11, failureKinds: { ETIMEDOUT: 2, 500: 9 } }

  it('are told when no failed request explains them, summed over the rounds', () => {
    expect(check({ single: { artilleryErrors, ...failed } })).to.eql([
      {
        code: 'scenario-errors',
        severity: 'warning',
        variant: 'single',
        rounds: [1, 2, 3],
        message:
          'single, rounds 1 to 3: Artillery counted 15 errors where 6 requests got no answer: Failed capture or match (9), ETIMEDOUT (6). ' +
          'The users concerned did not do what the scenario says, so the load was another one. Mend the scenario.'
      }
    ])
  })

  it('are not told when each is a request without an answer', () =>
    expect(checkSecond({ artilleryErrors: { ETIMEDOUT: 2 }, ...failed })).to.eql([]))

  it('are not hidden by responses with an error status, which Artillery does not count', () => {
    const [{ message }] = checkSecond({ artilleryErrors: { 'Undefined function': 1 }, failures: 9, failureKinds: { 500: 9 } })
    expect(message).to.include('counted 1 error where 0 requests got no answer: Undefined function (1).')
  })
})

describe('responses without the header', () => {
  const nameless = 'responses carried no x-worker-pid header'
  const advice = 'Does the app remove headers, or does something else answer in its place?'

  it('are left out of the distribution when they are few', () => {
    expect(check({ single: { unattributed: 12 } })).to.eql([
      {
        code: 'unattributed-responses',
        severity: 'warning',
        variant: 'single',
        rounds: [],
        message: `single: 1.0 % of the ${nameless}, so the distribution leaves them out. ${advice}`
      }
    ])
  })

  it('are no mere note where the app was started with what sends the header', () => {
    expect(check({ clustered: { workers: [], unattributed: 1200 } })[0]).to.include({
      severity: 'warning',
      message: `clustered: 100 % of the ${nameless}, so nobody knows how the work was distributed. ${advice}`
    })
  })

  it('leave the distribution unknown when they are many', () => {
    expect(check({ clustered: { unattributed: 300 } })[0].message).to.equal(
      `clustered: 20 % of the ${nameless}, so nobody knows how the work was distributed. ${advice}`
    )
  })
})

describe('commands and URLs', () => {
  const variants: Variant[] = [aVariant(), aVariant({ name: 'go', mode: 'command', workers: null }), aVariant({ name: 'staging', mode: 'url', workers: null })]
  const wayOut =
    'A Node program sends it when it is started by `node --import artillery-plugin-speedup/preload server.js`, or with the middleware artillery-plugin-speedup/header.'
  const nameless = { workers: [], unattributed: 1200 }

  const checkStrangers = ({ go, staging }: { go?: Partial<Run>, staging?: Partial<Run> }) => checkApp([aRun(), aRun({ variant: 'go', ...go }), aRun({ variant: 'staging', ...staging })], someSettings({ variants }))

  it('are noted once, with the way out, where none of their responses carries the header', () => {
    expect(checkStrangers({ go: nameless, staging: nameless })).to.eql([
      {
        code: 'unattributed-responses',
        severity: 'note',
        variant: null,
        rounds: [],
        message: `go and staging: no response carried the x-worker-pid header, so nobody knows which process made it. ${wayOut}`
      }
    ])
    expect(checkStrangers({ staging: nameless })[0]).to.include({ variant: 'staging', severity: 'note' })
  })

  it('are warned of where some of their responses lack it', () => {
    expect(checkStrangers({ go: { unattributed: 300 } })).to.eql([
      {
        code: 'unattributed-responses',
        severity: 'warning',
        variant: 'go',
        rounds: [],
        message: `go: 20 % of the responses carried no x-worker-pid header, so nobody knows how the work was distributed. ${wayOut}`
      }
    ])
  })

  it('are not missed for what they can’t tell', () => {
    const silent = { workers: [aWorker('7', { usage: null })] }
    expect(checkStrangers({ go: silent, staging: silent })).to.eql([])
  })
})

describe('silent workers', () => {
  const mute = (pids: string[]) => ({ workers: [aWorker('100'), ...pids.map((pid) => aWorker(pid, { usage: null }))] })

  it('leave the speedup without an explanation', () => {
    const [{ message, ...rest }] = checkSecond(mute(['101']))
    expect(rest).to.eql({ code: 'telemetry-missing', severity: 'note', variant: 'single', rounds: [2] })
    expect(message).to.equal(
      'single, round 2: 1 process (PID 101) told little or nothing of how busy it was, so the speedup is measured but not explained. ' +
        'Did the app close its IPC channel, or start these processes itself?'
    )
    expect(checkSecond(mute(['101', '102']))[0].message).to.include('2 processes (PID 101 ...) told little or nothing of how busy they were')
  })

  it('are counted over all runs that the warning names', () => {
    const runs = [aRun(mute(['101', '102'])), aRun({ variant: 'clustered', ...mute(['201']) })]
    expect(checkApp(runs, someSettings())[0].message).to.match(/^single, round 1; clustered, round 1: 3 processes \(PID 101 \.\.\.\) told little/)
  })

  it('are no news when the load was too short for reports', () => {
    expect(checkSecond({ loadSeconds: 1.4, ...mute(['101']) })).to.eql([])
    expect(checkSecond({ loadSeconds: 1.5, ...mute(['101']) })).to.have.length(1)
  })
})
