import type { Step } from './request-step.ts'

const pauseMs = 100

/**
 * A user whose request is lost asks again, as people and their programs do; Artillery's would leave, and the load with them. Not at once:
 * an app that is down refuses thousands a second.
 */
export const goingOn = (request: Step): Step => (context, callback) =>
  request(context, (error, next) => (error ? setTimeout(callback, pauseMs, null, context) : callback(null, next)))

/**
 * Who comes later goes through the flow once, without its loops, and leaves: a request on a new connection, while others keep theirs.
 *
 * @param afterSeconds from the first user on
 */
export function askingOnce(afterSeconds: number, flow: unknown, scenarioOf: (flow: unknown) => Step): Step {
  const [again, once] = [scenarioOf(flow), scenarioOf(withoutLoops(flow))]
  let firstAt: number | null = null
  return (context, callback) => {
    firstAt ??= performance.now()
    return (performance.now() - firstAt > 1000 * afterSeconds ? once : again)(context, callback)
  }
}

export const withoutLoops = (flow: unknown): unknown[] =>
  [flow].flat().flatMap((step: any) => (step?.loop === undefined ? [step] : withoutLoops(step.loop)))
