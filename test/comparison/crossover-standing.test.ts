import { expect } from 'chai'
import { describe, it } from 'mocha'
import { atLoad, isSettled, markUnclear } from '../../plugin/comparison/crossover.ts'
import type { AtLoad } from '../../plugin/comparison/crossover-message.ts'
import { underLoads } from '../support/loads.ts'
import { aCandidateWith, aScenarioResult } from '../support/results.ts'
import type { Estimate } from '../../plugin/concepts/comparison.ts'
import type { Reason } from '../../plugin/concepts/warnings.ts'

/** @param found intervals */
function stand({ p95 = [0.9, 1.1], throughput = [0.9, 1.1], reason, saturated = [] }: { p95?: [number, number], throughput?: [number, number], reason?: Reason, saturated?: string[] }) {
  const estimates: Partial<Estimate>[] = [{ metric: 'p95', interval: p95, reason: reason ?? null }, { metric: 'throughput', interval: throughput }]
  const candidate = aCandidateWith(estimates)
  const { standing, by } = atLoad(candidate, aScenarioResult([candidate], { load: { model: 'open', saturated } }))
  return `${standing} by ${by}`
}

describe('where a candidate stands at a load', () => {
  it('is told by the interval of p95 as long as both keep up', () => {
    expect(stand({ p95: [1.01, 1.2] })).to.equal('better by p95')
    expect(stand({ p95: [0.99, 1.2], throughput: [2, 3] })).to.equal('as good by p95')
    expect(stand({ p95: [0.8, 0.99] })).to.equal('worse by p95')
  })

  it('is told by who keeps up when only one does, whatever the latencies', () => {
    expect(stand({ p95: [0.5, 0.6], saturated: ['single'], reason: 'baseline-saturated' })).to.equal('better by keeping up')
    expect(stand({ p95: [1.5, 1.6], saturated: ['clustered'] })).to.equal('worse by keeping up')
  })

  it('is told by throughput when neither keeps up', () => {
    const saturated = ['single', 'clustered']
    expect(stand({ saturated, reason: 'baseline-saturated', throughput: [1.1, 1.3] })).to.equal('better by throughput')
    expect(stand({ saturated, reason: 'baseline-saturated', p95: [2, 3] })).to.equal('as good by throughput')
    expect(stand({ saturated, reason: 'baseline-saturated', throughput: [0.7, 0.9] })).to.equal('worse by throughput')
  })

  for (const reason of ['errors', 'different-answers', 'generator-saturated'] as const) {
    it(`is unknown where the measurement carries no verdict: ${reason}`, () => {
      expect(stand({ p95: [2, 3], reason })).to.equal('unknown by p95')
      expect(stand({ saturated: ['single'], reason })).to.equal('unknown by p95')
    })
  }
})

describe('the loads above one at which a candidate is better', () => {
  const step: (standing: AtLoad['standing'], rest?: Partial<AtLoad>) => AtLoad = (standing, rest) => ({ standing, by: 'p95', speedup: 1.5, most: 1.8, ...rest })
  const marked = (...steps: AtLoad[]) => markUnclear(steps).map(({ standing }) => standing)

  it('are unclear where the interval reaches as far as the gain there', () => {
    expect(marked(step('better'), step('as good', { most: 1.5 }), step('as good', { most: 1.49 }))).to.eql(['better', 'unclear', 'as good'])
    expect(marked(step('better', { speedup: 3 }), step('better'), step('as good', { most: 2 }))).to.eql(['better', 'better', 'unclear'])
  })

  it('are findings where it is worse, and where something else tells', () =>
    expect(marked(step('better'), step('worse'), step('as good', { by: 'throughput' }), step('unknown'))).to.eql(['better', 'worse', 'as good', 'unknown']))
  it('are not those below it', () => expect(marked(step('as good', { most: 9 }), step('better'))).to.eql(['as good', 'better']))
})

describe('a load', () => {
  const settled = (plan: Parameters<typeof underLoads>[0]) => {
    const { results, settings } = underLoads(plan)
    return results.map((result) => `${isSettled(result, settings)} ${result.decided}`)
  }

  it('is settled after the fewest rounds where the difference is plain', () =>
    expect(settled({ factors: [1.9, 3], rounds: 3 })).to.eql(['true true', 'true true']))
  it('is not settled by rounds that are too few to see a difference, though nothing is required', () =>
    expect(settled({ factors: [1, 1.5], rounds: 3, spread: 0.1 })).to.eql(['false false', 'false false']))
  it('is settled when more rounds would hardly find one', () =>
    expect(settled({ factors: [0.5], rounds: 7, spread: 0.1 })).to.eql(['true true']))

  it('is settled where no verdict can be drawn at all', () => {
    const { results: [result], settings } = underLoads({ factors: [1], rounds: 3, spread: 0.1 })
    const candidates = result.candidates.map((one) => ({ ...one, estimates: one.estimates.map((estimate) => ({ ...estimate, reason: 'errors' as const })) }))
    expect(isSettled({ ...result, candidates }, settings)).to.equal(true)
  })

  it('goes by throughput where neither keeps up', () => {
    const capacities = { single: 200, clustered: 200 }
    expect(settled({ factors: [4], capacities, rounds: 3 })).to.eql(['false false'])
    expect(settled({ factors: [4], capacities, rounds: 6 })).to.eql(['true true'])
    const { results: [result], settings } = underLoads({ factors: [4], capacities, rounds: 6 })
    const better = ({ speedup, ratios }: Estimate) => ({ speedup: 1.05 * speedup, ratios: ratios.map((ratio) => 1.05 * ratio) })
    const slightlyBetter = (estimate: Estimate) => (estimate.metric === 'p95' ? { ...estimate, ...better(estimate) } : estimate)
    const candidates = result.candidates.map((one) => ({ ...one, estimates: one.estimates.map(slightlyBetter) }))
    expect(isSettled({ ...result, candidates }, settings)).to.equal(true)
    expect(isSettled({ ...result, candidates, load: { model: 'open', saturated: [] } }, settings)).to.equal(false)
  })
})
