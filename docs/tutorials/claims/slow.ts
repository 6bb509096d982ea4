import type { Tutorial } from './index.ts'

const where = { scenario: 'slow', factor: 1.85, candidate: 'clustered' }

export const slow: Tutorial = {
  name: 'slow',
  title: 'LogRocket: does a cluster serve all requests to a slow route, where one process cannot?',
  source:
    '[Optimizing your Node.js app’s performance with clustering](https://blog.logrocket.com/optimizing-node-js-app-performance-clustering/)',
  setUp:
    '50 requests per second to `/api/slow`, the sum of `atan(i) * tan(i)` for 7^7 numbers. A single process served 27 per second and answered 73.6 % in the end; the cluster answered all.',
  cores: null,
  changes: [
    'How many requests a process serves depends on its core, so we search for that first (p95 within 500 ms). Then 1.85 times as many come, as 50 are of 27. Half of it and 1.5 times are tried, too: at 1.5 times, two workers still have time to spare.',
    'The load lasts 12 s, and a request that waits 5 s fails. The tutorial does not say how long its load and its timeout were, and the share of failures depends on their ratio.'
  ],
  claims: [
    { ...where, metric: 'throughput', baseline: 27, claimed: 50 },
    { ...where, metric: 'success', baseline: 0.736, claimed: 1 }
  ]
}
