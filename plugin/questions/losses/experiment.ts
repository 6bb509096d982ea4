import { disturb } from './app.ts'
import { askOncePhase, type Disturbed } from './concepts/disturbances.ts'
import type { LossesAdds } from './concepts/losses.ts'
import type { RunningVariant } from '../../app/runner.ts'

/** Has what shall happen to the app happen, each at its time after the load began; workers are taken in turn. */
export function attendLosses({ disturb: disturbances }: LossesAdds['settings'], round: number) {
  if (disturbances === null) return null
  const begun: Promise<Disturbed>[] = []
  let timers: NodeJS.Timeout[] = []
  return {
    order: { askOncePhase },
    begin: (running: RunningVariant) =>
      void (timers = disturbances.map((disturbance, i) =>
        setTimeout(() => begun.push(disturb(disturbance, round - 1 + i, running)), 1000 * disturbance.at)
      )),
    end: () => timers.forEach(clearTimeout),
    seen: async () => ({ disturbed: await Promise.all(begun) })
  }
}
