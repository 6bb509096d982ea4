import { expect } from 'chai'
import { carriersOf, workersFor } from '../../../plugin/questions/capacity/comparison/wanted.ts'
import { formatScenario } from '../../../plugin/report/console/result.ts'
import { formatTogether } from '../../../plugin/report/console/tables.ts'
import { plainLayout } from '../../../plugin/report/console/layout.ts'
import { toldOfNumbers } from '../../../plugin/questions/report.ts'
import { numberSections } from '../../../plugin/questions/report-page.ts'
import { capacitySection } from '../../../plugin/questions/capacity/report/capacity-section.ts'
import { aVariantCapacity } from '../../support/capacities.ts'
import { itFinds } from '../../support/cases.ts'
import { aView, headingsIn, rowsIn, textOf } from '../../support/pages.ts'
import { aLaw } from '../../support/scaling.ts'
import { aSearch, type SearchOptions } from '../../support/searches.ts'
import { sweepVariants } from '../workers/sweep-runs.ts'

type Ending = number | 'not reached' | 'not exhausted'

/** @param capacities number of workers -> users per second */
function searched(capacities: Record<number, Ending>, options: Omit<SearchOptions, 'capacities' | 'settings'> = {}) {
  const variants = sweepVariants(capacities)
  const {
    results: [result]
  } = aSearch({
    ...options,
    capacities: Object.fromEntries(Object.entries(capacities).map(([workers, end]) => [`clustered ${workers}`, end])),
    settings: { variants, baseline: variants[0].name }
  })
  return { result, sweep: result.sweeps[0] }
}
const recommended = (...what: Parameters<typeof searched>) => searched(...what).sweep.recommendation

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

describe('numbers of workers by capacity', () => {
  it('have capacities as points, with speedups over the fewest', () => {
    const { result, sweep } = searched({ 1: 100, 2: 190, 4: 350 })
    expect(sweep.unit).to.equal('/s')
    expect(sweep.points.map(({ workers, end }) => [workers, end])).to.eql([
      [1, 'found'],
      [2, 'found'],
      [4, 'found']
    ])
    expect(sweep.points.map(({ throughputPerSecond }) => throughputPerSecond)).to.eql(
      result.capacity?.variants.map(({ capacity }) => capacity)
    )
    const [one, two, four] = sweep.points.map(({ throughputPerSecond: { value } }) => value)
    expect(sweep.points[1].speedup.value).to.be.closeTo(two / one, 0.01)
    expect(sweep.points[2].speedup.value).to.be.closeTo(four / one, 0.01)
  })

  it('are fitted by the law where each had a core and its capacity was found', () => {
    const [found, few, bound] = [
      searched({ 1: 100, 2: 190, 4: 350 }, { cores: 8 }),
      searched({ 1: 100, 2: 190, 4: 350 }),
      searched({ 1: 100, 2: 190, 4: 'not exhausted' }, { cores: 8 })
    ]
    expect(found.sweep.law?.lambda.value).to.be.within(90, 115)
    expect(few.sweep.whyNoLaw).to.match(/^On 2 cores only 1 and 2 workers had a core each/)
    expect(bound.sweep.whyNoLaw).to.match(
      /^With 4 workers the app carries even the most that this load generator makes, and fitting the law takes three/
    )
  })

  itFinds({
    'are recommended by their knee where no load is wanted': [
      [
        recommended({ 1: 100, 2: 190, 4: 191 }),
        /^2 workers: 1\.\d\dx for 48 MB more; 4 workers gain nothing measurable on 2 cores\.$/
      ],
      [recommended({ 1: 300, 2: 150 }), /^1 worker is the best: 2 carry less\./]
    ],
    'have no knee where a bound was met': [
      [
        recommended({ 1: 100, 2: 'not exhausted' }),
        'With 2 workers the app carries even the most that this load generator makes: to find the best number, request heavier work, or use a machine with more cores.'
      ],
      [
        recommended({ 1: 'not reached', 2: 100 }),
        'With 1 worker even the least load misses the service level: to find the best number, allow more in the service level, or make the app faster.'
      ]
    ],
    'are recommended for a wanted load': [
      [
        recommended({ 1: 100, 2: 190, 4: 350 }, { wanted: 150 }),
        /^For 150\/s: 2 workers, \d+ % busy, 148 MB; 1 is not enough\.$/
      ],
      [recommended({ 1: 100, 2: 'not exhausted' }, { wanted: 150 }), /^For 150\/s: 2 workers, .*; 1 is not enough\.$/],
      [recommended({ 1: 100, 2: 190 }, { wanted: 150, users: true }), /^For 150 users: 2 workers/]
    ]
  })
})

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
      [workersFor(points, perSecond(800), { curve: aLaw(8).curve, cores: 8 }), /; by the fitted law, 5 may be\.$/],
      [workersFor(points, perSecond(800), { curve: aLaw(8).curve, cores: 4 }), /are not enough\.$/],
      [workersFor(points, perSecond(5000), { curve: aLaw(8).curve, cores: 64 }), /are not enough\.$/]
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

describe('the report of numbers of workers by capacity', () => {
  const { result, sweep } = searched({ 1: 100, 2: 'not exhausted' }, { wanted: 150 })
  const [[, , render]] = numberSections
  const section = render(aView({ result }))
  const single = aSearch({ wanted: 120 }).results[0]
  itFinds({
    'has a table of capacities, also of bounds': [
      [
        rowsIn(String(section).split('</table>')[0])[0],
        ['Workers', 'Capacity', 'A worker', 'Speedup', 'App (MB)', 'Users/s a GB']
      ],
      [
        rowsIn(String(section).split('</table>')[0])[2],
        ['2', 'at least 20,000/s', 'unknown', 'unknown', '148', 'unknown']
      ],
      [
        formatTogether(toldOfNumbers(result)[0], plainLayout),
        /workers +capacity +a worker +speedup +app \(MB\) +users\/s a GB\n +1 +[\d.]+\/s \[[\d.]+, [\d.]+\] +\d+/
      ]
    ],
    'has one chart, of the capacity': [
      [headingsIn(section), [`h2 ${sweep.recommendation}`, 'h3 Capacity']],
      [
        String(section),
        /Capacity of clustered over its number of workers\. 1 worker, .* users\/s, 1\.00x.*; 2 workers, at least 20,000 users\/s\./
      ]
    ],
    'tells who carries what is wanted, only where there is no recommendation of workers': [
      [formatScenario(single), /wanted +clustered .*carries 120\/s within the service level; single does not\./],
      [
        textOf(String(capacitySection(aView({ result: single })))),
        /clustered .*carries 120\/s within the service level/
      ],
      [/within the service level;/.test(formatScenario(result)), false]
    ]
  })
})
