import { judge, type Looks } from '../../statistics/sequential-rule.ts'
import { fewestPoints, fitScalability } from '../../statistics/scalability.ts'
import { counted, percent, list } from '../../concepts/wording.ts'
import { freeCores } from '../bound.ts'
import type { ScalingLaw } from '../../concepts/load-results.ts'
import type { MeasuredPoint } from './measure-points.ts'

/** With as many cores left over, and this share of the machine, it is not the cores that limit the app. */
const leftOver = { cores: 0.3, share: 0.15 }

const needsThree = 'the law needs three numbers of workers to be fitted'

/**
 * The Universal Scalability Law is one of workers that have the hardware they need: more of them than cores only take
 * turns. And where the users who come are what limits the throughput, it says nothing of the workers.
 *
 * @returns fitted: none without a law
 */
export function fitPoints(points: MeasuredPoint[], { cores, baseline, looks }: { cores: number | null, baseline: string, looks: Looks }): { law: ScalingLaw | null, whyNoLaw: string | null, fitted: MeasuredPoint[] } {
  const sound = points.filter(({ doubt }) => doubt === null)
  const limiting = sound.filter(({ keepsUp }) => !keepsUp)
  const fitted = limiting.filter((point) => hasHardware(point, cores))
  if (fitted.length >= fewestPoints) return { law: lawOf(fitted, looks), whyNoLaw: null, fitted }
  return { law: null, whyNoLaw: whyNone({ points, sound, limiting, fitted }, { cores, baseline }), fitted: [] }
}

function hasHardware({ shown: { workers }, use }: MeasuredPoint, cores: number | null) {
  if (cores === null) return false
  return workers <= cores || freeCores(use) >= Math.max(leftOver.cores, leftOver.share * cores)
}

/** @param left each of those before it, as far as they can be used */
function whyNone({ points, sound, limiting, fitted }: Record<'points' | 'sound' | 'limiting' | 'fitted', MeasuredPoint[]>, { cores, baseline }: { cores: number | null, baseline: string }) {
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

function lawOf(points: MeasuredPoint[], looks: Looks): ScalingLaw {
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

/**
 * @param points at least one, fewest workers first
 * @returns such as "1 worker" or "1, 2 and 4 workers"
 */
export function workersOf(points: MeasuredPoint[]): string {
  const numbers = points.map(({ shown }) => shown.workers)
  return numbers.length === 1 ? counted(numbers[0], 'worker') : `${list(numbers.map(String))} workers`
}
