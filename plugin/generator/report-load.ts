import { clockMs, followClock, ownCpuMs } from '../machine/clock.ts'
import { send, type LoadStep, type RunOrder, type GeneratorEvent } from '../messages/load.ts'
import { countUsers } from '../record/metrics.ts'
import { lookBriskly } from '../internals/tune-artillery.ts'

/**
 * When a load that takes no turns began and its last user came, by the events of its phases, of one thread or several.
 *
 * @param tell hears its steps; where it has no time of its own, it counts until its end
 */
export function phaseClock(
  tell: (step: LoadStep) => void,
  { warmUpSeconds, loadSeconds }: Pick<RunOrder, 'warmUpSeconds' | 'loadSeconds'>
) {
  let beganMs = NaN
  let lastArrivalMs = NaN
  const timers: NodeJS.Timeout[] = []
  let isCounted = false
  const counted = () => {
    if (!isCounted) tell('counted')
    isCounted = true
  }
  return {
    hear(event: string) {
      if (event === 'phaseCompleted') lastArrivalMs = clockMs()
      if (event !== 'phaseStarted' || !Number.isNaN(beganMs)) return
      beganMs = clockMs()
      tell('opens')
      if (warmUpSeconds > 0) timers.push(setTimeout(() => tell('counts'), 1000 * warmUpSeconds))
      if (loadSeconds !== null) timers.push(setTimeout(counted, 1000 * loadSeconds))
    },
    end() {
      timers.forEach(clearTimeout)
      counted()
      tell('rests')
      return { beganMs, lastArrivalMs: lastArrivalMs || clockMs(), endedMs: clockMs() }
    }
  }
}

/** In the main thread of a child `artillery run`: reports to the outer process how far the load is. */
export function reportLoad(
  order: Pick<RunOrder, 'warmUpSeconds' | 'loadSeconds' | 'clock'>,
  events: { on(event: string, listener: (stats: any) => void): void }
) {
  lookBriskly()
  followClock(order.clock)
  endWithOwner()
  const { hear, end } = phaseClock((step) => tellStep(step, 0), order)
  for (const event of ['phaseStarted', 'phaseCompleted']) events.on(event, () => hear(event))
  events.on('done', ({ counters, summaries }) =>
    tell({ event: 'round', outcomes: [{ ...countUsers(counters, summaries), ...end() }], slices: [] })
  )
}

/** A child would go on loading an app whose owner is gone. */
export function endWithOwner() {
  // Its owner may have gone while this process started. Without a channel, nobody owns it.
  if (process.connected === false) process.exit(1)
  process.once('disconnect', () => process.exit(1))
  process.channel?.unref()
}

export const tell: (event: GeneratorEvent, sent?: () => void) => void = send

export function tellStep(step: LoadStep, load: number) {
  tell({ event: 'step', step, load, cpuMs: ownCpuMs() })
}
