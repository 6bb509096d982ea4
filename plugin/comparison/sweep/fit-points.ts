import { fewestPoints, fitScalability } from '../../statistics/scalability.ts'
import { judge, type Looks } from '../../statistics/sequential-rule.ts'
import { freeCores } from '../bound.ts'
import type { MeasuredPoint } from './measure-points.ts'
import { counted, list, percent } from '../../concepts/wording.ts'
import type { ScalingLaw } from '../../concepts/load-results.ts'

/** With as many cores left over, and this share of the machine, it is not the cores that limit the app. */
const leftOver = { cores: 0.3, share: 0.15 }

const needsThree = 'the law needs three numbers of workers to be fitted'

/**
 * The Universal Scalability Law is one of workers that have the hardware they need: more of them than cores only take
 * turns. And where the users who come are what limits the throughput, it says nothing of the workers.
 *
 * @returns fitted: none without a law
 */
export function fitPoints(points: MeasuredPoint[], { cores, baseline, looks }: { cores: number | null, baseline: string, looks: Looks }) {
  const none = (whyNoLaw: string) => ({ law: null, whyNoLaw, fitted: [] as MeasuredPoint[] })
  if (points.length < fewestPoints) {
    const were = points.length === 1 && points[0].shown.workers === 1 ? 'was' : 'were'
    return none(`Only ${workersOf(points)} ${were} tried, and ${needsThree}.`)
  }
  const sound = points.filter(({ doubt }) => doubt === null)
  if (sound.length < fewestPoints) return none(`${doubtOf(points, baseline)?.clause}, and ${needsThree}.`)
  const limiting = sound.filter(({ keepsUp }) => !keepsUp)
  if (limiting.length < fewestPoints) {
    const keeping = workersOf(sound.filter(({ keepsUp }) => keepsUp))
    return none(`Users come at the same rate whatever the app does, and ${keeping} kept up with them: ${needsThree} that can't.`)
  }
  if (cores === null) {
    return none(`How many cores may be used is not known here, so nobody can tell which workers had a core each, and ${needsThree} that did.`)
  }
  const isEnough = ({ shown, use }: MeasuredPoint) =>
    shown.workers <= cores || freeCores(use) >= Math.max(leftOver.cores, leftOver.share * cores)
  const fitted = limiting.filter(isEnough)
  if (fitted.length >= fewestPoints) return { law: lawOf(fitted, looks), whyNoLaw: null, fitted }
  const had = fitted.every(({ shown }) => shown.workers <= cores) ? 'a core each' : 'the cores they need'
  const who = fitted.length === 0 ? 'no number of workers' : `only ${workersOf(fitted)}`
  return none(`On ${counted(cores, 'core')} ${who} had ${had}, and ${needsThree}.`)
}

function lawOf(points: MeasuredPoint[], looks: Looks): ScalingLaw {
  const measured = points.map(({ shown, throughputLogs }) => ({ n: shown.workers, logs: judge(throughputLogs, looks).clipped }))
  const { peak, curve, ...terms } = fitScalability(measured, looks.confidence)
  return {
    ...terms,
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
  return doubts[reason]?.(points.filter(({ doubt }) => doubt === reason), baseline) ?? null
}

/** Other reasons come from comparing two variants, or are about latencies. */
const doubts: Partial<Record<NonNullable<MeasuredPoint['doubt']>, (concerned: MeasuredPoint[], baseline: string) => Doubt>> = {
  'generator-saturated': (concerned) => ({
    clause:
      `The load generator was ${percent(Math.max(...concerned.map((point) => point.generatorUtilization)))} busy ` +
      `with ${workersOf(concerned)}, so their throughput is its own`,
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
