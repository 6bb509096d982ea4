import { expect } from 'chai'
import { describe, it } from 'mocha'
import { compareScenario } from '../../../plugin/comparison/compare-scenario.ts'
import { aGenerator, aRun, aWorker } from '../../support/runs.ts'
import { aPlan, aVariant, someSettings } from '../../support/settings.ts'
import { sweepOf } from '../../support/sweep-of.ts'
import { sweepRuns, sweepVariants } from '../../support/sweep-runs.ts'

describe('a sweep', () => {
  it('has a point for each number of workers, fewest first, whatever the order of the variants', () => {
    const throughputs = { 1: 228, 2: 378, 4: 380 }
    const variants = sweepVariants(throughputs).reverse()
    const plan = aPlan({}, ['clustered 2', 'clustered 1'])
    const settings = someSettings({ variants, baseline: 'clustered 4' })
    const { sweeps: [{ points }] } = compareScenario({ runs: sweepRuns(throughputs), answers: [] }, plan, settings)
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
  })

  it('tells no memory where nobody told', () => {
    const silent = { machine: null, workers: [aWorker('100', { usage: null })] }
    const { points } = sweepOf({ 1: 200, 2: 400 }, { runs: { 1: silent } })
    expect(points[0]).to.include({ appMegabytes: null, workerMegabytes: null })
  })

  it('is of one number, where only one was asked for', () => {
    const [single, two] = [aVariant(), ...sweepVariants({ 2: 400 })]
    const runs = [...[1, 2, 3].map((round) => aRun({ round })), ...sweepRuns({ 2: 400 })]
    const { sweeps: [{ knee, recommendation, whyNoLaw }] } = compareScenario({ runs, answers: [] }, aPlan({}, ['clustered 2']), someSettings({ variants: [single, two] }))
    expect({ knee, recommendation }).to.eql({ knee: 2, recommendation: '2 workers: no other number was tried.' })
    expect(whyNoLaw).to.match(/^Only 2 workers were tried, and the law needs three/)
  })

  it('tells how busy the load generator was at most', () => {
    const throughputs = { 1: 200, 2: 380 }
    const [utilizations, variants] = [[0.5, 0.95, 0.6], sweepVariants(throughputs)]
    const runs = sweepRuns(throughputs).map((run) => (run.variant === 'clustered 2' ? { ...run, generator: aGenerator({ utilization: utilizations[run.round - 1] }) } : run))
    const settings = someSettings({ variants, baseline: 'clustered 1' })
    expect(compareScenario({ runs, answers: [] }, aPlan({}, ['clustered 2']), settings).sweeps[0].recommendation)
      .to.match(/^The load generator was 95 % busy with 2 workers/)
  })

  it('is none of variants that were written one by one', () => {
    const [single, ...rest] = sweepVariants({ 1: 200, 2: 400 }).map((variant) => ({ ...variant, sweep: null }))
    const settings = someSettings({ variants: [single, ...rest], baseline: single.name })
    const plan = aPlan({}, ['clustered 2'])
    expect(compareScenario({ runs: sweepRuns({ 1: 200, 2: 400 }), answers: [] }, plan, settings).sweeps).to.eql([])
  })

  it('stands beside others, and beside variants of no sweep', () => {
    const throughputs = { 1: 200, 2: 390 }
    const shared = { 2: 300, 4: 340 }
    const asShared = (name: string) => name.replace('clustered', 'shared')
    const variants = [
      aVariant(),
      ...sweepVariants(throughputs),
      ...sweepVariants(shared).map((one) => ({ ...one, name: asShared(one.name), mode: 'reuse-port' as const, sweep: 'shared' }))
    ]
    const runs = [
      ...[1, 2, 3].map((round) => aRun({ round })),
      ...sweepRuns(throughputs),
      ...sweepRuns(shared).map((run) => ({ ...run, variant: asShared(run.variant) }))
    ]
    const plan = aPlan({}, variants.slice(1).map(({ name }) => name))
    const { sweeps } = compareScenario({ runs, answers: [] }, plan, someSettings({ variants }))
    expect(sweeps.map(({ name, knee, points }) => ({ name, knee, of: points.map(({ variant }) => variant) }))).to.eql([
      { name: 'clustered', knee: 2, of: ['clustered 1', 'clustered 2'] },
      { name: 'shared', knee: 4, of: ['shared 2', 'shared 4'] }
    ])
  })
})
