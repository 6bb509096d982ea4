import { counted } from '../../wording.ts'
import { markup, type Markup } from '../markup.ts'
import { ranged } from '../numbers.ts'
import type { Ranged, ScalingLaw, Sweep } from '../../vocabulary.ts'

/**
 * What was fitted, in numbers and in words.
 *
 * @param sweep its own
 */
export function lawDetails(law: ScalingLaw, { points }: Sweep): Markup {
  const { lambda, sigma, kappa } = law
  const fitted = points.filter(({ isFitted }) => isFitted).map(({ workers }) => workers)
  const rows: [string, string][] = [
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

function figures(value: Ranged) {
  const { value: shown, range } = ranged(value)
  return `${shown} ${range}`
}

/** @param most workers that it was fitted to */
function peakOf({ peak }: ScalingLaw, most: number) {
  if (peak === null) return `no peak visible up to ${counted(most, 'worker')}: κ may be 0`
  return `at ${figures({ value: peak.workers, interval: peak.interval })} workers; more of them are slower`
}
