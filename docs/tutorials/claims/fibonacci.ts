import type { Tutorial } from './index.ts'

const figures: [scenario: string, baseline: number, claimed: number][] = [
  ['fib/30', 192, 1191],
  ['fib/35', 18, 114],
  ['fib/40', 1.6, 9.8]
]

export const fibonacci: Tutorial = {
  name: 'fibonacci',
  title: 'Fibonacci: does a cluster multiply the throughput of small and large computations?',
  source: 'the fibonacci tutorial; its address was not noted',
  setUp: 'Requests per second for the 30th, 35th and 40th number, computed by double recursion.',
  cores: null,
  changes: [
    '4 users in a closed load for 8 s: enough to keep two cores busy, and few enough that no user waits a minute for the 40th number.'
  ],
  claims: figures.map(([scenario, baseline, claimed]) => ({
    scenario,
    factor: null,
    candidate: 'clustered',
    metric: 'throughput',
    baseline,
    claimed
  }))
}
