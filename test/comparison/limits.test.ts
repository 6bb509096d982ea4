import { expect } from 'chai'
import { describe, it } from 'mocha'
import { limits, shares, unattributedShare, checkRun } from '../../plugin/comparison/limits.ts'
import { aRun, aWorker } from '../support/runs.ts'
import { itFinds } from '../support/cases.ts'
import { aPlan, aVariant, refusal, someSettings } from '../support/settings.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'

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

const check = (overrides: Partial<Run>, thresholds?: Thresholds) => checkRun(aRun({ requests: 200, ...overrides }), aPlan(thresholds), someSettings())

const clustered = { variant: 'clustered', round: 2 }
const workers = [aWorker('1', { requests: 180 })]

describe('checking a run', () => {
  it('accepts up to 5 % of errors', () => {
    expect(() => check({ failures: 10, failureKinds: { 500: 10 } })).not.to.throw()
    expect(() => check({ ...clustered, failures: 10, failureKinds: { 500: 10 } })).not.to.throw()
  })

  it('ends the comparison above, and names the errors, the most frequent first', () => {
    const failed = { failures: 50, failureKinds: { 404: 10, ECONNRESET: 40 } }
    expect(refusal(() => check({ ...clustered, ...failed }))).to.eql({
      code: 'TOO_MANY_ERRORS',
      message:
        'Variant clustered: 25 % of the requests in round 2 of primes failed: ECONNRESET (40), 404 (10). ' +
        'Errors are answered faster than real work, so above 5.0 % nothing is compared. ' +
        'Mend the app or lower the load; if such errors belong to the scenario, set plugins.speedup.thresholds.errorRate.'
    })
    expect(refusal(() => check(failed)).message).to.match(/^Variant single: 25 % /)
  })

  it('asks whether what runs elsewhere is still up', () => {
    const targetOf = (hostname: string) => ({ url: `https://${hostname}`, hostname, port: 443, protocol: 'https:' as const })
    const variants = [aVariant(), aVariant({ name: 'clustered', mode: 'url', workers: null, targets: [targetOf('staging.example')] })]
    const failed = { ...clustered, failures: 50, failureKinds: { 502: 50 } }
    const adviceTo = (of: typeof variants) => refusal(() =>
      checkRun(aRun({ requests: 200, ...failed }), aPlan(), someSettings({ variants: of }))).message.replace(/.*nothing is compared\. /, '')
    expect(adviceTo(variants))
      .to.equal('Is https://staging.example still up? If so, lower the load; if such errors belong to the scenario, set plugins.speedup.thresholds.errorRate.')
    const both = aVariant({ ...variants[1], targets: [targetOf('a.example'), targetOf('b.example')] })
    expect(adviceTo([variants[0], both])).to.match(/^Are https:\/\/a\.example and https:\/\/b\.example still up\? If so, lower the load;/)
  })

  it('names the load that may be too much, where it is larger than was written', () => {
    const adviceAt = (factor: number) => {
      const plan = { ...aPlan(), level: { of: 'primes', factor, phases: [] } }
      return refusal(() => checkRun(aRun({ requests: 200, failures: 50, failureKinds: { ETIMEDOUT: 50 } }), plan, someSettings())).message.replace(/.*nothing is compared\. /, '')
    }
    expect(adviceAt(1.5)).to.equal('Mend the app or leave 1.5 out of plugins.speedup.load: it may be more than the app can bear.')
    expect(adviceAt(1)).to.match(/^Mend the app or lower the load; if such errors belong /)
  })

  it('leaves a candidate with a required error rate to its verdict', () =>
    expect(() => check({ ...clustered, failures: 100, failureKinds: { 500: 100 } }, { errorRate: 0.1 })).not.to.throw())

  it('accepts as many errors of the baseline as of a candidate', () => {
    expect(() => check({ failures: 40, failureKinds: { 404: 40 } }, { errorRate: 0.2 })).not.to.throw()
    expect(refusal(() => check({ failures: 41, failureKinds: { 404: 41 } }, { errorRate: 0.2 })).message).to.include('above 20 % nothing')
  })

  it('does not hold the baseline to the stricter error rate of a candidate', () =>
    expect(() => check({ failures: 8, failureKinds: { 500: 8 } }, { errorRate: 0.01 })).not.to.throw())

  it('ends the comparison when a fairness is required that can’t be seen', () => {
    const nameless = { ...clustered, workers, unattributed: 20 }
    expect(refusal(() => check(nameless, { fairness: 0.8 }))).to.eql({
      code: 'NOT_ATTRIBUTED',
      message:
        'Variant clustered: a fairness is required, but 10 % of the responses in round 2 of primes carried no x-worker-pid header, ' +
        'so nobody knows which worker made them. Does the app remove headers, or does something else answer in its place? ' +
        'Without plugins.speedup.thresholds.fairness the rest is compared.'
    })
  })

  it('tells how a command, or what runs elsewhere, can send the header', () => {
    const { variants: [single, clustered] } = someSettings()
    for (const mode of ['command', 'url'] as const) {
      const settings = someSettings({ variants: [single, { ...clustered, mode }] })
      const nameless = aRun({ variant: 'clustered', workers: [], unattributed: 200 })
      expect(refusal(() => checkRun(nameless, aPlan({ fairness: 0.8 }), settings)).message).to.match(
        /but 100 % of the responses .* A Node program sends it when it is started by `node --import artillery-plugin-speedup\/preload server\.js`, or with the middleware/
      )
    }
  })

  it('accepts responses without the header when no fairness is required, or few of them, or in the baseline', () => {
    expect(() => check({ ...clustered, workers, unattributed: 20 })).not.to.throw()
    expect(() => check({ ...clustered, workers, unattributed: 20 }, { fairness: null })).not.to.throw()
    expect(() => check({ ...clustered, workers, unattributed: 9 }, { fairness: 0.8 })).not.to.throw()
    expect(() => check({ workers, unattributed: 20 }, { fairness: 0.8 })).not.to.throw()
  })
})
