import { capacityLoads } from './capacity/experiment/search-capacity.ts'
import { growthBeside } from './growth/experiment.ts'
import { profileBeside } from './profile/experiment/profile-variants.ts'
import { asking } from './concepts-codes.ts'
import { sumBy } from '../statistics/descriptive.ts'
import type { ChoosesLoads, LooksBeside, Progress } from '../experiment/loads.ts'

export const { searchLoads, partOf } = asking<ChoosesLoads>([capacityLoads])

const besides: LooksBeside[] = [profileBeside, growthBeside]

export const secondsBeside: LooksBeside['seconds'] = (...of) => sumBy(besides, ({ seconds }) => seconds(...of))

export async function* measureBeside(...of: Parameters<LooksBeside['measure']>): AsyncGenerator<Progress> {
  for (const { measure } of besides) yield* measure(...of)
}
