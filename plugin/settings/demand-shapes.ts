import { commonPercentiles, metricFacts, metrics, percentiles } from '../concepts/metrics.ts'
import { lossLimits } from '../questions/losses/concepts/losses.ts'
import {
  duration,
  isMap,
  isTimeText,
  latency,
  mapOf,
  number,
  object,
  orNull,
  quantity,
  refuseValue,
  rowsOf,
  shape,
  type JsonSchema,
  type Shape,
  type ValueOf
} from './shapes.ts'

/** What is used more than once: the schema defines it once, by these names. */
export const definitions: Record<string, JsonSchema> = {}

export function named<Value>(name: string, inner: Shape<Value>): Shape<Value> {
  definitions[name] = inner.schema
  return shape((value, path) => inner(value, path), { $ref: `#/$defs/${name}` })
}

/** Limits that are judged of candidates only. */
export const candidateLimits = ['fairness', ...lossLimits] as const

const ratio = number({ above: 0 })
const speedup = named(
  'speedup',
  orNull(
    shape<number>((value, path) => {
      if (isTimeText(value))
        refuseValue(
          path,
          value,
          `but a threshold is a speedup, such as 1.3. For a time, write limits: { ${path.replace(/^.*thresholds\./, '')}: ${value} }.`
        )
      ratio(value, path)
    }, ratio.schema)
  )
)
export const percentage = quantity(
  /^(100(\.0+)?|\d{1,2}(\.\d+)?) ?%$/,
  'a percentage from 0% to 100%, such as 1%',
  () => 'a percentage, such as 1%'
)
/** Of an app, after a disturbance. */
export const recoveryTime = duration({ above: 0 })
const share = named('share', orNull(percentage))

/** Stands in the description of each threshold and limit. */
export const takenBack = 'null removes a value set at a more general level.'
const quotients = {
  lower: 'baseline / candidate: 1.3 means 1.3 times as fast',
  higher: 'candidate / baseline: 1.3 means 1.3 times as many'
}

const ofPercentiles = object(
  rowsOf(commonPercentiles, (metric) => [speedup, `Minimum speedup of ${metricFacts[metric].what}. ${takenBack}`])
)
const ofRequest = shape<number | null | ValueOf<typeof ofPercentiles>>(
  (value, path) => (isMap(value) ? ofPercentiles : speedup)(value, path),
  { if: { type: 'object' }, then: ofPercentiles.schema, else: speedup.schema }
)

export const thresholds = named(
  'thresholds',
  object(
    {
      ...rowsOf(metrics, (metric) => [
        speedup,
        `Minimum speedup of ${metricFacts[metric].what}, ${quotients[metricFacts[metric].better]}. ${takenBack}`,
        { examples: [1.3] }
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

export const rate = quantity(/^(?=.*[1-9])\d+(\.\d+)? ?\/ ?s$/, 'a rate such as 300/s', (value) => `${value}/s`)
/** Users per second, or a number of users. */
export const capacity = named(
  'capacity',
  quantity(
    /^((?=.*[1-9])\d+(\.\d+)? ?\/ ?s|[1-9]\d* users?)$/,
    'a rate such as 300/s; or, with users, their number, such as 50 users',
    (value) => `${value}/s, or ${value} users`
  )
)

const largestTime = named('largestTime', orNull(latency))
export const limits = named(
  'limits',
  object(
    {
      ...rowsOf(percentiles, (metric) => [
        largestTime,
        `Maximum of ${metricFacts[metric].what}, with its unit: 200ms or 0.2s. ${takenBack}`,
        { examples: ['200ms'] }
      ]),
      throughput: [orNull(rate), `Minimum throughput, in responses per second. ${takenBack}`, { examples: ['300/s'] }],
      capacity: [
        orNull(capacity),
        `With the option capacity: minimum capacity, such as 300/s, or 50 users. ${takenBack}`,
        { examples: ['300/s'] }
      ],
      errorRate: [
        share,
        'Maximum error rate, the share of requests that fail, or of passes of users that fail otherwise; 0%: none may fail. ' +
          `Without it, nothing is compared when more than 1% fail. ${takenBack}`,
        { examples: ['1%'] }
      ],
      fairness: [
        orNull(number({ from: 0, to: 1 })),
        `Minimum fairness of each candidate: the fair share of the requests divided by the busiest worker's share, from 0 to 1; 1 is even. ${takenBack}`,
        { examples: [0.8] }
      ],
      lost: [
        share,
        `With disturb: maximum share of the requests that a disturbance of a candidate may cost; 0%: none may be lost. ${takenBack}`,
        { examples: ['0%', '0.1%'] }
      ],
      recovery: [
        orNull(recoveryTime),
        `With disturb: maximum time in which each candidate recovers, such as 2s. ${takenBack}`,
        { examples: ['2s', '500ms'] }
      ],
      p95Rise: [
        orNull(number({ from: 1 })),
        `With disturb: maximum factor by which p95 of each candidate may rise meanwhile. ${takenBack}`,
        { examples: [2] }
      ]
    },
    {
      memory: 'memory belongs to the variant: memory: 512Mi',
      cpu: 'write cpus in the variant: cpus: 0.5',
      cpus: 'cpus belongs to the variant: cpus: 0.5'
    }
  )
)
