import { expect } from 'chai'
import { formatScenario } from '../../../plugin/report/console/result.ts'
import { numberSections } from '../../../plugin/questions/report-page.ts'
import { capacitySection } from '../../../plugin/questions/capacity/report/capacity-section.ts'
import { itFinds } from '../../support/cases.ts'
import { aView, headingsIn, rowsIn, textOf } from '../../support/pages.ts'
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

describe('the report of numbers of workers by capacity', () => {
  const { result, sweep } = searched({ 1: 100, 2: 'not exhausted' }, { wanted: 150 })
  const [[, , render]] = numberSections
  const section = render(aView({ result }))
  const rows = rowsIn(String(section).split('</table>')[0])
  const single = aSearch({ wanted: 120 }).results[0]
  itFinds({
    'has a table of capacities, also of bounds': [
      [rows[0], ['Workers', 'Capacity', 'A worker', 'Speedup', 'App (MB)', 'Users/s a GB']],
      [rows[1].slice(0, 2).join(), /^1,[\d.]+\/s \[[\d.]+, [\d.]+\]$/],
      [rows[2], ['2', 'at least 20,000/s', 'unknown', 'unknown', '148', 'unknown']]
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
