import { refuse } from './shapes.ts'
import type { ScenarioPlan, Settings } from '../concepts/settings.ts'
import type { GivenOptions } from './option-shapes.ts'

type Option = keyof GivenOptions

/** Options that can't be set together, and why; the first that are count. */
export const conflicts: [Option, Option, why: string][] = [
  ['capacity', 'disturb', 'but an app that is disturbed keeps no service level meanwhile. Remove one of them.'],
  ['capacity', 'generator', "but the search needs to see each request of the plugin's own load. Remove one of them."],
  [
    'capacity',
    'profile',
    'but each load of a search differs from the others, and profiles are compared under the same load. Remove one of them.'
  ],
  [
    'disturb',
    'levels',
    'but a comparison finds either what is lost, or the load from which on a cluster pays off. Remove one of them.'
  ],
  ['disturb', 'time', 'but the disturbances decide how long a run takes. Set rounds instead of time.'],
  ['disturb', 'generator', 'but only a load from this machine records each lost request. Remove one of them.'],
  ['disturb', 'compareWith', 'but speedups are not measured when the app is disturbed. Remove one of them.'],
  ['latencyTo', 'generator', "but only the plugin's own load tells when a body has ended. Remove one of them."],
  ['rate', 'users', 'and both define when users arrive. Remove one of them.'],
  ['rate', 'capacity', 'and both define when users arrive. Remove one of them.'],
  ['rounds', 'time', 'and both say when the comparison ends. Remove one of them.'],
  ['profile', 'disturb', 'but a profile shows what an app does that is not disturbed. Remove one of them.'],
  ['profile', 'generator', "but only the plugin's own load says when it begins and ends. Remove one of them."]
]

/** @throws SpeedupError INVALID_SETTINGS */
export function checkConflicts(given: GivenOptions) {
  // A generator is one that runs elsewhere, or by another command; a profile that is not wanted is none.
  const options = { ...given, generator: given.generator?.command, profile: given.profile || undefined }
  for (const [one, other, why] of conflicts)
    if (options[one] !== undefined && options[other] !== undefined)
      refuse(`plugins.speedup.${one} and plugins.speedup.${other} are both set, ${why}`)
}

type Planned = Pick<Settings, 'scenarios' | 'disturb' | 'generator' | 'generatorPerRun'>

/** Why variants can't be loaded in turns, and what to do; the first that is so counts. */
export const obstacles: [isSo: (settings: Planned) => boolean, why: string][] = [
  [
    ({ disturb }) => disturb !== null,
    'plugins.speedup.disturb is set, and what happens to one app must not happen beside another. Remove one of the two.'
  ],
  [
    ({ generator }) => generator !== null,
    "plugins.speedup.generator is set, and only the plugin's own load can pause. Remove one of the two."
  ],
  [
    ({ scenarios }) => scenarios.some(isSearched),
    'a capacity is searched for, whose loads are as many as it needs. Remove alternate.'
  ],
  [
    ({ scenarios }) => scenarios.some(({ loop }) => loop === null),
    "users come at the times of config.phases, and such a load can't pause. " +
      'Replace config.phases by plugins.speedup.users, for example users: 20, or remove alternate.'
  ],
  [
    ({ generatorPerRun }) => generatorPerRun,
    'the script has a section before or after, which is run once for each load. Remove alternate, or that section.'
  ]
]

const isSearched = ({ capacity, arrivals }: ScenarioPlan) => capacity !== null || arrivals !== null

/**
 * @param asked left out: in turns, where that can be
 * @throws SpeedupError INVALID_SETTINGS
 */
export function alternationOf(asked: GivenOptions['alternate'], settings: Planned): Settings['alternate'] {
  if (asked === 'runs') return 'runs'
  const found = obstacles.find(([isSo]) => isSo(settings))
  if (found === undefined) return 'slices'
  return asked === undefined ? 'runs' : refuse(`plugins.speedup.alternate is slices, but ${found[1]}`)
}
