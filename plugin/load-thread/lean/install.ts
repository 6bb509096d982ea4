import { promisify } from 'node:util'
import { afterUsers, askingOnce, goingOn, usersBefore } from './undaunted.ts'
import { clockMs } from '../../machine/clock.ts'
import { replaceMethods } from '../../internals/artillerys-modules.ts'
import { nameOfRequest } from '../../concepts/requests.ts'
import { asking, expectedStatuses, type Asking } from '../passes.ts'
import { toTargets, type Listeners } from '../watch-requests.ts'
import { findArtillerysHttp, sendsNothing, whyNotLean, type Params, type Step } from './artillerys-http.ts'
import { behindMs, connectionsOf, prepareConnections, type Connections, type WaitingTime } from './connections.ts'
import { Metrics, type Events } from './metrics.ts'
import { requestStep } from './request-step.ts'
import type { ScenarioOptions } from './prepare-request.ts'
import type { ThreadLine, ThreadReport } from '../../record/telemetry.ts'
import type { MetricsOrder, RunOrder } from '../../messages/load.ts'

const mostSessions = 200 // between two reports

/** What a load thread tells of its users. */
interface UserReports {
  lateMs?: () => number // how late a user who comes now is
  waited?: WaitingTime
  mixed?: Params[] // scenarios that a user may go through
  sessions?: ThreadReport['sessions'] // gets those of users who leave
}

/** @param events Artillery's metrics */
export type Report = (line: ThreadLine, events?: Events) => void

export type LeanOrder = MetricsOrder & Partial<RunOrder> & UserReports

/**
 * In a load thread: has the requests of Artillery's engine http sent by a client of our own, which costs a twentieth
 * of what got does. Only the step that sends a request is ours; users, loops, think times, hooks, templates, captures
 * and metrics stay Artillery's. One client sends all requests of a scenario, or of a mix: a user must not have two
 * kinds of connections.
 *
 * This changes the engine's class, in this thread alone, and leaves another Artillery, without this class, as it is.
 * Artillery's extension point `config.engines` would need a package of its own beside Artillery, which pnpm does not
 * find.
 *
 * @param report called for each scenario, with Artillery's metrics; or once for all, without
 */
export function installLeanClient(order: LeanOrder, listeners: Listeners, report: Report) {
  const { pidHeader, client, askOncePhase, lacks = [], mixed = [], lateMs = () => 0, waited, sessions = [] } = order
  const http = findArtillerysHttp()
  if (http === null)
    return report({
      source: 'client',
      scenario: null,
      name: 'artillery',
      because: 'this version of Artillery keeps its client in an unknown place'
    })
  const recording = { ...listeners, isTarget: toTargets(order), pidHeader, seesConnections: askOncePhase !== undefined }
  const { prototype } = http.Engine
  const { createScenario, step, setInitialContext } = prototype
  let asksOnce: (() => boolean) | null = null // of all scenarios together
  const requests = new Map<number, string>() // of the script, so far
  /** while the steps of a lean scenario are made */
  let compiling: ScenarioOptions | null = null
  replaceMethods(prototype, {
    createScenario(spec, events) {
      const scenario = spec.name ?? null
      const whyNot = (own: Params) =>
        lacks.find((lack) => lack.scenario === (own.name ?? null))?.because ?? whyNotLean(own, this.config, process.env)
      const because =
        client === 'artillery'
          ? 'plugins.speedup.generator.client is artillery'
          : ([spec, ...mixed].map(whyNot).find((why) => why !== null) ?? null)
      const name = because === null ? 'lean' : 'artillery'
      const before = requests.size
      try {
        if (because !== null) return staying(createScenario.call(this, spec, events), sessions)
        const metrics = new Metrics(events)
        const { ofUser, silentMs } = prepareConnections(this.config, waited)
        const lack = (why: string) => {
          report({ source: 'lack', scenario, because: why })
          return new Error(
            `Only Artillery's client can run the scenario, because ${why}: ` +
              'set plugins.speedup.generator.client: artillery'
          )
        }
        compiling = { config: this.config, tools: http.tools, recording, metrics, silentMs, lacks: lack }
        const own = withoutUnread(spec, this.config)
        const scenarioOf = (part: object) => {
          const made = createScenario.call(this, { ...own, ...part }, events)
          return staying(leanUsers(made, { ofUser, lateMs, metrics }), sessions)
        }
        if (askOncePhase === undefined) return scenarioOf({})
        asksOnce ??= afterUsers(usersBefore(this.config.phases, askOncePhase))
        return askingOnce(asksOnce, own, scenarioOf)
      } finally {
        compiling = null
        // Where users ask once, steps are made twice, and of a mix, some scenarios may have no weight.
        const isKnown = askOncePhase === undefined && (mixed.length === 0 || spec.weight !== 0)
        report(
          {
            source: 'client',
            scenario,
            name,
            because,
            requests: isKnown ? Object.fromEntries([...requests].slice(before)) : {}
          },
          events
        )
      }
    },
    step(spec, events, hooks) {
      if (sendsNothing(spec)) {
        const other = step.call(this, spec, events, hooks)
        return compiling === null ? other : promised(other)
      }
      const [params] = Object.values<any>(spec)
      const expected = this.config.plugins?.expect === undefined ? null : expectedStatuses(params ?? {})
      const name = nameOfRequest(spec)
      const number = requests.size + 1
      requests.set(number, name)
      if (compiling === null) {
        const follows = params?.followRedirect !== false
        return askedFor(step.call(this, spec, events, hooks), { request: number, name, expected, follows })
      }
      const request = requestStep(spec, { number, name, expected, events, hooks: hooks ?? {}, ...compiling })
      return promised(askOncePhase === undefined ? request : goingOn(request, events))
    },
    setInitialContext(context) {
      if (context[connectionsOf] === undefined) return setInitialContext.call(this, context)
      // Where no pool is asked for, Artillery makes two agents for each user, which a lean user does not need.
      const { http } = this.config
      const hasPool = http.pool !== undefined
      if (!hasPool) http.pool = Infinity
      try {
        return setInitialContext.call(this, context)
      } finally {
        if (!hasPool) delete http.pool
      }
    }
  })
}

/** Has what Artillery's client sends for a step be known as that of the step and its user. */
const askedFor =
  (step: Step, of: Omit<Asking, 'user'>): Step =>
  (context, callback) =>
    asking.run({ ...of, user: context }, () => step(context, callback))

/** Artillery has each step promisified anew for each user, which showed as 4 % of a short user in the profile. */
function promised(step: Step) {
  const custom = (context: any) =>
    new Promise((resolve, reject) => step(context, (error, next) => (error ? reject(error) : resolve(next))))
  return Object.assign(step, { [promisify.custom]: custom })
}

/** Tells how long each stayed. */
const staying =
  (scenario: Step, sessions: NonNullable<UserReports['sessions']>): Step =>
  (context, callback) => {
    const cameMs = clockMs()
    return scenario(context, (error, finalContext) => {
      if (sessions.length < mostSessions) sessions.push([cameMs, clockMs() - cameMs])
      callback(error, finalContext)
    })
  }

const leanUsers =
  (
    scenario: Step,
    { ofUser, lateMs, metrics }: { ofUser: () => Connections; lateMs: () => number; metrics: Metrics }
  ): Step =>
  (context, callback) => {
    const connections = ofUser()
    context[connectionsOf] = connections
    context[behindMs] = lateMs()
    metrics.userCame()
    return scenario(context, (error, finalContext) => {
      connections.close()
      metrics.userLeft()
      callback(error, finalContext)
    })
  }

/**
 * Artillery adds its plugin metrics-by-endpoint to every run, for its cloud, with its console output hidden. Nothing of
 * ours reads it, and it costs as much as the request: it parses the URL twice, and has each body read. A script that
 * asks for the plugin gets it.
 */
function withoutUnread(spec: any, { plugins }: any) {
  if (plugins?.['metrics-by-endpoint']?.suppressOutput !== true) return spec
  const kept = (names: unknown) => [names ?? []].flat().filter((name) => !String(name).startsWith('metricsByEndpoint_'))
  return {
    ...spec,
    ...Object.fromEntries(['beforeRequest', 'afterResponse', 'onError'].map((place) => [place, kept(spec[place])]))
  }
}
