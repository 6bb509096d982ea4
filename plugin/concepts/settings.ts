import type { Metric } from './codes.ts'
import type { Mode } from './modes.ts'
import type { Thresholds } from './options.ts'
import type { ClientUse } from './run.ts'

/** How to start the app under test. */
export interface App {
  /** absolute path; null: no variant needs it */
  script: string | null
  args: string[]
  /** added to the environment of this process */
  env: Record<string, string>
  /** before the script */
  nodeArgs: string[]
  /** absolute path */
  cwd: string
  /** path that must answer below 500; null: an open port is enough */
  ready: string | null
  readyTimeoutSeconds: number
  /** between SIGTERM and SIGKILL */
  stopTimeoutSeconds: number
}

/** One way to run the app. */
export interface Variant {
  name: string
  mode: Mode
  /** processes that serve the app; null: as many as are seen, in modes pm2 (with an ecosystem file), command and url */
  workers: number | null
  /** how connections reach the workers */
  scheduling: 'round-robin' | 'none'
  /** on top of the app's */
  env: Record<string, string>
  /** after the app's */
  args: string[]
  /** in mode command: a line for the shell, or a program and its arguments */
  command: string | string[] | null
  /**
   * in mode pm2: absolute path, and the name of the app in it; app null: the only one; ecosystem null: the app's
   * script
   */
  ecosystem: { file: string, app: string | null } | null
  /** in mode url: where it runs, at least one; else empty */
  targets: Target[]
  /** the name as it was written, of variants that differ in their number of workers only */
  sweep: string | null
}

/** where the app listens: on this machine, but in mode url */
export interface Target {
  /** as Artillery gets it */
  url: string
  hostname: string
  port: number
  protocol: 'http:' | 'https:'
}

/** One scenario, or the mix of all, to be compared on its own. */
export interface ScenarioPlan {
  name: string
  /** the pattern for --scenario-name; null: nothing to choose from */
  only: string | null
  /** for each candidate */
  thresholds: Record<string, Thresholds>
  /** null: the load is as it was written */
  level: LoadLevel | null
}

/** One of several loads under which a scenario is compared. */
interface LoadLevel {
  /** the name of the scenario */
  of: string
  /** by which the phases' arrivals are multiplied */
  factor: number
  /** so multiplied, as Artillery takes them */
  phases: Record<string, unknown>[]
}

/** Who makes the load. */
export interface Generator {
  /** of Artillery */
  command: 'run' | 'run-fargate' | 'run-lambda' | 'run-aci'
  /** for it */
  args: string[]
}

/** everything the user asked for, complete */
export interface Settings {
  app: App
  /** in the order written */
  variants: Variant[]
  /** a variant's name */
  baseline: string
  rounds: { min: number, max: number }
  confidence: 0.9 | 0.95 | 0.99
  scenarios: ScenarioPlan[]
  target: Target
  /** lower case */
  pidHeader: string
  /** absolute path */
  reportDirectory: string
  onInconclusive: 'fail' | 'pass'
  /** the variants are expected to answer alike */
  sameAnswers: boolean
  compareWith: EarlierResult | null
  /**
   * null: a child `artillery run` here, whose requests we record ourselves; else what is known of a run comes from
   * the metrics that Artillery writes with --output
   */
  generator: Generator | null
  /** auto: the lean one, in scenarios that it can run */
  client: 'auto' | 'artillery'
  /** certificates are not checked */
  insecure: boolean
  /** absolute path of the Artillery script */
  scriptFile: string
}

export interface EarlierResult {
  /** absolute path of its comparison.json */
  file: string
  /** ISO 8601, UTC */
  finishedAt: string
  commit: string | null
  /** version */
  plugin: string
  /** model */
  cpu: string
  /** that could be used */
  cores: number
  /** the machine of today */
  here: { cpu: string, cores: number }
  /** those that carried a verdict, of what is compared today; workers: of the candidate */
  estimates: ({ scenario: string, candidate: string, workers: number, client: ClientUse['name'], metric: Metric }
   & EarlierSpeedup)[]
}

export type EarlierSpeedup = { speedup: number, interval: [number, number] }
