import { commonPercentiles, metricFacts, metrics, percentiles } from '../concepts/metrics.ts'
import { questionLimits, questionVariantLimits } from '../questions/settings.ts'
import { either, isMap, mapOf, named, number, object, orNull, refuseValue, rowsOf, shape, takenBack } from './shapes.ts'
import { latency, rate, share, timeAboveZero } from './quantities.ts'

/** Limits that are judged of candidates only. */
export const candidateLimits = [
  'fairness',
  ...(Object.keys(questionLimits) as (keyof typeof questionLimits)[])
] as const

const ratio = number({ above: 0 })
const speedup = named(
  'speedup',
  orNull(
    shape<number>((value, path) => {
      if (typeof value === 'string' && timeAboveZero.test(value))
        refuseValue(
          path,
          value,
          `but a threshold is a speedup, such as 1.3. For a time, write limits: { ${path.replace(/^.*thresholds\./, '')}: ${value} }.`
        )
      ratio(value, path)
    }, ratio.schema)
  )
)
const quotients = {
  lower: 'baseline / candidate: 1.3 means 1.3 times as fast',
  higher: 'candidate / baseline: 1.3 means 1.3 times as many'
}

const ofPercentiles = object(
  rowsOf(commonPercentiles, (metric) => [speedup, `Minimum speedup of ${metricFacts[metric].what}. ${takenBack}`])
)
const ofRequest = either({ type: 'object' }, isMap, ofPercentiles, speedup)

export const thresholds = named(
  'thresholds',
  object(
    {
      ...rowsOf(metrics, (metric) => [
        speedup,
        `Minimum speedup of ${metricFacts[metric].what}, ${quotients[metricFacts[metric].better]}. ${takenBack}`,
        null,
        1.3
      ]),
      requests: [
        mapOf(ofRequest),
        'Minimum speedups of single requests, by name, such as "POST /login": { p95: 1.3 }; "*" is each of the others. ' +
          'A number, such as "*": 0.9, fails a request that is shown to be below it, at p95 or, with few responses, at the median.'
      ]
    },
    Object.fromEntries([...candidateLimits, 'errorRate'].map((key) => [key, `${key} belongs to limits`]))
  )
)

const largestTime = named('largestTime', orNull(latency))
const longest = (metric: (typeof percentiles)[number]) => `Maximum of ${metricFacts[metric].what}`
export const limits = named(
  'limits',
  object(
    {
      ...rowsOf(percentiles, (metric) => [
        largestTime,
        `${longest(metric)}, with its unit: 200ms or 0.2s. ${takenBack}`,
        null,
        '200ms'
      ]),
      throughput: [orNull(rate), `Minimum throughput, in responses per second. ${takenBack}`, null, '300/s'],
      ...questionVariantLimits,
      errorRate: [
        share,
        'Maximum error rate, the share of requests that fail, or of passes of users that fail otherwise; 0%: none may fail. ' +
          `Without it, nothing is compared when more than 1% fail. ${takenBack}`,
        null,
        '1%'
      ],
      fairness: [
        orNull(number({ from: 0, to: 1 })),
        `Minimum fairness of each candidate: the fair share of the requests divided by the busiest worker's share, from 0 to 1; 1 is even. ${takenBack}`,
        null,
        0.8
      ],
      requests: [
        mapOf(
          orNull(
            object({
              ...rowsOf(commonPercentiles, (metric) => [largestTime, `${longest(metric)}. ${takenBack}`]),
              errorRate: [share, `Maximum share of these requests that fail. ${takenBack}`]
            })
          )
        ),
        'Maxima of single requests, by name, such as "POST /login": { p95: 200ms }; "*" is each of the others.'
      ],
      ...questionLimits
    },
    {
      memory: 'memory belongs to the variant: memory: 512Mi',
      cpu: 'write cpus in the variant: cpus: 0.5',
      cpus: 'cpus belongs to the variant: cpus: 0.5'
    }
  )
)
