import { expect } from 'chai'
import { describe, it } from 'mocha'
import { crossovers } from '../../plugin/comparison/crossover.ts'
import { itFinds } from '../support/cases.ts'
import { underLoads } from '../support/loads.ts'
import type { Estimate, ScenarioResult } from '../../plugin/concepts/comparison.ts'

const crossingOf = (plan: Parameters<typeof underLoads>[0]) => {
  const { results, runs, settings } = underLoads(plan)
  return crossovers(results, runs, settings)
}

describe('the crossover', () => {
  it('is where the candidate begins to be better, and where the baseline can’t keep up', () => {
    const [{ scenario, levels, candidates }] = crossingOf({ factors: [0.6, 1.2, 1.9, 3] })
    expect(scenario).to.equal('primes')
    expect(levels.map((level) => [level.factor, level.scenario, Math.round(level.offeredPerSecond)])).to.eql([
      [0.6, 'primes at 0.6x load', 60],
      [1.2, 'primes at 1.2x load', 120],
      [1.9, 'primes at 1.9x load', 190],
      [3, 'primes at 3x load', 300]
    ])
    expect(levels.map(({ variants }) => variants.map(({ name, keepsUp }) => `${name} ${keepsUp}`))).to.eql([
      ...[1, 2, 3].map(() => ['single true', 'clustered true']),
      ['single false', 'clustered true']
    ])
    const [{ asGoodUpTo, betterFrom, ...rest }] = candidates
    expect([asGoodUpTo, betterFrom].map((rate) => Math.round(Number(rate)))).to.eql([120, 190])
    expect(rest.name).to.equal('clustered')
    expect(rest.message)
      .to.match(/^Up to 120 requests\/s single is as good as clustered; from 190 requests\/s on clustered is better at p95 \(1\d\.\d\dx at 190, single can't keep up at 300\)\.$/)
  })

  it('has the p95 of each variant, the geometric mean of its rounds within its interval', () => {
    const [{ levels: [{ variants: [single] }] }] = crossingOf({ factors: [1.5, 2.5], spread: 0.05, rounds: 8 })
    // 20 ms x (1 + 0.75^8 / 0.25)
    expect(single.p95Ms.value).to.be.closeTo(28, 1.5)
    const [low, high] = single.p95Ms.interval
    expect(Math.sqrt(low * high)).to.be.closeTo(single.p95Ms.value, 1e-9)
    expect(high / low).to.be.within(1.02, 1.3)
  })

  it('is not there for one load, nor for a scenario under its own load alone', () => {
    expect(crossingOf({ factors: [1] })).to.eql([])
    const { results, runs, settings } = underLoads({ factors: [1] })
    expect(crossovers([{ ...results[0], level: null }], runs, settings)).to.eql([])
  })

  it('is one for each scenario, its loads sorted', () => {
    const first = underLoads({ factors: [2.5, 0.5] })
    const renamed = (result: ScenarioResult) =>
      ({ ...result, scenario: `sums ${result.scenario}`, level: { of: 'sums', factor: Number(result.level?.factor) } })
    const runs = [...first.runs, ...first.runs.map((run) => ({ ...run, scenario: `sums ${run.scenario}` }))]
    const found = crossovers([...first.results, ...first.results.map(renamed)], runs, first.settings)
    expect(found.map(({ scenario, levels }) => [scenario, ...levels.map(({ factor }) => factor)])).to.eql([['primes', 0.5, 2.5], ['sums', 0.5, 2.5]])
    expect(found[1].levels.map(({ offeredPerSecond }) => Math.round(offeredPerSecond))).to.eql([50, 250])
  })

  it('leaves out a load that was interrupted', () => {
    const { results, runs, settings } = underLoads({ factors: [0.5, 1, 2.5] })
    const [low, middle, high] = results
    const [found] = crossovers([low, middle, { ...high, preliminary: true }], runs, settings)
    expect(found.levels.map(({ factor }) => factor)).to.eql([0.5, 1])
    expect(found.candidates[0].message).to.equal('At none of the loads, up to 100 requests/s, is clustered measurably better.')
    expect(crossovers([low, { ...high, preliminary: true }], runs, settings)).to.eql([])
  })

  it('rests on whole rounds only', () => {
    const { results, runs, settings } = underLoads({ factors: [0.5, 1] })
    const begun = { ...runs[0], round: 5, requests: 1e9 }
    expect(crossovers(results, [...runs, begun], settings)).to.eql(crossovers(results, runs, settings))
  })

  it('takes for the load what users brought, not what was answered in the end', () => {
    const [{ levels: [, { offeredPerSecond, variants }] }] = crossingOf({ factors: [0.5, 6], capacities: { single: 200, clustered: 400 } })
    expect(variants.map(({ keepsUp }) => keepsUp)).to.eql([false, false])
    expect(offeredPerSecond).to.be.closeTo(600, 1e-6)
  })

  it('is not named where users stay until the end, so that the load follows the app', () => {
    const { results, runs, settings } = underLoads({ factors: [0.5, 2.5] })
    const [low, high] = results
    const [{ levels, candidates: [candidate] }] = crossovers([low, { ...high, load: { model: 'closed', saturated: [] } }], runs, settings)
    expect(candidate).to.deep.include({ asGoodUpTo: null, betterFrom: null })
    expect(candidate.message)
      .to.match(/^Users stay longer than it takes until all have come, so the load follows the app and no crossing can be named: let them come .*`arrivalRate`/)
    // What they ask in a second, only the whole load tells: single takes 12.5 s of it, clustered 10 s.
    expect(levels[1].offeredPerSecond).to.be.closeTo(2500 / Math.sqrt(12.52 * 10.02), 0.1)
  })

  it('knows the load of users who all came at once', () => {
    const { results, runs, settings } = underLoads({ factors: [0.5, 1] })
    const atOnce = runs.map((run) => ({ ...run, generator: { ...run.generator, arrivalSeconds: 0 } }))
    expect(crossovers(results, atOnce, settings)[0].levels.map(({ offeredPerSecond }) => Math.round(offeredPerSecond))).to.eql([50, 100])
  })
})

describe('the bounds of a crossover', () => {
  const { results: [low, middle, high], runs, settings } = underLoads({ factors: [0.5, 1.9, 2.5] })
  const withEstimates = (result: ScenarioResult, overrides: Partial<Estimate>): ScenarioResult =>
    ({ ...result, candidates: result.candidates.map((one) => ({ ...one, estimates: one.estimates.map((estimate) => ({ ...estimate, ...overrides })) })) })
  const crossingOfAll = (...results: ScenarioResult[]) => crossovers(results, runs, settings)[0].candidates[0]
  const boundsOf = (...results: ScenarioResult[]) => {
    const { asGoodUpTo, betterFrom } = crossingOfAll(...results)
    return [asGoodUpTo, betterFrom].map((rate) => rate && Math.round(rate))
  }
  const overloaded = (result: ScenarioResult) => withEstimates(result, { reason: 'generator-saturated' })
  const better = withEstimates(low, { interval: [1.1, 1.3], speedup: 1.2 })
  const asGood = (result: ScenarioResult) => withEstimates(result, { interval: [0.9, 1.1], speedup: 1 })
  const keptUp = asGood({ ...high, load: low.load })
  const unclear = withEstimates(middle, { interval: [0.9, 2], speedup: 1.4 })

  itFinds({
    'leave out loads without a verdict': [
      [boundsOf(low, middle, high), [50, 190]], [boundsOf(low, overloaded(middle), high), [50, 250]],
      [boundsOf(overloaded(low), middle, high), [null, 190]], [boundsOf(low, middle, overloaded(high)), [50, 190]],
      [boundsOf(...[low, middle, high].map(overloaded)), [null, null]]
    ],
    'are none where it goes up and down, so that no crossing is named': [
      [boundsOf(better, asGood(middle), high), [null, null]], [boundsOf(low, middle, keptUp), [null, null]],
      [boundsOf(better, middle, high), [null, 50]], [boundsOf(low, asGood(middle), high), [190, 250]],
      [boundsOf(low, asGood(middle), keptUp), [250, null]], [boundsOf(better, middle, keptUp), [null, null]]
    ],
    'are not denied by a load under which the rounds differ too much to tell': [
      [boundsOf(better, unclear, high), [null, 50]],
      [crossingOfAll(better, unclear, high).message,
        /^clustered is better at p95 already at 50 requests\/s, the least load that was tried .*; at 190 requests\/s the rounds differ too much to tell\.$/]
    ]
  })
})
