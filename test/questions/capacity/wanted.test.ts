import { carriersOf, workersFor } from '../../../plugin/questions/capacity/comparison/wanted.ts'
import { aVariantCapacity } from '../../support/capacities.ts'
import { itFinds } from '../../support/cases.ts'
import { byLaw } from '../../support/scaling.ts'

const of = (workers: number, value: number, overrides: Parameters<typeof aVariantCapacity>[0] = {}) =>
  aVariantCapacity({
    variant: `${workers}`,
    workers,
    capacity: { value, interval: [0.95 * value, 1.05 * value] },
    appMegabytes: 90 * workers,
    utilization: 0.9,
    ...overrides
  })
const points = [of(1, 200), of(2, 380), of(4, 700)]
const none = { curve: null, cores: 2 }
const perSecond = (wanted: number) => ({ wanted, unit: '/s' as const })
const curve = [4, 4.5, 5, 8].map((workers) => ({ workers, throughputPerSecond: byLaw(workers) }))

describe('the workers for a wanted load', () => {
  itFinds({
    'are the fewest that surely carry it, with how busy they are in proportion, and their memory': [
      [
        workersFor(points, perSecond(500), none),
        'For 500/s: 4 workers, 64 % busy, 360 MB; 1 and 2 are not enough; 3 was not tried.'
      ],
      [workersFor(points, perSecond(100), none), 'For 100/s: 1 worker, 45 % busy, 90 MB.'],
      [
        workersFor([of(1, 200, { appMegabytes: null, utilization: null })], perSecond(100), none),
        'For 100/s: 1 worker.'
      ]
    ],
    'tell which fewer may be enough': [
      [
        workersFor(points, perSecond(370), none),
        'For 370/s: 4 workers, 48 % busy, 360 MB; 1 is not enough; 2 may be enough; 3 was not tried.'
      ]
    ],
    'are none of those that were tried': [
      [
        workersFor(points, perSecond(800), none),
        'For 800/s: none that was tried is known to be enough; 1, 2 and 4 are not enough.'
      ],
      [
        workersFor(points, perSecond(700), none),
        'For 700/s: none that was tried is known to be enough; 1 and 2 are not enough; 4 may be enough.'
      ]
    ],
    'are told by the law, up to the cores and twice the most': [
      [workersFor(points, perSecond(800), { curve, cores: 8 }), /; by the fitted law, 5 may be\.$/],
      [workersFor(points, perSecond(800), { curve, cores: 4 }), /are not enough\.$/],
      [workersFor(points, perSecond(5000), { curve, cores: 64 }), /are not enough\.$/]
    ],
    'know one side of a bound only': [
      [workersFor([of(1, 500, { end: 'not exhausted' })], perSecond(600), none), /; 1 may be enough\.$/],
      [workersFor([of(1, 5, { end: 'not reached' })], perSecond(6), none), /; 1 is not enough\.$/],
      [workersFor([of(1, 5, { end: 'not reached' })], perSecond(4), none), /; 1 may be enough\.$/]
    ],
    'are variants, where no numbers of workers were tried': [
      [carriersOf(points, perSecond(370)), '4 (48 % busy) carries 370/s within the service level; 2 may; 1 does not.'],
      [
        carriersOf(points, perSecond(100)),
        '1 (45 % busy), 2 (24 % busy) and 4 (13 % busy) carry 100/s within the service level.'
      ],
      [
        carriersOf(points, { wanted: 1000, unit: 'users' }),
        '1, 2 and 4 do not carry 1000 users within the service level.'
      ],
      [carriersOf([points[1]], perSecond(380)), '2 may carry 380/s within the service level.']
    ]
  })
})
