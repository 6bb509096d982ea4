import { duration } from '../report/numbers.ts'
import { counted } from '../wording.ts'
import type { CallPlan, CallProgress } from '../artillery/call.ts'

/** A warm-up and a run need this at least and at most beside the time in which users come: Artillery's own start, the app's. */
const leastSeconds = { warmUp: 2, run: 1 }
const mostSeconds = { warmUp: 30, run: 30 }

/** Nobody knows how long the users of a script stay before one run has shown it. */
const longestStaySeconds = 3600

/** How much longer than foreseen it may take: machines have moods. */
const moodiness = 2

/** how long a comparison takes in all, in seconds since its beginning */
export interface Outlook {
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
