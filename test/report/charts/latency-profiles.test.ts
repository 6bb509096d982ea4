import { expect } from 'chai'
import { describe, it } from 'mocha'
import { latencyProfiles, speedupProfiles, valueAt } from '../../../plugin/report/charts/percentile-curves.ts'
import { lookOf } from '../../../plugin/report/palette.ts'
import { aRunDetail } from '../../support/pages.ts'
import { aRandomView } from '../../support/random-views.ts'
import { aRun, latencies } from '../../support/runs.ts'
import type { Metric } from '../../../plugin/concepts/metrics.ts'
import type { RunDetail } from '../../../plugin/concepts/report-data.ts'

const candidates = [{ name: 'clustered' }]
const variants = { names: ['single', 'clustered'], baseline: 'single', lookOf: (name: string) => lookOf(name, { baseline: 'single', candidates }) }

function aDetail(variant: string, round: number, quantiles: [probability: number, latencyMs: number][]): RunDetail {
  const run = aRun({ variant, round, latencyMs: latencies(50) })
  return aRunDetail({ run, quantiles: quantiles.map(([probability, latencyMs]) => ({ probability, latencyMs })) })
}

describe('latencies by percentile over the rounds', () => {
  it('are geometric means, with the fastest and the slowest round', () => {
    const details = [aDetail('single', 1, [[0, 10], [1, 10]]), aDetail('single', 2, [[0, 40], [1, 40]])]
    const [{ name, points }] = latencyProfiles(variants, details, [0.75])
    expect(name).to.equal('single')
    expect(points[0].value).to.be.closeTo(20, 1e-9)
    expect(points[0]).to.include({ probability: 0.75, least: 10, most: 40 })
  })

  it('are interpolated by probability, each round by its own steps', () => {
    const details = [aDetail('single', 1, [[0, 0], [0.5, 10], [1, 110]]), aDetail('single', 2, [[0.2, 35], [1, 35]])]
    const [{ points }] = latencyProfiles(variants, details, [0.1, 0.75, 1])
    expect(points.map(({ least, most }) => [least, most])).to.eql([[2, 35], [35, 60], [35, 110]])
  })

  it('agree with the estimates at p50, p95 and p99', () => {
    const view = aRandomView({ seed: 4, candidates: 2, rounds: 5 })
    const profiles = latencyProfiles(view, view.runs, [0.5, 0.95, 0.99])
    const marked = [['p50', 0.5], ['p95', 0.95], ['p99', 0.99]] as [Metric, number][]
    for (const { name, estimates } of view.result?.candidates ?? []) {
      for (const [metric, probability] of marked) {
        const estimate = estimates.find((one) => one.metric === metric)
        const [before, after] = ['single', name].map((wanted) => profiles.find((profile) => profile.name === wanted))
        expect(before && valueAt(before, probability)).to.be.closeTo(Number(estimate?.baseline), 1e-9)
        expect(after && valueAt(after, probability)).to.be.closeTo(Number(estimate?.candidate), 1e-9)
      }
    }
  })

  it('leave out a variant that was not seen', () => {
    expect(latencyProfiles(variants, [aDetail('clustered', 1, [[0, 1]])], [0.5]).map(({ name }) => name)).to.eql(['clustered'])
  })
})

describe('speedups by percentile over the rounds', () => {
  it('are those of the rounds, not of the means', () => {
    const details = [
      aDetail('single', 1, [[0, 20], [1, 20]]),
      aDetail('clustered', 1, [[0, 10], [1, 10]]),
      aDetail('clustered', 2, [[0, 5], [1, 5]]),
      aDetail('single', 2, [[0, 40], [1, 40]])
    ]
    const [{ name, points }] = speedupProfiles(variants, details, [0.3])
    expect(name).to.equal('clustered')
    expect(points[0].value).to.be.closeTo(4, 1e-9)
    expect(points[0]).to.include({ least: 2, most: 8 })
  })

  it('need both variants of a round', () => {
    expect(speedupProfiles(variants, [aDetail('single', 1, [[0, 20]]), aDetail('clustered', 2, [[0, 10]])], [0.3])).to.eql([])
  })

  it('leave out percentiles where a latency was 0', () => {
    const details = [aDetail('single', 1, [[0, 0], [1, 10]]), aDetail('clustered', 1, [[0, 0], [1, 5]])]
    expect(speedupProfiles(variants, details, [0, 1])[0].points.map(({ probability, value }) => [probability, value])).to.eql([[1, 2]])
  })
})
