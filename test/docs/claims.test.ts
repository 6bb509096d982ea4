import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { choose } from '../../docs/claims/choose.ts'
import { claims, type Claim, type Compared, type Point } from '../../docs/claims/claims.ts'
import { beside, expectedSpeedup, judge, type Measured } from '../../docs/claims/judge.ts'
import { renderClaims } from '../../docs/claims/render.ts'
import { readOrder } from '../../docs/tutorials/read-order.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult, aWarning } from '../support/results.ts'
import { settingsOf } from '../support/scenario-files.ts'
import type { Comparison, ScenarioResult } from '../../plugin/concepts/comparison.ts'
import type { Reason } from '../../plugin/concepts/warnings.ts'

const docs = new URL('../../docs/', import.meta.url)

describe('docs/claims.md', () => {
  it('is exactly what is made of the comparisons that are kept', () => {
    const keptOf = (name: string) => new URL(`claims/results/${name}.json`, docs)
    const tried = claims
      .filter(({ name }) => existsSync(keptOf(name)))
      .map((claim) => ({ claim, measured: JSON.parse(readFileSync(keptOf(claim.name), 'utf8')) }))
    expect(readFileSync(new URL('claims.md', docs), 'utf8')).to.equal(renderClaims(tried))
  })

  for (const { name, points } of claims) {
    it(`is about what its scenario file compares: ${name}.yml`, () => {
      const { scenarios, variants, baseline } = settingsOf(`docs/claims/${name}.yml`)
      const compared = scenarios.flatMap(({ name: scenario }) =>
        variants.filter((variant) => variant.name !== baseline).map(({ name: candidate }) => ({ scenario, candidate }))
      )
      expect(compared).to.include.deep.members(points.map(({ scenario, candidate }) => ({ scenario, candidate })))
      expect(readFileSync(new URL(`claims/${name}.yml`, docs), 'utf8')).to.match(/^# .+\n(#.*\n)*#\n# Expect: /)
    })
  }

  it('says of an unknown claim which there are', () => {
    expect(() => readOrder(['--only', 'wat'], claims, 'claim')).to.throw(
      /^--only wat: unknown claim\. Known: watt, shared-port, /
    )
  })
})

const measuredOf = (comparison: Comparison, connections: Measured['connections'] = []): Measured => ({
  versions: {},
  connections,
  comparison
})
const disturbed = { warnings: [aWarning({ code: 'machine-disturbed', severity: 'problem' })] }

describe('the page of claims', () => {
  const estimates = [
    { metric: 'throughput' as const, interval: [1.2, 1.4] as [number, number] },
    { metric: 'p99' as const, interval: [1.4, 1.6] as [number, number] }
  ]
  const warnings = [aWarning({ message: 'A note.' })]
  const comparison = aComparison(
    ['list', 'page'].map((scenario) => aScenarioResult([aCandidateWith(estimates)], { scenario, warnings }))
  )
  const about = (points: Point[], more: Partial<Claim> = {}) =>
    renderClaims([
      {
        measured: measuredOf(comparison),
        claim: {
          name: 'a',
          title: 'A is faster',
          source: 'Somebody',
          quote: 'Faster!',
          setUp: '',
          changes: ['A change.'],
          points,
          ...more
        }
      }
    ])
  const throughputs = (
    [
      ['list', [13, 20]],
      ['page', [10, 13]]
    ] as const
  ).map(
    ([scenario, claimed]) => ({ scenario, candidate: 'clustered', metric: 'throughput', claimed }) as unknown as Point
  )
  const p99: Point = { scenario: 'page', candidate: 'clustered', metric: 'p99', claimed: [15, 10] }

  it('names the points of an answer in what they differ, and how many answers are wrong by chance', () => {
    const page = about([...throughputs, p99])
    expect(page).to.include('| A is faster | throughput: **holds in part** (list), **holds** (page); p99: **holds** |')
    expect(page).to.include('With 3 answers at 95 %, none or one can be expected to be wrong by chance.')
  })

  it('says why nothing is judged, in place of an answer', () => {
    const page = about([{ ...p99, claimed: null } as Point], { unjudged: 'not tried: there is no A' })
    expect(page)
      .to.include('| A is faster | not tried: there is no A |')
      .and.to.include('Baseline: single. Not tried: there is no A.')
      .and.not.to.include('nothing is claimed')
  })

  it('shows what is left of a claimed ratio with our work, and folds the warnings', () => {
    const page = about([throughputs[0], p99], { processes: 1 })
    expect(page).to.include('| 13 → 20 | 1.54x, which is 1.54x with our work |').and.to.include('| 15 → 10 | 1.50x |')
    expect(page).to.match(/<details><summary>2 warnings of the tool<\/summary>\n\n- note in list: A note\./)
  })
})

describe('which way to choose', () => {
  const ofWatt = (result: Partial<ScenarioResult>) => {
    const candidates = ['single', 'pm2', 'watt'].map((name) => aCandidate({ name }))
    return new Map([['watt', measuredOf(aComparison([aScenarioResult(candidates, { scenario: 'page', ...result })]))]])
  }

  it('is a table of the ratios to a cluster, of what has been measured', () => {
    const [, , table, text] = choose(ofWatt({}))
    expect(table.split('\n')).to.have.length(5)
    expect(table).to.include(
      '| PM2, two processes | 1.66x [1.30, 2.12] | 1.96x [1.42, 2.71] | [watt](claims/watt.yml) |'
    )
    expect(text).not.to.include('disturbed')
  })

  it('says where other programs disturbed the runs', () => {
    const [, , table, text] = choose(ofWatt(disturbed))
    expect(table).to.include('1.66x [1.30, 2.12], disturbed |')
    expect(text).to.include('Where a ratio is disturbed, other programs took CPU time')
  })
})

describe('the answer to a claim', () => {
  const cases: [claimed: number, interval: [number, number], answer: string][] = [
    [1.5, [1.2, 1.6], 'holds'],
    [1.5, [1.6, 1.8], 'holds, by more'],
    [1.5, [1.1, 1.4], 'holds in part'],
    [1.5, [0.9, 1.4], 'does not hold here'],
    [1.5, [0.7, 0.9], 'does not hold here'],
    [1.5, [0.9, 1.6], 'cannot be told here'],
    [5, [1.5, 1.9], 'holds in kind'],
    [5, [0.9, 2.1], 'cannot be told here'],
    [5, [0.9, 1.4], 'does not hold here'],
    [0.6, [0.5, 0.9], 'holds'],
    [0.6, [0.3, 0.5], 'holds, by more'],
    [0.6, [0.7, 0.9], 'holds in part'],
    [0.6, [0.8, 1.2], 'does not hold here'],
    [0.6, [0.5, 1.2], 'cannot be told here'],
    [0.1, [0.5, 0.9], 'holds in part'],
    [Infinity, [1.01, 1.2], 'holds'],
    [Infinity, [0.9, 1.05], 'does not hold here'],
    [Infinity, [0.9, 1.2], 'cannot be told here'],
    [Infinity, [0.8, 0.9], 'does not hold here'],
    [0, [0.8, 0.99], 'holds'],
    [0, [0.95, 1.2], 'does not hold here'],
    [0, [0.8, 1.2], 'cannot be told here'],
    [0, [1.1, 1.2], 'does not hold here'],
    [1.02, [0.9, 1.1], 'too small to see here'],
    [0.98, [0.9, 1.1], 'too small to see here'],
    [1.04, [0.9, 1.1], 'cannot be told here'],
    [1.02, [0.99, 1.01], 'does not hold here'],
    [1.02, [1.01, 1.03], 'holds'],
    [1.02, [1.03, 1.05], 'holds, by more']
  ]
  for (const [claimed, interval, answer] of cases) {
    it(`of ${claimed} is "${answer}" where our interval is ${interval.join(' to ')}, on two cores`, () => {
      expect(beside({ claimed, expected: claimed }, interval, 2).answer).to.equal(answer)
    })
  }

  it('is none where the tool gives no verdict, or where nothing is claimed', () => {
    const answerTo = (
      claimed: [number, number] | null,
      result: Partial<ScenarioResult> = {},
      reason: Reason | null = null
    ) => {
      const comparison = aComparison([
        aScenarioResult([aCandidateWith([{ metric: 'p95', interval: [1.2, 1.4], reason }])], result)
      ])
      return judge({ scenario: 'primes', candidate: 'clustered', metric: 'p95', claimed }, measuredOf(comparison))
        .answer
    }
    expect([answerTo([13, 10]), answerTo([20, 10]), answerTo(null)]).to.eql([
      'holds',
      'holds in part',
      'nothing is claimed'
    ])
    expect(answerTo([13, 10], {}, 'generator-saturated')).to.equal('cannot be told here')
    expect(
      [answerTo([13, 10], disturbed), answerTo([20, 10], disturbed), answerTo(null, disturbed)],
      'other programs make differences, and hide them'
    ).to.eql(['cannot be told here', 'cannot be told here', 'nothing is claimed'])
  })

  it('is about what is left of the claimed requests per second where each costs our work as well', () => {
    const ratioOf = (
      scenario: string,
      [baseline, candidate]: [number, number],
      processes?: number,
      metric: Compared['metric'] = 'throughput'
    ) =>
      Number(
        expectedSpeedup({ scenario, candidate: 'fastify', metric, claimed: [baseline, candidate] }, processes)?.toFixed(
          3
        )
      )
    // 36 and 21 µs a request, and 0.1 or 0.7 ms of ours.
    expect([
      ratioOf('list', [27794, 46850], 1),
      ratioOf('page', [27794, 46850], 1),
      ratioOf('list', [27794, 46850])
    ]).to.eql([1.121, 1.02, 1.686])
    // 1 ms for each of two processes, so that both costs are of one.
    expect(ratioOf('list', [2000, 4000], 2), 'of two processes').to.equal(1.833)
    expect(ratioOf('list', [10, 5], 1, 'p99'), 'a latency says nothing of what it cost').to.equal(2)
    expect(beside({ claimed: 1.69, expected: 1.12 }, [1.05, 1.2], 2)).to.eql({
      answer: 'holds',
      why: 'The claimed 1.69x (1.12x with our work) lies inside our interval [1.05, 1.20].'
    })
  })

  it('is looked for only where a scenario says what our work adds', () => {
    for (const { processes, points } of claims.filter((claim) => claim.processes !== undefined)) {
      for (const point of points)
        expect(expectedSpeedup(point as Point & Compared, processes)).not.to.satisfy(Number.isNaN)
    }
  })

  it('of connections is about the busiest workers of each round', () => {
    const within =
      (result: Partial<ScenarioResult>) =>
      (least: number | 'even' | null, ...rounds: number[][]) => {
        const comparison = aComparison([aScenarioResult([aCandidate()], result)])
        const point: Point = { scenario: 'primes', candidate: 'clustered', busiest: 2, workers: 8, least }
        return judge(point, measuredOf(comparison, [{ scenario: 'primes', variant: 'clustered', rounds }])).answer
      }
    const answerTo = within({})
    const same = (workers: number[]) => [workers, workers, workers]
    const even = Array(8).fill(10)
    expect(answerTo(0.7, ...same([1, 50, 2, 40]))).to.equal('holds, by more')
    expect(answerTo(0.7, [70, 30], [65, 20, 15], [20, 20, 60])).to.equal('holds')
    expect(answerTo(0.7, ...same([20, 20, 10, 10, 10, 10, 10, 10]))).to.equal('holds in part')
    expect([answerTo(0.7, ...same(even)), answerTo('even', ...same(even)), answerTo(null, ...same(even))]).to.eql([
      'not seen under this load',
      'holds',
      'nothing is claimed'
    ])
    expect([answerTo('even', ...same([50, 2, 40])), answerTo('even', even, even, [1, 50, 2, 40])]).to.eql([
      'does not hold here',
      'cannot be told here'
    ])
    const underOthers = within(disturbed)
    expect(
      [underOthers(0.7, ...same([1, 50, 2, 40])), underOthers('even', ...same(even))],
      'other programs keep workers from their part'
    ).to.eql(['cannot be told here', 'cannot be told here'])
  })
})
