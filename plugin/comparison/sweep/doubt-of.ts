import { percent } from '../../wording.ts'
import { workersOf } from './workers-of.ts'
import type { MeasuredPoint } from './measure-points.ts'

interface Doubt {
  clause: string // what was seen
  advice: string // what to do
}

/**
 * Why the throughput of some points is not what their workers can do.
 *
 * @returns null: nothing is wrong with them
 */
export function doubtOf(points: MeasuredPoint[], baseline: string): Doubt | null {
  const reason = points.find(({ doubt }) => doubt !== null)?.doubt
  if (reason == null) return null
  const concerned = points.filter(({ doubt }) => doubt === reason)
  return doubts[reason](concerned, baseline)
}

const doubts: Record<NonNullable<MeasuredPoint['doubt']>, (concerned: MeasuredPoint[], baseline: string) => Doubt> = {
  'generator-saturated': (concerned) => ({
    clause: `The load generator was ${percent(Math.max(...concerned.map(({ generatorUtilization }) => generatorUtilization)))} busy with ${workersOf(concerned)}, so their throughput is its own`,
    advice: 'load less (fewer users, or think time between requests), ask for heavier work, or use a machine with more cores'
  }),
  errors: (concerned) => ({
    clause: `${percent(Math.max(...concerned.map(({ use }) => use.errorRate)))} of the requests failed with ${workersOf(concerned)}`,
    advice: 'mend the app or lower the load'
  }),
  'different-answers': (concerned, baseline) => ({
    clause: `With ${workersOf(concerned)} the app does not answer as ${baseline} does`,
    advice: 'mend that first'
  })
}
