import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { claims, type Claim, type Compared, type Point } from '../../docs/claims/claims.ts'
import { beside, expectedSpeedup, judge, type Measured } from '../../docs/claims/judge.ts'
import { claimsPage, pages } from '../../docs/claims/page.ts'
import { renderClaims } from '../../docs/claims/render.ts'
import { waysChart } from '../../docs/claims/ways-chart.ts'
import { foundWays, renderWays, ways } from '../../docs/claims/ways.ts'
import { readOrder } from '../../docs/tutorials/read-order.ts'
import { expectKept } from '../support/golden.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult, aWarning } from '../support/results.ts'
import { settingsOf } from '../support/scenario-files.ts'
import type { Comparison, ScenarioResult } from '../../plugin/concepts/comparison.ts'
import type { Reason } from '../../plugin/concepts/warnings.ts'

const docs = new URL('../../docs/', import.meta.url)

describe('docs/claims.md', () => {
  for (const [file, render] of Object.entries(pages)) {
    it(`is exactly what is made of the comparisons that are kept: ${file}`, () =>
      expectKept(`docs/${file}`, render(['docs'])))
  }

  it('names a run that is missing, and a figure that a run does not have', () => {
    expect(() => claimsPage([])).to.throw(
      'docs/claims/results/watt.json is missing, and with it the figures of a page: npm run claims -- --only watt measures it.'
    )
    const without = measuredOf(aComparison([aScenarioResult([aCandidate({ estimates: [] })])], { file: 'a.yml' }))
    const point = { scenario: 'primes', candidate: 'clustered' }
    expect(() => judge({ ...point, metric: 'p99', claimed: 'better' }, without)).to.throw(
      'a.yml has no p99 of clustered in primes.'
    )
    expect(() => judge({ ...point, busiest: 1, workers: 2, least: 'even' }, without)).to.throw(
      'a.yml has no connections of clustered in primes.'
    )
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
          title: 'Is A faster?',
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
    expect(page).to.include(
      '| [Is A faster?](#is-a-faster) | **in part** | yes: throughput in page 1.66x [1.20, 1.40], claimed 1.30x; ' +
        'in part: throughput in list 1.66x [1.20, 1.40], claimed 1.54x |'
    )
    expect(page).to.include('With 3 answers at 95 %, none or one can be expected to be wrong by chance.')
  })

  it('says why nothing is judged, in place of an answer', () => {
    const page = about([{ ...p99, claimed: null } as Point], { unjudged: 'there is no A' })
    expect(page)
      .to.include('| [Is A faster?](#is-a-faster) | **unknown**: there is no A | p99 1.96x [1.40, 1.60] |')
      .and.to.include('Answer: **unknown**: there is no A. Source: Somebody.')
      .and.to.match(/\| p99, ms \|  \| .*\|  \|\n/)
  })

  it('shows what is left of a claimed ratio with our work, and leaves the warnings to the run', () => {
    const page = about([{ ...throughputs[0], claimed: [13_000, 20_000] } as Point, p99], { processes: 1 })
    expect(page)
      .to.include('| 13,000 → 20,000: 1.54x (1.18x with our work) |')
      .and.to.include('| 15 → 10: 1.50x |')
      .and.not.to.include('A note.')
  })
})

describe('docs/ways.md', () => {
  it('is about every variant of ways.yml but the baseline', () => {
    const { variants, baseline } = settingsOf('docs/claims/ways.yml')
    expect([baseline, ...ways.map(({ candidate }) => candidate)]).to.have.members(variants.map(({ name }) => name))
  })

  const intervals: Record<string, [number, number]> = { Bun: [1.2, 1.4], 'one process': [0.5, 0.7] }
  const measured = (result: Partial<ScenarioResult> = {}, reason: Reason | null = null) => {
    const candidates = ways.map(({ candidate: name }) => {
      const interval = intervals[name] ?? [0.9, 1.1]
      const { estimates } = aCandidateWith(
        (['throughput', 'p99'] as const).map((metric) => ({ metric, interval, reason }))
      )
      return aCandidate({ name, estimates })
    })
    return measuredOf(aComparison([aScenarioResult(candidates, { scenario: 'page', ...result })]))
  }

  it('begins with what is better, worse and not measurably different, where there is a verdict', () => {
    expect(renderWays(measured())).to.include(
      'throughput is higher with Bun (1.66x); lower with one process (1.66x); ' +
        'not measurably different with PM2, reusePort, Watt and Deno. '
    )
    expect(renderWays(measured({}, 'generator-saturated')))
      .to.include('], no verdict |')
      .and.not.include('with Bun')
  })

  it('says where other programs disturbed the runs', () => {
    expect(renderWays(measured())).not.to.include('Other programs')
    expect(renderWays(measured(disturbed))).to.include('Other programs took CPU time during these runs')
  })

  it('draws an interval of each metric of each way, what is better further to the right', () => {
    const bars = waysChart(foundWays(measured())).matchAll(/<line x1="([\d.]+)" x2="([\d.]+)" [^>]*stroke-width="3"/g)
    const ends = [...bars].map(([, from, to]) => [Number(from), Number(to)])
    const [slowest, , , , quickest] = ends.filter((_, i) => i % 2 === 0)
    expect(ends).to.have.length(2 * ways.length)
    expect(slowest[1]).to.be.below(quickest[0])
  })
})

describe('the answer to a claim', () => {
  const cases: [claimed: number, interval: [number, number], answer: string][] = [
    [1.5, [1.2, 1.6], 'yes'],
    [1.5, [1.6, 1.8], 'yes'],
    [1.5, [1.1, 1.4], 'in part'],
    [1.5, [0.9, 1.4], 'no'],
    [1.5, [0.9, 1.6], 'unknown'],
    [5, [1.5, 1.9], 'in kind'],
    [5, [0.9, 2.1], 'unknown'],
    [5, [0.9, 1.4], 'no'],
    [0.6, [0.5, 0.9], 'yes'],
    [0.6, [0.3, 0.5], 'yes'],
    [0.6, [0.8, 1.2], 'no'],
    [0.6, [0.5, 1.2], 'unknown'],
    [0.1, [0.5, 0.9], 'in part'],
    [Infinity, [1.01, 1.2], 'yes'],
    [Infinity, [0.9, 1.05], 'no'],
    [Infinity, [0.9, 1.2], 'unknown'],
    [0, [0.8, 0.99], 'yes'],
    [0, [0.95, 1.2], 'no'],
    [0, [0.8, 1.2], 'unknown'],
    [1.02, [0.9, 1.1], 'unknown'],
    [0.98, [0.9, 1.1], 'unknown'],
    [1.02, [0.99, 1.01], 'no'],
    [1.02, [1.01, 1.03], 'yes'],
    [1.02, [1.03, 1.05], 'yes']
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
        .judgement?.answer
    }
    expect([answerTo([13, 10]), answerTo([20, 10]), answerTo(null)]).to.eql(['yes', 'in part', undefined])
    expect(answerTo([13, 10], {}, 'generator-saturated')).to.equal('unknown')
    expect(
      [answerTo([13, 10], disturbed), answerTo([20, 10], disturbed), answerTo(null, disturbed)],
      'other programs make differences, and hide them'
    ).to.eql(['unknown', 'unknown', undefined])
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
    expect(beside({ claimed: 1.69, expected: 1.12 }, [0.95, 1.2], 2).why).to.equal(
      'Too wide: our interval contains both 1 and the 1.12x that our work leaves of the claim.'
    )
    expect(beside({ claimed: 1.69, expected: 1.12 }, [1.05, 1.2], 2)).to.eql({
      answer: 'yes',
      why: 'It lies inside our interval.'
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
        return judge(point, measuredOf(comparison, [{ scenario: 'primes', variant: 'clustered', rounds }])).judgement
          ?.answer
      }
    const answerTo = within({})
    const same = (workers: number[]) => [workers, workers, workers]
    const even = Array(8).fill(10)
    expect(answerTo(0.7, ...same([1, 50, 2, 40]))).to.equal('yes')
    expect(answerTo(0.7, [70, 30], [65, 20, 15], [20, 20, 60])).to.equal('yes')
    expect(answerTo(0.7, ...same([20, 20, 10, 10, 10, 10, 10, 10]))).to.equal('in part')
    expect([answerTo(0.7, ...same(even)), answerTo('even', ...same(even)), answerTo(null, ...same(even))]).to.eql([
      'no',
      'yes',
      undefined
    ])
    expect([answerTo('even', ...same([50, 2, 40])), answerTo('even', even, even, [1, 50, 2, 40])]).to.eql([
      'no',
      'unknown'
    ])
    const underOthers = within(disturbed)
    expect(
      [underOthers(0.7, ...same([1, 50, 2, 40])), underOthers('even', ...same(even))],
      'other programs keep workers from their part'
    ).to.eql(['unknown', 'unknown'])
  })
})
