import type { Tutorial } from './index.ts'

export const slow: Tutorial = {
  name: 'slow',
  title: 'LogRocket: 50 requests a second of a slow route',
  source: '[Optimizing your Node.js app’s performance with clustering](https://blog.logrocket.com/optimizing-node-js-app-performance-clustering/)',
  setUp: '50 requests a second of `/api/slow`, the sum of `atan(i) * tan(i)` for 7^7 numbers. A single process served 27 of them a second and answered 73.6 % in the end; the cluster answered all.',
  cores: null,
  changes: [
    'Besides 50 requests a second, at 0.625 times the load, we try 80, at 1 times the load: where one process can serve 50, nothing is to be seen at that rate.',
    'The load lasts 12 s, and a request that has waited for 5 s has failed: how long the tutorial’s load and its time-out were, we do not know. The share that fails depends on the quotient of the two.'
  ],
  claims: [0.625, 1].flatMap((factor) => {
    const where = { scenario: 'slow', factor, candidate: 'clustered' }
    return [
      { ...where, metric: 'throughput' as const, baseline: 27, claimed: 50 },
      { ...where, metric: 'success' as const, baseline: 0.736, claimed: 1 }
    ]
  })
}
