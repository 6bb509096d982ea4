import { expect } from 'chai'
import { describe, it } from 'mocha'
import { generatorAtPace, isGeneratorBusy, reasonAgainst, type Circumstances } from '../../plugin/comparison/reason-against.ts'
import { aClusterUse, aVariantUse } from '../support/results.ts'
import { aGenerator, aRun } from '../support/runs.ts'
import { itFinds } from '../support/cases.ts'
import type { LoadShape } from '../../plugin/concepts/load-results.ts'
import type { Metric } from '../../plugin/concepts/metrics.ts'

const metrics: Metric[] = ['p50', 'p95', 'p99', 'throughput']

const reasons = (circumstances: Partial<Circumstances>, required: number | null = 1.3) => {
  const usual: Circumstances = { runs: [aRun()], baseline: 'single', candidate: 'clustered', tooManyErrors: false, load: { model: 'closed', saturated: [] }, answers: undefined }
  return metrics.map((metric) => reasonAgainst({ ...usual, ...circumstances }, { metric, required }))
}

const none = [null, null, null, null]
const all = (reason: string) => metrics.map(() => reason)
const openLoad = (...saturated: string[]) => ({ model: 'open', saturated } as LoadShape)
const busy = aRun({ round: 2, generator: aGenerator({ utilization: 0.9 }) })
const different = { variant: 'clustered', requests: 1, different: ['GET /'], unsteady: [] }

describe('the reason against a verdict', () => {
  itFinds({
    'is none when users ask in a closed loop and all went well': [
      [reasons({}), none], [reasons({ load: { model: 'unknown', saturated: [] } }), none]
    ],
    'is too many errors, for every metric': [[reasons({ tooManyErrors: true }), all('errors')]],
    'is different answers, but not unsteady ones': [
      [reasons({ answers: different }), all('different-answers')],
      [reasons({ answers: { ...different, different: [], unsteady: ['GET /'] } }), none]
    ],
    'is a load generator that was too busy in any round': [[reasons({ runs: [aRun(), busy, aRun({ round: 3 })] }), all('generator-saturated')]],
    'is a load generator that would have been too busy, had the candidate been as fast as the baseline': [
      [reasons({ generatorAtPace: 0.81 }), all('generator-saturated')], [reasons({ generatorAtPace: 0.8 }), none]
    ],
    'is a baseline that could not keep up, for latencies': [
      [reasons({ load: openLoad('single') }), ['baseline-saturated', 'baseline-saturated', 'baseline-saturated', null]]
    ],
    'is not a candidate that could not keep up: its latencies are its own': [
      [reasons({ load: openLoad('clustered') }).slice(0, 3), [null, null, null]]
    ]
  })

  it('is an open load with which the baseline kept up, for a higher throughput', () => {
    const ofThroughput = (required: number | null) => reasons({ load: openLoad() }, required)[3]
    expect(reasons({ load: openLoad() })).to.eql([null, null, null, 'throughput-fixed'])
    expect([1.01, 1, 0.9, null].map(ofThroughput)).to.eql(['throughput-fixed', null, null, null])
  })

  it('is no open load with which the candidate did not keep up: its throughput is its own', () => {
    expect(reasons({ load: openLoad('clustered') })[3]).to.equal(null)
    expect(reasons({ load: openLoad('four') })[3], 'another one').to.equal('throughput-fixed')
  })

  it('is the gravest when there are several', () => {
    const circumstances = { tooManyErrors: true, answers: different, runs: [busy], load: openLoad('single') }
    expect(reasons(circumstances)[0]).to.equal('errors')
    expect(reasons({ ...circumstances, tooManyErrors: false })[0]).to.equal('different-answers')
    expect(reasons({ ...circumstances, tooManyErrors: false, answers: undefined })[0]).to.equal('generator-saturated')
  })
})

describe('a busy load generator', () => {
  it('is one above 80 %, as far as it told', () => {
    const isBusyAt = (utilization: number | null) => isGeneratorBusy(aRun({ generator: aGenerator({ utilization }) }))
    expect([0.79, 0.8, 0.81, null].map(isBusyAt)).to.eql([false, false, true, false])
  })
})

describe('a load generator at the pace of the baseline', () => {
  const demand = { users: 6, threads: 1, cycleMs: 0.2, computingMs: 0.02, responsesPerSecond: 39_000, generatorMs: 0.02 }
  const single = aVariantUse({ demand })
  const slower = { ...demand, responsesPerSecond: 26_000, generatorMs: 0.03 }
  const closed = { model: 'closed' } as const

  it('is busier than it was, as far as a request takes it longer with the candidate', () => {
    expect(generatorAtPace(single, aClusterUse({ demand: slower }), closed)).to.be.closeTo(1.17, 1e-9)
    expect(generatorAtPace(single, aClusterUse({ demand: { ...slower, threads: 2 } }), closed), 'of each thread').to.be.closeTo(0.585, 1e-9)
  })

  it('is unknown where nobody told, or users come whatever the app does', () => {
    expect(generatorAtPace(single, aClusterUse({ demand: null }), closed)).to.equal(null)
    expect(generatorAtPace(aVariantUse({ demand: null }), aClusterUse({ demand: slower }), closed)).to.equal(null)
    expect(generatorAtPace(single, aClusterUse({ demand: slower }), { model: 'open' })).to.equal(null)
  })
})
