import type { Tutorial } from './index.ts'

const where = { scenario: 'primes', factor: null, candidate: 'clustered' }

export const primes: Tutorial = {
  name: 'primes',
  title: 'Primes for 50 users with 40 requests each',
  source: 'after [Scaling-out with Node Clusters](https://medium.com/the-andela-way/scaling-out-with-node-clusters-1dca4a39a2a)',
  setUp: '`artillery quick --count 50 -n 40 "http://localhost:3030/?max=100000"`: 50 users who come within a second, each with 40 requests, one after the other.',
  cores: null,
  changes: [
    'The primes up to 450,000 are found by trial division, and only counted in the answer: so one request takes one process here about as long as the tutorial’s, whose p95 of 683.7 ms for 50 users comes from some 13 ms each.',
    'Users wait for up to 30 s: with the usual 8 s, those whom the single process accepts last would leave without an answer.',
    'The first request on each connection, which waits until the app has accepted it, does not count in p95 and p99; the tutorial’s figures include it.'
  ],
  claims: [
    { ...where, metric: 'p95', baseline: 683.7, claimed: 560.6 },
    { ...where, metric: 'p99', baseline: 1256.4, claimed: 719.5 }
  ]
}
