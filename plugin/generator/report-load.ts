import { clockMs, followClock } from '../machine/clock.ts'
import { send, type LoadStep, type RunOrder, type GeneratorEvent, type LoadNews } from '../messages/load.ts'
import { countUsers } from '../record/metrics.ts'
import { lookBriskly } from '../internals/tune-artillery.ts'

/**
 * When a load began and its last user came, by the events of its phases, of one thread or of several.
 *
 * @param tell hears when it began, when its warm-up is over and, where it has a time, when that is
 */
export function phaseClock(
  tell: (event: LoadStep) => void,
  { warmUpSeconds, loadSeconds }: Pick<RunOrder, 'warmUpSeconds' | 'loadSeconds'>
) {
  const seen: { beganMs?: number; lastArrivalMs?: number } = {}
  const timers: NodeJS.Timeout[] = []
  return {
    hear(event: string) {
      if (event === 'phaseCompleted') seen.lastArrivalMs = clockMs()
      if (event !== 'phaseStarted' || seen.beganMs !== undefined) return
      seen.beganMs = clockMs()
      tell('loading')
      if (warmUpSeconds > 0) timers.push(setTimeout(() => tell('warm'), 1000 * warmUpSeconds))
      if (loadSeconds !== null) timers.push(setTimeout(() => tell('over'), 1000 * loadSeconds))
    },
    end() {
      timers.forEach(clearTimeout)
      return { beganMs: seen.beganMs ?? NaN, lastArrivalMs: seen.lastArrivalMs ?? clockMs(), endedMs: clockMs() }
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
  const { hear, end } = phaseClock((event) => tellOfLoad({ event }), order)
  for (const event of ['phaseStarted', 'phaseCompleted']) events.on(event, () => hear(event))
  events.on('done', ({ counters, summaries }) =>
    tellOfLoad({ event: 'finished', ...countUsers(counters, summaries), ...end() })
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

export const tellOfLoad = (news: LoadNews) => tell({ ...news, cpuMs: cpuMs() })

/** CPU time of all threads of this process since it began. */
export function cpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
