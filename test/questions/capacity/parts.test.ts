import { itFinds } from '../../support/cases.ts'
import { aSearch, type SearchOptions } from '../../support/searches.ts'
import { aPlan } from '../../support/settings.ts'

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
