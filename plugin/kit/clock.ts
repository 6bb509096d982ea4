import { interrupt, SpeedupError } from '../concepts/errors.ts'
import { counted } from '../concepts/wording.ts'
import { cureBeside, type QuestionCall } from '../questions/concepts.ts'
import { duration } from '../report/words/numbers.ts'
import type { CallEvent, CallPlan, CallProgress } from '../artillery/call.ts'

/** Until Artillery has started and read the script. */
const startSeconds = 120

/** limitSeconds: the suite's own timeout; null: as long as it needs */
type Limit = { scenarioFile: string; limitSeconds: number | null }

/**
 * Stops a comparison in a suite when it takes longer than the suite allows, or far longer than expected, and on Ctrl-C.
 * It aborts the signal with a SpeedupError OUT_OF_TIME, or with Interrupted. Call `stop` when all that was started is
 * gone.
 */
export function watchClock(limit: Limit): { signal: AbortSignal; hear: (event: CallEvent) => void; stop: () => void } {
  const { limitSeconds } = limit
  const begun = performance.now()
  const elapsed = () => (performance.now() - begun) / 1000
  const end = new AbortController()
  const releaseSignals = holdSignals(() => interrupt(end))
  const expire = (message: string) => end.abort(new SpeedupError('OUT_OF_TIME', message))
  const expireAt = (seconds: number) =>
    setTimeout(() => expire(givenUp(limit, elapsed(), plan)), (seconds - elapsed()) * 1000)
  let plan: CallPlan | null = null
  let timer = expireAt(limitSeconds ?? startSeconds)

  function look(planned: CallPlan, progress?: CallProgress) {
    const { least, most } = outlookOf(planned, elapsed(), progress)
    if (limitSeconds === null) {
      clearTimeout(timer)
      timer = expireAt(most)
    } else if (least > limitSeconds)
      expire(tooShort(limit.scenarioFile, limitSeconds, planned, { least, most: progress === undefined ? null : most }))
  }

  return {
    signal: end.signal,
    hear(event) {
      if (event.event === 'planned') look((plan = event.plan))
      if (event.event === 'run' && plan !== null) look(plan, event.progress)
    },
    stop() {
      clearTimeout(timer)
      releaseSignals()
    }
  }
}

/** @returns what to call at the end: a signal that came meanwhile then does what it would have done */
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

/** A warm-up and a run need this beside the load: Artillery's own start, the app's. */
const leastWarmUpSeconds = 2
const leastRunSeconds = 1
const mostOverheadSeconds = 30

/** How long a load may go on, until one run has shown it. */
const longestStaySeconds = 3600

/** How many times as long as expected it may take: a machine may become slower. */
const tolerance = 2

const notBegun: CallProgress = { scenario: 0, secondsLeft: [0, 0] }

/** @returns how many seconds a comparison takes in all; most: when it takes longer, something is wrong */
export function outlookOf(plan: CallPlan, elapsedSeconds: number, { scenario, secondsLeft: [least, most] } = notBegun) {
  const { variants, loadSeconds } = plan
  const scenariosLeft = plan.scenarios - scenario
  const leastOfOthers =
    scenariosLeft * variants * (leastWarmUpSeconds + plan.rounds.min * (loadSeconds + leastRunSeconds))
  const overhead = plan.readyTimeoutSeconds + plan.stopTimeoutSeconds + mostOverheadSeconds
  // Where answers differ, the baseline is warmed up once more.
  const firstRun = (variants + 2) * overhead + loadSeconds + longestStaySeconds
  const slack = scenariosLeft === 0 ? overhead : firstRun
  return {
    least: elapsedSeconds + least + leastOfOthers,
    most: elapsedSeconds + tolerance * most * (1 + scenariosLeft) + slack
  }
}

const advise = (plan: QuestionCall | null) =>
  'Remove this.timeout(...), so that compareBeforeAll estimates one that fits; or raise it; ' +
  `or use fewer rounds or a shorter load${plan === null ? '' : cureBeside(plan)}.`

/** @returns why the suite's own timeout can't be kept; most: null before anything has been run */
export function tooShort(
  scenarioFile: string,
  limitSeconds: number,
  plan: CallPlan,
  { least, most }: { least: number; most: number | null }
) {
  const { scenarios, variants, rounds } = plan
  const roundCount = rounds.min === rounds.max ? counted(rounds.min, 'round') : `${rounds.min} to ${rounds.max} rounds`
  const runs = `${scenarios === 1 ? '' : `${scenarios} scenarios, `}${roundCount} of ${counted(variants, 'variant')}`
  const atMost = most === null ? '' : `, and at most about ${duration(most)}`
  return (
    `The timeout of this suite is ${duration(limitSeconds)}, but the comparison of ${scenarioFile} takes at least ` +
    `${duration(Math.ceil(least))}${atMost} (${runs}). ${advise(plan)}`
  )
}

export function givenUp({ scenarioFile, limitSeconds }: Limit, elapsedSeconds: number, plan: QuestionCall | null) {
  const start = `The comparison of ${scenarioFile} was stopped after ${duration(elapsedSeconds)}`
  if (limitSeconds !== null) return `${start}, the timeout of this suite. ${advise(plan)}`
  return (
    `${start}, far longer than expected. Does a user of the scenario never finish? ` +
    'Try `artillery run` with it. If it really takes that long, set this.timeout(...) in the suite.'
  )
}

/**
 * @returns what the suite, or one around it, has set itself; null: nothing, as the root's is mocha's default or
 * configuration, meant for tests
 */
export function ownTimeoutSeconds(suite: Mocha.Suite | undefined): number | null {
  let root = suite
  while (root?.parent !== undefined) root = root.parent
  const own = suite?.timeout()
  return own === undefined || own === 0 || own === root?.timeout() ? null : own / 1000
}
