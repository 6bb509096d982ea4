import { SpeedupError, Interrupted } from '../concepts/errors.ts'
import type { CallEvent, CallPlan, CallProgress } from '../artillery/call.ts'
import { duration } from '../report/words/numbers.ts'
import { counted } from '../concepts/wording.ts'

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

/** A warm-up and a run need this at least and at most beside the time in which users come: Artillery's own start, the app's. */
const leastSeconds = { warmUp: 2, run: 1 }
const mostSeconds = { warmUp: 30, run: 30 }

/** Nobody knows how long the users of a script stay before one run has shown it. */
const longestStaySeconds = 3600

/** How much longer than foreseen it may take: machines have moods. */
const moodiness = 2

/** how long a comparison takes in all, in seconds since its beginning */
interface Outlook {
  least: number
  /** when it takes longer something is wrong */
  most: number
}

/** @returns before anything has been run; most: until its first run has ended */
export function outlookOf({ scenarios, variants, rounds, arrivalSeconds, readyTimeoutSeconds, stopTimeoutSeconds }: CallPlan): Outlook {
  const least = scenarios * variants * (leastSeconds.warmUp + rounds.min * (arrivalSeconds + leastSeconds.run))
  const app = readyTimeoutSeconds + stopTimeoutSeconds
  // Where answers differ, the baseline is warmed up once more.
  const warmUps = (variants + 1) * (app + mostSeconds.warmUp)
  return { least, most: warmUps + app + arrivalSeconds + longestStaySeconds + mostSeconds.run }
}

/**
 * @param now scenarioSeconds: since the first run of this scenario had ended
 * @returns from how long runs have taken
 */
export function outlookFrom(plan: CallPlan, { scenario, secondsLeft: [least, most], elapsedSeconds, scenarioSeconds }: CallProgress & { elapsedSeconds: number, scenarioSeconds: number }): Outlook {
  const scenariosLeft = plan.scenarios - scenario
  // What is not known of the scenarios to come is guessed from this one; the least from what they will do in any case.
  const leastOfOthers = outlookOf({ ...plan, scenarios: scenariosLeft }).least
  const mostOfOthers = scenariosLeft === 0 ? 0 : scenariosLeft * (scenarioSeconds + most) + longestStaySeconds
  const slack = plan.readyTimeoutSeconds + plan.stopTimeoutSeconds + mostSeconds.run
  return { least: elapsedSeconds + least + leastOfOthers, most: elapsedSeconds + moodiness * (most + mostOfOthers) + slack }
}

/** @returns why the suite's own timeout can't be kept */
export function tooShort({ limitSeconds, scenarioFile, plan, outlook, isMeasured }: { limitSeconds: number, scenarioFile: string, plan: CallPlan, outlook: Outlook, isMeasured: boolean }): string {
  const { scenarios, variants, rounds } = plan
  const count = rounds.min === rounds.max ? counted(rounds.min, 'round') : `${rounds.min} to ${rounds.max} rounds`
  const what = `${scenarios === 1 ? '' : `${scenarios} scenarios, `}${count} of ${counted(variants, 'variant')}`
  const most = isMeasured ? `, and at most about ${duration(outlook.most)}` : ''
  return `The timeout of this suite is ${duration(limitSeconds)}, but the comparison of ${scenarioFile} takes at least ${duration(Math.ceil(outlook.least))}${most} (${what}). ` +
    'Leave this.timeout(...) out, then compareBeforeAll estimates one that fits; or raise it; or ask for fewer rounds or a shorter load.'
}

/**
 * @param of limitSeconds: null: the suite set none
 * @returns why it was given up
 */
export function givenUp({ scenarioFile, elapsedSeconds, limitSeconds }: { scenarioFile: string, elapsedSeconds: number, limitSeconds: number | null }): string {
  const start = `The comparison of ${scenarioFile} was ended after ${duration(elapsedSeconds)}`
  if (limitSeconds !== null) return `${start}, the timeout of this suite. Leave this.timeout(...) out, then compareBeforeAll estimates one that fits; or raise it; or ask for fewer rounds or a shorter load.`
  return `${start}: it took far longer than could be expected. Does a user of the scenario never come to an end? Try \`artillery run\` with it; or, if it really takes that long, set this.timeout(...) in the suite.`
}

/**
 * What the suite, or one around it, has set itself. The root's is mocha's default, or its configuration: meant for
 * tests, not for comparisons.
 *
 * @returns null: nothing
 */
export function ownTimeoutSeconds(suite: Mocha.Suite | undefined): number | null {
  let root = suite
  while (root?.parent !== undefined) root = root.parent
  const own = suite?.timeout()
  return own === undefined || own === 0 || own === root?.timeout() ? null : own / 1000
}

const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Keeps Ctrl-C waiting until what we have started is gone.
 *
 * @returns passOn: call it when all is gone; a signal that came meanwhile then does what it would have done
 */
export function endOnSignal(): { signal: AbortSignal, passOn: () => void } {
  const interruption = new AbortController()
  let came: NodeJS.Signals | null = null
  const note = (signal: NodeJS.Signals) => {
    came ??= signal
    interruption.abort(new Interrupted())
  }
  for (const signal of signals) process.on(signal, note)
  return {
    signal: interruption.signal,
    passOn() {
      for (const signal of signals) process.off(signal, note)
      // Whoever else listens has heard it already.
      if (came !== null && process.listenerCount(came) === 0) process.kill(process.pid, came)
    }
  }
}
