import { expect } from 'chai'
import { compareScenario } from '../../plugin/comparison/compare-scenario.ts'
import { crossoverSpans } from '../../plugin/questions/crossover/comparison.ts'
import { checkRun } from '../../plugin/comparison/candidate-limits.ts'
import { itFinds } from '../support/cases.ts'
import { underLoads } from '../support/loads.ts'
import { latencies } from '../support/runs.ts'
import { aPlan, refusal } from '../support/settings.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { ScenarioPlan } from '../../plugin/concepts/settings.ts'

const least = 0.5

/** Two loads; under the larger one, the runs of these variants are as said. */
function failing(
  changes: Record<string, Partial<Run>>,
  { factor = 1.2, errorRate = null }: { factor?: number; errorRate?: number | null } = {}
) {
  const {
    results: [low],
    runs: all,
    settings
  } = underLoads({ factors: [least, factor] })
  const plan = {
    ...aPlan({}, ['clustered'], { clustered: { errorRate } }),
    name: `primes at ${factor}x load`,
    level: { of: 'primes', factor, isLeast: false }
  }
  const runs = all.filter(({ scenario }) => scenario === plan.name).map((run) => ({ ...run, ...changes[run.variant] }))
  const result = compareScenario({ runs, answers: [] }, plan, settings)
  const {
    crossovers: [crossover]
  } = crossoverSpans.span([low, result], [...all.filter(({ scenario }) => scenario !== plan.name), ...runs], settings)
  return { plan, runs, settings, result, crossover, level: crossover.levels[1] }
}

const someFailed = (kinds: Record<string, number>): Partial<Run> => ({
  failures: Object.values(kinds).reduce((sum, count) => sum + count, 0),
  failureKinds: kinds,
  throughputPerSecond: 98
})
const timedOut = someFailed({ ETIMEDOUT: 240 }) // of 1200
const nothing: Partial<Run> = {
  ...someFailed({ ERR_SOCKET_TIMEOUT: 1200 }),
  latencyMs: null,
  throughputPerSecond: 0,
  counted: { fromMs: 0, toMs: 10_000, requests: 1200, latencies: 0 }
}
const wrong = someFailed({ 500: 240 })

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

  it('takes nothing from the crossover: who keeps up is better, and what the other answered and failed is told', () => {
    for (const [single, words] of [
      [timedOut, 'answered 98/s, 20 % failed'],
      [nothing, 'answered 0/s, 100 % failed']
    ] as const) {
      const {
        crossover: {
          candidates: [{ message, betterFrom }]
        },
        level,
        result
      } = failing({ single })
      expect(message).to.equal(
        `Up to 50 requests/s, single is about as good as clustered; from 120 requests/s on, clustered is better (single can't keep up at 120: ${words}).`
      )
      expect(betterFrom).to.be.closeTo(120, 0.001)
      const [baseline, candidate] = level.variants
      expect([baseline.p95Ms, baseline.keepsUp, candidate.keepsUp, candidate.errorRate]).to.eql([null, false, true, 0])
      expect(candidate.p95Ms?.value).to.be.above(0)
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
      },
      crossover
    } = failing({ clustered: timedOut })
    expect(estimates.map(({ reason }) => reason)).to.eql([...Array(3).fill('candidate-saturated'), null])
    expect(crossover.candidates[0].message).to.equal(
      'clustered is not clearly better at any load up to 120 requests/s; at 120 single is better.'
    )
  })

  it('compares neither that can’t keep up by throughput', () => {
    const { crossover } = failing({
      single: { ...nothing, throughputPerSecond: 20 },
      clustered: { ...nothing, throughputPerSecond: 60 }
    })
    expect(crossover.candidates[0].message).to.match(
      /clustered is better \(3\.00x the throughput at 120, where neither can keep up\)\.$/
    )
  })
})

describe('errors of an app that keeps up', () => {
  it('are errors from the second load on, too: all verdicts on that load are withheld, and no other', () => {
    for (const single of [wrong, { ...wrong, latencyMs: null, failures: 1200, failureKinds: { 500: 1200 } }]) {
      const { result, crossover } = failing({ single })
      expect(new Set(result.candidates[0].estimates.map(({ reason }) => reason))).to.eql(new Set(['errors']))
      expect(crossover.candidates[0].message).to.equal(
        'clustered is not clearly better at any load up to 50 requests/s; at 120 requests/s the verdict is withheld.'
      )
      expect(result.warnings.filter(({ code }) => code === 'errors').map(({ message }) => message)[0]).to.match(
        /^single: \d+ % of its requests failed \(500 \(\d+\)\), more than 1\.0 %\. /
      )
      expect(result.verdict).to.equal(null)
    }
  })

  it('are none as far as they are allowed', () => {
    const { result } = failing({ clustered: wrong }, { errorRate: 0.3 })
    expect(result.candidates[0].estimates.map(({ reason }) => reason)).to.eql(Array(4).fill(null))
  })

  it('are a part of a search for the capacity, which goes beyond it', () => {
    const {
      plan,
      settings,
      runs: [, run]
    } = failing({ single: timedOut, clustered: timedOut })
    const search = { ...plan, level: null, capacity: { limits: { p95: 100, errorRate: 0.01 }, wanted: null } }
    expect(() =>
      checkRun({ ...run, latencyMs: latencies(20), round: 0 }, { runs: [], scenario: search }, settings)
    ).not.to.throw()
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
