import { appendFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { toTargets, type SeenRequest } from '../watch-requests.ts'
import { findArtillerysHttp, whyNotLean } from './artillerys-http.ts'
import { Connections, connectionsOf, createLanes, type Lanes } from './connections.ts'
import { Metrics, type Events } from './metrics.ts'
import { isRequest, requestStep, type ScenarioOptions, type Step } from './request-step.ts'
import type { NoteAnswer } from '../note-answers.ts'
import type { ClientReport, RunOrder } from '../run-order.ts'

interface Listeners {
  see: (request: SeenRequest) => void // called with each request to a target
  noteAnswer: NoteAnswer // called with each response of a target
}

/** What the lean client tells, and of which requests. */
export type Recording = Listeners & { isTarget: (host: string) => boolean, pidHeader: string }

type ClientOrder = Pick<RunOrder, 'artillery' | 'targets' | 'pidHeader' | 'client'>

/**
 * In a load thread: has the requests of Artillery's engine http sent by undici's Client, which costs a tenth of what got
 * does. Only the step that sends a request is ours; users, loops, think times, hooks, templates, captures and metrics
 * stay Artillery's. A scenario is sent by one client as a whole: a user must not have two kinds of connections.
 *
 * Artillery's own extension point, `config.engines`, resolves modules named `artillery-engine-...` from where Artillery is
 * installed: npm would need a second package beside ours, and pnpm does not find one at all. So this changes the engine's
 * class, in this thread alone. Where an Artillery has no such class, its own client is used, and that is told.
 *
 * @param order artillery: any file of Artillery's
 * @param tell called once for each scenario, with the way to Artillery's metrics; or once for all, without
 */
export function installLeanClient(order: ClientOrder, listeners: Listeners, tell: (report: ClientReport, events?: Events) => void) {
  const { artillery, targets, pidHeader, client } = order
  const http = findArtillerysHttp(artillery)
  if (http === null) {
    tell({ source: 'client', scenario: null, name: 'artillery', because: 'this version of Artillery has its client elsewhere' })
    return
  }
  const recording: Recording = { ...listeners, isTarget: toTargets(targets), pidHeader }
  const { prototype } = http.Engine
  const { createScenario, step, setInitialContext } = prototype
  /** while the steps of a lean scenario are made */
  let compiling: ScenarioOptions | null = null
  Object.assign(prototype, {
    createScenario(this: any, spec: any, events: any) {
      const because = client === 'artillery' ? 'plugins.speedup.client asks for Artillery’s' : whyNotLean(spec, this.config, process.env)
      tell({ source: 'client', scenario: spec.name ?? null, name: because === null ? 'lean' : 'artillery', because }, events)
      if (because !== null) return createScenario.call(this, spec, events)
      const metrics = new Metrics(events)
      const lanes = createLanes(this.config)
      compiling = { config: this.config, tools: http.tools, recording, metrics, silentMs: lanes.silentMs }
      try {
        return leanUsers(createScenario.call(this, withoutUnread(spec, this.config), events), lanes, metrics)
      } finally {
        compiling = null
      }
    },
    step(this: any, spec: any, events: any, hooks: any) {
      if (compiling === null) return step.call(this, spec, events, hooks)
      if (!isRequest(spec)) return promised(step.call(this, spec, events, hooks))
      return promised(requestStep(spec, { events, hooks: hooks ?? {}, ...compiling }))
    },
    setInitialContext(this: any, context: any) {
      if (!(context[connectionsOf] instanceof Connections)) return setInitialContext.call(this, context)
      // Two agents for each user, which a lean one does not need, are made where no pool is asked for.
      const { http } = this.config
      const { pool } = http
      http.pool = pool ?? Infinity
      try {
        return setInitialContext.call(this, context)
      } finally {
        http.pool = pool
        if (pool === undefined) delete http.pool
      }
    }
  })
}

/** Artillery has each step promisified anew for each user, which showed as 4 % of a short user in the profile. */
function promised(step: Step) {
  const custom = (context: any) => new Promise((resolve, reject) => step(context, (error, next) => (error ? reject(error) : resolve(next))))
  return Object.assign(step, { [promisify.custom]: custom })
}

/** A user's connections are closed when the user has left. */
function leanUsers(scenario: Step, lanes: Lanes, metrics: Metrics): Step {
  return (context, callback) => {
    const connections = lanes.ofUser()
    context[connectionsOf] = connections
    metrics.userCame()
    return scenario(context, (error, finalContext) => {
      connections.leave()
      metrics.userLeft()
      callback(error, finalContext)
    })
  }
}

/**
 * Artillery adds its plugin metrics-by-endpoint to every run, for whoever records it, and its console hides what that
 * counts. Nobody reads it of our runs, and it costs as much as the request: it parses the URL twice, and has each body
 * read. Whoever asks for the plugin gets it.
 */
function withoutUnread(spec: any, { plugins }: any) {
  if (plugins?.['metrics-by-endpoint']?.suppressOutput !== true) return spec
  const kept = (names: unknown) => [names ?? []].flat().filter((name) => !String(name).startsWith('metricsByEndpoint_'))
  return { ...spec, ...Object.fromEntries(['beforeRequest', 'afterResponse', 'onError'].map((place) => [place, kept(spec[place])])) }
}

export function reportClientTo(telemetryFile: string): (report: ClientReport) => void {
  // Appending a whole line is atomic between the threads that share the file.
  return (report) => appendFileSync(telemetryFile, `${JSON.stringify(report)}\n`)
}
