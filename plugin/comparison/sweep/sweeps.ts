import { fitPoints } from './fit-points.ts'
import { measurePoints } from './measure-points.ts'
import { recommend } from './recommend.ts'
import type { CandidateResult, Sweep } from '../../vocabulary.ts'
import type { Seen } from '../compare-candidate.ts'
import type { Precision } from '../ranged.ts'

/**
 * How many workers to take, of all variants that differ in their number of workers only.
 *
 * @returns in the order of the variants
 */
export function sweeps(seen: Seen & { candidates: CandidateResult[] }, baseline: string, precision: Precision): Sweep[] {
  const swept = seen.variants.filter(({ sweep }) => sweep !== null)
  return [...Map.groupBy(swept, ({ sweep }) => String(sweep))].map(([name, variants]) => {
    const points = measurePoints(variants, seen, precision)
    const cores = coresHere(seen)
    const { law, whyNoLaw, fitted } = fitPoints(points, { cores, baseline, looks: precision.looks })
    return {
      name,
      points: points.map((point) => ({ ...point.shown, isFitted: fitted.includes(point) })),
      cores,
      law,
      whyNoLaw,
      ...recommend(points, { cores, baseline, precision })
    }
  })
}

/** @returns null: the system does not tell */
function coresHere({ uses }: Seen): number | null {
  return uses.find(({ machine }) => machine !== null)?.machine?.cores ?? null
}
