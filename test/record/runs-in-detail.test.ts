import { expect } from 'chai'
import { describe, it } from 'mocha'
import { runsInDetail } from '../../plugin/record/read-runs.ts'
import { aRun, latencies } from '../support/runs.ts'
import type { Run } from '../../plugin/concepts/run.ts'

const rounds = (p95s: number[], rest?: Partial<Run>) => p95s.map((p95, i) => aRun({ round: i + 1, latencyMs: { ...latencies(500 - i), p95 }, ...rest }))

const shown = (runs: Run[]) => [...runsInDetail(runs)].map(({ scenario, variant, round }) => `${scenario} ${variant} ${round}`)

describe('the run that is shown in detail', () => {
  it('is the one whose p95 is the median', () => {
    expect(shown(rounds([30, 10, 20]))).to.eql(['primes single 3'])
    expect(shown(rounds([9, 100, 20, 11, 12]))).to.eql(['primes single 5'])
  })

  it('is the lower one of an even number', () => {
    expect(shown(rounds([40, 10, 30, 20]))).to.eql(['primes single 4'])
    expect(shown(rounds([40, 10]))).to.eql(['primes single 2'])
  })

  it('is one for each variant of each scenario', () => {
    const runs = [...rounds([1, 2, 3]), ...rounds([3, 1, 2], { variant: 'clustered' }), ...rounds([1], { scenario: 'hello' })]
    expect(shown(runs)).to.eql(['primes single 2', 'primes clustered 3', 'hello single 1'])
  })

  it('has responses where half of the rounds have', () => {
    expect(shown([aRun({ latencyMs: null }), aRun({ round: 2 })])).to.eql(['primes single 2'])
    expect(shown([aRun({ latencyMs: null })])).to.eql(['primes single 1'])
  })
})
