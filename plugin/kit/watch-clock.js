import { SpeedupError } from '../errors.js'
import { givenUp, outlookFrom, outlookOf, tooShort } from './patience.js'
/**
 * @import { CallEvent, CallPlan } from '../artillery/call.js'
 * @import { Outlook } from './patience.js'
 */

/** Until Artillery has started and read the script. */
const startSeconds = 120

/**
 * Ends a comparison that takes longer than it can, or than the suite allows.
 *
 * @param {{ scenarioFile: string, limitSeconds: number | null }} given limitSeconds: null: as long as it needs
 * @returns {{ signal: AbortSignal, hear: (event: CallEvent) => void, stop: () => void }} aborted with a SpeedupError
 *   OUT_OF_TIME
 */
export function watchClock({ scenarioFile, limitSeconds }) {
  const begun = performance.now()
  const elapsedSeconds = () => (performance.now() - begun) / 1000
  const end = new AbortController()
  const expire = (/** @type {string} */ message) => end.abort(new SpeedupError('OUT_OF_TIME', message))
  let timer = setTimer(startSeconds)
  /** @type {CallPlan | null} */
  let plan = null
  let scenario = { number: 0, begunAtSeconds: 0 }

  /** @param {number} mostSeconds */
  function setTimer(mostSeconds) {
    const atSeconds = limitSeconds ?? mostSeconds
    return setTimeout(() => expire(givenUp({ scenarioFile, elapsedSeconds: elapsedSeconds(), limitSeconds })), Math.max(0, atSeconds - elapsedSeconds()) * 1000)
  }

  /**
   * @param {CallPlan} of
   * @param {Outlook} outlook
   * @param {boolean} isMeasured
   */
  function adjust(of, outlook, isMeasured) {
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
