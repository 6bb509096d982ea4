import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkDistribution } from '../../../plugin/comparison/warnings/distribution.ts'
import { aCandidate, someLimits } from '../../support/results.ts'
import { aRun, aWorker } from '../../support/runs.ts'
import { someSettings } from '../../support/settings.ts'
import type { CandidateResult } from '../../../plugin/concepts/comparison.ts'
import type { Variant } from '../../../plugin/concepts/settings.ts'

const other = { none: 'round-robin', 'round-robin': 'none' } as const

/** @param connections of each of the two workers, in each of three rounds */
function check(connections: number[], { candidate = { shares: [0.75, 0.25] }, scheduling = 'round-robin', mode = 'cluster' }: { candidate?: Partial<CandidateResult>, scheduling?: Variant['scheduling'], mode?: Variant['mode'] } = {}) {
  const workers = connections.map((count, i) => aWorker(`${101 + i}`, { connections: count }))
  const runs = [1, 2, 3].flatMap((round) => [aRun({ round }), aRun({ round, variant: 'clustered', workers })])
  // What the baseline does is of no account.
  const [single, clustered] = someSettings().variants
  const variants = [{ ...single, scheduling: other[scheduling] }, { ...clustered, mode, scheduling }]
  return checkDistribution(runs, [aCandidate(candidate)], variants)
}

describe('the check of the distribution', () => {
  it('accepts a busiest worker with up to 1.2 times its fair share', () => {
    expect(check([12, 8], { candidate: { shares: [0.6, 0.4] } })).to.eql([])
    expect(check([12, 8], { candidate: { shares: [0.61, 0.39] } })).to.have.length(1)
  })

  it('tells the share, the fair one and what the speedup can’t exceed', () => {
    const [{ message, ...rest }] = check([30, 10])
    expect(rest).to.eql({ code: 'uneven-distribution', severity: 'warning', variant: 'clustered', rounds: [] })
    expect(message).to.match(/^clustered: the busiest of 2 workers took 75 % of the requests, where 50 % would be fair, so a CPU-bound speedup can't exceed 1\.3x\. /)
  })

  it('finds nothing where nobody knows who did the work, or where there is one worker', () => {
    expect(check([30, 10], { candidate: { shares: [0.75, 0.25], limits: someLimits({ value: null }) } })).to.eql([])
    expect(check([40], { candidate: { workers: 1, shares: [1] } })).to.eql([])
  })
})

describe('the cause of an uneven distribution', () => {
  it('is that there are too few connections, below ten for each worker', () => {
    const [{ message }] = check([14, 5])
    expect(message).to.match(/Too few connections to balance: 19 for 2 workers\. Let more users come, or use connections that don't stay open\.$/)
    expect(check([15, 5])[0].message).not.to.include('Too few')
  })

  it('counts workers without any connection', () => {
    expect(check([12])[0].message).to.include('Too few connections to balance: 12 for 2 workers')
    expect(check([40])[0].message).not.to.include('as chance has it')
  })

  it('is what the connections carry, when those were dealt out evenly', () =>
    expect(check([20, 20])[0].message).to.match(/dealt out as chance has it, but some carry more requests than others\.$/))
  it('is the kernel, when it deals out the connections', () =>
    expect(check([90, 30], { scheduling: 'none' })[0].message).to.match(/The kernel deals out connections unevenly: set scheduling: round-robin\.$/))
  it('is busy workers, when the primary deals out the connections', () =>
    expect(check([90, 30])[0].message).to.match(/The connections themselves were dealt out unevenly: some workers were too busy/))

  it('is a hash, where the kernel deals them out to processes that share the port', () => {
    const shared = { mode: 'reuse-port' } as const
    const byHash = /The kernel deals out connections by a hash, busy or not: let more users come, or use mode cluster with round-robin\.$/
    expect(check([90, 30], shared)[0].message).to.match(byHash)
    expect(check([25, 15], shared)[0].message, 'although chance may do that').to.match(byHash)
    expect(check([22, 18], shared)[0].message).to.match(/some carry more requests than others\.$/)
    expect(check([14, 5], shared)[0].message).to.include('Too few connections')
  })

  it('is not ours to know, where the processes are not', () => {
    for (const mode of ['command', 'url'] as const) {
      expect(check([90, 30], { mode })[0].message).to.match(/dealt out unevenly, by whatever stands before these processes: see how it does that \(a load balancer, a cluster primary, the kernel\)\.$/)
    }
  })

  it('is busy workers with PM2, which deals out connections in turn', () =>
    expect(check([90, 30], { mode: 'pm2' })[0].message).to.match(/some workers were too busy to take them when they came\.$/))

  it('adds up the evidence of the rounds', () => {
    // 15 of 20 connections: by chance once in 40 rounds, but once in 550 experiments of three.
    expect(check([15, 5])[0].message).to.include('The connections themselves')
    const few = someSettings().variants
    const once = [aRun({ variant: 'clustered', workers: [aWorker('101', { connections: 15 }), aWorker('102', { connections: 5 })] })]
    expect(checkDistribution(once, [aCandidate({ shares: [0.75, 0.25] })], few)[0].message).to.include('as chance has it')
  })
})
