import { expect } from 'chai'
import { describe, it } from 'mocha'
import { fromCaller, unmet } from '../../plugin/kit/judge.ts'
import { judgeEvenness, judgeProblems, judgeSpeedup, judgeSpread, judgeThresholds } from '../../plugin/kit/judges.ts'
import { findCandidate } from '../../plugin/kit/subject.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult, aWarning, someLimits } from '../support/results.ts'
import { refusal } from '../support/settings.ts'
import { about, judged, judgedAs, kept, usual } from './some-comparisons.ts'
import type { Estimate, ScenarioResult } from '../../plugin/concepts/comparison.ts'
import type { Verdict } from '../../plugin/concepts/verdicts.ts'

const [figures, why] = ['  primes: 100 → 62.5 ms at p95, 1.60x, over 4 interleaved rounds.', '  why: CPU-bound, so clustering helps.']
const early = 'INCONCLUSIVE  The comparison of clustered with single was ended after 4 rounds, too early for a verdict.'

describe('a judgement', () => {
  const [whole, candidate] = [usual, usual.candidate()].map((given) => unmet(given, 'faster', judgeSpeedup({ metric: 'p95', least: 2 }), false)?.message)

  it('has the page in its last line when it is about a whole comparison that has one', () => {
    expect(whole).to.equal(`${candidate}\nReport: /reports/x/index.html`)
  })

  for (const [code, first] of [['APP_DIED', 'NOT MEASURED'], ['INTERRUPTED', 'INTERRUPTED']] as const) {
    it(`is none on a comparison that ended early: ${code}`, () => {
      const ended = kept({ ...usual, error: { code, message: 'It is over.' } })
      const failureOf = (given: object) => unmet(given, 'faster', judgeSpeedup({ metric: 'p95', least: 2 }), true)
      const end = 'measured to the end'
      // Nothing was measured, so there is nobody to choose from either.
      for (const given of [ended, { ...ended, scenarios: [] }]) {
        expect(failureOf(given)).to.eql({ message: `${first}  It is over.\nReport: /reports/x/index.html`, actual: 'ended early', expected: end })
      }
      // What had been measured before stands.
      expect(failureOf(findCandidate(ended))).to.equal(null)
    })
  }

  it('leaves an error that is not about a wrong call as it is', () => {
    const error = new TypeError('a bug')
    const { stack } = error
    expect(() => fromCaller(() => {}, () => { throw error })).to.throw(error)
    expect(error.stack).to.equal(stack)
  })
})

describe('the judgement of a speedup', () => {
  const speedup = (p95: Partial<Estimate>, least: number, scenario?: Partial<ScenarioResult>) =>
    judged(about(aCandidateWith([{ ...p95, metric: 'p95' }]), scenario), judgeSpeedup({ metric: 'p95', least }))
  const low = { speedup: 1.12, interval: [1.021, 1.214] as [number, number], candidate: 89.3 }
  const evidence = (least: string) => `  clustered: p95 speedup 1.60 [1.34, 1.92] against ${least} after 4 rounds (spread between rounds 10 %)`

  it('tells whoever claimed it how far it is from that, and why', () => {
    expect(speedup(low, 1.3)).to.eql({
      verdict: 'fail',
      lines: [
        'FAIL  clustered misses the required speedup at p95.',
        '  clustered needs 1.3x at p95, its interval is [1.02, 1.22].',
        '  primes: 100 → 89.3 ms at p95, 1.12x, over 4 interleaved rounds.',
        why
      ],
      found: '1.12x [1.02, 1.22] at p95',
      claim: 'at least 1.3x at p95',
      contrary: 'below 1.3x at p95'
    })
  })

  const saturated = aWarning({ code: 'generator-saturated', severity: 'problem', variant: null, message: 'The load generator was 97 % busy. Make less load.' })
  const cases: [title: string, found: ReturnType<typeof speedup>, verdict: Verdict, lines: string[]][] = [
    ['tells whoever denied it how much it is', speedup({}, 1.3), 'pass', [
      'FAIL  clustered is 1.60x faster than single at p95.',
      '  clustered was to stay below 1.3x at p95, its interval is [1.34, 1.92].',
      figures, why
    ]],
    ['asks for the threshold in compare when it is undecided, as rounds go on for that', speedup({}, 1.5), 'inconclusive', [
      'INCONCLUSIVE  Not enough evidence yet: p95 of clustered could be above or below the required speedup.',
      `${evidence('1.50')}.`,
      '  Give compare the same threshold, thresholds: { p95: 1.5 }: rounds then go on until it is decided, up to rounds.max (10).',
      figures, why
    ]],
    ['says why a measurement carries no verdict, however high the numbers are', speedup({ reason: 'generator-saturated' }, 1.1, { warnings: [saturated] }), 'inconclusive', [
      'INCONCLUSIVE  The measurement carries no verdict on p95 of clustered: the load generator was too busy.',
      `${evidence('1.10')}.`,
      figures, why,
      '  problem: The load generator was 97 % busy. Make less load. [generator-saturated]'
    ]],
    ['is none when the comparison was ended before its time', speedup({}, 1.3, { preliminary: true }), 'inconclusive', [early, `${evidence('1.30')}.`, figures, why]]
  ]
  for (const [title, found, verdict, lines] of cases) it(title, () => expect(found).to.deep.include({ verdict, lines }))

  it('asks for more rounds, or longer ones, where all were run', () => {
    const advice = (max: number) => speedup({}, 1.5, { rounds: max, roundsAllowed: { min: 3, max } }).lines[2]
    expect(advice(4)).to.equal('  No more than 4 rounds were allowed: raise rounds.max, up to 30, or make each run longer.')
    expect(advice(30)).to.equal('  No more than 30 rounds were allowed: make each run longer.')
  })

  it('says what would decide it where the comparison had that threshold itself', () => {
    const outlook = { required: 1.5, verdict: 'inconclusive' as const, roundsThatWouldDecide: 14, timesLonger: 2 }
    expect(speedup(outlook, 1.5).lines[1]).to.equal(
      `${evidence('1.50')}. A fresh run with rounds.max 14 would decide about 7 times in 10 if the speedup really is 1.60; longer runs may help more.`
    )
    expect(speedup({ ...outlook, roundsThatWouldDecide: null }, 1.5).lines[1]).to.equal(`${evidence('1.50')}: too close to the threshold to call.`)
  })

  it('is of that demand alone, whatever else was required', () => {
    const busy = about(aCandidateWith([{ metric: 'p50', required: 3, verdict: 'fail', regression: true, earlier: { speedup: 9, interval: [8, 10] } }], {
      limits: someLimits({ value: 0.5, required: 0.9, verdict: 'fail' }, { required: 0.1, verdict: 'pass' }),
      againstEarlier: 'fail',
      verdict: 'fail'
    }))
    const heads = [judgeSpeedup({ metric: 'p95', least: 1.1 }), judgeSpeedup({ metric: 'p95', least: 2 }), judgeEvenness(0.8)].map((judge) => judged(busy, judge).lines[0])
    expect(heads).to.eql(['is 1.60x faster than single at p95', 'misses the required speedup at p95', 'misses the required fairness'].map((end) => `FAIL  clustered ${end}.`))
  })

  it('does not believe in more throughput where users come at a fixed rate', () => {
    const open = about(aCandidate(), { load: { model: 'open', saturated: [] } })
    const { verdict, lines } = judged(open, judgeSpeedup({ metric: 'throughput', least: 1.2 }))
    expect(verdict).to.equal('inconclusive')
    expect(lines[0]).to.include('users come at the same rate')
    expect(judged(open, judgeSpeedup({ metric: 'throughput', least: 0.9 })).verdict).to.equal('pass')
  })

  it('is about the metric that was asked for', () => {
    const { lines, found } = judged(usual, judgeSpeedup({ metric: 'throughput', least: 2.5 }))
    expect(lines.slice(0, 2)).to.eql(['FAIL  clustered misses the required speedup in throughput.', '  clustered needs 2.5x in throughput, its interval is [1.30, 2.12].'])
    expect(found).to.equal('1.66x [1.30, 2.12] in throughput')
    expect(judged(usual, judgeSpeedup({ metric: 'p99', least: 1.4 })).lines[0]).to.equal('FAIL  clustered is 1.96x faster than single at p99.')
  })

  it('tells the three gravest warnings and how many there are besides, but no notes', () => {
    const [a, b, c, d, e] = (['note', 'warning', 'problem', 'warning', 'warning'] as const).map((severity, i) => aWarning({ message: 'abcde'[i], severity, code: 'worker-stalled' }))
    const lines = (warnings: ScenarioResult['warnings']) => speedup(low, 1.3, { warnings }).lines.slice(4)
    const three = ['  problem: c [worker-stalled]', '  warning: b [worker-stalled]', '  warning: d [worker-stalled]']
    expect(lines([a, b, c, d])).to.eql(three)
    expect(lines([b, c, d, e])).to.eql([...three, '  and 1 more warning.'])
  })
})

describe('the judgement of the spread', () => {
  const four = { workers: 4, shares: [0.5, 0.3, 0.2, 0] }
  const spread = (candidate: Parameters<typeof aCandidate>[0], count: number, scenario?: Partial<ScenarioResult>) => judged(about(aCandidate(candidate), scenario), judgeSpread(count))

  it('counts the workers that answered', () => {
    expect([2, 3, 4].map((count) => spread(four, count).verdict)).to.eql(['fail', 'pass', 'fail'])
    expect(spread(four, 4)).to.deep.include({
      lines: ['FAIL  clustered is spread over 3 workers, not over 4.', '  primes: 4 workers with 50 %, 30 %, 20 % and 0 % of the requests, over 4 interleaved rounds.'],
      found: 'spread over 3 workers',
      claim: 'spread over 4 workers',
      contrary: 'not spread over 4 workers'
    })
    expect(spread(four, 3).lines[0]).to.equal('FAIL  clustered is spread over 3 workers, and was not to be.')
  })

  it('shows the busiest and the idlest of many', () => {
    expect(spread({ workers: 6, shares: [0.3, 0.2, 0.2, 0.15, 0.1, 0.05] }, 5).lines[1]).to.include('6 workers with 30 % (the busiest) to 5.0 % (the idlest) of the requests')
  })

  it('counts those that answered where idle ones can’t be seen', () => {
    const unseen = { ...four, limits: someLimits({ value: null }) }
    const warnings = [aWarning({ code: 'uneven-distribution', variant: 'clustered' })]
    expect([2, 3].map((count) => spread(unseen, count, { warnings }).verdict)).to.eql(['fail', 'pass'])
  })

  it('is none when nobody knows who answered, or the comparison was ended early', () => {
    const unknown = 'INCONCLUSIVE  Nobody can tell how many workers served clustered: too many responses carried no PID header.'
    expect(spread({ ...four, limits: someLimits({ value: null }) }, 3)).to.deep.include({ verdict: 'inconclusive', lines: [unknown, '  primes, over 4 interleaved rounds.'] })
    const { verdict, lines } = spread(four, 3, { preliminary: true })
    expect([verdict, lines[0]]).to.eql(['inconclusive', early])
  })
})

describe('the judgement of the evenness', () => {
  const evenness = (value: number | null, scenario?: Partial<ScenarioResult>) =>
    judged(about(aCandidate({ shares: [0.75, 0.25], limits: someLimits({ value }) }), scenario), judgeEvenness(0.8))

  it('tells how even it is', () => {
    expect(evenness(2 / 3)).to.eql({
      verdict: 'fail',
      lines: [
        'FAIL  clustered misses the required fairness.',
        '  clustered needs a fairness of at least 0.8, it has 0.67.',
        '  primes: 2 workers with 75 % and 25 % of the requests, over 4 interleaved rounds.'
      ],
      found: 'fairness 0.67',
      claim: 'fairness at least 0.8',
      contrary: 'fairness below 0.8'
    })
  })

  it('tells whoever denied it the same', () => {
    const { verdict, lines } = evenness(0.8004)
    expect(verdict).to.equal('pass')
    expect(lines.slice(0, 2)).to.eql(['FAIL  clustered is spread more evenly than it was to be.', '  clustered was to stay below a fairness of 0.8, it has 0.8004.'])
    expect(evenness(0.8).verdict).to.equal('pass')
  })

  it('is none when nobody knows who answered, or the comparison was ended early', () => {
    const { verdict, found, lines } = evenness(null)
    expect([verdict, found, lines[0]]).to.eql(['inconclusive', 'fairness unknown', 'INCONCLUSIVE  The fairness of clustered could not be seen.'])
    expect(evenness(0.9, { preliminary: true }).lines[0]).to.equal(early)
  })
})

describe('the judgement of the thresholds', () => {
  const thresholds = (...scenarios: ScenarioResult[]) => judged(aComparison(scenarios), judgeThresholds)

  it('is the worst verdict of all candidates of all scenarios', () => {
    const worst = (...verdicts: (Verdict | null)[]) =>
      thresholds(...verdicts.map((verdict, i) => aScenarioResult([verdict === null ? aCandidate() : judgedAs(verdict)], { scenario: `s${i}` }))).verdict
    expect([worst('pass', 'pass'), worst('pass', null), worst('pass', 'inconclusive'), worst('inconclusive', 'fail', 'pass')]).to.eql(['pass', 'pass', 'inconclusive', 'fail'])
  })

  it('is of one candidate when it is about that', () => {
    const comparison = aComparison([aScenarioResult([judgedAs('fail'), judgedAs('pass', { name: 'pm2' })])])
    expect(['clustered', 'pm2'].map((name) => judged(findCandidate(comparison, name), judgeThresholds).verdict)).to.eql(['fail', 'pass'])
  })

  it('tells what is missed, the failures first', () => {
    const missed = aCandidateWith([{ metric: 'p95', required: 2, verdict: 'fail' }, { metric: 'throughput', required: 1.5, verdict: 'inconclusive' }], {
      name: 'pm2',
      limits: someLimits({ required: 0.9, value: 0.75, verdict: 'fail' }, { required: 0.01, value: 0.025, verdict: 'fail' }),
      verdict: 'fail'
    })
    const warnings = [aWarning({ severity: 'warning', code: 'too-few-requests', message: 'Few.' })]
    expect(thresholds(aScenarioResult([judgedAs('inconclusive'), missed, judgedAs('pass', { name: 'four' })], { warnings }))).to.eql({
      ...{ verdict: 'fail', found: 'fail', claim: 'pass', contrary: 'fail' },
      lines: [
        'FAIL  pm2 misses the required speedup at p95, fairness and error rate.',
        '  pm2 needs 2x at p95, its interval is [1.34, 1.92].',
        figures,
        '  pm2 needs a fairness of at least 0.9, it has 0.75.',
        '  primes: 2 workers with 50 % and 50 % of the requests, over 4 interleaved rounds.',
        '  pm2 needs an error rate of at most 0.01, it has 0.025.',
        '  primes, over 4 interleaved rounds.',
        why,
        '  INCONCLUSIVE  Not enough evidence yet: p95 of clustered could be above or below the required speedup.',
        '  clustered: p95 speedup 1.60 [1.34, 1.92] against 1.50 after 4 rounds (spread between rounds 10 %): too close to the threshold to call.',
        figures,
        why,
        '  warning: Few. [too-few-requests]'
      ]
    })
  })

  it('tells what fell since an earlier result', () => {
    const earlier = { speedup: 2.5, interval: [2.2, 2.8] as [number, number] }
    const fallen = aCandidateWith([{ metric: 'p95', earlier, regression: true }], { againstEarlier: 'fail', verdict: 'fail' })
    expect(thresholds(aScenarioResult([fallen])).lines).to.eql(['FAIL  clustered fell at p95: 2.50x [2.20, 2.80] in the earlier result, 1.60x [1.34, 1.92] now.', why])
  })

  it('tells whoever denied it what was met, of each', () => {
    const { verdict, lines } = thresholds(aScenarioResult([judgedAs('pass')]), aScenarioResult([judgedAs('pass'), aCandidate({ name: 'free' })], { scenario: 'checkout' }))
    expect(verdict).to.equal('pass')
    expect(lines).to.eql([
      'FAIL  Every threshold is met, and one was to be missed.',
      '  primes: clustered is 1.60x faster than single at p95.',
      '  checkout: clustered is 1.60x faster than single at p95.'
    ])
  })

  it('is none when the comparison was ended before its time', () => {
    expect(thresholds(aScenarioResult([aCandidate()], { preliminary: true }))).to.eql({ verdict: 'inconclusive', lines: [early], found: 'ended early', claim: 'pass', contrary: 'fail' })
  })

  it('is refused where there is no threshold, as nothing could fail', () => {
    expect(refusal(() => thresholds(aScenarioResult([aCandidate(), aCandidate({ name: 'pm2' })])))).to.eql({
      code: 'INVALID_SETTINGS',
      message: "meetItsThresholds can't fail: nothing is required of clustered and pm2. Give compare thresholds, such as thresholds: { p95: 1.3 }."
    })
  })
})

describe('the judgement of problems', () => {
  const problem = aWarning({ code: 'machine-disturbed', severity: 'problem', message: 'Others took 0.7 of 2 cores.' })
  const line = '  problem: Others took 0.7 of 2 cores. [machine-disturbed]'
  const problems = (...scenarios: ScenarioResult[]) => judged(aComparison(scenarios), judgeProblems)

  it('counts problems only', () => {
    const calm = problems(aScenarioResult([aCandidate()], { warnings: [aWarning({ severity: 'warning' }), aWarning({ severity: 'note' })] }))
    expect(calm).to.eql({ verdict: 'pass', lines: ['FAIL  The measurement has no problem, and was to have one.'], found: '0 problems', claim: 'no problem', contrary: 'a problem' })
    const odd = problems(aScenarioResult([aCandidate()], { warnings: [problem, aWarning()] }))
    expect(odd).to.deep.include({ verdict: 'fail', found: '1 problem', lines: ['FAIL  The measurement has 1 problem, so its result may be wrong.', line] })
  })

  it('tells each once, of several candidates and scenarios', () => {
    const scenarios = ['primes', 'checkout'].map((scenario) => aScenarioResult([aCandidate(), aCandidate({ name: 'pm2' })], { scenario, warnings: [{ ...problem }] }))
    const ofEach = ['primes', 'checkout'].map((scenario) => line.replace('problem: ', `problem: ${scenario}: `))
    expect(problems(...scenarios).lines).to.eql(['FAIL  The measurement has 2 problems, so its result may be wrong.', ...ofEach])
  })

  it('leaves out those of another candidate when it is about one', () => {
    const comparison = aComparison([aScenarioResult([aCandidate(), aCandidate({ name: 'pm2' })], { warnings: [{ ...problem, variant: 'pm2' }] })])
    expect(['clustered', 'pm2'].map((name) => judged(findCandidate(comparison, name), judgeProblems).verdict)).to.eql(['pass', 'fail'])
  })

  it('is none when the comparison was ended before its time', () => {
    const { verdict, lines } = problems(aScenarioResult([aCandidate()], { preliminary: true, warnings: [problem] }))
    expect([verdict, lines]).to.eql(['inconclusive', [early, line]])
  })
})
