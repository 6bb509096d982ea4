import { capacityLoads } from './capacity/experiment/search-capacity.ts'
import { growthBeside } from './growth/experiment.ts'
import { profileBeside } from './profile/experiment/profile-variants.ts'
import { asking } from './concepts-codes.ts'
import { sumBy } from '../statistics/descriptive.ts'
import type { Run } from '../concepts/run.ts'
import type { ScenarioPlan, Settings } from '../concepts/settings.ts'
import type { Pace } from '../experiment/warm-up.ts'
import type { Known, Progress, SearchContext } from '../experiment/loads.ts'
import type { OwnLoad } from '../experiment/run-of.ts'

interface Search {
  /** Makes loads until what is asked is found; null: nothing is searched for. */
  searchLoads: (scenario: ScenarioPlan, context: SearchContext) => AsyncGenerator<Progress> | null
  /** The load of a scenario that is a part of what was found, as far as that is known; null: it is none. */
  partOf: (
    scenario: ScenarioPlan,
    known: Pick<Known, 'foundOf'>
  ) => { isFound: boolean; seconds: number; load: OwnLoad } | null
}

export const { searchLoads, partOf } = asking<Search>([capacityLoads])

/** What is seen after the rounds of a scenario, if it is asked. seconds: that it will probably take; 0: it is not */
interface Beside {
  seconds: (settings: Settings, pace: Pace, of: { scenario: ScenarioPlan; runs: readonly Run[] }) => number
  measure: (
    scenario: ScenarioPlan,
    context: Pick<SearchContext, 'settings' | 'pace' | 'workplace'> & { loadSeconds: number | null } // of its last round
  ) => AsyncGenerator<Progress>
}

const besides: Beside[] = [profileBeside, growthBeside]

export const secondsBeside: Beside['seconds'] = (...of) => sumBy(besides, ({ seconds }) => seconds(...of))

export async function* measureBeside(...of: Parameters<Beside['measure']>) {
  for (const { measure } of besides) yield* measure(...of)
}
