import { requestMethods } from './describe-load.ts'

type Step = Record<string, any>

/**
 * What may make requests differ from user to user, or from pass to pass. What is drawn anew for each request is as
 * likely however fast the app is.
 */
const varies = /\{\{(?!\s*\$(?:random|uuid))|"(?:ifTrue|beforeRequest)":/

/**
 * @param scenario of the script; defaults: of its requests
 * @returns after how many requests those of a user begin anew, the same ones for every user; 1: a single step sends
 * all; null: that can't be told
 */
export function requestCycle(scenario: Step, defaults: unknown): number | null {
  if (varies.test(JSON.stringify([scenario, defaults]))) return null
  if (requestsIn(scenario.flow, () => 1) === 1) return 1
  return requestsIn(scenario.flow, ({ count }) => (/^\d+$/.test(String(count)) ? Number(count) : NaN)) || null
}

/** @param timesOf of a loop; not a number: unknown */
function requestsIn(flow: unknown, timesOf: (loop: Step) => number): number {
  const steps: Step[] = Array.isArray(flow)
    ? flow.flat(Infinity).filter((step) => typeof step === 'object' && step !== null)
    : []
  const counts = steps.map((step) => {
    if ('loop' in step) return timesOf(step) * requestsIn(step.loop, timesOf)
    return requestMethods.some((name) => name in step) ? 1 : requestsIn(step.parallel, timesOf)
  })
  return counts.reduce((total, count) => total + count, 0)
}
