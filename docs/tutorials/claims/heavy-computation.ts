import type { Tutorial } from './index.ts'

export const heavyComputation: Tutorial = {
  name: 'heavy-computation',
  title: 'jsmanifest: does a cluster multiply the throughput of a heavy computation?',
  source: 'jsmanifest; its address was not noted',
  setUp: '1000 concurrent users of a loop of square roots, on eight cores.',
  cores: 8,
  changes: [
    'We chose 600,000 square roots, about twice what the tutorial’s figures suggest. With fewer, the load generator, which shares the two cores, is the bottleneck.',
    'The 1000 users are let in with a small request and begin to compute together. A process that computes accepts ' +
      'one connection a turn, so most of users who compute at once would wait outside of it, unseen.',
    'What counts are 7 s of each run, and the load generator holds its 1000 connections on the same machine.'
  ],
  claims: [
    {
      scenario: 'heavy computation',
      factor: null,
      candidate: 'clustered',
      metric: 'throughput',
      baseline: 1247,
      claimed: 8934
    }
  ]
}
