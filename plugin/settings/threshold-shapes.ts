import { described, number, object, orNull, reference } from './shapes.ts'

export const speedup = orNull(number({ above: 0 }))
export const share = orNull(number({ from: 0, to: 1 }))

const takenBack = 'null takes back what a wider level set.'
const latencySpeedup = (what: string) =>
  described(reference({ speedup }), `Least speedup of ${what}, baseline / candidate: 1.3 is 1.3 times as fast. ${takenBack}`, { examples: [1.3] })

/** What a candidate must reach. */
export const thresholds = object({
  p50: latencySpeedup('the median latency'),
  p95: latencySpeedup('the 95th percentile of latency'),
  p99: latencySpeedup('the 99th percentile of latency'),
  throughput: described(
    reference({ speedup }),
    `Least speedup of the responses per second, candidate / baseline: 1.3 is 1.3 times as many. ${takenBack}`,
    { examples: [1.3] }
  ),
  fairness: described(
    reference({ share }),
    `Least fairness: the fair share of the requests over the busiest worker's share, from 0 to 1; 1 is even. ${takenBack}`,
    { examples: [0.8] }
  ),
  errorRate: described(
    reference({ share }),
    `Most of the candidate's requests that may fail, from 0 to 1. Without it, nothing is compared where more than 0.05 fail. ${takenBack}`,
    { examples: [0.01] }
  )
})
