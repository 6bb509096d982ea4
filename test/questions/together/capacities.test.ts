import { expect } from 'chai'
import { itRefuses, readWithConfig } from '../../settings/cases.ts'
import { underLoads } from '../../support/loads.ts'
import { aSearch } from '../../support/searches.ts'

const read = (options: object, script: object = {}) =>
  readWithConfig({ capacity: { p95: '100ms' }, ...options }, { phases: undefined }, { script })

describe('loads that are parts of a capacity', () => {
  it('makes a scenario of the search, and one of each part of the capacity, the least first', () => {
    const { scenarios } = read({ levels: [1.2, 0.4] })
    expect(scenarios.map(({ name, level: part, capacity }) => [name, part, capacity !== null])).to.eql([
      ['primes', null, true],
      ['primes at 0.4x the capacity', { of: 'primes', factor: 0.4, isLeast: true }, false],
      ['primes at 1.2x the capacity', { of: 'primes', factor: 1.2, isLeast: false }, false]
    ])
    expect(scenarios.map(({ arrivals }) => arrivals)).to.eql([
      { seconds: null, isLeast: false },
      { seconds: 8, isLeast: true },
      { seconds: 8, isLeast: true }
    ])
    const [, beyond] = read({ levels: [3] }).scenarios
    expect(beyond.level?.isLeast, 'nobody expects an app to do more than it can').to.equal(false)
  })

  const ofUsers = (place: string) =>
    `plugins.speedup.levels are parts of the capacity, and ${place}.speedup.users is set, but a fixed number of users sends the next request as soon as the last is answered: the load depends on the app. Remove users, so that users arrive at a rate; or remove levels.`
  itRefuses(({ script, ...options }) => read({ levels: [0.5], ...options }, script), '', [
    [{ users: 20 }, ofUsers('plugins')],
    [
      { script: { scenarios: [{ name: 'list', flow: [{ get: { url: '/' } }], speedup: { users: 5 } }] } },
      ofUsers('scenarios[0]')
    ],
    [
      { warmUp: '8s' },
      'plugins.speedup.warmUp is 8 s, but the load of each run takes about 8 s: nothing would be left to count. Make the warm-up shorter, or the load longer.'
    ]
  ])

  it('have a crossover, of which the search itself is no level', () => {
    const { results, crossed } = underLoads({ factors: [0.5, 2.5] })
    const {
      results: [search]
    } = aSearch()
    const [crossover] = crossed([search, ...results])
    expect([crossover.of, ...crossover.levels.map(({ factor }) => factor)]).to.eql(['capacity', 0.5, 2.5])
    expect(crossover.candidates[0].message).to.match(
      /^Up to 50 requests\/s \(0\.5x the capacity\), .*; from 250 requests\/s \(2\.5x the capacity\) on, /
    )
    expect(crossed([search])).to.eql([])
    expect(crossed()[0].of).to.equal('load')
  })
})

describe('a capacity and growth', () => {
  it('are not asked together', () => expect(read({ growth: false }).growth).to.equal(false))
  itRefuses(read, '', [[{ growth: true }, /growth and plugins.speedup.capacity are both set/]])
})
