import { setTimeout as delay } from 'node:timers/promises'
import { findArtillerysHttp, sendsNothing, type Callback, type Params, type Step } from './lean/artillerys-http.ts'
import { pauseMs, secondsOf } from './lean/undaunted.ts'
import { gateOf, type Entrant, type Gate } from './gates.ts'
import { replaceMethods } from '../internals/artillerys-modules.ts'
import { beginPass, cutPass, endPass, hearExpectations, type SeePass } from './passes.ts'
import type { RunOrder } from '../messages/load.ts'

const isRepeated = Symbol('goes on until the time is up')
const underWay = Symbol('steps under way')
const hasWaited = Symbol('of this pass of the flow')
/** What a step says that did not begin, as the time is up. */
const timeIsUp = new Error('The time of this load is up.')
const pollMs = 10

/**
 * In a load thread: each user of Artillery's engine http goes through the flow of the scenario again and again, for as
 * long as the gate says. No request and no other step begins later, and a pause ends then; those that are in progress
 * are finished, and then the user leaves. Users keep their connection, cookies and variables, and count in
 * `$loopCount`; beforeScenario and afterScenario are called once for each. Who fails begins the flow anew. In a mix,
 * the scenario of each pass is given out by the weights, in the same order in each load: were it each user's, a variant
 * would answer more of the requests that it is quick with.
 *
 * To be called after installLeanClient, as either client is told so.
 */
export function loopUsers(order: Pick<RunOrder, 'loadSeconds' | 'isMix' | 'inTurns'>, seePass: SeePass) {
  const gate = gateOf(order)
  const prototype = findArtillerysHttp()?.Engine.prototype
  if (gate === null) return prototype && passOnce(prototype, seePass)
  // Thrown in a load thread, it ends the run.
  if (prototype === undefined)
    throw new Error(
      'This version of Artillery keeps its HTTP engine in an unknown place, so plugins.speedup.users can’t repeat ' +
        'the flow. Write a loop into the flow, and config.phases.'
    )
  const { createScenario, step } = prototype
  const scenarios: Weighted[] = []
  let isInside = false // while the steps of a loop are made
  replaceMethods(prototype, {
    createScenario(spec, events) {
      // Artillery makes all scenarios when the first user comes, which is after the first of as many parts of the phase
      // as there are users.
      const [{ duration, arrivalCount }] = this.config.phases
      if (scenarios.length === 0) gate.begin(secondsOf(duration) / arrivalCount)
      hearExpectations(events)
      const { beforeScenario, afterScenario } = spec
      const hooks = { beforeScenario, afterScenario }
      const own = order.isMix ? { beforeScenario: [], afterScenario: [], hooks } : {}
      const flow = [{ loop: spec.flow, [isRepeated]: spec }]
      return createScenario.call(this, { ...spec, ...own, flow }, events)
    },
    step(spec, events, hooks) {
      if (spec[isRepeated] === undefined) {
        const own = step.call(this, spec, events, hooks)
        return !isInside ? own : spec.think === undefined ? counting(own, spec, gate) : pausing(own, gate)
      }
      const made = (flow: unknown[]): Step[] => flow.map((each) => this.step(each, events, hooks))
      const own = spec[isRepeated]
      const hooksAt = (place: string) =>
        made(order.isMix ? [own[place] ?? []].flat().map((name) => ({ function: name })) : [])
      const after = hooksAt('afterScenario')
      isInside = true
      try {
        const steps = made(spec.loop)
        const before = hooksAt('beforeScenario')
        const scenario = { spec: own, credit: 0, asks: spec.loop.some(isRequest), before, steps, after }
        scenarios.push(scenario)
        return repeating(() => (order.isMix ? nextOf(scenarios) : scenario), events, { gate, seePass })
      } finally {
        isInside = false
      }
    }
  })
}

interface Weighted {
  spec: any
  credit: number
  asks: boolean // it waits for an answer each time, unless it fails
  // of a mix: once for each user who goes through it; empty: Artillery calls the hooks
  before: Step[]
  steps: Step[]
  after: Step[]
}

/**
 * Artillery draws them, so that each load would have another mix.
 * @returns the one that has waited longest for its share
 */
export function nextOf<T extends Pick<Weighted, 'spec' | 'credit'>>(scenarios: T[]) {
  for (const scenario of scenarios) scenario.credit += scenario.spec.weight
  const next = scenarios.reduce((most, scenario) => (scenario.credit > most.credit ? scenario : most))
  next.credit -= scenarios.reduce((sum, { spec }) => sum + spec.weight, 0)
  return next
}

/** One with ifTrue or probability may be left out. */
const isRequest = (spec: any) =>
  !sendsNothing(spec) &&
  Object.values<any>(spec).every((params) => params?.ifTrue === undefined && params?.probability === undefined)

/** Each user goes through the flow once. */
function passOnce(prototype: Params, seePass: SeePass) {
  const { createScenario } = prototype
  replaceMethods(prototype, {
    createScenario(spec, events) {
      const run = createScenario.call(this, spec, events)
      hearExpectations(events)
      return (context: any, callback: Callback) => {
        beginPass(context)
        return run(context, (error: any, next: any) => {
          endPass(context, error, seePass)
          callback(error, next)
        })
      }
    }
  })
}

/**
 * Takes steps one after the other, without a promise, which would cost a request as much as its record.
 *
 * @param done gets the failure of the first step that fails, or throws; undefined: none did
 */
function takeSteps(steps: readonly Step[], context: any, done: (failure?: unknown) => void, at = 0) {
  if (at === steps.length) return done()
  let hasEnded = false
  const end = (error: unknown) => {
    // Artillery may tell twice of one that failed.
    if (hasEnded) return
    hasEnded = true
    if (error) done(error)
    else takeSteps(steps, context, done, at + 1)
  }
  try {
    steps[at](context, end)
  } catch (error) {
    end(error)
  }
}

/** @param next what the next pass goes through */
function repeating(next: () => Weighted, events: any, { gate, seePass }: { gate: Gate; seePass: SeePass }): Step {
  return (context, callback) => {
    const met = new Set<Weighted>()
    let passes = 0
    const begin = () => {
      if (gate.isOver()) return leave([...met])
      const scenario = next()
      const { spec, asks, before, steps } = scenario
      context.scenario = spec
      context.vars.$loopCount = passes++
      context[hasWaited] = asks
      beginPass(context)
      if (!asks) setImmediate(() => void (context[hasWaited] = true))
      if (met.has(scenario)) return takeSteps(steps, context, end)
      return takeSteps(before, context, (failure) => {
        if (failure !== undefined) return end(failure)
        met.add(scenario)
        return takeSteps(steps, context, end)
      })
    }
    const end = (failure?: any) => {
      if (failure === undefined && context[hasWaited] && !(context[underWay] > 0)) {
        endPass(context, failure, seePass)
        begin()
      } else
        void endSlowly(failure)
          .then(begin)
          .catch((error) => callback(error, context))
    }
    const endSlowly = async (failure: any) => {
      // An app that is down refuses thousands of requests a second; a flow that never waits would keep others from
      // coming, and one without a request a core busy.
      const isPausing = failure === undefined ? !context[hasWaited] : failure !== timeIsUp
      if (failure !== undefined && isPausing) events.emit('error', failure.code || failure.message)
      // Of steps in `parallel`, which does not wait for those that go on.
      while (context[underWay] > 0) await delay(pollMs)
      if (failure === timeIsUp) cutPass(context, seePass)
      else endPass(context, failure, seePass)
      if (isPausing) await pausedFor(pauseMs, context, gate)
    }
    const leave = ([left, ...others]: Weighted[]): unknown => {
      if (left === undefined) return callback(null, context)
      context.scenario = left.spec
      return takeSteps(left.after, context, (failure) => (failure ? callback(failure, context) : leave(others)))
    }
    begin()
  }
}

/** Begins only where the gate lets it. */
function counting(step: Step, spec: any, gate: Gate): Step {
  const isOfRequest = isRequest(spec)
  // What is inside of others passes by itself.
  const isWhole = spec.loop === undefined && spec.parallel === undefined
  return (context, callback) => {
    const taken = new Taken(context, callback, step, isOfRequest, isWhole ? gate : null)
    if (isWhole) gate.enter(taken)
    else if (gate.isOver()) taken.refuse()
    else taken.begin()
  }
}

/** A step that a user takes. gate: that it leaves; null: it did not pass it itself */
class Taken implements Entrant {
  marks = 0
  readonly user
  readonly isRequest
  #callback
  #step
  #gate
  #hasEnded = false

  constructor(user: any, callback: Callback, step: Step, isOfRequest: boolean, gate: Gate | null) {
    this.user = user
    this.isRequest = isOfRequest
    this.#callback = callback
    this.#step = step
    this.#gate = gate
  }

  begin() {
    const { user } = this
    if (this.isRequest) user[hasWaited] = true
    user[underWay] = (user[underWay] ?? 0) + 1
    const end: Callback = (error, next) => this.#end(error, next)
    try {
      this.#step(user, end)
    } catch (error) {
      end(error, user)
    }
  }

  refuse() {
    this.#callback(timeIsUp, this.user)
  }

  #end(error: unknown, next: unknown) {
    if (!this.#hasEnded) {
      this.#hasEnded = true
      this.user[underWay]--
      this.#gate?.leave(this)
    }
    this.#callback(error, next)
  }
}

/** Ends where the gate ends it. */
const pausing =
  (pause: Step, gate: Gate): Step =>
  (context, callback) => {
    let end: Callback = (error, next) => {
      end = () => {}
      callback(error, next)
    }
    const over = gate.pause(context, () => end(timeIsUp, context))
    return pause(context, (error, next) => over(() => end(error, next)))
  }

const pausedFor = (ms: number, user: object, gate: Gate) =>
  new Promise<void>((resolve) => {
    const over = gate.pause(user, resolve)
    setTimeout(() => over(resolve), ms)
  })
