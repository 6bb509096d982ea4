import { capacity as search } from '../concepts/capacity.ts'
import { metricFacts, percentiles } from '../../../concepts/metrics.ts'
import { named, number, object, orNull, quantity, rowsOf, takenBack, type GivenOf } from '../../../settings/shapes.ts'
import { amountOf, latency, percentage } from '../../../settings/quantities.ts'
import type { ScenarioPlan } from '../../../concepts/settings.ts'

/** Users per second, or a number of users. */
export const level = named(
  'capacity',
  quantity(
    /^((?=.*[1-9])\d+(\.\d+)? ?\/ ?s|[1-9]\d* users?)$/,
    'a rate such as 300/s; or, with users, their number, such as 50 users',
    (value) => `${value}/s, or ${value} users`
  )
)

/** The option `capacity`. */
export const serviceLevel = object({
  ...rowsOf(percentiles, (metric) => [
    latency,
    `Maximum of ${metricFacts[metric].what}, with its unit: 200ms or 0.2s.`,
    'none',
    '200ms'
  ]),
  errorRate: [percentage, 'Maximum share of failed requests.', { default: '1%' }],
  for: [
    level,
    'The load for which a number of workers is recommended, such as 500/s; with users, their number, such as 50 users.',
    'none',
    '500/s'
  ],
  price: [
    object({
      core: [number({ from: 0 }), 'Price of a core.', '0'],
      gb: [number({ from: 0 }), 'Price of a GiB of memory.', '0']
    }),
    'What a core and a GiB of memory cost, such as { core: 0.03, gb: 0.004 }. With for, the cheapest variant that carries this load is named.',
    'none'
  ]
})

const loads = {
  capacity: [
    serviceLevel,
    'The service level, such as { p95: 200ms }. What is compared then is the capacity of each variant: the most users per second (or, with users, the most users) ' +
      'for whom it keeps this level. Replaces config.phases.',
    'one load for all variants'
  ]
} as const

export type CapacityOptions = GivenOf<typeof loads>

/** What users write to ask how much each variant carries. */
export const capacityWritten = {
  loads,
  variantLimits: {
    capacity: [
      orNull(level),
      `With the option capacity: minimum capacity, such as 300/s, or 50 users. ${takenBack}`,
      null,
      '300/s'
    ]
  },
  numbersOf: { capacity: amountOf },
  loadExample: "capacity: { p95: '100ms' }",
  conflicts: [
    ['capacity', 'generator', "but the search needs to see each request of the plugin's own load. Remove one of them."],
    [
      'capacity',
      'profile',
      'but each load of a search differs from the others, and profiles are compared under the same load. Remove one of them.'
    ],
    ['rate', 'capacity', 'and both define when users arrive. Remove one of them.']
  ],
  noTurns: [
    ({ scenarios }: { scenarios: ScenarioPlan[] }): boolean =>
      scenarios.some((plan) => search.isAsked(plan) || plan.arrivals !== null),
    'a capacity is searched for, whose loads are as many as it needs. Remove alternate.'
  ]
} as const
