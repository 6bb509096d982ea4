import { advice, fewestThatKeepUp, nothingGained } from './advice.ts'
import { doubtOf } from './doubt-of.ts'
import { fewestUnsurpassed, gainOver } from './ranking.ts'
import { workersOf } from './workers-of.ts'
import type { Sweep } from '../../vocabulary.ts'
import type { Precision } from '../ranged.ts'
import type { MeasuredPoint } from './measure-points.ts'
type How = { cores: number | null, baseline: string, precision: Precision }

/**
 * How many workers to take: the fewest that no larger number measurably surpasses; where users come whatever the app
 * does, the fewest that keep up with them.
 *
 * @param points fewest workers first
 */
export function recommend(points: MeasuredPoint[], how: How): Pick<Sweep, 'knee' | 'recommendation'> {
  const doubt = doubtOf(points, how.baseline)
  if (doubt !== null) return { knee: null, recommendation: `${doubt.clause}: to learn how many are best, ${doubt.advice}.` }
  // Nobody can serve more users than come.
  const first = points.find(({ keepsUp }) => keepsUp)
  if (first === points[0]) return { knee: null, recommendation: byLatency(points, how) }
  if (first !== undefined) return { knee: null, recommendation: fewestThatKeepUp(points[0], first) }
  const judged = { metric: 'throughput' as const, precision: how.precision }
  const best = fewestUnsurpassed(points, judged)
  return { knee: best.shown.workers, recommendation: `${advice(points, best, { ...judged, cores: how.cores, gain: best.shown.speedup })}.` }
}

function byLatency(points: MeasuredPoint[], how: How) {
  const [fewest, ...more] = points
  const kept = `${workersOf([fewest])} kept up with the users who came`
  const judged = { metric: 'p95' as const, precision: how.precision }
  const best = fewestUnsurpassed(points, judged)
  if (best === fewest) return `This load is too small to tell: ${kept}, and ${nothingGained(more, fewest, judged)} at p95.`
  return `${advice(points, best, { ...judged, cores: how.cores, gain: gainOver(best, fewest, judged) })}; throughput can't tell, since ${kept}.`
}
