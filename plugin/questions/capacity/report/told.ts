import { limitedPercentiles, serviceLevelWords } from '../concepts/capacity.ts'
import { isKept, seenStep } from '../statistics/seen-step.ts'
import { capacityFigures, capacityTable, foundText, levelText, sizeTable } from './levels.ts'
import { milliseconds, perSecond } from '../../../report/words/numbers.ts'
import type { TellsMore } from '../../../report/words/told.ts'
import type { Sentences } from '../../../concepts/wording.ts'

/** Why no capacity is known, and what to do. */
export const capacityMissing =
  "its scenario was compared under one load. Give compare the service level, such as capacity: { p95: '100ms' }."

/** What is told of it beside speedups. */
export const capacityTold: TellsMore = {
  whyMissing({ capacity }, metric) {
    if (metric === 'capacity') return capacityMissing
    return (
      capacity &&
      'only the capacity was searched for, so each variant had another load. Ask for its speedup in capacity, or compare without capacity.'
    )
  },
  unit: ({ capacity }) => (capacity?.unit === 'users' ? 'users' : null),
  textOf: ({ capacity }, name) => foundText(capacity, name),
  tables: ({ capacity, confidence }) => capacity && [capacityTable(capacity, confidence), sizeTable(capacity)],
  wanted: ({ capacity }, isTold) => capacity && (capacity.cheapest ?? (isTold ? null : capacity.carriers)),
  carries({ capacity }, name) {
    const text = foundText(capacity, name)
    return capacity && text && `carries ${text} within ${serviceLevelWords(capacity)}`
  },
  planned: ({ capacity, loop }) =>
    capacity && `, the most users${loop === null ? ' per second' : ''} with ${serviceLevelWords(capacity)}`,
  /** One load: the level asked for, what is limited, and what came of it. */
  step(run, { capacity }) {
    if (capacity === null) return null
    const { lateMs } = run.generator
    const step = seenStep(run, capacity.limits)
    const why = { late: `void: users arrived ${milliseconds(lateMs?.p99 ?? 0)} ms late`, empty: 'void: nobody arrived' }
    return {
      level: `at ${levelText(step.asked, lateMs === undefined ? 'users' : '/s')}`,
      limited: limitedPercentiles(capacity.limits),
      came: step.void === null ? (isKept(step) ? 'keeps it' : 'misses it') : why[step.void]
    }
  },
  /** Of numbers of workers: the columns, and what a point has in them. */
  amounts: (unit) =>
    unit && {
      what: 'Capacity',
      ...(unit === '/s' ? { unit: 'users/s', inFull: 'users per second' } : { unit: 'users', inFull: 'users' }),
      columns: [
        { title: 'Capacity', intervalRank: 5 },
        { title: 'A worker', rank: 2 },
        { title: 'Speedup', isMain: true, intervalRank: 1 },
        { title: 'App (MB)', rank: 4 },
        { title: unit === '/s' ? 'Users/s a GB' : 'Users a GB', rank: 3 }
      ],
      cells({ workers, end, throughputPerSecond, appMegabytes }, { factor, app }) {
        const capacity = capacityFigures({ end: end ?? 'found', capacity: throughputPerSecond }, unit)
        // Of a bound, nothing that is computed from it is known.
        if (end !== 'found') return [capacity, 'unknown', 'unknown', app, 'unknown']
        const { value } = throughputPerSecond
        const perGigabyte = appMegabytes === null ? 'unknown' : perSecond((1000 * value) / appMegabytes)
        return [capacity, perSecond(value / workers), factor, app, perGigabyte]
      }
    },
  load: ({ capacity }) =>
    capacity && {
      limits: ['Service level', serviceLevelWords(capacity)],
      load:
        capacity.unit === '/s'
          ? 'searched for: the most users per second, who come independently of each other (Poisson)'
          : 'searched for: the most users, each repeating the flow',
      part: 'the capacity of the baseline'
    },
  method: () => [
    'The capacity is searched for, each load with a fresh app: first, about where it lies; then in rounds of one load of each variant beside it. ' +
      'Each load of a round says where the limit is just kept, as the time in a queue is about as one over what is left to saturation (Kingman 1961).',
    'Unless a number of users is searched for, users come independently of each other (Poisson), at times that were drawn before, and latencies count from these times.'
  ]
}

/** What its warnings mean. */
export const capacityExplanations = {
  'not-reached': [
    'A variant misses the service level even under the least load.',
    'A request alone takes longer than the limit: its variant, the machine or the limit is the reason, not the load.',
    'Raise the limit above the time of a request alone, which the message names, or make the request faster.'
  ],
  'not-exhausted': [
    'A variant keeps the service level even under the most load that can be made here.',
    'The load generator is late at that rate, or the rate is the highest that is tried.',
    'Choose a stricter limit or heavier work, or make the load on another machine.'
  ],
  'capacity-falls': [
    'A variant carried less as time went by, so its capacity is that of its first minutes at best.',
    'The app leaks memory or keeps growing state, or the machine slows down when it is warm.',
    'Find what grows with a longer `duration`, or measure on a machine that keeps its pace.'
  ]
} satisfies Record<string, Sentences>
