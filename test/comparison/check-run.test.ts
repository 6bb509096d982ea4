import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkRun } from '../../plugin/comparison/limits.ts'
import { aRun, aWorker } from '../support/runs.ts'
import { aPlan, aVariant, refusal, someSettings } from '../support/settings.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'

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
    const adviceTo = (of: typeof variants) => refusal(() => checkRun(aRun({ requests: 200, ...failed }), aPlan(), someSettings({ variants: of }))).message.replace(/.*nothing is compared\. /, '')
    expect(adviceTo(variants)).to.equal('Is https://staging.example still up? If so, lower the load; if such errors belong to the scenario, set plugins.speedup.thresholds.errorRate.')
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
