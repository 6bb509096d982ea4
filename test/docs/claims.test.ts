import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { claims, type Point } from '../../docs/claims/claims.ts'
import { beside, judge, type Measured } from '../../docs/claims/judge.ts'
import { renderClaims } from '../../docs/claims/render.ts'
import { readOrder } from '../../docs/tutorials/read-order.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult, aWarning } from '../support/results.ts'
import { settingsOf } from '../support/scenario-files.ts'
import type { ScenarioResult } from '../../plugin/concepts/comparison.ts'
import type { Reason } from '../../plugin/concepts/warnings.ts'

const docs = new URL('../../docs/', import.meta.url)

describe('docs/claims.md', () => {
  it('is exactly what is made of the comparisons that are kept', () => {
    const keptOf = (name: string) => new URL(`claims/results/${name}.json`, docs)
    const tried = claims.filter(({ name }) => existsSync(keptOf(name))).map((claim) => ({ claim, measured: JSON.parse(readFileSync(keptOf(claim.name), 'utf8')) }))
    expect(readFileSync(new URL('claims.md', docs), 'utf8')).to.equal(renderClaims(tried))
  })

  for (const { name, points } of claims) {
    it(`is about what its scenario file compares: ${name}.yml`, () => {
      const { scenarios, variants, baseline } = settingsOf(`docs/claims/${name}.yml`)
      const compared = scenarios.flatMap(({ name: scenario }) => variants.filter((variant) => variant.name !== baseline).map(({ name: candidate }) => ({ scenario, candidate })))
      expect(compared).to.include.deep.members(points.map(({ scenario, candidate }) => ({ scenario, candidate })))
      expect(readFileSync(new URL(`claims/${name}.yml`, docs), 'utf8')).to.match(/^# .+\n(#.*\n)*#\n# Expect: /)
    })
  }

  it('says of an unknown claim which there are', () => {
    expect(() => readOrder(['--only', 'wat'], claims, 'claim')).to.throw(/^--only wat: unknown claim\. Known: watt, shared-port, /)
  })
})

describe('the answer to a claim', () => {
  const cases: [claimed: number, interval: [number, number], answer: string][] = [
    [1.5, [1.2, 1.6], 'holds'], [1.5, [1.6, 1.8], 'holds, by more'], [1.5, [1.1, 1.4], 'holds in part'], [1.5, [0.9, 1.4], 'does not hold here'],
    [1.5, [0.7, 0.9], 'does not hold here'], [1.5, [0.9, 1.6], 'cannot be told here'], [5, [1.5, 1.9], 'holds in kind'], [5, [0.9, 2.1], 'cannot be told here'], [5, [0.9, 1.4], 'does not hold here'],
    [0.6, [0.5, 0.9], 'holds'], [0.6, [0.3, 0.5], 'holds, by more'], [0.6, [0.7, 0.9], 'holds in part'], [0.6, [0.8, 1.2], 'does not hold here'], [0.6, [0.5, 1.2], 'cannot be told here'],
    [0.1, [0.5, 0.9], 'holds in part'], [Infinity, [1.01, 1.2], 'holds'], [Infinity, [0.9, 1.05], 'does not hold here'], [Infinity, [0.9, 1.2], 'cannot be told here'], [Infinity, [0.8, 0.9], 'does not hold here'],
    [0, [0.8, 0.99], 'holds'], [0, [0.95, 1.2], 'does not hold here'], [0, [0.8, 1.2], 'cannot be told here'], [0, [1.1, 1.2], 'does not hold here']
  ]
  for (const [claimed, interval, answer] of cases) {
    it(`of ${claimed} is "${answer}" where our interval is ${interval.join(' to ')}, on two cores`, () => {
      expect(beside(claimed, interval, 2).answer).to.equal(answer)
    })
  }

  it('is none where the tool gives no verdict, or where nothing is claimed', () => {
    const answerTo = (claimed: [number, number] | null, result: Partial<ScenarioResult> = {}, reason: Reason | null = null) => {
      const comparison = aComparison([aScenarioResult([aCandidateWith([{ metric: 'p95', interval: [1.2, 1.4], reason }])], result)])
      return judge({ scenario: 'primes', candidate: 'clustered', metric: 'p95', claimed }, { comparison, connections: [], versions: {} }).answer
    }
    expect([answerTo([13, 10]), answerTo([20, 10]), answerTo(null)]).to.eql(['holds', 'holds in part', 'nothing is claimed'])
    expect(answerTo([13, 10], {}, 'generator-saturated')).to.equal('cannot be told here')
    const disturbed = { warnings: [aWarning({ code: 'machine-disturbed', severity: 'problem' })] }
    expect([answerTo([13, 10], disturbed), answerTo([20, 10], disturbed)], 'less than there is').to.eql(['holds', 'cannot be told here'])
  })

  it('of connections is about the busiest workers of each round', () => {
    const answerTo = (least: number | 'even' | null, ...rounds: number[][]) => {
      const measured: Measured = { versions: {}, comparison: aComparison([aScenarioResult([aCandidate()])]), connections: [{ scenario: 'primes', variant: 'clustered', rounds }] }
      const point: Point = { scenario: 'primes', candidate: 'clustered', busiest: 2, workers: 8, least }
      return judge(point, measured).answer
    }
    const same = (workers: number[]) => [workers, workers, workers]
    const even = Array(8).fill(10)
    expect(answerTo(0.7, ...same([1, 50, 2, 40]))).to.equal('holds, by more')
    expect(answerTo(0.7, [70, 30], [65, 20, 15], [20, 20, 60])).to.equal('holds')
    expect(answerTo(0.7, ...same([20, 20, 10, 10, 10, 10, 10, 10]))).to.equal('holds in part')
    expect([answerTo(0.7, ...same(even)), answerTo('even', ...same(even)), answerTo(null, ...same(even))]).to.eql(['does not hold here', 'holds', 'nothing is claimed'])
    expect([answerTo('even', ...same([50, 2, 40])), answerTo('even', even, even, [1, 50, 2, 40])]).to.eql(['does not hold here', 'cannot be told here'])
  })
})
