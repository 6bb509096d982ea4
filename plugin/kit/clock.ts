import { Interrupted, SpeedupError } from '../concepts/errors.ts'
import { counted } from '../concepts/wording.ts'
import { duration } from '../report/words/numbers.ts'
import type { CallEvent, CallPlan, CallProgress } from '../artillery/call.ts'

/** Until Artillery has started and read the script. */
const startSeconds = 120

interface Limit {
  scenarioFile: string // for messages
  limitSeconds: number | null // the suite's own timeout; null: as long as it needs
}

interface Clock {
  signal: AbortSignal // aborted with a SpeedupError OUT_OF_TIME, or with Interrupted
  hear: (event: CallEvent) => void
  stop: () => void // to be called when all that was started is gone: a signal that came then does what it would have done
}

/** Ends a comparison in a suite: when it takes longer than the suite allows, or far longer than foreseen, and on Ctrl-C. */
export function watchClock({ scenarioFile, limitSeconds }: Limit): Clock {
  const begun = performance.now()
  const elapsed = () => (performance.now() - begun) / 1000
  const end = new AbortController()
  const passOn = holdSignals(() => end.abort(new Interrupted()))
  const expire = (message: string) => end.abort(new SpeedupError('OUT_OF_TIME', message))
  const giveUp = () => expire(givenUp({ scenarioFile, limitSeconds, elapsedSeconds: elapsed() }))
  const startTimer = (mostSeconds: number) => setTimeout(giveUp, Math.max(0, (limitSeconds ?? mostSeconds) - elapsed()) * 1000)
  let timer = startTimer(startSeconds)
  let plan: CallPlan | null = null
  let scenario = { number: 0, begunAt: 0 }

  function foresee(planned: CallPlan, outlook: Outlook, isMeasured: boolean) {
    clearTimeout(timer)
    if (limitSeconds === null || outlook.least <= limitSeconds) timer = startTimer(outlook.most)
    else expire(tooShort({ limitSeconds, scenarioFile, plan: planned, outlook, isMeasured }))
  }

  return {
    signal: end.signal,
    hear(event) {
      if (event.event === 'planned') foresee((plan = event.plan), outlookOf(plan), false)
      if (event.event !== 'run' || plan === null) return
      const { progress } = event
      if (progress.scenario !== scenario.number) scenario = { number: progress.scenario, begunAt: elapsed() }
      foresee(plan, outlookFrom(plan, { ...progress, elapsedSeconds: elapsed(), scenarioSeconds: elapsed() - scenario.begunAt }), true)
    },
    stop() {
      clearTimeout(timer)
      passOn()
    }
  }
}

/** @returns to be called at the end */
function holdSignals(interrupt: () => void) {
  let came: NodeJS.Signals | null = null
  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const note = (signal: NodeJS.Signals) => {
    came ??= signal
    interrupt()
  }
  for (const signal of signals) process.on(signal, note)
  return () => {
    for (const signal of signals) process.off(signal, note)
    // Whoever else listens has heard it already.
    if (came !== null && process.listenerCount(came) === 0) process.kill(process.pid, came)
  }
}

/** how long a comparison takes in all, in seconds since its beginning */
interface Outlook {
  least: number
  most: number // when it takes longer something is wrong
}

/** A warm-up and a run need this at least and at most beside the time in which users come: Artillery's own start, the app's. */
const leastSeconds = { warmUp: 2, run: 1 }
const mostSeconds = { warmUp: 30, run: 30 }

/** Nobody knows how long the users of a script stay before one run has shown it. */
const longestStaySeconds = 3600

/** @returns before anything has been run; most: until its first run has ended */
export function outlookOf({ scenarios, variants, rounds, arrivalSeconds, readyTimeoutSeconds, stopTimeoutSeconds }: CallPlan): Outlook {
  const least = scenarios * variants * (leastSeconds.warmUp + rounds.min * (arrivalSeconds + leastSeconds.run))
  const app = readyTimeoutSeconds + stopTimeoutSeconds
  // Where answers differ, the baseline is warmed up once more.
  const warmUps = (variants + 1) * (app + mostSeconds.warmUp)
  return { least, most: warmUps + app + arrivalSeconds + longestStaySeconds + mostSeconds.run }
}

interface Now extends CallProgress {
  elapsedSeconds: number
  scenarioSeconds: number // since the first run of this scenario ended
}

/** How many times as long as foreseen it may take: a machine may become slower. */
const tolerance = 2

/** @returns from how long runs have taken */
export function outlookFrom(plan: CallPlan, { scenario, secondsLeft: [least, most], elapsedSeconds, scenarioSeconds }: Now): Outlook {
  const scenariosLeft = plan.scenarios - scenario
  // What is not known of the scenarios to come is guessed from this one; the least from what they will do in any case.
  const leastOfOthers = outlookOf({ ...plan, scenarios: scenariosLeft }).least
  const mostOfOthers = scenariosLeft === 0 ? 0 : scenariosLeft * (scenarioSeconds + most) + longestStaySeconds
  const slack = plan.readyTimeoutSeconds + plan.stopTimeoutSeconds + mostSeconds.run
  return { least: elapsedSeconds + least + leastOfOthers, most: elapsedSeconds + tolerance * (most + mostOfOthers) + slack }
}

const advice = 'Leave this.timeout(...) out, then compareBeforeAll estimates one that fits; or raise it; or ask for fewer rounds or a shorter load.'

type Misfit = { limitSeconds: number, scenarioFile: string, plan: CallPlan, outlook: Outlook, isMeasured: boolean }

/** @returns why the suite's own timeout can't be kept */
export function tooShort({ limitSeconds, scenarioFile, plan: { scenarios, variants, rounds }, outlook, isMeasured }: Misfit): string {
  const roundCount = rounds.min === rounds.max ? counted(rounds.min, 'round') : `${rounds.min} to ${rounds.max} rounds`
  const runs = `${scenarios === 1 ? '' : `${scenarios} scenarios, `}${roundCount} of ${counted(variants, 'variant')}`
  const most = isMeasured ? `, and at most about ${duration(outlook.most)}` : ''
  const least = duration(Math.ceil(outlook.least))
  return `The timeout of this suite is ${duration(limitSeconds)}, but the comparison of ${scenarioFile} takes at least ${least}${most} (${runs}). ${advice}`
}

/** @returns why it was given up */
export function givenUp({ scenarioFile, limitSeconds, elapsedSeconds }: Limit & { elapsedSeconds: number }): string {
  const start = `The comparison of ${scenarioFile} was ended after ${duration(elapsedSeconds)}`
  if (limitSeconds !== null) return `${start}, the timeout of this suite. ${advice}`
  return `${start}: it took far longer than could be expected. Does a user of the scenario never come to an end? ` +
    'Try `artillery run` with it; or, if it really takes that long, set this.timeout(...) in the suite.'
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
