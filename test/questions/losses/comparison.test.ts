import { expect } from 'chai'
import { parseComparison } from '../../../plugin/record/parse-comparison.ts'
import { lossesOfAll } from '../../../plugin/questions/losses/comparison/losses.ts'
import { aDisturbedResult, aRound, kill, someLosses } from '../../support/losses.ts'
import { aComparison, otherAnswers } from '../../support/results.ts'
import { aRun, runsWithSpeedups } from '../../support/runs.ts'
import { someSettings } from '../../support/settings.ts'
import type { Round } from '../../../plugin/questions/losses/comparison/losses.ts'
import type { LossThresholds } from '../../../plugin/questions/losses/concepts/losses.ts'

const found = (rounds: Round[], required: LossThresholds = {}) => someLosses(rounds, { required })
const verdicts = (rounds: Round[], required: LossThresholds) =>
  found(rounds, required).limits.map(({ limit, verdict }) => `${limit}: ${verdict}`)
const none = [aRound(), aRound(), aRound()]

describe('what a disturbance did to a variant', () => {
  it('is the share of all rounds’ requests that was lost, with what it may be at most', () => {
    const {
      requests,
      lost,
      byKind,
      byConnection: { fresh }
    } = found([aRound({ reset: 4 }), aRound({ reset: 3 }), aRound({ reset: 5 })])
    expect({ requests, value: lost.value, reset: byKind.reset, fresh }).to.eql({
      requests: 3000,
      value: 0.004,
      reset: 12,
      fresh: 3
    })
    expect(lost.interval[0]).to.be.within(0, 0.001)
    expect(lost.interval[1]).to.be.within(0.01, 0.06)
    // The same in a burst tells less.
    expect(found([aRound({ reset: 12 }), aRound(), aRound()]).lost.interval[1]).to.be.above(2 * lost.interval[1])
    // Less sure at an early look: it may look again.
    expect(found(none).lost.interval[1]).to.be.above(1 - 0.025 ** (1 / 3000))
  })

  it('is the geometric mean of the rounds’ times and bumps, and who never came back', () => {
    const { recoverySeconds, bump, bumpSeconds, dip, neverBack } = found([
      aRound({ recoverySeconds: 0.4 }),
      aRound({ recoverySeconds: 0.9 }),
      aRound({ recoverySeconds: 0.6, dip: 0.1 }),
      aRound({ recoverySeconds: null })
    ])
    expect(recoverySeconds?.value).to.be.closeTo((0.4 * 0.9 * 0.6) ** (1 / 3), 1e-9)
    expect(recoverySeconds?.interval[0]).to.be.below(0.4)
    expect({ dip, neverBack }).to.eql({ dip: 0.1, neverBack: 1 })
    expect([bump?.value, bumpSeconds]).to.satisfy(
      ([factor, seconds]: number[]) => Math.abs(factor - 3) < 1e-9 && Math.abs(seconds - 0.4) < 1e-9
    )
    expect(found([aRound({ recoverySeconds: null }), ...none.slice(1)]).recoverySeconds).to.equal(null)
  })

  it('is compared with what it did to the baseline in the same rounds, where both had it', () => {
    const seconds = [1, 2, 4, 8, 16]
    const runs = runsWithSpeedups(seconds.map(() => 2)).map((run) => {
      const isMissing = run.variant === 'single' && run.round === 2
      return { ...run, disturbances: isMissing ? [] : [aRound({ recoverySeconds: seconds[run.round - 1] })] }
    })
    const [
      ,
      {
        losses: [{ againstBaseline }]
      }
    ] = lossesOfAll({ runs, answers: [] }, someSettings({ disturb: [kill] }), {})
    expect(againstBaseline?.value).to.be.closeTo(1, 1e-9)
  })

  it('passes where nothing was seen to be lost, if that is demanded, and fails with the first request', () => {
    expect(verdicts(none, { lost: 0 })).to.eql(['lost: pass'])
    expect(verdicts([aRound({ reset: 1 }), ...none.slice(1)], { lost: 0 })).to.eql(['lost: fail'])
  })

  it('says where a load held less than a pass of each user, as not all of the flow was disturbed then', () => {
    const notesOf = (passes: number | undefined, byRequest?: Record<number, number>) => {
      const run = aRun({ generator: { meanUsers: 10 } })
      const counted = { ...run.counted, began: 100, ...(passes && { passes }), ...(byRequest && { byRequest }) }
      return someLosses(none, { loads: [{ ...run, counted }, ...[1, 2].map(() => aRun())] }).notes
    }
    const ofMany = { 1: 50, 2: 50 }
    const note = /^A load holds less than a pass of each user .* make it longer\.$/
    expect(notesOf(9, ofMany)).to.have.length(1)
    expect(notesOf(9, ofMany)[0]).to.match(note)
    expect([notesOf(11, ofMany), notesOf(undefined, ofMany), notesOf(9)]).to.eql([[], [], []])
  })

  it('is judged by where its interval lies', () => {
    expect(verdicts(none, { lost: 0.01, recovery: 1, p95Rise: 5 })).to.eql([
      'lost: pass',
      'recovery: pass',
      'p95Rise: pass'
    ])
    expect(verdicts(none, { lost: 0.0001 })).to.eql(['lost: inconclusive'])
    expect(
      verdicts(
        [90, 80, 95].map((reset) => aRound({ reset })),
        { lost: 0.01 }
      )
    ).to.eql(['lost: fail'])
    expect(verdicts(none, { recovery: 0.2, p95Rise: 1.5 })).to.eql(['recovery: fail', 'p95Rise: fail'])
    expect(
      verdicts(
        [0.2, 0.9, 0.5].map((recoverySeconds) => aRound({ recoverySeconds })),
        { recovery: 0.6 }
      )
    ).to.eql(['recovery: inconclusive'])
    expect(verdicts([aRound({ recoverySeconds: null }), ...none], { recovery: 9 })).to.eql(['recovery: fail'])
    expect(verdicts(none, { lost: null })).to.eql([])
  })

  it('carries no verdict where it does not answer as the baseline does, or nothing came about', () => {
    const answers = otherAnswers({ different: ['GET /', 'GET /a'] })
    expect(someLosses(none, { required: { lost: 0 }, answers })).to.deep.include({
      problems: ['it answers GET / and GET /a differently from single, so it is not the same app'],
      limits: [{ limit: 'lost', most: 0, value: 0, verdict: 'inconclusive' }]
    })
    expect(someLosses([], { required: { lost: 0 } }).limits[0].verdict).to.equal('inconclusive')
  })

  it('carries no verdict where requests were lost before, or it did not come about', () => {
    const before = { seconds: 2.5, answered: 400, lost: 100, perSecond: 160, p95Ms: 10 }
    expect(found([aRound({ before }), aRound({ before }), aRound()], { lost: 0 })).to.deep.include({
      problems: ['in 2 rounds, requests were lost even before the disturbance'],
      limits: [{ limit: 'lost', most: 0, value: 0, verdict: 'inconclusive' }]
    })
    expect(
      found([aRound({ problem: 'no worker was found to disturb' }), ...none], { lost: 0 }).limits[0].verdict
    ).to.equal('inconclusive')
  })

  it('is read back as it was kept', () => {
    const comparison = aComparison([aDisturbedResult()])
    expect(parseComparison(JSON.stringify(comparison), '')).to.eql(comparison)
  })
})
