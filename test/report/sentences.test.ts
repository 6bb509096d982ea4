import { expect } from 'chai'
import { warningKinds, type Reason } from '../../plugin/concepts/warnings.ts'
import { verdictSentence } from '../../plugin/report/words/sentences.ts'
import { sinceSentence } from '../../plugin/report/words/told.ts'
import { inconclusiveSentence, marginSentence } from '../../plugin/report/words/undecided.ts'
import { itFinds } from '../support/cases.ts'
import { expectGolden } from '../support/golden.ts'
import { aCandidate, aCandidateWith, anEstimate, aWarning, someLimits } from '../support/results.ts'
import type { CandidateResult, Estimate, Warning } from '../../plugin/concepts/comparison.ts'
import type { Metric } from '../../plugin/concepts/metrics.ts'

const [pass, fail, inconclusive] = ['pass', 'fail', 'inconclusive'] as const
const latencies: Metric[] = ['p50', 'p95', 'p99']
const metrics: Metric[] = [...latencies, 'throughput']

/** What is wrong with all of some metrics, or required of them. */
const each = (some: readonly Metric[], rest: Partial<Estimate>) => some.map((metric) => ({ metric, ...rest }))
const passing = { required: 1.3, verdict: pass }
const failing = [
  ...each(['p50'], { required: 1.2, verdict: pass }),
  ...each(['p95', 'throughput'], { required: 3, verdict: fail })
]
const missed = someLimits({ value: 0.5, required: 0.9, verdict: fail }, { value: 0.2, required: 0.1, verdict: fail })
const between = (speedup: number, interval: [number, number]) => aCandidateWith([{ metric: 'p95', speedup, interval }])
const passes = (metric: Metric) => aCandidateWith(each([metric], passing), { verdict: pass })
const inDoubt = { metric: 'p95' as const, interval: [0.98, 1.23] as [number, number] }

const ofVerdicts: Record<string, CandidateResult> = {
  'claims the speedup that passed': passes('p95'),
  'speaks of p99 when that was required': passes('p99'),
  'speaks of the throughput when that was required': passes('throughput'),
  'names all that failed, and nothing else': aCandidateWith(failing, { limits: missed, verdict: fail }),
  'names what is undecided': aCandidateWith(each(['p95', 'throughput'], { required: 1.5, verdict: inconclusive }), {
    verdict: inconclusive
  }),
  'says that nothing was required': aCandidate(),
  'says how large a difference may be at most, where that is little': between(1.01, [0.97, 1.05]),
  'says that it is no slower than allowed, where no gain is required': aCandidateWith(
    [{ metric: 'throughput', speedup: 0.99, interval: [0.93, 1.05], required: 0.9, verdict: pass }],
    { verdict: pass }
  ),
  'says that it is slower, where it is so by more than is allowed': aCandidateWith(
    [{ metric: 'throughput', speedup: 0.8, interval: [0.75, 0.86], required: 0.9, verdict: fail }],
    { verdict: fail }
  ),
  'says slower when the whole interval is below 1': between(0.8, [0.7, 0.99]),
  'claims no difference when the interval holds 1': aCandidateWith(
    each(metrics, { speedup: 1.1, interval: [0.98, 1.23] })
  ),
  'does not hide behind p95 that more gets done': between(1.1, [0.98, 1.23]),
  'nor that less gets done': aCandidateWith([inDoubt, { metric: 'throughput', speedup: 0.8, interval: [0.7, 0.9] }]),
  'does not claim of the throughput what carries no verdict': aCandidateWith([
    inDoubt,
    { metric: 'throughput', reason: 'throughput-fixed' }
  ])
}

const reasons = Object.entries(warningKinds).flatMap(([code, kind]) => ('noVerdict' in kind ? [code as Reason] : []))
const undecidedFor = (reason: Reason, some: Metric[]) => each(some, { required: 1.3, verdict: inconclusive, reason })
const limits = someLimits({ required: 0.9, verdict: pass })
const all = (reason: Estimate['reason'], rest?: Partial<CandidateResult>) =>
  aCandidateWith(each(metrics, { reason }), rest)
const unfair = (throughput: Partial<Estimate>) =>
  aCandidateWith([...each(latencies, { reason: 'baseline-saturated' }), { metric: 'throughput', ...throughput }])
const same = unfair({ speedup: 1.05, interval: [0.98, 1.13] })

const ofNoVerdict: Record<string, CandidateResult> = {
  ...Object.fromEntries(
    reasons.map((reason) => [
      `gives the reason: ${reason}`,
      aCandidateWith(undecidedFor(reason, ['p50', 'p95']), { verdict: inconclusive })
    ])
  ),
  'gives a sentence to each reason, to missing evidence, and to what could not be seen': aCandidateWith(
    [...undecidedFor('throughput-fixed', ['throughput']), { metric: 'p95', required: 1.3, verdict: inconclusive }],
    { limits: someLimits({ value: null, required: 0.9, verdict: inconclusive }), verdict: inconclusive }
  ),
  'claims nothing when no metric is fair': all('generator-saturated'),
  'claims no more than what was required when no metric is fair': all('generator-saturated', { limits, verdict: pass }),
  'gives the reason when all that was required is met, by an app that answers differently': all('different-answers', {
    limits,
    verdict: inconclusive
  })
}

const ofNeither: Record<string, CandidateResult> = {
  'claims what the load makes fair when nothing was required': unfair({}),
  'claims no difference where neither kept up': same
}
const ofCandidateAlone: Record<string, CandidateResult> = {
  'claims that the candidate alone kept up, which says more than its throughput': unfair({}),
  'claims that it alone kept up where its throughput shows no difference': same
}

const leastMargin = { p50: 1.02, p95: 1.22, p99: 1.35, throughput: 1.04 }
const checked = (verdict: 'pass' | 'fail' | 'inconclusive', biased: Metric[], reason: Estimate['reason'] = null) =>
  aCandidateWith(each(metrics, { reason }), { name: 'again', selfCheck: { verdict, biased, leastMargin }, verdict })
const ofSelfChecks: Record<string, CandidateResult> = {
  'trusts a machine on which the baseline is as fast as itself': checked(pass, []),
  'names the metrics at which it is not': checked(fail, ['p95', 'throughput']),
  'trusts nothing where the measurement carries nothing': checked(inconclusive, [], 'generator-saturated')
}

const earlier = { speedup: 1.79, interval: [1.64, 1.96] as [number, number] }
const fell = { speedup: 1.35, interval: [1.25, 1.46] as [number, number], earlier, regression: true }
const judged = (estimates: Partial<Estimate>[], verdict: 'pass' | 'fail' | 'inconclusive', againstEarlier = verdict) =>
  aCandidateWith(estimates, {
    againstEarlier,
    verdict,
    earlierDiffers:
      againstEarlier === 'inconclusive' && !estimates.some(({ reason }) => reason) ? ['machine', 'variant'] : []
  })
const sinceEarlier: Record<string, CandidateResult> = {
  'names all that fell, then and now, and what was required and missed': judged(
    [
      { metric: 'p50', earlier },
      { metric: 'p95', ...fell, required: 1.5, verdict: fail },
      { metric: 'throughput', ...fell }
    ],
    fail
  ),
  'names nothing but what fell where nothing was required': judged([{ metric: 'p95', ...fell }], fail),
  'says when nothing fell': judged([{ metric: 'p95', earlier, ...passing }], pass),
  'says of what nothing fell where the rest could not be judged': judged(
    [
      { metric: 'p50', earlier, reason: 'generator-saturated' },
      { metric: 'p95', earlier }
    ],
    pass
  ),
  'says what is lower than it was, but may be wrong': judged(
    [
      { metric: 'p50', earlier },
      { metric: 'throughput', ...fell, regression: false, reason: 'cores-taken' }
    ],
    inconclusive
  ),
  'says when another machine makes it impossible to tell': judged([{ metric: 'p95', earlier }], inconclusive),
  'says nothing of that when only a threshold is undecided': judged(
    [{ metric: 'p95', earlier, required: 1.6, verdict: inconclusive }],
    inconclusive,
    pass
  ),
  'gives the reason when the measurement carries no verdict': judged(
    each(metrics, { earlier, reason: 'generator-saturated' }),
    inconclusive
  )
}

describe('the sentence of a verdict', () => {
  /** @param saturated the variants that could not keep up with an open load */
  const said = (cases: Record<string, CandidateResult>, saturated: string[] = []) => {
    const load = { model: saturated.length > 0 ? ('open' as const) : ('closed' as const), saturated }
    return Object.entries(cases).map(([title, candidate]) => {
      const scenario = { baseline: 'single', load, rounds: 4, preliminary: false as const, warnings: [] }
      const sentence = verdictSentence(candidate, scenario)
      return `${title}:\n    ${sentence}\n`
    })
  }

  it('is as golden/verdicts.txt has it', () =>
    expectGolden(
      'verdicts.txt',
      [
        ...said(ofVerdicts),
        ...said(ofNoVerdict),
        ...said(ofNeither, ['single', 'clustered']),
        ...said(ofCandidateAlone, ['single']),
        ...said(ofSelfChecks),
        ...said(sinceEarlier)
      ].join('\n')
    ))
})

describe('the sentence of a self-check', () => {
  it('trusts no machine that there is a problem with, such as other programs', () => {
    const told = (...warnings: Warning[]) =>
      verdictSentence(ofSelfChecks['trusts a machine on which the baseline is as fast as itself'], {
        ...{ baseline: 'single', load: { model: 'closed', saturated: [] }, rounds: 4, preliminary: false },
        warnings
      })
    const same = 'PASS  Self-check: again and single run the same way and show no measurable difference.'
    const taken = aWarning({ code: 'machine-disturbed', severity: 'problem' })
    expect([told(aWarning()), told(aWarning(), taken)]).to.eql([
      `${same} This machine and scenario can be trusted.`,
      same
    ])
  })
})

describe('the margin of a self-check', () =>
  it('names the spread of each metric', () => {
    const candidate = aCandidateWith([{ metric: 'p50', spread: 0.01 }], {
      selfCheck: { verdict: pass, biased: [], leastMargin }
    })
    expect(marginSentence(candidate)).to.equal(
      'Smallest speedup that about five rounds can detect here: ' +
        'p50 1.02x (spread 1.0 %), p95 1.22x (spread 10 %), p99 1.35x (spread 10 %), throughput 1.04x (spread 10 %).'
    )
    expect(marginSentence(aCandidate())).to.equal(null)
  }))

describe('the sentence about an undecided metric', () => {
  const told = (roundsThatWouldDecide: number | null, rounds: number, hopeless = false) =>
    inconclusiveSentence(
      anEstimate({
        speedup: 1.36,
        interval: [1.21, 1.53],
        required: 1.3,
        verdict: inconclusive,
        ratios: Array(rounds).fill(1.36),
        spread: 0.09,
        roundsThatWouldDecide,
        hopeless
      }),
      aCandidate()
    )
  const found = (rounds: number) =>
    `clustered: p95 speedup 1.36x [1.21, 1.53] after ${rounds} rounds (spread between rounds 9 %), needs 1.3`
  const advice =
    'A new comparison of up to 17 rounds decides it 7 times in 10 if the true speedup is 1.36x; longer runs may help more.'

  itFinds({
    'tells how many rounds a fresh run needs': [[told(17, 10), `${found(10)}. ${advice}`]],
    'tells that it stopped early because the rounds left were hopeless': [
      [told(17, 6, true), `${found(6)}. The remaining rounds were unlikely to decide it. ${advice}`]
    ],
    'says when no number of rounds would do': [[told(null, 10), `${found(10)}: too close to the threshold to call.`]]
  })
})

describe('what has changed since the last comparison of the file', () => {
  const before = (interval: [number, number], metric: Metric = 'p95') => ({
    folder: '2026-11-19T12-00-00-primes',
    startedAt: '2026-11-19T12:00:00.000Z',
    commit: 'abcdef0123',
    estimates: [{ scenario: 'primes', candidate: 'clustered', metric, speedup: 2, interval }]
  })
  const since = (...given: Parameters<typeof before>) => sinceSentence(aCandidate(), 'primes', before(...given))
  const begin = (range: string) => `p95 2.00x ${range} (2026-11-19 12:00 UTC, commit abcdef0), now 1.60x [1.34, 1.92]: `
  itFinds({
    'is a rise or a fall only where the intervals lie apart': [
      [since([1.9, 2.1]), `${begin('[1.90, 2.10]')}no measurable change.`],
      [since([1.93, 2.1]), `${begin('[1.93, 2.10]')}it has fallen.`],
      [since([1.1, 1.33]), `${begin('[1.10, 1.33]')}it has risen.`]
    ],
    'is not told where the same metric carried no verdict then or now, or there was none': [
      [since([1.9, 2.1], 'p50'), null],
      [sinceSentence(aCandidate(), 'io', before([1.9, 2.1])), null],
      [sinceSentence(aCandidateWith(each(metrics, { reason: 'errors' })), 'primes', before([1.9, 2.1])), null],
      [sinceSentence(aCandidate(), 'primes', null), null]
    ]
  })
})
