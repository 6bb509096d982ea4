import { laterSeconds } from '../../../plugin/experiment/run-scenario.ts'
import { capacityLoads } from '../../../plugin/questions/capacity/experiment/search-capacity.ts'
import { itFinds } from '../../support/cases.ts'
import { aSearch, type SearchOptions } from '../../support/searches.ts'
import { aPlan, someSettings } from '../../support/settings.ts'
import type { ScenarioPlan } from '../../../plugin/concepts/settings.ts'

const level = (factor: number) => ({
  ...aPlan(),
  name: `primes at ${factor}x the capacity`,
  level: { of: 'primes', factor, isLeast: factor === 0.1 }
})

/** What is said of loads in parts of the capacity, of which there are so many. */
function said(single: SearchOptions, ...factors: number[]) {
  const {
    results: [{ warnings }]
  } = aSearch({ ...single, settings: { scenarios: [aPlan(), ...factors.map(level)] } })
  return warnings
    .filter(({ message }) => message.includes('plugins.speedup.load'))
    .map(({ severity, code, variant, message }) => `${severity} ${code} ${variant}: ${message}`)
}

describe('a search that is followed by loads in parts of the capacity', () => {
  itFinds({
    'says that they were not measured where the baseline has no capacity': [
      [
        said({ capacities: { single: 'not reached' } }, 0.1, 0.8),
        [
          'problem not-reached single: single misses the service level even under the least load, so it has no capacity, and the 2 loads in plugins.speedup.load were not measured. ' +
            'Make the service level in plugins.speedup.capacity less strict, or compare at rates of your own: load: [0.5, 1, 2] with config.phases.'
        ]
      ]
    ],
    'says of what they are parts where the baseline carries more than can be made': [
      [
        said({ capacities: { single: 'not exhausted' } }, 0.1),
        [
          'warning not-exhausted single: single carries more than the load generator can generate, so the 1 load in plugins.speedup.load is a part of the most that it made (20000/s), not of the capacity. ' +
            'Request heavier work, or make the service level stricter.'
        ]
      ]
    ],
    'says nothing else of loads': [
      [said({}, 0.1, 0.8), []],
      [said({ capacities: { clustered: 'not reached' } }, 0.1), []],
      [said({ capacities: { single: 'not reached' } }), []]
    ]
  })
})

describe('loads that are parts of the capacity', () => {
  const part = (factor: number, seconds = 8, isLeast = true) => ({
    ...aPlan(),
    arrivals: { seconds, isLeast },
    level: { of: 'primes', factor, isLeast: false }
  })
  const length = (perSecond: number, plan: Partial<ScenarioPlan> = {}) =>
    Number(capacityLoads.partOf({ ...part(1), ...plan }, { foundOf: () => perSecond })?.seconds.toFixed(3))
  const search = { ...aPlan(), arrivals: { seconds: null, isLeast: false } }
  const settings = someSettings({ scenarios: [search, part(0.1), part(1)], rounds: { min: 3, max: 5 } })
  const later = (capacity: number | null) =>
    laterSeconds(search, settings, { wallSeconds: 4, known: { foundOf: () => capacity } })
  itFinds({
    'are as long as is usual, or as 200 responses take, with some more to be sure, and the warm-up': [
      [[100, 20].map((perSecond) => length(perSecond)), [8, 12.5]],
      [length(10, { cycle: 2 }), 12.5]
    ],
    'have an end where users are rare': [[length(1), 30]],
    'are as long as was asked for': [[length(1, part(1, 5, false)), 5]],
    'take their time after the search': [
      [later(null), 2 * 3 * (9 + 9)],
      [Math.round(later(200)), 2 * 3 * (13.5 + 9)]
    ]
  })
})
