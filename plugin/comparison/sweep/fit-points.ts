import { fewestPoints, fitScalability } from '../../statistics/scalability.ts'
import { freeCores } from '../bound.ts'
import { logIntervalOf } from '../estimate.ts'
import { doubtOf, logsOf, workersOf, type MeasuredPoint } from './measure-points.ts'
import { counted } from '../../concepts/wording.ts'
import type { Settings } from '../../concepts/settings.ts'

/** With as many cores left over, and this share of the machine, it is not the cores that limit the app. */
const leftOver = { cores: 0.3, share: 0.15 }

const needsThree = 'the law needs three numbers of workers to be fitted'

/**
 * The Universal Scalability Law is one of workers that have the hardware they need: more of them than cores only take turns. And where
 * the users who come are what limits the throughput, it says nothing of the workers.
 *
 * @returns fitted: none without a law
 */
export function fitPoints(points: MeasuredPoint[], cores: number | null, settings: Settings) {
  const none = (whyNoLaw: string) => ({ law: null, whyNoLaw, fitted: [] as MeasuredPoint[] })
  if (points.length < fewestPoints) {
    const were = points.length === 1 && points[0].shown.workers === 1 ? 'was' : 'were'
    return none(`Only ${workersOf(points)} ${were} tried, and ${needsThree}.`)
  }
  const sound = points.filter(({ doubt }) => doubt === null)
  if (sound.length < fewestPoints) return none(`${doubtOf(points, settings.baseline)?.clause}, and ${needsThree}.`)
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
  if (fitted.length < fewestPoints) {
    const had = fitted.every(({ shown }) => shown.workers <= cores) ? 'a core each' : 'the cores they need'
    const who = fitted.length === 0 ? 'no number of workers' : `only ${workersOf(fitted)}`
    return none(`On ${counted(cores, 'core')} ${who} had ${had}, and ${needsThree}.`)
  }
  const measured = fitted.map(({ shown: { workers }, runs }) => ({ workers, logs: logIntervalOf(logsOf(runs, 'throughput'), 'throughput', settings).clipped }))
  return { law: fitScalability(measured, settings.confidence), whyNoLaw: null, fitted }
}
