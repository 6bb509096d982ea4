import { counted } from '../../wording.js'
import { markup } from '../markup.js'
import { ranged } from '../numbers.js'
/**
 * @import { Ranged, ScalingLaw, Sweep } from '../../vocabulary.js'
 * @import { Markup } from '../markup.js'
 */

/**
 * What was fitted, in numbers and in words.
 *
 * @param {ScalingLaw} law
 * @param {Sweep} sweep its own
 * @returns {Markup}
 */
export function lawDetails(law, { points }) {
  const { lambda, sigma, kappa } = law
  const fitted = points.filter(({ isFitted }) => isFitted).map(({ workers }) => workers)
  /** @type {[string, string][]} */
  const rows = [
    ['Formula', 'with N workers λN / (1 + σ(N − 1) + κN(N − 1)) responses per second'],
    ['λ', `${figures(lambda)}: responses per second of one worker`],
    ['σ, contention', `${figures(sigma)}: the share of the work that waits for what only one worker can have at a time`],
    ['κ, coherency', `${figures(kappa)}: what each pair of workers costs to agree with one another`],
    ['Peak', peakOf(law, Math.max(...fitted))],
    ['Fitted to', `${fitted.join(', ')} workers, by least squares, weighted by the throughput of a worker; λ, σ and κ are not below 0`],
    ['Source', 'Neil J. Gunther, Guerrilla Capacity Planning (Springer, 2007): the Universal Scalability Law']
  ]
  return markup`<details><summary>The law behind the curve</summary>
<dl class="facts">
${rows.map(([term, text]) => markup`<dt>${term}</dt><dd>${text}</dd>
`)}</dl>
</details>`
}

/** @param {Ranged} value */
function figures(value) {
  const { value: shown, range } = ranged(value)
  return `${shown} ${range}`
}

/**
 * @param {ScalingLaw} law
 * @param {number} most workers that it was fitted to
 */
function peakOf({ peak }, most) {
  if (peak === null) return `no peak visible up to ${counted(most, 'worker')}: κ may be 0`
  return `at ${figures({ value: peak.workers, interval: peak.interval })} workers; more of them are slower`
}
