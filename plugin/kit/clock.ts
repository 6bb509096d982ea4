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

  function look(planned: CallPlan, progress?: CallProgress) {
    const outlook = outlookOf(planned, elapsed(), progress)
    if (limitSeconds === null) {
      clearTimeout(timer)
      timer = expireAt(outlook.most)
    } else if (outlook.least > limitSeconds) {
      expire(tooShort({ ...limit, limitSeconds, plan: planned, outlook, isMeasured: progress !== undefined }))
    }
  }

  return {
    signal: end.signal,
    hear(event: CallEvent) {
      if (event.event === 'planned') look((plan = event.plan))
      if (event.event === 'run' && plan !== null) look(plan, event.progress)
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

/** A warm-up and a run need this beside the time in which users come: Artillery's own start, the app's. */
const [leastWarmUpSeconds, leastRunSeconds, mostOverheadSeconds] = [2, 1, 30]

/** Nobody knows how long the users of a script stay before one run has shown it. */
const longestStaySeconds = 3600

/** How many times as long as expected it may take: a machine may become slower. */
const tolerance = 2

/**
 * How long a comparison takes in all, in seconds since its beginning.
 *
 * @param progress left out before anything has been run
 * @returns most: when it takes longer, something is wrong; of scenarios to come, it is until the first run of the next, or as long as this one
 */
export function outlookOf(plan: CallPlan, elapsedSeconds: number, { scenario, secondsLeft: [least, most] }: CallProgress = { scenario: 0, secondsLeft: [0, 0] }) {
  const { variants, arrivalSeconds } = plan
  const scenariosLeft = plan.scenarios - scenario
  const leastOfOthers = scenariosLeft * variants * (leastWarmUpSeconds + plan.rounds.min * (arrivalSeconds + leastRunSeconds))
  const overhead = plan.readyTimeoutSeconds + plan.stopTimeoutSeconds + mostOverheadSeconds
  // Where answers differ, the baseline is warmed up once more.
  const firstRun = (variants + 2) * overhead + arrivalSeconds + longestStaySeconds
  const slack = scenariosLeft === 0 ? overhead : firstRun
  return { least: elapsedSeconds + least + leastOfOthers, most: elapsedSeconds + tolerance * most * (1 + scenariosLeft) + slack }
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
