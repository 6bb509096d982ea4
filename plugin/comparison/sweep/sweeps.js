import { fitPoints } from './fit-points.js'
import { measurePoints } from './measure-points.js'
import { recommend } from './recommend.js'
/**
 * @import { CandidateResult, Sweep } from '../../vocabulary.js'
 * @import { Seen } from '../compare-candidate.js'
 * @import { Precision } from '../ranged.js'
 */

/**
 * How many workers to take, of all variants that differ in their number of workers only.
 *
 * @param {Seen & { candidates: CandidateResult[] }} seen
 * @param {string} baseline
 * @param {Precision} precision
 * @returns {Sweep[]} in the order of the variants
 */
export function sweeps(seen, baseline, precision) {
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

/**
 * @param {Seen} seen
 * @returns {number | null} null: the system does not tell
 */
function coresHere({ uses }) {
  return uses.find(({ machine }) => machine !== null)?.machine?.cores ?? null
}
