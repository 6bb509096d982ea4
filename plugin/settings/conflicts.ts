import { refuse } from './shapes.ts'
import { questionConflicts, questionObstacles } from '../questions/settings.ts'
import type { QuestionSettings } from '../questions/concepts.ts'
import type { Settings } from '../concepts/settings.ts'
import type { GivenOptions } from './option-shapes.ts'

/** Options that can't be set together, and why; the first that are count. */
export const conflicts: (readonly [string, string, why: string])[] = [
  ...questionConflicts,
  ['latencyTo', 'generator', "but only the plugin's own load tells when a body has ended. Remove one of them."],
  ['rate', 'users', 'and both define when users arrive. Remove one of them.'],
  ['rounds', 'time', 'and both say when the comparison ends. Remove one of them.']
]

/** @throws SpeedupError INVALID_SETTINGS */
export function checkConflicts(given: GivenOptions) {
  // A generator is one that runs elsewhere, or by another command; what is not wanted is none.
  const options: Record<string, unknown> = { ...given, generator: given.generator?.command }
  for (const [one, other, why] of conflicts)
    if ([one, other].every((name) => (options[name] ?? false) !== false))
      refuse(`plugins.speedup.${one} and plugins.speedup.${other} are both set, ${why}`)
}

type Planned = Pick<Settings, 'scenarios' | 'generator' | 'generatorPerRun'> & QuestionSettings

/** Why variants can't be loaded in turns, and what to do; the first that is so counts. */
export const obstacles: (readonly [isSo: (settings: Planned) => boolean, why: string])[] = [
  ...questionObstacles,
  [
    ({ generator }) => generator !== null,
    "plugins.speedup.generator is set, and only the plugin's own load can pause. Remove one of the two."
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
