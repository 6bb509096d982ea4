import { expect } from 'chai'
import { describe, it } from 'mocha'
import { foundOf } from '../../docs/tutorials/found-of.ts'
import { judge } from '../../docs/tutorials/judge.ts'
import { itFinds } from '../support/cases.ts'
import { aCandidateWith, aComparison, aScenarioResult, aVariantUse, aWarning } from '../support/results.ts'
import type { CandidateResult, Estimate, ScenarioResult } from '../../plugin/concepts/comparison.ts'
import type { Claim } from '../../docs/tutorials/claims/index.ts'

const served: Claim = { scenario: 'primes', factor: null, candidate: 'clustered', metric: 'throughput', baseline: 100, claimed: 160 }
const bound = { atMost: 1.7, cores: 2, generator: 0.3, others: 0.02, loop: null }

interface Given extends Partial<Pick<Estimate, 'reason'>> {
  claim?: Partial<Claim>
  candidate?: Partial<CandidateResult>
  result?: Partial<ScenarioResult>
  cores?: number
}

function judged([low, high]: [number, number], { claim = {}, candidate, result, cores, reason = null }: Given = {}) {
  const whole = { ...served, ...claim }
  const metric = whole.metric === 'success' ? 'throughput' : whole.metric
  const estimate = { metric, speedup: (low + high) / 2, interval: [low, high] as [number, number], reason }
  const compared = aScenarioResult([aCandidateWith([estimate], { bound, ...candidate })], result)
  return judge(whole, foundOf(whole, aComparison([compared])), { cores: cores ?? null })
}
const answer = (...given: Parameters<typeof judged>) => judged(...given).answer
const why = (...given: Parameters<typeof judged>) => judged(...given).why

describe('the judgement of a claimed speedup', () => {
  const wide = (low: string) => `Our interval [${low}, 2.00] is too wide: it includes the claimed 1.60x as well as no difference at all.`
  const latency = { metric: 'p95' as const, baseline: 160, claimed: 100 }
  const triple = { metric: 'p50' as const, baseline: 300, claimed: 100 }
  const takesThree = '300 / 100 = 3.00x takes at least 3 cores; here '
  const disturbed = (severity: 'problem' | 'warning') => ({ result: { warnings: [aWarning({ code: 'machine-disturbed', severity })] } })
  const fixed = (...saturated: string[]) => ({ result: { load: { model: 'open' as const, saturated } } })
  const capped = judged([1.39, 1.41], fixed('single'))

  itFinds({
    'is that it holds where our interval includes it': [
      [judged([1.6, 1.7]), { answer: 'holds', why: 'The claimed 1.60x lies inside our interval [1.60, 1.70].' }], [answer([1.5, 1.6]), 'holds']
    ],
    'can not be told where our interval includes no difference at all as well': [
      [judged([0.5, 2]), { answer: 'can’t be told here', why: wide('0.50') }], [why([1, 2]), wide('1.00')], [answer([1.01, 2]), 'holds']
    ],
    'is that it holds by more where ours is larger': [
      [judged([1.61, 1.7]), { answer: 'holds, by more', why: 'Our interval [1.61, 1.70] lies above the claimed 1.60x.' }]
    ],
    'is that it holds in part where ours is smaller, though more was possible': [
      [judged([1.2, 1.4]), { answer: 'holds in part', why: 'It is faster, but our interval [1.20, 1.40] lies below the claimed 1.60x.' }]
    ],
    'is that it does not hold where nothing is faster, whatever was claimed': [
      [judged([0.9, 1.3]), { answer: 'does not hold here', why: 'Claimed is 1.60x; our interval [0.90, 1.30] shows no measurable difference.' }],
      [why([0.9, 1.3], { claim: { claimed: 890 } }), 'Claimed is 8.90x; our interval [0.90, 1.30] shows no measurable difference.'],
      [why([0.7, 0.9]), /\[0\.70, 0\.90\] lies below 1: it is slower\.$/]
    ],
    'takes a latency that falls for a speedup': [[answer([1.5, 1.7], { claim: latency }), 'holds']],
    'is no more than its kind where these cores can not give as much': [
      [judged([1.5, 1.56], { claim: { baseline: 1247, claimed: 8934 }, cores: 8 }), {
        answer: 'holds in kind',
        why: '8,934 / 1,247 = 7.16x takes at least 8 cores; here 2 cores, of which the load generator took 0.30, allow at most about 1.70x, ' +
          'and our interval is [1.50, 1.56]. Theirs is 90 % of what its 8 cores could give at most, ours 90 %.'
      }]
    ],
    'goes by what the load generator leaves of the cores, where that is known': [
      [why([1.4, 1.6], { claim: { claimed: 185 } }), /^185 \/ 100 = 1\.85x takes at least 2 cores; here 2 cores, of which .* at most about 1\.70x/],
      [answer([1.4, 1.6], { claim: { claimed: 185 }, candidate: { bound: null } }), 'holds in part']
    ],
    'says less where neither the cores of the tutorial nor our bound are known': [
      [why([1.5, 1.6], { claim: triple }),
        `${takesThree}2 cores, of which the load generator took 0.30, allow at most about 1.70x, and our interval is [1.50, 1.60].`],
      [why([1.5, 1.6], { claim: triple, candidate: { bound: null }, cores: 4 }), `${takesThree}there are 2 cores, and our interval is [1.50, 1.60].`]
    ],
    'can not be told where the measurement carries no verdict, whatever its numbers': [
      [judged([1.5, 1.7], { reason: 'generator-saturated' }),
        { answer: 'can’t be told here', why: 'The measurement carries no verdict on throughput: the load generator was too busy.' }]
    ],
    'can not be told where other programs may have made less of it, unless it holds all the same': [
      [answer([1.2, 1.4], disturbed('problem')), 'can’t be told here'], [answer([1.2, 1.4], disturbed('warning')), 'holds in part'],
      [answer([1.5, 1.7], disturbed('problem')), 'holds']
    ],
    'tells what a fixed rate can not show': [
      [judged([0.99, 1.01], fixed()),
        { answer: 'does not show here', why: 'Users come at a fixed rate, and single served all who came: at this rate there is nothing to gain.' }],
      [capped.answer, 'holds in kind'],
      [capped.why, /^single could not keep up with the users who came, and clustered served them all: .*\[1\.39, 1\.41\].* 1\.60x /],
      [answer([1.39, 1.41], fixed('single', 'clustered')), 'holds in part'], [answer([0.99, 1.01], fixed('single')), 'does not hold here'],
      [answer([1.39, 1.41], { ...fixed(), claim: { ...latency, metric: 'p50' } }), 'holds in part']
    ]
  })
})

describe('the judgement of a claimed share of answered requests', () => {
  const failing = (single: number, clustered: number) => judged([1.3, 2.12], {
    claim: { metric: 'success', baseline: 0.736, claimed: 1 },
    result: { variants: [aVariantUse({ errorRate: single }), aVariantUse({ name: 'clustered', errorRate: clustered })] }
  })

  itFinds({
    'is that it holds where only the baseline fails': [
      [failing(0.26, 0.001), { answer: 'holds', why: 'single failed 26 % of its requests, clustered 0.1 %: means over the rounds.' }]
    ],
    'is that it does not show where the baseline answers all': [
      [failing(0.004, 0), { answer: 'does not show here', why: 'single answered all of its requests as well.' }]
    ],
    'is that it holds in part where the candidate fails less often, and not where it does not': [
      [failing(0.26, 0.1).answer, 'holds in part'], [failing(0.26, 0.26).answer, 'does not hold here']
    ]
  })
})

describe('what is found for a claim', () => {
  const level = (factor: number, speedup: number) =>
    aScenarioResult([aCandidateWith([{ metric: 'throughput', speedup }])], { scenario: `primes at ${factor}x load`, level: { of: 'primes', factor } })
  const comparison = aComparison([level(0.5, 1), level(1, 1.4)], { file: 'primes.yml' })

  it('is of the load that the claim is about', () => {
    expect([1, 0.5].map((factor) => foundOf({ ...served, factor }, comparison).estimate?.speedup)).to.eql([1.4, 1])
  })

  it('has to be there', () => {
    expect(() => foundOf({ ...served, factor: 2 }, comparison)).to.throw('primes.yml has no result of clustered in primes at 2 times its load.')
    expect(() => foundOf(served, comparison)).to.throw('primes.yml has no result of clustered in primes.')
  })
})
