import { expect } from 'chai'
import { loadShape } from '../../plugin/comparison/compare-scenario.ts'
import { aRun, aWorker, fellBehind, keptUp, runsWithSpeedups } from '../support/runs.ts'
import { compared } from '../support/compared.ts'
import { otherAnswers } from '../support/results.ts'
import { anEarlierResult, aVariant, someSettings } from '../support/settings.ts'
import { itFinds } from '../support/cases.ts'
import type { EarlierResult, ScenarioPlan, Variant } from '../../plugin/concepts/settings.ts'
import type { Run, GeneratorUse } from '../../plugin/concepts/run.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'

const different = [otherAnswers()]
const around = (speedup: number) => [0.99, 1, 1.01].map((factor) => speedup * factor)
const twice = runsWithSpeedups(around(2))
/** @returns of two workers, of which one served as many requests more than half of 200 */
const sharesOf = (more: number) => ({
  workers: [aWorker('101', { requests: 100 + more }), aWorker('102', { requests: 100 - more })]
})
const uneven = { workers: [aWorker('101', { requests: 900 }), aWorker('102', { requests: 300 })] }

describe('comparing a scenario', () => {
  it('estimates four metrics and two limits for each candidate', () => {
    const {
      candidates: [{ estimates, limits, ...candidate }, ...others],
      ...rest
    } = compared(twice)
    expect(others).to.eql([])
    expect(candidate).to.include({ name: 'clustered', workers: 2, verdict: null, selfCheck: null })
    expect(estimates.map(({ metric, speedup }) => `${metric} ${speedup.toFixed(2)}`)).to.eql([
      'p50 2.00',
      'p95 2.00',
      'p99 2.00',
      'throughput 2.00'
    ])
    expect(limits.map(({ metric, value }) => ({ metric, value }))).to.eql([
      { metric: 'fairness', value: 1 },
      { metric: 'errorRate', value: 0 }
    ])
    expect(rest).to.deep.include({
      scenario: 'primes',
      baseline: 'single',
      rounds: 3,
      roundsAllowed: { min: 3, max: 10 },
      confidence: 0.95,
      verdict: null,
      level: null
    })
  })

  it('tells what changed where only the version of Node or the environment differ', () => {
    const codeOf = (own: Partial<Variant>) =>
      compared(twice, {}, { variants: [aVariant(), aVariant({ name: 'clustered', ...own })] }).candidates[0].diagnosis
        .code
    for (const own of [{ node: '22' }, { nodeArgs: ['--jitless'] }, { env: { POOL: '10' } }])
      expect(codeOf(own)).to.equal('version')
    for (const own of [{}, { args: ['--fast'] }, { mode: 'cluster' as const, env: { POOL: '10' } }])
      expect(codeOf(own), JSON.stringify(own)).to.not.equal('version')
  })

  it('tells a speedup at p99.9 where each run has 10,000 responses; of fewer, no verdict where one is required', () => {
    /** @param latencies in each run that count: the first on each of 20 connections does not */
    const result = (latencies: number, thresholds?: Thresholds) => {
      const requests = latencies + 20
      const {
        candidates: [{ estimates }],
        warnings
      } = compared(runsWithSpeedups(around(2), { single: { requests }, clustered: { requests } }), thresholds)
      return {
        estimate: estimates.find(({ metric }) => metric === 'p99.9'),
        warned: warnings.find(({ code }) => code === 'too-few-requests')
      }
    }
    expect(result(10_000, { 'p99.9': 1.5 }).estimate).to.deep.include({ required: 1.5, verdict: 'pass', reason: null })
    expect(result(10_000).estimate?.speedup).to.be.closeTo(2, 0.01)
    expect(result(9_999).estimate).to.equal(undefined)
    const { estimate, warned } = result(9_999, { 'p99.9': 1.5 })
    expect(estimate).to.deep.include({ required: 1.5, verdict: 'inconclusive', reason: 'too-few-requests' })
    expect(warned).to.include({ severity: 'problem' })
    expect(warned?.message).to.match(
      /9,?999 latencies per run are too few for a p99\.9 \(needs 10000\): .*, or judge by p50 or p95 or p99\.$/
    )
  })

  it('pairs the runs whatever came first in each round, and leaves out a round that was cut short', () => {
    const runs = runsWithSpeedups([1, 2, 4])
    const [a1, b1, a2, b2, a3, b3] = runs
    const result = compared([
      a1,
      b1,
      b2,
      a2,
      a3,
      b3,
      aRun({ round: 4, variant: 'clustered', throughputPerSecond: 1, restarts: 1 })
    ])
    expect(result.candidates).to.eql(compared(runs).candidates)
    expect([result.rounds, result.warnings]).to.eql([3, compared(runs).warnings])
  })

  it('compares each candidate with the baseline, by its own thresholds', () => {
    const { variants } = someSettings()
    const runs = twice.flatMap((run) => (run.variant === 'clustered' ? [run, { ...run, variant: 'four' }] : [run]))
    const { candidates, verdict } = compared(runs, undefined, {
      plan: { thresholds: { clustered: { p95: 1.5 }, four: { p95: 3 } } },
      variants: [...variants, { ...variants[1], name: 'four', workers: 4 }]
    })
    expect(candidates.map((one) => `${one.name} ${one.workers} ${one.verdict}`)).to.eql([
      'clustered 2 pass',
      'four 4 fail'
    ])
    expect(verdict).to.equal('fail')
  })

  const [opposite] = compared(twice, {}, { baseline: 'clustered' }).candidates
  const level = { of: 'primes', factor: 1.5, isLeast: true }
  itFinds({
    'finds the opposite when the baseline is the other one': [
      [
        [opposite.name, ...opposite.estimates.map(({ speedup }) => speedup.toFixed(2))],
        ['single', ...Array(4).fill('0.50')]
      ]
    ],
    'names the multiple of the load': [[compared(twice, {}, { plan: { level } }).level, { of: 'primes', factor: 1.5 }]]
  })

  it('tells how each variant used the machine, the bound that follows and why the candidate is faster', () => {
    const {
      variants,
      candidates: [{ bound, diagnosis }]
    } = compared(runsWithSpeedups(around(1.6)))
    expect(variants.map(({ name, workers, utilization }) => `${name} ${workers} ${utilization?.toFixed(2)}`)).to.eql([
      'single 1 0.99',
      'clustered 2 0.99'
    ])
    // As much of the generator for each request as it took of the candidate's.
    expect(bound?.atMost).to.be.closeTo((2 - 0.01) / (1 + 0.2 / 1.6), 0.001)
    expect(diagnosis).to.include({ code: 'cpu-bound' })
    expect(diagnosis.message).to.include('at most about 1.77x throughput')
  })
})

describe('the verdict of a scenario', () => {
  const verdictOf = (...what: Parameters<typeof compared>) => compared(...what).verdict
  const throughputs = [keptUp, fellBehind].map(
    (clustered) =>
      compared(runsWithSpeedups(around(0.5), { single: keptUp, clustered }), { throughput: 1.3 }).candidates[0]
        .estimates[3]
  )

  itFinds({
    'counts what is required besides speedups': [
      [verdictOf(twice, { p95: 1.5, fairness: 1 }), 'pass'],
      [verdictOf(runsWithSpeedups(around(2), { clustered: uneven }), { p95: 1.5, fairness: 0.9 }), 'fail']
    ],
    'is open, and more rounds decide it, while the interval of the fairness includes what is required': [
      [
        [0.6, 0.9].map((fairness) => {
          const runs = runsWithSpeedups(around(2)).map((run, i) => ({ ...run, ...sharesOf(2 * (i + 1)) }))
          const { verdict, decided } = compared(runs, { p95: 1.5, fairness })
          return [verdict, decided]
        }),
        [
          ['pass', true],
          ['inconclusive', false]
        ]
      ]
    ],
    'is by what each candidate could keep up with itself': [
      [
        throughputs.map(({ reason, verdict }) => [reason, verdict]),
        [
          ['throughput-fixed', 'inconclusive'],
          [null, 'fail']
        ]
      ]
    ],
    'is no pass of a candidate that does not answer as the baseline, whatever it reaches; it may fail all the same': [
      ...[{ fairness: 0.5 }, { fairness: 0.5, p95: 1.5 }].map((thresholds): [unknown, unknown] => {
        const { verdict, decided } = compared(twice, thresholds, { answers: different })
        return [
          { verdict, decided },
          { verdict: 'inconclusive', decided: true }
        ]
      }),
      [compared(twice, { p95: 1.5 }, { answers: different }).candidates[0].estimates[1].reason, 'different-answers'],
      [
        verdictOf(runsWithSpeedups(around(2), { clustered: uneven }), { fairness: 0.9 }, { answers: different }),
        'fail'
      ],
      [verdictOf(twice, {}, { answers: different }), null]
    ]
  })
})

describe('a scenario that is compared with an earlier result', () => {
  const fallen = runsWithSpeedups(around(1.5))
  const since = (runs: Run[], thresholds?: Thresholds, earlier?: Partial<EarlierResult>) =>
    compared(runs, thresholds, { compareWith: anEarlierResult(earlier) })
  const { estimates } = anEarlierResult()

  it('fails when a speedup fell, whatever the thresholds say', () => {
    const {
      verdict,
      candidates: [{ estimates: found, againstEarlier }]
    } = since(fallen, { p95: 1.2 })
    expect({ verdict, againstEarlier }).to.eql({ verdict: 'fail', againstEarlier: 'fail' })
    expect(found.map((one) => `${one.verdict} ${one.regression}`)).to.eql([
      'null true',
      'pass true',
      'null true',
      'null true'
    ])
    expect(found[1].earlier).to.eql({ speedup: 2, interval: [1.8, 2.2] })
  })

  it('claims no fall of what carries no verdict', () => {
    const { verdict, candidates } = since(
      runsWithSpeedups(around(1.5), { clustered: { generator: { utilization: 0.95 } } })
    )
    expect([verdict, ...candidates[0].estimates.map(({ regression }) => regression)]).to.eql([
      'inconclusive',
      false,
      false,
      false,
      false
    ])
  })

  it('can’t be told where the candidate had another number of workers, and has no verdict on what is new since then', () => {
    const told = ({ verdict, decided, warnings, candidates: [{ againstEarlier }] }: ReturnType<typeof since>) => ({
      verdict,
      decided,
      againstEarlier,
      warnings: warnings.map(({ code }) => code)
    })
    const other = since(fallen, {}, { estimates: estimates.map((one) => ({ ...one, workers: 4 })) })
    expect(told(other)).to.eql({
      verdict: 'inconclusive',
      decided: true,
      againstEarlier: 'inconclusive',
      warnings: ['different-variant']
    })
    expect(other.candidates[0].estimates.map(({ regression, earlier }) => [regression, earlier?.speedup])).to.eql(
      Array(4).fill([false, 2])
    )
    const renamed = since(fallen, {}, { estimates: estimates.map((one) => ({ ...one, scenario: 'io' })), cores: 4 })
    expect(told(renamed)).to.eql({ verdict: null, decided: true, againstEarlier: null, warnings: [] })
  })

  it('does not look for falls between the baseline and itself, where there is only noise', () => {
    const itself = { variants: [aVariant(), aVariant({ name: 'clustered' })], compareWith: anEarlierResult() }
    const { againstEarlier, selfCheck } = compared(runsWithSpeedups(around(1)), {}, itself).candidates[0]
    expect([againstEarlier, selfCheck?.verdict]).to.eql([null, 'pass'])
  })
})

type Load = Partial<GeneratorUse>

/** @param single of each round */
const shapeOf = (single: Load[], clustered: Load[] = single, isClosed = false) =>
  loadShape(
    [
      ...single.map((generator, i) => aRun({ round: i + 1, generator })),
      ...clustered.map((generator, i) => aRun({ round: i + 1, variant: 'clustered', generator }))
    ],
    isClosed
  )
/** The same in each of three rounds. */
const ofThree = (single: Load, clustered: Load = single) =>
  shapeOf([single, single, single], [clustered, clustered, clustered])

const kept = { shortestSessionMs: 20, arrivalSeconds: 10, drainSeconds: 0.1 }
const late = { ...kept, drainSeconds: 2, queueSeconds: 2 }
const open = (...saturated: string[]) => ({ model: 'open', saturated })
const closed = { model: 'closed', saturated: [] }

describe('the shape of a load', () => {
  it('is known of users who go on until the time is up, however short that is', () => {
    const runs = runsWithSpeedups([2, 2, 2], { single: { generator: late }, clustered: { generator: late } })
    const modelOf = (loop: ScenarioPlan['loop']) => compared(runs, {}, { plan: { loop } }).load.model
    expect([modelOf({ users: 20, seconds: 0.1 }), modelOf(null)]).to.eql(['closed', 'open'])
  })

  const quick = { shortestSessionMs: 900, arrivalSeconds: 1, drainSeconds: 0.9 }
  const slow = { shortestSessionMs: 4800, arrivalSeconds: 1, drainSeconds: 5.3, queueSeconds: 2 }
  const drained = (seconds: number) => ({ ...kept, drainSeconds: seconds, queueSeconds: seconds })
  const thinking = { shortestSessionMs: 3000, arrivalSeconds: 10, drainSeconds: 3.3, queueSeconds: 3 }
  const mix = { shortestSessionMs: 10, arrivalSeconds: 20, drainSeconds: 5, queueSeconds: 0.01 }
  const slowToAll = { ...kept, shortestSessionMs: 1600, drainSeconds: 1.7, queueSeconds: 1.6 }
  const short = { shortestSessionMs: 10, arrivalSeconds: 1, drainSeconds: 0.1, queueSeconds: 0.4 }

  itFinds({
    'the model of the load is closed when users stay longer than it takes until all have come, be it at one variant, else open; unknown without any':
      [
        [ofThree({ shortestSessionMs: 4000, arrivalSeconds: 1, drainSeconds: 9 }), closed],
        [ofThree({ shortestSessionMs: 1000, arrivalSeconds: 1 }), closed],
        [ofThree({ shortestSessionMs: 50, arrivalSeconds: 0 }), closed],
        [ofThree(kept), open()],
        [ofThree(slow, quick), closed],
        [shapeOf([kept, kept, late], [kept, kept, kept], true), closed],
        [ofThree({ shortestSessionMs: null }), { model: 'unknown', saturated: [] }],
        [ofThree({ ...kept, shortestSessionMs: null }, kept).model, 'open']
      ],
    'who could not keep up is who answers the last users later than 5 % of the time in which they came, in the median round':
      [
        [ofThree(kept, drained(0.51)), open()],
        [ofThree(kept, drained(0.53)), open('clustered')],
        [ofThree(late, kept), open('single')],
        [ofThree(late), open('single', 'clustered')],
        [shapeOf([kept, kept, late]), open()],
        [shapeOf([kept, late, late]), open('single', 'clustered')]
      ],
    'who could not keep up are not those whose users just take long, nor those late by less than a tenth of a second': [
      [ofThree(thinking), open()],
      [ofThree(mix), open()],
      [ofThree(mix, { ...mix, queueSeconds: 0.29 }), open()],
      [ofThree(mix, { ...mix, queueSeconds: 0.31 }), open('clustered')],
      [ofThree(slowToAll, kept), open()],
      [ofThree(short), open()],
      [ofThree({ ...short, drainSeconds: 0.12 }), open('single', 'clustered')]
    ]
  })
})
