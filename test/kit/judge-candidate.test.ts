import { expect } from 'chai'
import { describe, it } from 'mocha'
import { judgeEvenness, judgeSpeedup, judgeSpread } from '../../plugin/kit/judge-candidate.ts'
import { readSubject } from '../../plugin/kit/subject.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult, aWarning, someLimits } from '../support/results.ts'
import type { CandidateResult, Estimate, ScenarioResult } from '../../plugin/concepts/comparison.ts'

const about = (candidate: CandidateResult, scenario?: Partial<ScenarioResult>) => readSubject(aComparison([aScenarioResult([candidate], scenario)]), 'faster')

describe('the judgement of a speedup', () => {
  const [figures, why] = ['  primes: 100 → 62.5 ms at p95, 1.60x, over 4 interleaved rounds.', '  why: CPU-bound, so clustering helps.']
  const judged = (p95: Partial<Estimate>, least: number, scenario?: Partial<ScenarioResult>) => judgeSpeedup(about(aCandidateWith([{ ...p95, metric: 'p95' }]), scenario), { metric: 'p95', least })
  const low = { speedup: 1.12, interval: [1.021, 1.214] as [number, number], candidate: 89.3 }

  it('tells whoever claimed it how far it is from that, and why', () => {
    expect(judged(low, 1.3)).to.eql({
      verdict: 'fail',
      message: [
        'FAIL  clustered misses the required speedup at p95.',
        '  clustered needs 1.3x at p95, its interval is [1.02, 1.22].',
        '  primes: 100 → 89.3 ms at p95, 1.12x, over 4 interleaved rounds.',
        why
      ].join('\n'),
      found: '1.12x [1.02, 1.22] at p95',
      claim: 'at least 1.3x at p95',
      contrary: 'below 1.3x at p95'
    })
  })

  it('tells whoever denied it how much it is', () => {
    const { verdict, message } = judged({}, 1.3)
    expect(verdict).to.equal('pass')
    expect(message.split('\n')).to.eql([
      'FAIL  clustered is 1.60x faster than single at p95.',
      '  clustered was to stay below 1.3x at p95, its interval is [1.34, 1.92].',
      figures, why
    ])
  })

  it('asks for the threshold in compare when it is undecided, as rounds go on for that', () => {
    const { verdict, message } = judged({}, 1.5)
    expect(verdict).to.equal('inconclusive')
    expect(message.split('\n').slice(0, 3)).to.eql([
      'INCONCLUSIVE  Not enough evidence yet: p95 of clustered could be above or below the required speedup.',
      '  clustered: p95 speedup 1.60 [1.34, 1.92] against 1.50 after 4 rounds (spread between rounds 10 %).',
      '  Give compare the same threshold, thresholds: { p95: 1.5 }: rounds then go on until it is decided, up to rounds.max (10).'
    ])
  })

  it('asks for more rounds, or longer ones, where all were run', () => {
    const advice = (max: number) => judged({}, 1.5, { rounds: max, roundsAllowed: { min: 3, max } }).message.split('\n')[2]
    expect(advice(4)).to.equal('  No more than 4 rounds were allowed: raise rounds.max, up to 30, or make each run longer.')
    expect(advice(30)).to.equal('  No more than 30 rounds were allowed: make each run longer.')
  })

  it('says what would decide it where the comparison had that threshold itself', () => {
    const outlook = { required: 1.5, verdict: 'inconclusive' as const, roundsThatWouldDecide: 14, timesLonger: 2 }
    expect(judged(outlook, 1.5).message.split('\n')[1]).to.equal(
      '  clustered: p95 speedup 1.60 [1.34, 1.92] against 1.50 after 4 rounds (spread between rounds 10 %). A fresh run with rounds.max 14 would decide about 7 times in 10 if the speedup really is 1.60; longer runs may help more.'
    )
    expect(judged({ ...outlook, roundsThatWouldDecide: null }, 1.5).message).to.include('(spread between rounds 10 %): too close to the threshold to call.\n')
  })

  it('says why a measurement carries no verdict, however high the numbers are', () => {
    const warnings = [aWarning({ code: 'generator-saturated', severity: 'problem', variant: null, message: 'The load generator was 97 % busy. Make less load.' })]
    const { verdict, message } = judged({ reason: 'generator-saturated' }, 1.1, { warnings })
    expect(verdict).to.equal('inconclusive')
    expect(message.split('\n')).to.eql([
      'INCONCLUSIVE  The measurement carries no verdict on p95 of clustered: the load generator was too busy.',
      '  clustered: p95 speedup 1.60 [1.34, 1.92] against 1.10 after 4 rounds (spread between rounds 10 %).',
      figures, why,
      '  problem: The load generator was 97 % busy. Make less load. [generator-saturated]'
    ])
  })

  it('does not believe in more throughput where users come at a fixed rate', () => {
    const open = about(aCandidate(), { load: { model: 'open', saturated: [] } })
    expect(judgeSpeedup(open, { metric: 'throughput', least: 1.2 })).to.include({ verdict: 'inconclusive' }).with.property('message').that.includes('users come at the same rate')
    expect(judgeSpeedup(open, { metric: 'throughput', least: 0.9 }).verdict).to.equal('pass')
  })

  it('is none when the comparison was ended before its time', () => {
    const { verdict, message } = judged({}, 1.3, { preliminary: true })
    expect(verdict).to.equal('inconclusive')
    expect(message.split('\n').slice(0, 3)).to.eql([
      'INCONCLUSIVE  The comparison of clustered with single was ended after 4 rounds, too early for a verdict.',
      '  clustered: p95 speedup 1.60 [1.34, 1.92] against 1.30 after 4 rounds (spread between rounds 10 %).',
      figures
    ])
  })

  it('is about the metric that was asked for', () => {
    const { message, found } = judgeSpeedup(about(aCandidate()), { metric: 'throughput', least: 2.5 })
    expect(message.split('\n').slice(0, 2)).to.eql(['FAIL  clustered misses the required speedup in throughput.', '  clustered needs 2.5x in throughput, its interval is [1.30, 2.12].'])
    expect(found).to.equal('1.66x [1.30, 2.12] in throughput')
    expect(judgeSpeedup(about(aCandidate()), { metric: 'p99', least: 1.4 }).message).to.match(/^FAIL {2}clustered is 1\.96x faster than single at p99\.\n/)
  })

  it('tells the three gravest warnings and how many there are besides, but no notes', () => {
    const of = (message: string, severity: 'problem' | 'warning' | 'note') => aWarning({ message, severity, code: 'worker-stalled' })
    const lines = (warnings: ScenarioResult['warnings']) => judged(low, 1.3, { warnings }).message.split('\n').slice(4)
    const [a, b, c, d, e] = [of('a', 'note'), of('b', 'warning'), of('c', 'problem'), of('d', 'warning'), of('e', 'warning')]
    expect(lines([a, b, c, d])).to.eql(['  problem: c [worker-stalled]', '  warning: b [worker-stalled]', '  warning: d [worker-stalled]'])
    expect(lines([b, c, d, e]).at(-1)).to.equal('  and 1 more warning.')
    expect(lines([b, c, d, e])).to.have.length(4)
  })
})

describe('the judgement of the spread', () => {
  const four = { workers: 4, shares: [0.5, 0.3, 0.2, 0] }

  it('counts the workers that answered', () => {
    const subject = about(aCandidate(four))
    expect([2, 3, 4].map((count) => judgeSpread(subject, count).verdict)).to.eql(['fail', 'pass', 'fail'])
    expect(judgeSpread(subject, 4)).to.deep.include({
      message: 'FAIL  clustered is spread over 3 workers, not over 4.\n  primes: 4 workers with 50 %, 30 %, 20 % and 0 % of the requests, over 4 interleaved rounds.',
      found: 'spread over 3 workers',
      claim: 'spread over 4 workers',
      contrary: 'not spread over 4 workers'
    })
    expect(judgeSpread(subject, 3).message).to.match(/^FAIL {2}clustered is spread over 3 workers, and was not to be\.\n/)
  })

  it('shows the busiest and the idlest of many', () => {
    const many = aCandidate({ workers: 6, shares: [0.3, 0.2, 0.2, 0.15, 0.1, 0.05] })
    expect(judgeSpread(about(many), 5).message).to.include('6 workers with 30 % (the busiest) to 5.0 % (the idlest) of the requests')
  })

  it('counts those that answered where idle ones can’t be seen', () => {
    const subject = about(aCandidate({ ...four, limits: someLimits({ value: null }) }), { warnings: [aWarning({ code: 'uneven-distribution', variant: 'clustered' })] })
    expect([2, 3].map((count) => judgeSpread(subject, count).verdict)).to.eql(['fail', 'pass'])
  })

  it('is none when nobody knows who answered, or the comparison was ended early', () => {
    const unknown = judgeSpread(about(aCandidate({ ...four, limits: someLimits({ value: null }) })), 3)
    expect(unknown).to.include({ verdict: 'inconclusive', message: 'INCONCLUSIVE  Nobody can tell how many workers served clustered: too many responses carried no PID header.\n  primes, over 4 interleaved rounds.' })
    const early = judgeSpread(about(aCandidate(four), { preliminary: true }), 3)
    expect(early.verdict).to.equal('inconclusive')
    expect(early.message).to.match(/^INCONCLUSIVE {2}The comparison of clustered with single was ended after 4 rounds/)
  })
})

describe('the judgement of the evenness', () => {
  const uneven = (value: number | null) => aCandidate({ shares: [0.75, 0.25], limits: someLimits({ value }) })

  it('tells how even it is', () => {
    const found = judgeEvenness(about(uneven(2 / 3)), 0.8)
    expect(found).to.deep.include({ verdict: 'fail', found: 'fairness 0.67', claim: 'fairness at least 0.8', contrary: 'fairness below 0.8' })
    expect(found.message.split('\n')).to.eql([
      'FAIL  clustered misses the required fairness.',
      '  clustered needs a fairness of at least 0.8, it has 0.67.',
      '  primes: 2 workers with 75 % and 25 % of the requests, over 4 interleaved rounds.'
    ])
  })

  it('tells whoever denied it the same', () => {
    const found = judgeEvenness(about(uneven(0.8004)), 0.8)
    expect(found.verdict).to.equal('pass')
    expect(found.message.split('\n').slice(0, 2)).to.eql([
      'FAIL  clustered is spread more evenly than it was to be.',
      '  clustered was to stay below a fairness of 0.8, it has 0.8004.'
    ])
    expect(judgeEvenness(about(uneven(0.8)), 0.8).verdict).to.equal('pass')
  })

  it('is none when nobody knows who answered, or the comparison was ended early', () => {
    expect(judgeEvenness(about(uneven(null)), 0.8)).to.include({ verdict: 'inconclusive', found: 'fairness unknown' }).with.property('message').that.matches(/^INCONCLUSIVE {2}The fairness of clustered could not be seen\.\n/)
    expect(judgeEvenness(about(uneven(0.9), { preliminary: true }), 0.8).message).to.match(/^INCONCLUSIVE .* too early for a verdict\.\n/)
  })
})
