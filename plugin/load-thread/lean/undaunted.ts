import { isLost } from './client-error.ts'
import type { Events } from './metrics.ts'
import type { Params, Step } from './artillerys-http.ts'

/** After a failure. */
export const pauseMs = 100

/**
 * A user whose request is lost asks again, as people and their programs do; Artillery's would leave, and the load with
 * them. Not at once: an app that is down refuses thousands a second. A user who fails otherwise, by a capture for
 * example, leaves as ever.
 */
export const goingOn =
  (request: Step, events: Events): Step =>
  (context, callback) =>
    request(context, (error: any, next) => {
      if (!error?.[isLost]) return callback(error, next)
      events.emit('error', error.code || error.message)
      return setTimeout(callback, pauseMs, null, context)
    })

/** How many users of a load thread come before the phase of that name. */
export function usersBefore(phases: Params[], name: string) {
  const found = phases.findIndex((phase) => phase.name === name)
  return phases
    .slice(0, found === -1 ? phases.length : found)
    .reduce(
      (users, { arrivalCount, duration = 0, arrivalRate = 0, rampTo = arrivalRate }) =>
        users + Number(arrivalCount ?? Math.round((secondsOf(duration) * (Number(arrivalRate) + Number(rampTo))) / 2)),
      0
    )
}

/** As we have written it, in milliseconds, or as Artillery has read it, in seconds. */
export const secondsOf = (duration: unknown) =>
  Number.parseFloat(String(duration)) / (String(duration).endsWith('ms') ? 1000 : 1)

/** @returns called for each user that comes: whether so many have come already */
export function afterUsers(count: number) {
  let users = 0
  return () => users++ >= count
}

/**
 * Some go through the flow once, without its loops, and leave: a request on a new connection, while others keep theirs.
 *
 * @param hooks of the scenario, where its loop calls them; left out: Artillery does
 */
export function askingOnce(
  asksOnce: () => boolean,
  { flow, hooks = {} }: { flow: unknown; hooks?: object },
  scenarioOf: (own: object) => Step
): Step {
  const again = scenarioOf({ flow })
  const once = scenarioOf({ ...hooks, flow: withoutLoops(flow) })
  return (context, callback) => (asksOnce() ? once : again)(context, callback)
}

export const withoutLoops = (flow: unknown): unknown[] =>
  [flow].flat().flatMap((step: any) => (step?.loop === undefined ? [step] : withoutLoops(step.loop)))
