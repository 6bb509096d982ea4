import { capacityLoads } from './capacity/experiment/search-capacity.ts'
import { asking } from './concepts-codes.ts'
import type { ScenarioPlan } from '../concepts/settings.ts'
import type { Progress } from '../experiment/profile-variants.ts'
import type { SearchContext } from '../experiment/schedule.ts'

interface Search {
  /** Makes loads until what is asked is found; null: nothing is searched for. */
  searchLoads: (scenario: ScenarioPlan, context: SearchContext) => AsyncGenerator<Progress> | null
}

export const { searchLoads } = asking<Search>([capacityLoads])
