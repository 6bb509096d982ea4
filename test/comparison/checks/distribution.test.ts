import { checkDistribution } from '../../../plugin/comparison/warnings/distribution.ts'
import { runsOf, variantUse } from '../../../plugin/comparison/variant-use.ts'
import { aCandidate, someLimits } from '../../support/results.ts'
import { aRun, aWorker } from '../../support/runs.ts'
import { someSettings } from '../../support/settings.ts'
import { itWarns } from '../../support/warnings.ts'
import type { CandidateResult } from '../../../plugin/concepts/comparison.ts'
import type { Run } from '../../../plugin/concepts/run.ts'
import type { Variant } from '../../../plugin/concepts/settings.ts'

const other = { none: 'round-robin', 'round-robin': 'none' } as const

/** @param connections of each of the two workers, in each of three rounds */
function check(
  connections: number[],
  variant: Partial<Variant> = {},
  candidate: Partial<CandidateResult> = { shares: [0.75, 0.25] },
  busy = [0.99, 0.33]
) {
  const workers = connections.map((count, i) => aWorker(`${101 + i}`, { connections: count }, { utilization: busy[i] }))
  const runs = [1, 2, 3].flatMap((round) => [aRun({ round }), aRun({ round, variant: 'clustered', workers })])
  const [single, clustered] = someSettings().variants
  // What the baseline does is of no account.
  const variants = [
    { ...single, scheduling: other[variant.scheduling ?? 'round-robin'] },
    { ...clustered, ...variant }
  ]
  return checkDistribution({ runs, uses: usesOf(variants, runs) }, [aCandidate(candidate)], variants)
}

const usesOf = (variants: Variant[], runs: Run[]) =>
  variants.map((variant) => variantUse(variant, runsOf(runs, variant.name)))

describe('warnings about the distribution', () => {
  const byHash =
    /The kernel distributes connections by a hash, whether workers are busy or not: add users, or use mode cluster with round-robin\.$/
  const elsewhere =
    /distributed unevenly by what is in front of these processes \(a load balancer, a cluster primary, the kernel\): check its settings\.$/
  const byChance = /spread as evenly as chance allows, but some carry more requests than others\.$/
  const workers = [15, 5].map((connections, i) =>
    aWorker(`${101 + i}`, { connections }, { utilization: [0.99, 0.33][i] })
  )
  const uneven = { shares: [0.75, 0.25] }
  const oneRun = [aRun({ variant: 'clustered', workers })]

  itWarns({
    'an uneven distribution is above 1.2 times the fair share, where it is known who did the work': [
      [check([12, 8], {}, { shares: [0.6, 0.4] })],
      [check([12, 8], {}, { shares: [0.61, 0.39] }), /uneven-distribution/],
      [
        check([30, 10]),
        /^warning uneven-distribution clustered: clustered: the busiest of 2 workers took 75 % of the requests instead of a fair 50 %, so a CPU-bound speedup can't exceed 1\.3x\. /
      ],
      [check([30, 10], {}, { shares: [0.75, 0.25], limits: someLimits({ value: null }) })],
      [check([40], {}, { workers: 1, shares: [1] })]
    ],
    'workers that are equally busy did as much work, whatever their share of the requests, which may differ in cost': [
      [check([20, 20], {}, uneven, [0.99, 0.97])],
      [check([20, 20], {}, uneven, [0.9, 0.61])],
      [check([20, 20], {}, uneven, [0.9, 0.59]), /uneven-distribution/]
    ],
    'too few connections are below ten for each worker, idle ones as well': [
      [
        check([14, 5]),
        /Too few connections to balance: 19 for 2 workers\. Add users, or don't keep connections open\.$/
      ],
      [check([15, 5]), /^(?!.*Too few)/],
      [check([12], {}, { shares: [1, 0] }), /Too few connections to balance: 12 for 2 workers/],
      [check([40], {}, { shares: [1, 0] }), /^(?!.*as chance has it)/]
    ],
    'the cause of an uneven distribution is what the connections carry, or who dealt them out': [
      [check([20, 20]), byChance],
      [
        check([90, 30], { scheduling: 'none' }),
        /The kernel distributes connections unevenly: set scheduling: round-robin\.$/
      ],
      [check([90, 30]), /The connections themselves were distributed unevenly: some workers were too busy/],
      [check([90, 30], { mode: 'pm2' }), /some workers were too busy to accept them when they came\.$/],
      [check([90, 30], { mode: 'command' }), elsewhere],
      [check([90, 30], { mode: 'url' }), elsewhere]
    ],
    'the cause of an uneven distribution is a hash, where the kernel deals them out to processes that share the port, although chance may do that':
      [
        [check([90, 30], { mode: 'reusePort' }), byHash],
        [check([25, 15], { mode: 'reusePort' }), byHash],
        [check([22, 18], { mode: 'reusePort' }), byChance],
        [check([14, 5], { mode: 'reusePort' }), /Too few connections/]
      ],
    'the cause of an uneven distribution is a process that was missing or silent, where our load balancer takes them in turn, however busy they are':
      [
        [
          check([90, 30], { mode: 'ports' }),
          /although the load balancer takes the processes in turn: check whether one of them restarted or left connections without a response\.$/
        ]
      ],
    'the cause of an uneven distribution adds up the evidence of the rounds': [
      // 15 of 20 connections: by chance once in 40 rounds, but once in 550 experiments of three.
      [check([15, 5]), /The connections themselves/],
      [
        checkDistribution(
          { runs: oneRun, uses: usesOf(someSettings().variants, oneRun) },
          [aCandidate(uneven)],
          someSettings().variants
        ),
        byChance
      ]
    ]
  })
})
