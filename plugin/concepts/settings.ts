import { isDeepStrictEqual } from 'node:util'
import { counted } from './wording.ts'
import type { ClientChoice, ClientName, GeneratorCommand } from './generators.ts'
import type { DescribedLoad, Phase, UserLoop } from './load-description.ts'
import {
  unversioned,
  type QuestionApp,
  type QuestionPlan,
  type QuestionSettings,
  type QuestionVariant
} from '../questions/concepts.ts'
import type { Mode } from './modes.ts'
import type { LimitMetric, Metric } from './metrics.ts'
import type { RequestLimits, Thresholds } from './options.ts'
import type { LatencyTo } from './requests.ts'
import type { Interval, Positive, Ratio, RoundsAllowed, Time, Workers } from './figures.ts'

/** An Artillery script, or any part of it: nothing of it is checked. */
export type Script = Record<string, any>

/** An Artillery script, as Artillery resolved it: includes, environments, overrides and templates applied. */
export interface ScriptSource {
  script: Script
  scriptFile: string // absolute path
  runFile?: string // absolute path of what Artillery runs; left out: scriptFile
  configFile: string // absolute path; the script's own when no --config was given
  scenarioName?: string // the value of --scenario-name
  workingDirectory: string // absolute path
  env?: Record<string, string | undefined> // environment variables by which a comparison of hours is agreed to
  isTyped?: boolean // its options stand on a command line, not in a file
  isLost?: boolean // the file is kept nowhere
}

/** How to start the app under test. */
export interface App extends QuestionApp {
  script: string | null // absolute path; null: no variant needs it
  args: string[]
  env: Record<string, string> // added to the environment of this process
  nodeArgs: string[] // before the script
  cwd: string // absolute path
  ready: string | null // path that must answer below 500; null: an open port is enough
  readyTimeoutSeconds: number
  stopTimeoutSeconds: number // between SIGTERM and SIGKILL
}

/** One way to run the app. */
export interface Variant extends QuestionVariant {
  name: string
  mode: Mode
  /** null: as many as are seen to answer. */
  workers: Workers | null
  /** Among which the workers are divided; null: not in mode ports. */
  instances: Workers | null
  /** Of each instance. */
  resources: Resources
  /** How connections reach the workers. */
  scheduling: 'round-robin' | 'none'
  env: Record<string, string> // on top of the app's
  args: string[] // after the app's
  command: string | string[] | null // in mode command: a line for the shell, or a program and its arguments
  reload: string | null // in mode command: the line for the shell that brings in new workers
  ecosystem: { file: string; app: string | null } | null // in mode pm2: absolute path; app: null: the only one in it
  targets: Target[] // in mode url: where it runs, at least one; else empty
  nodeArgs: string[] // after the app's, before the script
  node: string | null // such as 22, or 22.21.0; null: the Node that runs this
  place: Place | null // where it was prepared; null: as the app says, or it was not yet
  listed: ListedNumber | null // null: it is not one of those that a list of numbers makes
  writtenAs: string | null // the name as it was written, of those that a list makes; null: its own
  countOf: string | null // the same, of those that differ in their number of workers only
}

/** What an instance may use. */
export interface Resources {
  /** CPU quota in cores; null: none. */
  cpus: Positive | null
  /** null: no limit. @integer @minimum 1 */
  memoryBytes: number | null
}

export const isLimited = ({ cpus, memoryBytes }: Resources) => cpus !== null || memoryBytes !== null

/** Instances, and what each may use. */
export interface Shape extends Resources {
  instances: Workers
  /** Of each instance; null: as many as it sees CPUs. */
  workers: Workers | null
}

/** @returns null: it has no instances, or each is a process without limits */
export function shapeOf({ workers, instances, resources }: Counted) {
  if (instances == null || resources === undefined) return null
  if (!isLimited(resources) && workers === instances) return null
  return { instances, workers: workers && workers / instances, ...resources }
}

/** What of a variant says how many processes there are; without instances: one of another mode. */
export type Counted = Pick<Variant, 'workers'> & Partial<Pick<Variant, 'instances' | 'resources'>>

/** @returns whether they are run in the same way, whatever they are called and however they were written */
export const isSameVariant = (a: Variant, b: Variant) => isDeepStrictEqual(asRun(a), asRun(b))

/** @returns whether it runs the files and the Node that are here */
export const isAsNow = (variant: Variant) => isDeepStrictEqual({ ...variant, ...unversioned, node: null }, variant)

/** Two versions of Node may be the same. */
const asRun = (variant: Variant) => ({
  ...variant,
  name: '',
  listed: null,
  writtenAs: null,
  countOf: null,
  ...(variant.place !== null && { node: null })
})

/** list: the variant as it was written; key: the environment variable, or cpus */
export interface ListedNumber {
  list: string
  key: string
  /** @signed */
  number: number
}

/** A version of the app, ready to be started. */
export interface Place {
  script: string | null // absolute path
  cwd: string // absolute path
  node: { file: string; version: string } // absolute path; such as 22.21.0
}

/** Where the app listens: on this machine, except in mode url. */
export interface Target {
  url: string // as Artillery gets it
  hostname: string
  port: number
  protocol: 'http:' | 'https:'
}

/** One scenario, or the mix of all, to be compared on its own. */
export interface ScenarioPlan extends QuestionPlan {
  name: string
  only: string | null // the pattern for --scenario-name; null: nothing to choose from
  thresholds: Record<string, Thresholds> // for each candidate
  limits: Record<string, Limits> // for each variant
  phases: Phase[] | null // instead of config.phases; null: those
  loop: UserLoop | null // null: each user goes through the flow once
  cycle: number | null // requests after which a user's begin anew; 1: one step sends all; null: unknown, or a mix
  /** one of several loads under which it is compared; null: the load is as it was written */
  level: {
    of: string // the name of the scenario
    // by which the phases' arrivals are multiplied; or the part that it is of what was found of the baseline
    factor: number
    isLeast: boolean // of its loads; a larger one may be more than the app can do
  } | null
}

/** @returns whether more is demanded of a load than a share of errors, which any load may keep */
export const isDemanding = ({ thresholds, limits }: ScenarioPlan) =>
  [...Object.values(thresholds), ...Object.values(limits)].some((demands) =>
    Object.entries(demands).some(([key, value]) => key !== 'errorRate' && value !== null)
  )

/** In ms, responses per second, users per second or users, and as a share from 0 to 1; null or left out: none. */
export type Limits = Partial<Record<LimitMetric, number | null>> & { requests?: RequestLimits<number, number> }

/** The command of Artillery that makes the load. */
export interface Generator {
  command: GeneratorCommand
  args: string[]
}

/** Machines behind ssh that make the load, each a share of it. */
export interface LoadHost {
  hosts: string[] // as ssh knows them
  files: string[] // absolute paths: the script, and what it loads
  packages: string[] // names of those that it loads
  variables: Record<string, string> // of the environment, that the script names
  key: string // of what each keeps, once it does; until then empty
}

/** Everything that the user asked for, complete. */
export interface Settings extends QuestionSettings {
  app: App
  variants: Variant[] // in the order written
  /** A variant's name. */
  baseline: string
  /** Where time limits them, max is the most there can be. */
  rounds: RoundsAllowed
  time: { seconds: number; isGiven: boolean } | null // that the comparison may take; null: rounds say when it ends
  timeOption: string // by which it is given, in messages
  isEditable: boolean // accept can write a threshold into its file
  lengthIsFree: boolean // runs can be as long as is best: there are users, and nothing says how long they go on
  expected: Expected
  warmUpSeconds: number | null // of each run, that do not count; null: the usual
  alternate: 'runs' | 'slices' // slices: the variants of a round are started together, and loaded in turns
  pausesInMs: string[] // of the flows, fractions without a unit, which Artillery takes for milliseconds
  load: DescribedLoad // for readers: without what it sends
  confidence: 0.9 | 0.95 | 0.99
  scenarios: ScenarioPlan[]
  target: Target
  pidHeader: string // lower case
  reportDirectory: string // absolute path
  /** Whether inconclusive results fail or pass. */
  onInconclusive: 'fail' | 'pass'
  latencyTo: LatencyTo | null // null: as the bodies that are seen before ask for
  compareAnswers: boolean // the variants are expected to answer alike
  compareWith: EarlierResult | null
  generator: Generator | null // null: a child `artillery run` whose requests we record; else we have only its metrics
  loadHost: LoadHost | null // null: this machine
  generatorPerRun: boolean // the script has a section before or after, which is run once in each Artillery's life
  client: ClientChoice // auto: the lean one, in scenarios that it can run
  insecure: boolean // certificates are not checked
  scriptFile: string // absolute path of the Artillery script, or the one by which a comparison made in code is known
  runFile: string // absolute path of what Artillery runs: the script, or a temporary file
}

/** What is known of its length before it begins. round: of one scenario; null: as long as is best, see time */
export interface Expected {
  seconds: [least: number, most: number]
  roundSeconds: number | null
  isOfPhases: boolean // of the script, which decide it
}

/** @returns as it was written: under several loads it has several plans */
export const nameAsWritten = ({ name, level }: Pick<ScenarioPlan, 'name' | 'level'>) => level?.of ?? name

/** @returns such as "2 variants x 4 loads" */
export function sizeWords({ scenarios, variants }: Pick<Settings, 'scenarios' | 'variants'>) {
  const names = new Set(scenarios.map(nameAsWritten)).size
  const sizes = Object.entries({ variant: variants.length, load: scenarios.length / names, scenario: names })
  return sizes.flatMap(([name, count], i) => (i > 0 && count === 1 ? [] : counted(count, name))).join(' x ')
}

export interface EarlierResult {
  /** Path of its comparison.json. */
  file: string
  /**
   * Number of results in the folder that was named, of which this is the newest: speedups are compared with their
   * levels since they last changed. 1: with this one.
   * @integer @minimum 1
   */
  results: number
  finishedAt: Time
  commit: string | null
  /** Version. */
  plugin: string
  /** Model. */
  cpu: string
  /** Cores that could be used. */
  cores: Positive
  alternate: Settings['alternate']
  load: DescribedLoad
  leanClient: string // version
  here: Pick<EarlierResult, 'cpu' | 'cores' | 'leanClient' | 'alternate' | 'load'> // today
  estimates: EarlierEstimate[] // those that carried a verdict, of what is compared today
}

export type EarlierEstimate = {
  scenario: string
  candidate: string
  workers: number // of the candidate
  client: ClientName
  metric: Metric
  latencyTo?: LatencyTo
} & EarlierSpeedup

export type EarlierSpeedup = { speedup: Ratio; interval: Interval }
