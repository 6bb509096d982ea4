import type { Tutorial } from './index.ts'

const where = { scenario: 'primes', factor: null, candidate: 'clustered' }

export const primes: Tutorial = {
  name: 'primes',
  title: 'Primes: do 50 users wait less with a cluster?',
  source:
    'after [Scaling-out with Node Clusters](https://medium.com/the-andela-way/scaling-out-with-node-clusters-1dca4a39a2a)',
  setUp:
    '`artillery quick --count 50 -n 40 "http://localhost:3030/?max=100000"`: 50 users arrive within a second, each with 40 requests, one after the other.',
  cores: null,
  changes: [
    'We search the primes up to 450,000 by trial division and answer with their count. A request then takes about as long as in the tutorial, whose p95 of 683.7 ms for 50 users means some 13 ms each.',
    'Users wait up to 30 s. After the usual 8 s, those whom the single process accepts last would leave without an answer.',
    'p95 and p99 leave out the first request on each connection, which waits until the app accepts it; the tutorial’s figures include it.'
  ],
  claims: [
    { ...where, metric: 'p95', baseline: 683.7, claimed: 560.6 },
    { ...where, metric: 'p99', baseline: 1256.4, claimed: 719.5 }
  ]
}
