import { expect } from 'chai'
import { limits, shares, unattributedShare, checkRun } from '../../plugin/comparison/candidate-limits.ts'
import { aRun, aWorker, type RunPart } from '../support/runs.ts'
import { itFinds } from '../support/cases.ts'
import type { Compared } from '../support/compared.ts'
import { aPlan, aVariant, refusal, someSettings } from '../support/settings.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'

/** @param requests of each worker, busiest first */
const servedBy = (requests: number[], overrides?: RunPart) =>
  aRun({ workers: requests.map((count, i) => aWorker(String(100 + i), { requests: count })), ...overrides })

describe('what runs tell', () => {
  const fairness = (runs: Run[], workers: number | null = 2, thresholds: Thresholds = {}) => {
    const [{ value, verdict }] = limits([...runs, ...runs], workers, { thresholds, rule: someSettings() })
    return [value === null ? null : Number(value.toFixed(9)), verdict]
  }
  /** @param busiest requests of 100 that one of two workers served, in each round */
  const rounds = (...busiest: number[]) => busiest.map((count) => servedBy([count, 100 - count]))
  const judged = (runs: Run[], least: number) =>
    limits(runs, 2, { thresholds: { fairness: least }, rule: someSettings() })[0].verdict
  const rangeOf = (runs: Run[]) => {
    const [{ value, interval }] = limits(runs, 2, { thresholds: {}, rule: someSettings() })
    return [value, ...(interval ?? [])].map((part) => part?.toFixed(3))
  }
  const unknown = servedBy([], { unattributed: 4 })
  const failing = [aRun({ requests: 100, failures: 0 }), aRun({ requests: 300, failures: 8 })]

  itFinds({
    'the limits of shares are the mean over the rounds, the busiest first in each': [
      [shares([servedBy([75, 25]), servedBy([65, 35])], 2).map((share) => share.toFixed(3)), ['0.700', '0.300']]
    ],
    'the limits count as many shares as there are workers, idle ones and dead ones as well': [
      [shares([servedBy([60, 40, 0, 0])], 4), [0.6, 0.4, 0, 0]],
      [shares([servedBy([60, 40])], 4), [0.6, 0.4, 0, 0]],
      [shares([servedBy([50, 40, 10])], 2), [0.5, 0.4]]
    ],
    'the limits take the fair share over the busiest worker’s for fairness, in the geometric mean over the rounds, never above 1':
      [
        [fairness([servedBy([50, 50])]), [1, null]],
        [fairness([servedBy([75, 25])]), [0.666666667, null]],
        [fairness([servedBy([100, 0])]), [0.5, null]],
        [fairness([servedBy([100])], 4), [0.25, null]],
        [fairness([servedBy([34, 33, 33])]), [1, null]],
        [fairness([servedBy([100, 0]), servedBy([50, 50])]), [0.707106781, null]]
      ],
    'the limits know no fairness when too many responses don’t tell who made them, or nobody told anything': [
      [fairness([servedBy([50, 40], { unattributed: 10 })]), [null, null]],
      [fairness([servedBy([50, 48], { unattributed: 2 })]), [0.98, null]],
      [fairness([servedBy([], { unattributed: 0 })], 1), [null, null]]
    ],
    'the limits leave out a run that nobody knows about, and pass nothing where nobody knows at all': [
      [fairness([servedBy([75, 25]), servedBy([75, 25]), unknown]), [0.666666667, null]],
      [fairness([unknown], 2, { fairness: 0.5 }), [null, 'inconclusive']]
    ],
    'the limits know no fairness where workers that did nothing can’t be seen, whoever answered': [
      [fairness([servedBy([50, 50])], null, { fairness: 0.8 }), [null, 'inconclusive']],
      [fairness([servedBy([100])], null), [null, null]]
    ],
    'the limits pass at the fairness required and fail below it where each round has the same': [
      [
        [0.5, 0.51, null].map((least) => fairness(rounds(100, 100, 100), 2, { fairness: least })[1]),
        ['pass', 'fail', null]
      ],
      [fairness(rounds(50, 50, 50), 2, { fairness: 1 }), [1, 'pass']]
    ],
    'the limits judge the fairness by its interval over the rounds, which one round does not have': [
      [rangeOf(rounds(60, 65, 70)), ['0.771', '0.431', '1.000']],
      [[0.43, 0.6, 0.9].map((least) => judged(rounds(60, 65, 70), least)), ['pass', 'inconclusive', 'inconclusive']],
      [[0.6, 0.7, 0.8].map((least) => judged(rounds(70, 71, 72), least)), ['pass', 'inconclusive', 'fail']],
      [judged([servedBy([100, 0])], 0.8), 'inconclusive'],
      [limits([servedBy([100, 0])], 2, { thresholds: {}, rule: someSettings() })[0].interval, null]
    ],
    'the limits count errors over all requests of all runs': [
      [
        limits(failing, 1, { thresholds: {}, rule: someSettings() })[1],
        { metric: 'errorRate', value: 0.02, interval: null, required: null, verdict: null }
      ]
    ],
    'the unattributed share is that of all responses of all runs': [
      [unattributedShare([servedBy([90], { unattributed: 10 }), servedBy([100])]), 0.05]
    ],
    'the unattributed share is 0 when every response carried the header, and when there was none': [
      [unattributedShare([servedBy([90])]), 0],
      [unattributedShare([servedBy([])]), 0]
    ]
  })
})

describe('checking a run', () => {
  const check =
    (
      run: RunPart,
      {
        thresholds,
        limits: allowed,
        plan,
        runs = [],
        ...settings
      }: Compared & { thresholds?: Thresholds; runs?: Run[] } = {}
    ) =>
    () =>
      checkRun(
        aRun({ requests: 200, ...run }),
        { runs, scenario: { ...aPlan(thresholds, undefined, allowed), ...plan } },
        someSettings(settings)
      )
  const clustered = { variant: 'clustered', round: 2 }
  const failed = (failures: number) => ({ failures, failureKinds: { 500: failures } })
  const nameless = { ...clustered, workers: [aWorker('1', { requests: 180 })], unattributed: 20 }
  const accepted: Record<string, ReturnType<typeof check>[]> = {
    'up to 5 % of errors': [check(failed(10)), check({ ...clustered, ...failed(10) })],
    'more of any variant, the baseline too, with a limit of the error rate, which is for its verdict': [
      check(failed(100), { limits: { single: { errorRate: 0.1 } } }),
      check({ ...clustered, ...failed(100) }, { limits: { clustered: { errorRate: 0.1 } } })
    ],
    'responses without the header when no fairness is required, or few of them, or in the baseline': [
      check(nameless),
      check(nameless, { thresholds: { fairness: null } }),
      check({ ...nameless, unattributed: 9 }, { thresholds: { fairness: 0.8 } }),
      check({ ...nameless, variant: 'single' }, { thresholds: { fairness: 0.8 } })
    ]
  }
  for (const [what, checks] of Object.entries(accepted)) it(`accepts ${what}`, () => checks.forEach((act) => act()))

  it('ends the comparison above, and names the errors, the most frequent first', () => {
    const failures = { failures: 50, failureKinds: { 404: 10, ECONNRESET: 40 } }
    expect(refusal(check({ ...clustered, ...failures }))).to.eql({
      code: 'TOO_MANY_ERRORS',
      message:
        'Variant clustered: 25 % of the requests in round 2 of primes failed: ECONNRESET (40), 404 (10). ' +
        'Errors return faster than real work, so nothing is compared above 5.0 %. Fix the app or lower the load; if the scenario expects such errors, ' +
        'set plugins.speedup.limits.errorRate.'
    })
    expect(refusal(check(failures)).message).to.match(/^Variant single: 25 % /)
    expect(
      refusal(check(failures, { limits: { clustered: { errorRate: 0.9 }, single: { errorRate: null } } })).message,
      'a limit of another'
    ).to.match(/^Variant single: 25 % /)
  })

  it('tells the cause that statuses show, and what the app printed last, instead of advice that can’t help', () => {
    const two = { ...clustered, workers: [aWorker('1', { requests: 100 }), aWorker('2', { requests: 100 })] }
    const said = (failureKinds: Record<string, number>, others: RunPart[], more: RunPart = {}) =>
      refusal(check({ ...two, failures: 50, failureKinds, ...more }, { runs: others.map(aRun) })).message.replace(
        /.*nothing is compared above 5.0 %\. /,
        ''
      )
    const limiter = 'A rate limiter answers 429: raise its limit, or switch it off for the test.'
    const otherwise =
      'Fix the app or lower the load; if the scenario expects such errors, set plugins.speedup.limits.errorRate.'
    const state =
      'single did not fail, so state in one process (sessions, caches, a file) is the likely cause: ' +
      'move it to where all workers can reach it, or make them share it.'
    expect(said({ 429: 30, 500: 20 }, [{}])).to.equal(limiter)
    expect(said({ 500: 30, 429: 20 }, [{}])).to.equal(state)
    expect(said({ 403: 26, 404: 24 }, [{}])).to.equal(state)
    expect(said({ 403: 25, ECONNRESET: 25 }, [{}]), 'half of them').to.equal(otherwise)
    expect(said({ 500: 50 }, []), 'nothing is known of others').to.equal(otherwise)
    expect(said({ 500: 50 }, [failed(12)]), 'the other one fails, too').to.equal(otherwise)
    expect(said({ 500: 50 }, [{ ...two, variant: 'four' }]), 'the other one has as many').to.equal(otherwise)
    expect(said({ 503: 50 }, [{}])).to.equal(
      'If a worker answers 503 until it is ready, set plugins.speedup.app.ready to a path that tells when it is; ' +
        'if it has too much to do, lower the load.'
    )
    expect(said({ 500: 50 }, [{}], { printed: ['listening', 'Error: database is locked'] })).to.equal(
      `${state} The app’s last lines:\n    listening\n    Error: database is locked`
    )
  })

  it('asks whether what runs elsewhere is still up, and names the load that may be too much', () => {
    const adviceOf = (...what: Parameters<typeof check>) =>
      refusal(check(...what)).message.replace(/.*nothing is compared above 5.0 %\. /, '')
    const elsewhere = (...hostnames: string[]) => {
      const targets = hostnames.map((hostname) => ({
        url: `https://${hostname}`,
        hostname,
        port: 443,
        protocol: 'https:' as const
      }))
      const variants = [aVariant(), aVariant({ name: 'clustered', mode: 'url', workers: null, targets })]
      return adviceOf({ ...clustered, ...failed(50) }, { variants })
    }
    const otherwise = 'lower the load; if the scenario expects such errors, set plugins.speedup.limits.errorRate.'
    expect(elsewhere('staging.example')).to.equal(`Check that https://staging.example is still up. If so, ${otherwise}`)
    expect(elsewhere('a.example', 'b.example')).to.equal(
      `Check that https://a.example and https://b.example are still up. If so, ${otherwise}`
    )
    const at = (factor: number) => adviceOf(failed(50), { plan: { level: { of: 'primes', factor, isLeast: true } } })
    expect(at(1.5)).to.equal(
      'Fix the app or remove 1.5 from plugins.speedup.load: it may be more than the app can handle.'
    )
    expect(at(1)).to.equal(`Fix the app or ${otherwise}`)
  })

  it('ends the comparison when a fairness is required that can’t be seen, and tells how the header could be sent', () => {
    expect(refusal(check(nameless, { thresholds: { fairness: 0.8 } }))).to.eql({
      code: 'NOT_ATTRIBUTED',
      message:
        'Variant clustered has a limit on fairness, but 10 % of its responses in round 2 of primes had no x-worker-pid header, so it is unknown which worker sent ' +
        'them. Check whether the app removes headers, or another program answers instead of it. ' +
        'To compare the rest, remove plugins.speedup.limits.fairness.'
    })
    const many = { ...nameless, workers: [], headerValues: 180 }
    expect(refusal(check(many, { thresholds: { fairness: 0.8 } })).message).to.include(
      'but 100 % of its responses in round 2 of primes had the x-worker-pid header, which names no worker (180 values in a run), so it is unknown'
    )
    const {
      variants: [single, other]
    } = someSettings()
    for (const mode of ['command', 'url'] as const) {
      const unseen = { thresholds: { fairness: 0.8 }, variants: [single, { ...other, mode }] }
      expect(refusal(check({ ...clustered, workers: [], unattributed: 200 }, unseen)).message).to.match(
        /but 100 % of its responses .* To make a Node program send it, start it with `node --import artillery-plugin-speedup\/preload server\.js`, or use the middleware/
      )
    }
  })
})
