import { refuse } from './shapes.ts'
import type { ScenarioPlan, Settings } from '../concepts/settings.ts'

type Planned = Pick<Settings, 'scenarios' | 'disturb' | 'generator' | 'generatorPerRun'>

/** Why variants can't be loaded in turns, and what to do; the first that is so counts. */
const obstacles: { isSo: (settings: Planned) => boolean; why: string; cure: string }[] = [
  {
    isSo: ({ disturb }) => disturb !== null,
    why: 'plugins.speedup.disturb is set, and what happens to one app must not happen beside another',
    cure: 'Remove one of the two.'
  },
  {
    isSo: ({ generator }) => generator !== null,
    why: "plugins.speedup.generator is set, and only the plugin's own load can pause",
    cure: 'Remove one of the two.'
  },
  {
    isSo: ({ scenarios }) => scenarios.some(isSearched),
    why: 'a capacity is searched for, whose loads are as many as it needs',
    cure: 'Remove alternate.'
  },
  {
    isSo: ({ scenarios }) => scenarios.some(({ loop }) => loop === null),
    why: "users come at the times of config.phases, and such a load can't pause",
    cure: 'Replace config.phases by plugins.speedup.users, for example users: 20, or remove alternate.'
  },
  {
    isSo: ({ generatorPerRun }) => generatorPerRun,
    why: 'the script has a section before or after, which is run once for each load',
    cure: 'Remove alternate, or that section.'
  }
]

const isSearched = ({ capacity, arrivals }: ScenarioPlan) => capacity !== null || arrivals !== null

/** @throws SpeedupError INVALID_SETTINGS */
export function checkAlternate(alternate: Settings['alternate'], settings: Planned) {
  if (alternate === 'runs') return
  const found = obstacles.find(({ isSo }) => isSo(settings))
  if (found !== undefined) refuse(`plugins.speedup.alternate is slices, but ${found.why}. ${found.cure}`)
}
