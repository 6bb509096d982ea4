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

/**
 * Ends a comparison in a suite: when it takes longer than the suite allows, or far longer than expected, and on Ctrl-C.
 *
 * @returns signal: aborted with a SpeedupError OUT_OF_TIME, or with Interrupted; stop: to be called when all that was started is gone:
 *   a signal that came meanwhile then does what it would have done
 */
export function watchClock(limit: Limit) {
  const { limitSeconds } = limit
  const begun = performance.now()
  const elapsed = () => (performance.now() - begun) / 1000
  const end = new AbortController()
  const releaseSignals = holdSignals(() => end.abort(new Interrupted()))
  const expire = (message: string) => end.abort(new SpeedupError('OUT_OF_TIME', message))
  const expireAt = (seconds: number) => setTimeout(() => expire(givenUp(limit, elapsed())), (seconds - elapsed()) * 1000)
  let timer = expireAt(limitSeconds ?? startSeconds)
  let plan: CallPlan | null = null
  let [scenarioNow, scenarioBegan] = [0, 0]

  return {
    signal: end.signal,
    hear(event: CallEvent) {
      if (event.event === 'planned') plan = event.plan
      if (plan === null || (event.event !== 'planned' && event.event !== 'run')) return
      const progress = event.event === 'run' ? event.progress : null
      if (progress !== null && progress.scenario !== scenarioNow) [scenarioNow, scenarioBegan] = [progress.scenario, elapsed()]
      const outlook = outlookOf(plan, progress === null ? undefined : { ...progress, elapsedSeconds: elapsed(), scenarioSeconds: elapsed() - scenarioBegan })
      if (limitSeconds === null) {
        clearTimeout(timer)
        timer = expireAt(outlook.most)
      } else if (outlook.least > limitSeconds) {
        expire(tooShort({ ...limit, limitSeconds, plan, outlook, isMeasured: progress !== null }))
      }
    },
    stop() {
      clearTimeout(timer)
      releaseSignals()
    }
  }
}

/** @returns to be called at the end */
function holdSignals(interrupt: () => void) {
  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']
  let received: NodeJS.Signals | null = null
  const note = (signal: NodeJS.Signals) => {
    received ??= signal
    interrupt()
  }
  for (const signal of signals) process.on(signal, note)
  return () => {
    for (const signal of signals) process.off(signal, note)
    // Other listeners have already been called.
    if (received !== null && process.listenerCount(received) === 0) process.kill(process.pid, received)
  }
}

interface Now extends CallProgress {
  elapsedSeconds: number
  scenarioSeconds: number // since the first run of this scenario ended
}

/** A warm-up and a run need this beside the time in which users come: Artillery's own start, the app's. */
const [leastWarmUpSeconds, leastRunSeconds, mostOverheadSeconds] = [2, 1, 30]

/** Nobody knows how long the users of a script stay before one run has shown it. */
const longestStaySeconds = 3600

/** How many times as long as expected it may take: a machine may become slower. */
const tolerance = 2

/**
 * How long a comparison takes in all, in seconds since its beginning.
 *
 * @param now left out before anything has been run
 * @returns most: when it takes longer, something is wrong; before each scenario: until its first run has ended
 */
export function outlookOf(plan: CallPlan, now: Now = { scenario: 0, secondsLeft: [0, 0], elapsedSeconds: 0, scenarioSeconds: 0 }) {
  const { variants, arrivalSeconds } = plan
  const { secondsLeft: [least, most], elapsedSeconds, scenarioSeconds } = now
  const scenariosLeft = plan.scenarios - now.scenario
  const leastOfOthers = scenariosLeft * variants * (leastWarmUpSeconds + plan.rounds.min * (arrivalSeconds + leastRunSeconds))
  const overhead = plan.readyTimeoutSeconds + plan.stopTimeoutSeconds + mostOverheadSeconds
  // Where answers differ, the baseline is warmed up once more.
  const firstRun = (variants + 2) * overhead + arrivalSeconds + longestStaySeconds
  // The scenarios to come are expected to take as long as this one.
  const mostOfAll = tolerance * (most + scenariosLeft * (scenarioSeconds + most)) + (scenariosLeft === 0 ? overhead : firstRun)
  return { least: elapsedSeconds + least + leastOfOthers, most: elapsedSeconds + mostOfAll }
}

const advice = 'Leave this.timeout(...) out, then compareBeforeAll estimates one that fits; or raise it; or ask for fewer rounds or a shorter load.'

type Misfit = { limitSeconds: number, scenarioFile: string, plan: CallPlan, outlook: ReturnType<typeof outlookOf>, isMeasured: boolean }

/** @returns why the suite's own timeout can't be kept */
export function tooShort({ limitSeconds, scenarioFile, plan: { scenarios, variants, rounds }, outlook, isMeasured }: Misfit): string {
  const roundCount = rounds.min === rounds.max ? counted(rounds.min, 'round') : `${rounds.min} to ${rounds.max} rounds`
  const runs = `${scenarios === 1 ? '' : `${scenarios} scenarios, `}${roundCount} of ${counted(variants, 'variant')}`
  const most = isMeasured ? `, and at most about ${duration(outlook.most)}` : ''
  const needed = `takes at least ${duration(Math.ceil(outlook.least))}${most} (${runs})`
  return `The timeout of this suite is ${duration(limitSeconds)}, but the comparison of ${scenarioFile} ${needed}. ${advice}`
}

export function givenUp({ scenarioFile, limitSeconds }: Limit, elapsedSeconds: number): string {
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
