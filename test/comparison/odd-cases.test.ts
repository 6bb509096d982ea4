import { expect } from 'chai'
import { describe, it } from 'mocha'
import { bound } from '../../plugin/comparison/bound.ts'
import { checkMachine } from '../../plugin/comparison/warnings/generator.ts'
import { loadShape } from '../../plugin/comparison/compare-scenario.ts'
import { variantUse } from '../../plugin/comparison/variant-use.ts'
import { marginSentence, verdictSentence } from '../../plugin/report/words/sentences.ts'
import { percent } from '../../plugin/concepts/wording.ts'
import { diagnosisOf, lazy, noGain } from '../support/diagnosis-of.ts'
import { aCandidateWith, aClusterUse, someLimits } from '../support/results.ts'
import { aGenerator, aMachine, aRun, aWorker } from '../support/runs.ts'
import type { Estimate } from '../../plugin/concepts/comparison.ts'
import type { Metric } from '../../plugin/concepts/metrics.ts'

const metrics = ['p50', 'p95', 'p99', 'throughput'] as Metric[]
const slower: Partial<Estimate>[] = noGain().map((one) => ({ ...one, speedup: 0.7, interval: [0.65, 0.75] }))
const carryingNothing: Partial<Estimate>[] = metrics.map((metric) => ({ metric, reason: 'generator-saturated' }))

describe('odd cases that once were told wrongly', () => {
  it('sessions of many requests show a queue, although no single request waits long', () => {
    const generator = aGenerator({ shortestSessionMs: 115, arrivalSeconds: 20, drainSeconds: 5, queueSeconds: 0.43 })
    const runs = ['single', 'clustered'].flatMap((variant) => [1, 2, 3].map((round) => aRun({ variant, round, generator })))
    expect(loadShape(runs).saturated).to.eql(['single', 'clustered'])
  })

  it('a clustered baseline of which one worker is silent is not blocked', () => {
    const workers = [aWorker('1', {}, { utilization: 0.98, cpu: 0.97 }), aWorker('2', { usage: null })]
    const two = variantUse({ name: 'two', workers: 2 }, [1, 2, 3].map((round) => aRun({ round, machine: aMachine({ cores: 8, app: 1.95 }), workers })))
    const four = { name: 'four', workers: 4, machine: aMachine({ cores: 8, app: 3.9 }) }
    expect(diagnosisOf({ baseline: two, candidate: four, result: { workers: 4, shares: [0.25, 0.25, 0.25, 0.25] } }).code).not.to.equal('blocked')
    expect(bound(two, aClusterUse(four), null)).not.to.equal(null)
  })

  it('more workers do not help where they made it measurably slower', () => {
    const partly = diagnosisOf({ baseline: lazy(0.7), candidate: { utilization: 0.36 }, estimates: slower })
    expect(partly.message).to.match(/queue now and then, but clustering makes it slower\.$/)
    const blocked = diagnosisOf({ baseline: { cpu: 0.1, machine: aMachine({ app: 0.3 }) }, estimates: slower })
    expect(blocked.message).to.match(/block it, and asynchronous calls would help\.$/)
  })

  it('one worker is not more workers, and shares nothing', () => {
    const one = { result: { workers: 1, shares: [1] }, estimates: noGain() }
    expect(diagnosisOf({ ...one, baseline: lazy(0.7), candidate: { workers: 1, utilization: 0.7, cpu: 0.7, machine: aMachine({ app: 0.7 }) } }).message).to.include('which one worker cannot help')
    expect(diagnosisOf({ ...one, candidate: { workers: 1, utilization: 0.5, cpu: 0.5, machine: aMachine({ cores: 4, app: 1 }) } }).code).to.equal('cpu-bound')
  })

  it('an app that computes all the time is not too fast for a busy generator', () => {
    const { message } = diagnosisOf({ baseline: { generatorUtilization: 0.85 }, candidate: { generatorUtilization: 0.9 } })
    expect(message).to.match(/^CPU-bound as single .* the load generator was 90 % busy, too: clustered may be faster/)
  })

  it('a self-check that carries nothing names no margins', () => {
    const leastMargin = { p50: 1.02, p95: 1.22, p99: 1.35, throughput: 1.04 }
    expect(marginSentence(aCandidateWith(carryingNothing, { selfCheck: { verdict: 'inconclusive', biased: [], leastMargin } }))).to.equal(null)
  })

  it('one failure in 300,000 is not none', () => expect(percent(1 / 300_000)).to.equal('below 0.001 %'))
  it('one core is no cores', () =>
    expect(checkMachine([aRun({ machine: aMachine({ cores: 1, others: 0.25 }) })], [])[0].message).to.include('of 1 core)'))

  it('an error rate that is met is called that', () => {
    const limits = someLimits({}, { required: 0.1, verdict: 'pass' })
    expect(verdictSentence(aCandidateWith(carryingNothing, { limits, verdict: 'pass' }), { baseline: 'single', load: { model: 'closed', saturated: [] }, rounds: 4, preliminary: false })).to.include('meets the required error rate.')
  })
})
