// What crosses between the outer process and a child of Artillery, the order in, outcome and reports out, and between
// that child's main thread and its load threads; and how any of us send messages.
import type { ClientChoice } from '../concepts/generators.ts'
import type { LoadClock, LoadHostUse, Run } from '../concepts/run.ts'
import type { Target } from '../concepts/settings.ts'

/** When a run starts, by the clock of its times, and by that of where the load is made, which may know no other. */
export interface RunMoment {
  originMs: number // by machine/clock.ts; what `start_ms` counts from
  startedAtMs: number // since 1970
}

/** The order for a child `artillery run`, in its environment. */
export interface RunOrder extends RunMoment {
  artillery: string // the script that is the `artillery` command
  samplesFile: string // absolute path; exists, with its header line
  telemetryFile: string // absolute path; the load threads append what they report of themselves
  answersFile: string | null // absolute path; where answers are noted, to be compared; null: they are not
  clock?: LoadClock // of the machine that makes the load; left out: it is this one
  share?: Share // of the load that it makes; left out: all of it
  targets: LoadTarget[] // the first is Artillery's; users go to them in turn; requests to elsewhere are not recorded
  strays?: LoadTarget[] // but those to these, where none should go
  pidHeader: string // lower case
  client: ClientChoice
  warmUpSeconds: number // from the first phase on, in which nothing is counted yet
  loadSeconds: number | null // in which users go through the flow again and again; null: once
  // go through it until their turns are over, and hold still in between; left out: as loadSeconds says
  inTurns?: boolean
  lacks?: Lack[] // that the warm-up found
  isMix: boolean // whether users take all scenarios of the script, by their weights
  /**
   * users go on after a lost request, and those who come in the phase of this name ask once; left out: as Artillery
   * does it
   */
  askOncePhase?: string
  // of users who come independently of each other, instead of those of the phase; left out: as its phases say
  arrivalsPerSecond?: number
}

/** Of machines that make a load together: how many they are, and the place of one, from 0. */
export type Share = { of: number; place: number }

/** Why the lean client can't run a scenario, which showed when it did. scenario: null without a name */
export type Lack = { scenario: string | null; because: string }

export type LoadTarget = Pick<Target, 'hostname' | 'port' | 'url'>

/** What Artillery says when its last user has finished. */
export interface LoadOutcome {
  errors: Record<string, number> // by Artillery's own names
  responses: NonNullable<Run['responses']>
  users: number // that came
  skippedUsers: number // for maxVusers
  shortestSessionMs: number | null // of a user who got through
  beganMs: number // when the first phase began, by machine/clock.ts
  lastArrivalMs: number // when the last phase was over, by it
  endedMs: number // when the last user had finished, by it
  hosts?: LoadHostUse[] // left out: this machine made the load
}

/** How loads take turns. mostSeconds: that a slice waits for what is under way */
export type Turns = { slices: Slice[]; mostSeconds: number }

/** A part of a round: one of its loads is made, while the others rest. */
export interface Slice {
  load: number // its place in the round
  seconds: number // that count, or warm up
  counts: boolean
}

/**
 * A slice as it was. Times are by machine/clock.ts. What began from fromMs to toMs counts, however late it ended; from
 * restMs on, nothing was under way.
 */
export type SeenSlice = Pick<Slice, 'load' | 'counts'> & Record<'openMs' | 'fromMs' | 'toMs' | 'restMs', number>

/**
 * Of a load in each of its slices; one that takes no turns has a single one. opens: its users come, or go on; counts:
 * its warm-up is over; counted: its time is, and its users still finish what is under way; rests: all of it has ended.
 */
export type LoadStep = 'opens' | 'counts' | 'counted' | 'rests'

/** cpuMs: CPU time of all threads of the child since it began. */
export type StepEvent = { event: 'step'; step: LoadStep; load: number; cpuMs: number }

/** What came of the loads of a round, in their order. slices: none of a load that takes no turns */
export type MadeRound = { outcomes: LoadOutcome[]; slices: SeenSlice[] }

/**
 * What a child sends over IPC. waiting: it can make one load after the other; alone: it can't; stopped: the load was
 * cut short. prepared, made, gate: where another process conducts its turns. load: its place in the round
 */
export type GeneratorEvent =
  | StepEvent
  | ({ event: 'round' } & MadeRound)
  | { event: 'prepared'; load: number }
  | { event: 'made'; load: number; outcome: LoadOutcome }
  | { event: 'gate'; load: number; news: GateNews | null }
  | { event: 'waiting' | 'alone' | 'stopped' }

/**
 * Commands for a child that makes one round after the other: prepare a load, begin all that were prepared, cut it
 * short; end, as no other will come. phases: instead of the script's; null: the script's. turns: null: it is a single
 * load. make, gate: of turns that another process conducts; news: that is then told, once it is so; null: none
 */
export type LoadCommand =
  | { command: 'load'; order: RunOrder; phases: object[] | null }
  | { command: 'go'; turns: Turns | null }
  | { command: 'make'; load: number }
  | { command: 'gate'; load: number; gate: GateCommand; news: GateNews | null }
  | { command: 'stop' | 'end' }

/** What the main thread tells a gate. mark: what begins from now on does not count. */
export type GateCommand = 'open' | 'mark' | 'hold' | 'end'
/** What the main thread tells a load thread. order: of the next load; null: the load has ended. */
export type ThreadCommand = { gate?: GateCommand; order?: RunOrder | null }
/**
 * at work: every user who was held has an answer; answered: all that began before the mark has ended; resting: nothing
 * is under way.
 */
export type GateNews = 'at work' | 'answered' | 'resting'

const messageKey = 'artillery-plugin-speedup'

export const asMessage = (content: object): object => ({ [messageKey]: content })

/** @returns undefined: it is not ours */
export const contentOf = <Content>(message: any): Content | undefined => message?.[messageKey]

/** Sends it to the process that started this one. sent: called when that is done, or can't be. */
export function send(content: object, sent = () => {}) {
  if (process.connected) process.send?.(asMessage(content), undefined, undefined, () => sent())
  else sent()
}

/** Before what a child of ours says as it ends, because it could not keep what it measured. */
const lost = 'artillery-plugin-speedup can no longer write '

/** @throws in a load thread, which ends the load, and in any line of the child's log */
export function orLost<T>(file: string, write: () => T) {
  try {
    return write()
  } catch (error) {
    throw Object.assign(new Error(), { message: '', stack: `${lost}${file} (${(error as Error).message})` })
  }
}

const thatWas = 'That was on '

/** @returns what a child said last that another machine had started */
export const saidOn = (host: string, log: string) => `${log}\n${thatWas}${host}.\n`

/**
 * @returns file, reason and other machine, of what a child could not write; null: nothing of that kind is in its log
 */
export function lostOf(log: string) {
  const [, what, host] = new RegExp(`${lost}(.+\\))(?:[^]*${thatWas}(.+)\\.)?`).exec(log) ?? []
  return what === undefined ? null : what + (host ? ` on ${host}` : '')
}

const variable = 'ARTILLERY_SPEEDUP_RUN'
const seriesVariable = 'ARTILLERY_SPEEDUP_SERIES'

export const orderAsEnvironment = (order: RunOrder): Record<string, string> => ({ [variable]: JSON.stringify(order) })

/** Of a child that makes one load after the other. */
export const seriesEnvironment = { [seriesVariable]: 'yes' }

export const isSeries = (env: NodeJS.ProcessEnv) => env[seriesVariable] !== undefined

/** @returns null: this is not a child of ours */
export const readOrder = (env: NodeJS.ProcessEnv): RunOrder | null => JSON.parse(env[variable] ?? 'null')

/**
 * The order of a metered load, which our environment does not reach. It travels by --overrides, which every platform of
 * Artillery passes on.
 */
export type MetricsOrder = Pick<RunOrder, 'targets' | 'pidHeader' | 'client' | 'loadSeconds' | 'isMix'>

/** In the plugin's section of the script; no option of the user's. */
const key = '_metrics'

/** @returns plugins, to be merged with the script's */
export function metricsOrderAsPlugins({ targets, pidHeader, client, loadSeconds, isMix }: MetricsOrder) {
  const shown = targets.map(({ hostname, port, url }) => ({ hostname, port, url }))
  return { speedup: { [key]: { targets: shown, pidHeader, client, loadSeconds, isMix } } }
}

/** @returns null: the script, as Artillery gives it to a plugin, has no such order */
export const readMetricsOrder = (script: any): MetricsOrder | null => script?.config?.plugins?.speedup?.[key] ?? null
