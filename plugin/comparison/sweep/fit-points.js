import { judge } from '../../statistics/sequential-rule.js'
import { fewestPoints, fitScalability } from '../../statistics/scalability.js'
import { counted } from '../../wording.js'
import { freeCores } from '../bound.js'
import { doubtOf } from './doubt-of.js'
import { workersOf } from './workers-of.js'
/**
 * @import { ScalingLaw } from '../../vocabulary.js'
 * @import { Looks } from '../../statistics/sequential-rule.js'
 * @import { MeasuredPoint } from './measure-points.js'
 */

/** With as many cores left over, and this share of the machine, it is not the cores that limit the app. */
const leftOver = { cores: 0.3, share: 0.15 }

const needsThree = 'the law needs three numbers of workers to be fitted'

/**
 * The Universal Scalability Law is one of workers that have the hardware they need: more of them than cores only take
 * turns. And where the users who come are what limits the throughput, it says nothing of the workers.
 *
 * @param {MeasuredPoint[]} points
 * @param {{ cores: number | null, baseline: string, looks: Looks }} how
 * @returns {{ law: ScalingLaw | null, whyNoLaw: string | null, fitted: MeasuredPoint[] }} fitted: none without a law
 */
export function fitPoints(points, { cores, baseline, looks }) {
  const sound = points.filter(({ doubt }) => doubt === null)
  const limiting = sound.filter(({ keepsUp }) => !keepsUp)
  const fitted = limiting.filter((point) => hasHardware(point, cores))
  if (fitted.length >= fewestPoints) return { law: lawOf(fitted, looks), whyNoLaw: null, fitted }
  return { law: null, whyNoLaw: whyNone({ points, sound, limiting, fitted }, { cores, baseline }), fitted: [] }
}

/**
 * @param {MeasuredPoint} point
 * @param {number | null} cores
 */
function hasHardware({ shown: { workers }, use }, cores) {
  if (cores === null) return false
  return workers <= cores || freeCores(use) >= Math.max(leftOver.cores, leftOver.share * cores)
}

/**
 * @param {Record<'points' | 'sound' | 'limiting' | 'fitted', MeasuredPoint[]>} left each of those before it, as far as
 *   they can be used
 * @param {{ cores: number | null, baseline: string }} how
 */
function whyNone({ points, sound, limiting, fitted }, { cores, baseline }) {
  if (points.length < fewestPoints) return `Only ${workersOf(points)} ${points.length === 1 && points[0].shown.workers === 1 ? 'was' : 'were'} tried, and ${needsThree}.`
  if (sound.length < fewestPoints) return `${doubtOf(points, baseline)?.clause}, and ${needsThree}.`
  if (limiting.length < fewestPoints) {
    const keeping = workersOf(sound.filter(({ keepsUp }) => keepsUp))
    return `Users come at the same rate whatever the app does, and ${keeping} kept up with them: ${needsThree} that can't.`
  }
  if (cores === null) return `How many cores may be used is not known here, so nobody can tell which workers had a core each, and ${needsThree} that did.`
  const had = fitted.every(({ shown }) => shown.workers <= cores) ? 'a core each' : 'the cores they need'
  return fitted.length === 0
    ? `On ${counted(cores, 'core')} no number of workers had ${had}, and ${needsThree}.`
    : `On ${counted(cores, 'core')} only ${workersOf(fitted)} had ${had}, and ${needsThree}.`
}

/**
 * @param {MeasuredPoint[]} points
 * @param {Looks} looks
 * @returns {ScalingLaw}
 */
function lawOf(points, looks) {
  const measured = points.map(({ shown, goodness }) => ({ n: shown.workers, logs: judge(goodness.throughput, looks).clipped }))
  const { lambda, sigma, kappa, peak, curve } = fitScalability(measured, looks.confidence)
  return {
    lambda,
    sigma,
    kappa,
    peak: peak === null ? null : { workers: peak.n, interval: peak.interval },
    curve: curve.map(({ n, value, interval }) => ({ workers: n, throughputPerSecond: value, interval }))
  }
}
