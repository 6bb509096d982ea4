import { SpeedupError } from '../errors.ts'
import { givenUp, outlookFrom, outlookOf, tooShort, type Outlook } from './patience.ts'
import type { CallEvent, CallPlan } from '../artillery/call.ts'

/** Until Artillery has started and read the script. */
const startSeconds = 120

/**
 * Ends a comparison that takes longer than it can, or than the suite allows.
 *
 * @param given limitSeconds: null: as long as it needs
 * @returns aborted with a SpeedupError OUT_OF_TIME
 */
export function watchClock({ scenarioFile, limitSeconds }: { scenarioFile: string, limitSeconds: number | null }): { signal: AbortSignal, hear: (event: CallEvent) => void, stop: () => void } {
  const begun = performance.now()
  const elapsedSeconds = () => (performance.now() - begun) / 1000
  const end = new AbortController()
  const expire = (message: string) => end.abort(new SpeedupError('OUT_OF_TIME', message))
  let timer = setTimer(startSeconds)
  let plan: CallPlan | null = null
  let scenario = { number: 0, begunAtSeconds: 0 }

  function setTimer(mostSeconds: number) {
    const atSeconds = limitSeconds ?? mostSeconds
    return setTimeout(() => expire(givenUp({ scenarioFile, elapsedSeconds: elapsedSeconds(), limitSeconds })), Math.max(0, atSeconds - elapsedSeconds()) * 1000)
  }

  function adjust(of: CallPlan, outlook: Outlook, isMeasured: boolean) {
    clearTimeout(timer)
    if (limitSeconds !== null && outlook.least > limitSeconds) return expire(tooShort({ limitSeconds, scenarioFile, plan: of, outlook, isMeasured }))
    timer = setTimer(outlook.most)
  }

  return {
    signal: end.signal,
    hear(event) {
      if (event.event === 'planned') adjust((plan = event.plan), outlookOf(plan), false)
      if (event.event !== 'run' || plan === null) return
      const { progress } = event
      if (progress.scenario !== scenario.number) scenario = { number: progress.scenario, begunAtSeconds: elapsedSeconds() }
      adjust(plan, outlookFrom(plan, { ...progress, elapsedSeconds: elapsedSeconds(), scenarioSeconds: elapsedSeconds() - scenario.begunAtSeconds }), true)
    },
    stop: () => clearTimeout(timer)
  }
}
