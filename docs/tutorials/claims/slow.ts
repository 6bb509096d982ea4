import type { Tutorial } from './index.ts'

export const slow: Tutorial = {
  name: 'slow',
  title: 'LogRocket: does a cluster serve all requests to a slow route, where one process cannot?',
  source:
    '[Optimizing your Node.js app’s performance with clustering](https://blog.logrocket.com/optimizing-node-js-app-performance-clustering/)',
  setUp:
    '50 requests per second to `/api/slow`, the sum of `atan(i) * tan(i)` for 7^7 numbers. A single process served 27 per second and answered 73.6 % in the end; the cluster answered all.',
  cores: null,
  changes: [
    'Besides 50 requests per second (0.625 times our load) we try 80 (1 times): if one process can serve 50, that rate shows nothing.',
    'The load lasts 12 s, and a request that waits 5 s fails. The tutorial does not say how long its load and its timeout were, and the share of failures depends on their ratio.',
    'A quicker machine served 62 of the 80 with one process and failed none (throughput 1.29x [1.14, 1.45], 2026-11-27): there, these rates are too low for the claim.'
  ],
  claims: [0.625, 1].flatMap((factor) => {
    const where = { scenario: 'slow', factor, candidate: 'clustered' }
    return [
      { ...where, metric: 'throughput' as const, baseline: 27, claimed: 50 },
      { ...where, metric: 'success' as const, baseline: 0.736, claimed: 1 }
    ]
  })
}
