import { expect } from 'chai'
import { describe, it } from 'mocha'
import { compareScenario } from '../../../plugin/comparison/compare-scenario.ts'
import { aRun, aWorker } from '../../support/runs.ts'
import { aPlan, aVariant, someSettings } from '../../support/settings.ts'
import { sweepOf, sweepRuns, sweepVariants } from '../../support/sweep-runs.ts'
import type { Run } from '../../../plugin/concepts/run.ts'
import type { Variant } from '../../../plugin/concepts/settings.ts'

/** @param baseline the last one when it is left out */
const sweepsOf = (variants: Variant[], runs: Run[], baseline = variants[variants.length - 1].name) => {
  const candidates = variants.map(({ name }) => name).filter((name) => name !== baseline)
  return compareScenario({ runs, answers: [] }, aPlan({}, candidates), someSettings({ variants, baseline })).sweeps
}
const ofSingle = [1, 2, 3].map((round) => aRun({ round }))

describe('a sweep', () => {
  it('has a point for each number of workers, fewest first, whatever the order of the variants', () => {
    const throughputs = { 1: 228, 2: 378, 4: 380 }
    const [{ points }] = sweepsOf(sweepVariants(throughputs).reverse(), sweepRuns(throughputs), 'clustered 4')
    expect(points.map(({ variant, workers }) => ({ variant, workers }))).to.eql([1, 2, 4].map((workers) => ({ variant: `clustered ${workers}`, workers })))
    expect(points).to.eql(sweepOf(throughputs).points)
  })

  it('tells throughput, p95 and speedup with their intervals, and the memory', () => {
    const { name, cores, points: [one, two] } = sweepOf({ 1: 200, 2: 400, 4: 400 }, { rounds: [0.9, 1, 1 / 0.9] })
    expect({ name, cores }).to.eql({ name: 'clustered', cores: 2 })
    expect([two.throughputPerSecond.value, two.p95Ms.value, two.speedup.value].map((value) => value.toFixed(3))).to.eql(['400.000', '50.000', '2.000'])
    // After three rounds, 5.22 standard deviations: of 10.5 % between the rounds, and of the least, 1 %, between their ratios.
    expect(two.throughputPerSecond.interval.map((limit) => (limit / 400).toFixed(2))).to.eql(['0.58', '1.73'])
    expect(two.p95Ms.interval.map((limit) => (limit / 50).toFixed(2))).to.eql(['0.58', '1.73'])
    expect(two.speedup.interval.map((limit) => limit.toFixed(2))).to.eql(['1.90', '2.11'])
    expect(one.speedup).to.eql({ value: 1, interval: [1, 1] })
    expect([one, two].map(({ appMegabytes, workerMegabytes }) => [appMegabytes, workerMegabytes])).to.eql([[100, 48], [148, 48]])
    const silent = { machine: null, workers: [aWorker('100', { usage: null })] }
    expect(sweepOf({ 1: 200, 2: 400 }, { runs: { 1: silent } }).points[0]).to.include({ appMegabytes: null, workerMegabytes: null })
  })

  it('is of one number, where only one was asked for, and none of variants that were written one by one', () => {
    const [{ knee, recommendation, whyNoLaw }] = sweepsOf([aVariant(), ...sweepVariants({ 2: 400 })], [...ofSingle, ...sweepRuns({ 2: 400 })], 'single')
    expect({ knee, recommendation }).to.eql({ knee: 2, recommendation: '2 workers: no other number was tried.' })
    expect(whyNoLaw).to.match(/^Only 2 workers were tried, and the law needs three/)
    const apart = sweepVariants({ 1: 200, 2: 400 }).map((variant) => ({ ...variant, sweep: null }))
    expect(sweepsOf(apart, sweepRuns({ 1: 200, 2: 400 }))).to.eql([])
  })

  it('stands beside others, and beside variants of no sweep', () => {
    const [throughputs, shared] = [{ 1: 200, 2: 390 }, { 2: 300, 4: 340 }]
    const asShared = (name: string) => name.replace('clustered', 'shared')
    const others = sweepVariants(shared).map((one) => ({ ...one, name: asShared(one.name), mode: 'reuse-port' as const, sweep: 'shared' }))
    const runs = [...ofSingle, ...sweepRuns(throughputs), ...sweepRuns(shared).map((run) => ({ ...run, variant: asShared(run.variant) }))]
    const sweeps = sweepsOf([aVariant(), ...sweepVariants(throughputs), ...others], runs, 'single')
    expect(sweeps.map(({ name, knee, points }) => [name, knee, ...points.map(({ variant }) => variant)])).to.eql([
      ['clustered', 2, 'clustered 1', 'clustered 2'], ['shared', 4, 'shared 2', 'shared 4']
    ])
  })
})
