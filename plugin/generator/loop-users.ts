import { promisify } from 'node:util'
import { setTimeout as delay } from 'node:timers/promises'
import { findArtillerysHttp } from './lean/artillerys-http.ts'
import { pauseMs, secondsOf } from './lean/undaunted.ts'
import type { RunOrder } from './run-order.ts'
import type { Callback, Step } from './lean/request-step.ts'

const isRepeated = Symbol('goes on until the time is up')
const underWay = Symbol('steps under way')
const hasWaited = Symbol('of this pass of the flow')
/** What a step says that did not begin, as the time is up. */
const timeIsUp = new Error('The time of this load is up.')
const pollMs = 10

/**
 * In a load thread: each user of Artillery's engine http goes through the flow of the scenario again and again, until so many seconds after
 * the load began. No request and no other step begins later, and a pause ends then; those that are in progress are finished, and then the
 * user leaves. Users keep their connection, cookies and variables, and count in `$loopCount`; beforeScenario and afterScenario are called
 * once for each. Who fails begins the flow anew. In a mix, the scenarios are given out by their weights, in the same order in each load.
 *
 * To be called after installLeanClient, as either client is told so.
 */
export function loopUsers({ loadSeconds, isMix, artillery = process.argv[1] }: Pick<RunOrder, 'loadSeconds' | 'isMix'> & Partial<RunOrder>) {
  if (loadSeconds === null) return
  const http = findArtillerysHttp(artillery)
  // Thrown in a load thread, it ends the run.
  if (http === null) throw new Error('This version of Artillery keeps its HTTP engine in an unknown place, so plugins.speedup.users can’t repeat the flow. Write a loop into the flow, and config.phases.')
  const { prototype } = http.Engine
  const { createScenario, step } = prototype
  let endMs: number | undefined // by performance.now()
  const leftMs = () => Number(endMs) - performance.now()
  const scenarios: Weighted[] = []
  let isInside = false // while the steps of a loop are made
  Object.assign(prototype, {
    createScenario(this: any, spec: any, events: any) {
      // Artillery makes all scenarios when the first user comes, which is after the first of as many parts of the phase as there are users.
      const [{ duration, arrivalCount }] = this.config.phases
      endMs ??= performance.now() + 1000 * (loadSeconds - secondsOf(duration) / arrivalCount)
      const scenario = { spec, run: createScenario.call(this, { ...spec, flow: [{ loop: spec.flow, [isRepeated]: true }] }, events), credit: 0 }
      scenarios.push(scenario)
      return (context: any, callback: Callback) => {
        const { spec: own, run } = isMix ? nextOf(scenarios) : scenario
        return run(Object.assign(context, { scenario: own }), callback)
      }
    },
    step(this: any, spec: any, events: any, hooks: any) {
      if (spec[isRepeated] !== true) {
        const own = step.call(this, spec, events, hooks)
        return !isInside ? own : spec.think === undefined ? counting(own, leftMs, isRequest(spec)) : cutting(own, leftMs)
      }
      isInside = true
      try {
        return repeating(spec.loop.map((each: unknown) => this.step(each, events, hooks)), events, leftMs)
      } finally {
        isInside = false
      }
    }
  })
}

interface Weighted { spec: any, run: Step, credit: number }

/** Artillery draws them, so that each load would have another mix. @returns the one that has waited longest for its share */
export function nextOf<T extends Pick<Weighted, 'spec' | 'credit'>>(scenarios: T[]): T {
  for (const scenario of scenarios) scenario.credit += scenario.spec.weight
  const next = scenarios.reduce((most, scenario) => (scenario.credit > most.credit ? scenario : most))
  next.credit -= scenarios.reduce((sum, { spec }) => sum + spec.weight, 0)
  return next
}

/** One with ifTrue or probability may be left out. */
const isRequest = (spec: any) => ['loop', 'parallel', 'think', 'log', 'function'].every((kind) => spec[kind] === undefined) &&
  Object.values<any>(spec).every((params) => params?.ifTrue === undefined && params?.probability === undefined)

function repeating(steps: Step[], events: any, leftMs: () => number): Step {
  // Catches what a step throws, too.
  const promised = steps.map((step) => promisify(step))
  const goOn = async (context: any) => {
    for (let i = 0, isOver = false; !isOver && leftMs() > 0; i++) {
      context.vars.$loopCount = i
      context[hasWaited] = false
      setImmediate(() => void (context[hasWaited] = true))
      let isPausing = false
      try {
        for (const step of promised) await step(context)
        isPausing = !context[hasWaited]
      } catch (error: any) {
        // A timer may be a little early.
        isOver = error === timeIsUp
        // An app that is down refuses thousands of requests a second.
        isPausing = !isOver
        if (!isOver) events.emit('error', error.code || error.message)
      }
      // Of steps in `parallel`, which does not wait for those that go on.
      while (context[underWay] > 0) await delay(pollMs)
      // A flow that never waits would keep others from coming, and one without a request a core busy.
      await (isPausing ? delay(Math.min(pauseMs, leftMs())) : new Promise(setImmediate))
    }
  }
  return (context, callback) => void goOn(context).then(() => callback(null, context), (error) => callback(error, context))
}

/** Begins only before the time is up. */
function counting(step: Step, leftMs: () => number, isRequest: boolean): Step {
  return (context, callback) => {
    if (leftMs() <= 0) return callback(timeIsUp, context)
    if (isRequest) context[hasWaited] = true
    context[underWay] = (context[underWay] ?? 0) + 1
    try {
      return step(context, (error, next) => {
        context[underWay]--
        callback(error, next)
      })
    } catch (error) {
      context[underWay]--
      throw error
    }
  }
}

/** Ends when the time is up. */
const cutting = (pause: Step, leftMs: () => number): Step => (context, callback) => {
  let end: Callback = (error, next) => {
    clearTimeout(timer)
    end = () => {}
    callback(error, next)
  }
  const timer = setTimeout(() => end(timeIsUp, context), leftMs())
  return pause(context, (error, next) => end(error, next))
}
