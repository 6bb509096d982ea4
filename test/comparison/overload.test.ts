import { expect } from 'chai'
import { checkRun } from '../../plugin/comparison/candidate-limits.ts'
import { itFinds } from '../support/cases.ts'
import { failing, nothing, someFailed, timedOut, wrong } from '../support/loads.ts'
import { latencies } from '../support/runs.ts'
import { refusal } from '../support/settings.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { ScenarioPlan } from '../../plugin/concepts/settings.ts'

describe('a load that is more than an app can do', () => {
  const saturatedBy = (changes: Record<string, Partial<Run>>) => failing(changes).result.load.saturated
  itFinds({
    'is one with which a variant can’t keep up, where most of its failures are no answers, or say that it has too much to do':
      [
        [saturatedBy({}), []],
        [saturatedBy({ single: timedOut }), ['single']],
        [saturatedBy({ single: nothing }), ['single']],
        [saturatedBy({ clustered: timedOut }), ['clustered']],
        [saturatedBy({ single: nothing, clustered: nothing }), ['single', 'clustered']],
        [saturatedBy({ single: someFailed({ 503: 200 }) }), ['single']],
        [saturatedBy({ single: { latencyMs: null } }), ['single']]
      ],
    'is none with a few failures, or where most say that the app is wrong': [
      [saturatedBy({ single: someFailed({ ETIMEDOUT: 50 }) }), []],
      [saturatedBy({ single: wrong }), []],
      [saturatedBy({ single: someFailed({ 503: 50, 404: 200 }) }), []],
      [saturatedBy({ single: someFailed({ 429: 200, 503: 50 }) }), []]
    ]
  })

  it('is decided by who keeps up, and what the other answered and failed is told', () => {
    for (const [single, words] of [
      [timedOut, 'answered 98/s, 20 % failed'],
      [nothing, 'answered 0/s, 100 % failed']
    ] as const) {
      const { result } = failing({ single })
      expect([result.verdict, result.decided]).to.eql([null, true])
      const [warning] = result.warnings.filter(({ code }) => code === 'baseline-saturated')
      expect(warning.message).to.contain(`single could not keep up with the arrival rate (single ${words}: `)
    }
  })

  it('has no latency where none was measured, and a speedup of throughput that is a number', () => {
    const metricsOf = (changes: Record<string, Partial<Run>>) =>
      failing(changes).result.candidates[0].estimates.map(({ metric }) => metric)
    expect(metricsOf({ single: timedOut })).to.eql(['p50', 'p95', 'p99', 'throughput'])
    const each: Record<string, Partial<Run>>[] = [
      { single: nothing },
      { clustered: nothing },
      { single: nothing, clustered: nothing }
    ]
    for (const changes of each) {
      expect(metricsOf(changes)).to.eql(['throughput'])
      const text = JSON.stringify(failing(changes).result)
      expect(text).not.to.match(/"(speedup|baseline|candidate|spread)":null/)
    }
  })

  it('withholds the latencies of a candidate that fails, not its throughput', () => {
    const {
      result: {
        candidates: [{ estimates }]
      }
    } = failing({ clustered: timedOut })
    expect(estimates.map(({ reason }) => reason)).to.eql([...Array(3).fill('candidate-saturated'), null])
  })
})

describe('errors of an app that keeps up', () => {
  it('are errors from the second load on, too: all verdicts on that load are withheld, and no other', () => {
    for (const single of [wrong, { ...wrong, latencyMs: null, failures: 1200, failureKinds: { 500: 1200 } }]) {
      const { result } = failing({ single })
      expect(new Set(result.candidates[0].estimates.map(({ reason }) => reason))).to.eql(new Set(['errors']))
      expect(result.warnings.filter(({ code }) => code === 'errors').map(({ message }) => message)[0]).to.match(
        /^single: \d+ % of its requests failed \(500 \(\d+\)\), more than 1\.0 %\. /
      )
      expect(result.verdict).to.equal(null)
    }
  })

  it('are none as far as they are allowed', () => {
    const { result } = failing({ clustered: wrong }, 0.3)
    expect(result.candidates[0].estimates.map(({ reason }) => reason)).to.eql(Array(4).fill(null))
  })

  it('end the comparison under the least load, and under the only one', () => {
    const {
      plan,
      settings,
      runs: [, run]
    } = failing({ single: timedOut, clustered: timedOut })
    const check = (level: ScenarioPlan['level']) => () =>
      checkRun({ ...run, latencyMs: latencies(20) }, { runs: [], scenario: { ...plan, level } }, settings)
    expect(check(plan.level)).not.to.throw()
    for (const level of [null, { of: 'primes', factor: 0.5, isLeast: true }])
      expect(refusal(check(level)).code).to.equal('TOO_MANY_ERRORS')
  })
})
