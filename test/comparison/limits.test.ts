import { expect } from 'chai'
import { describe, it } from 'mocha'
import { limits, shares, unattributedShare } from '../../plugin/comparison/limits.ts'
import { aRun, aWorker } from '../support/runs.ts'
import { itFinds } from '../support/cases.ts'
import type { Run } from '../../plugin/concepts/run.ts'

/** @param requests of each worker, busiest first */
const servedBy = (requests: number[], overrides?: Partial<Run>) =>
  aRun({ workers: requests.map((count, i) => aWorker(String(100 + i), { requests: count })), ...overrides })

describe('the shares of the workers', () => {
  itFinds({
    'are the mean over the rounds, the busiest first in each': [
      [shares([servedBy([75, 25]), servedBy([65, 35])], 2).map((share) => share.toFixed(3)), ['0.700', '0.300']]
    ],
    'include workers that did nothing': [
      [shares([servedBy([60, 40, 0, 0])], 4), [0.6, 0.4, 0, 0]], [shares([servedBy([60, 40])], 4), [0.6, 0.4, 0, 0]]
    ],
    'are as many as the workers, also when one died and another took its place': [[shares([servedBy([50, 40, 10])], 2), [0.5, 0.4]]]
  })
})

describe('fairness', () => {
  const cases: [string, number[], number, number][] = [
    ['1 when all workers did the same', [50, 50], 2, 1],
    ['two thirds when the busiest of two did three quarters', [75, 25], 2, 2 / 3],
    ['one half when one of two workers was idle', [100, 0], 2, 1 / 2],
    ['one quarter when three of four workers were idle and unknown', [100], 4, 1 / 4],
    ['never above 1', [34, 33, 33], 2, 1]
  ]
  for (const [what, requests, workers, fairness] of cases) {
    it(`is ${what}`, () => expect(limits([servedBy(requests)], workers, {})[0].value).to.be.closeTo(fairness, 1e-12))
  }

  it('is the mean over the rounds', () => expect(limits([servedBy([100, 0]), servedBy([50, 50])], 2, {})[0].value).to.equal(0.75))

  it('is unknown when too many responses don’t tell who made them', () => {
    expect(limits([servedBy([50, 40], { unattributed: 10 })], 2, {})[0].value).to.equal(null)
    expect(limits([servedBy([50, 48], { unattributed: 2 })], 2, {})[0].value).to.be.a('number')
  })

  it('leaves out a run that nobody knows about, and is no pass where nobody knows at all', () => {
    const unknown = servedBy([], { unattributed: 4 })
    expect(limits([servedBy([75, 25]), servedBy([75, 25]), unknown], 2, {})[0].value).to.be.closeTo(2 / 3, 1e-12)
    expect(limits([unknown], 2, { fairness: 0.5 })[0]).to.include({ value: null, verdict: 'inconclusive' })
  })

  it('is unknown where nobody told anything of the workers', () =>
    expect(limits([servedBy([], { unattributed: 0 })], 1, {})[0].value).to.equal(null))

  it('is unknown where workers that did nothing can’t be seen, whoever answered', () => {
    expect(limits([servedBy([50, 50])], null, { fairness: 0.8 })[0]).to.include({ value: null, verdict: 'inconclusive' })
    expect(limits([servedBy([100])], null, {})[0]).to.include({ value: null, verdict: null })
  })

  it('passes at the value required and fails below it', () => {
    const verdictFor = (fairness: number | null) => limits([servedBy([100, 0])], 2, { fairness })[0].verdict
    expect([0.5, 0.51, null].map(verdictFor)).to.eql(['pass', 'fail', null])
  })
})

describe('the error rate', () => {
  const runs = [aRun({ requests: 100, failures: 0 }), aRun({ requests: 300, failures: 8 })]

  it('is counted over all requests of all runs', () =>
    expect(limits(runs, 1, {})[1]).to.eql({ metric: 'errorRate', value: 0.02, required: null, verdict: null }))

  it('passes at the value allowed and fails above it', () => {
    const verdictFor = (errorRate: number) => limits(runs, 1, { errorRate })[1].verdict
    expect([0.02, 0.019, 0].map(verdictFor)).to.eql(['pass', 'fail', 'fail'])
  })
})

describe('the unattributed share', () => {
  itFinds({
    'is that of all responses of all runs': [[unattributedShare([servedBy([90], { unattributed: 10 }), servedBy([100])]), 0.05]],
    'is 0 when every response carried the header, and when there was none': [
      [unattributedShare([servedBy([90])]), 0], [unattributedShare([servedBy([])]), 0]
    ]
  })
})
