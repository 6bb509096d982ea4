import type { LossThresholds } from './losses.ts'
import type { Metric, Percentile } from './metrics.ts'
import type { Mode } from './modes.ts'
import type { ClientChoice, GeneratorCommand } from './generators.ts'

/** A number of seconds, or a text such as '10s', '200ms' or '5m'. */
export type Duration = number | string

/** What a candidate must reach: the least speedup of a metric, and limits. `null` takes back what a wider level set. */
export interface Thresholds extends Partial<Record<Metric, number | null>>, LossThresholds {
  /** least, from 0 to 1 */
  fairness?: number | null
  /** most, from 0 to 1 */
  errorRate?: number | null
}

/** A time may have a unit. */
type WrittenThresholds = Omit<Thresholds, 'recovery'> & { recovery?: Duration | null }

/** What a variant must keep, the baseline included. `null` takes back what a wider level set. */
export interface LimitsOption extends Partial<Record<Percentile, string | null>> {
  /** least responses per second */
  throughput?: number | null
  /** largest share of failed requests, from 0 to 1 */
  errorRate?: number | null
}

export interface Options {
  /** the file that starts the app, or how to start it; not needed where all variants are commands, URLs, or apps of an ecosystem file */
  app?: string | AppOptions
  /** users who come within a second and go through the flow again and again, instead of `config.phases` */
  users?: number
  /** how long `users` go on in each run: seconds, or a text such as '8s'; as long as is best when left out */
  seconds?: Duration
  /** by name, at least two; `single` and `clustered` when left out */
  variants?: Record<string, VariantOptions>
  /** the variant that the others are compared with; the first when left out */
  baseline?: string
  /** a number: that many, from 3 to 30; { min: 3, max: 10 } when left out */
  rounds?: number | RoundsOptions
  /** how long the comparison may take; instead of `rounds` */
  time?: Duration
  /** at the start of each run, what is loaded but not counted; 1.5 s, at most a third of the load, when left out */
  warmUp?: Duration
  /** of the intervals; 0.95 when left out */
  confidence?: 0.9 | 0.95 | 0.99
  /** what happens to the app in each run: then it is told what is lost, and not how fast it is */
  disturb?: DisturbOptions[]
  /** for all candidates */
  thresholds?: WrittenThresholds
  /** for all variants: percentiles as times with a unit, such as '200ms' */
  limits?: LimitsOption
  /** the response header that names the worker; `x-worker-pid` when left out */
  pidHeader?: string
  /** directory for what is kept, from the working directory; `reports` when left out */
  report?: string
  /** what comes of a verdict that could not be reached; `fail` when left out */
  onInconclusive?: 'fail' | 'pass'
  /** compare the weighted mix of all scenarios as one; false when left out */
  mix?: boolean
  /** the variants are expected to answer alike; true when left out */
  sameAnswers?: boolean
  /** an earlier comparison.json, or its folder */
  compareWith?: string
  /** factors by which users, or the phases' arrivals, are multiplied: the scenarios are compared under each; thresholds are for 1 */
  load?: number[]
  /** who makes the load; a child `artillery run` here when left out */
  generator?: GeneratorOptions
  /** what sends the requests; `auto`, the lean client in scenarios that it can run, when left out */
  client?: ClientChoice
  /** Artillery's own: what comes before `speedup` in the plugin's name */
  scope?: string
  /** Artillery's own: print no metrics of the plugin in Artillery's summary */
  suppressOutput?: boolean
}

/** How to start the app. */
interface AppOptions {
  /** the file that starts it */
  script?: string
  /** for the app */
  args?: (string | number | boolean)[]
  /** on top of the environment of this process */
  env?: EnvironmentOptions
  /** for Node, before the script */
  nodeArgs?: string[]
  /** where Artillery runs when left out */
  cwd?: string
  /** path that must answer below 500; an open port is enough when left out */
  ready?: string
  /** 10 s when left out */
  readyTimeout?: Duration
  /** between SIGTERM and SIGKILL; 2 s when left out */
  stopTimeout?: Duration
}

/** One way to run the app. */
export interface VariantOptions {
  /** the variant's name when left out, where it is one */
  mode?: Mode
  /** `auto` (or `max`), the cores that may be used, when left out; a list makes a variant of each. In modes command and url: as seen when left out */
  workers?: number | 'auto' | 'max' | number[]
  /** a variant of each of 1, 2, 4 ... workers, up to twice the cores that may be used */
  sweep?: 'auto'
  /** in mode cluster, how connections reach the workers; `round-robin` when left out */
  scheduling?: 'round-robin' | 'none'
  /** on top of the app's */
  env?: EnvironmentOptions
  /** after the app's */
  args?: (string | number | boolean)[]
  /** in mode command: a line for the shell, or a program and its arguments */
  command?: string | (string | number | boolean)[]
  /** in mode command, with disturb: a line for the shell that brings in new workers; PID is the command's process */
  reload?: string
  /** in mode pm2: an ecosystem file, and the name of the app in it, which may be left out where it has only one */
  ecosystem?: string | { file: string, app?: string }
  /** in mode url: where the app runs already */
  url?: string | string[]
  /** for this candidate alone */
  thresholds?: WrittenThresholds
  /** for this variant alone */
  limits?: LimitsOption
}

/** One of the first four, and when. */
export interface DisturbOptions {
  kill?: 'worker' | 'all'
  terminate?: 'worker' | 'all'
  freeze?: 'worker' | 'all'
  reload?: true
  /** for how long it is frozen */
  seconds?: Duration
  /** after the load began */
  at: Duration
}

/** Each from 3 to 30. */
interface RoundsOptions {
  /** before the first look; 3 when left out */
  min?: number
  /** 10 when left out, or min */
  max?: number
}

/** A command of Artillery. */
interface GeneratorOptions {
  command: GeneratorCommand
  args?: (string | number | boolean)[]
}

type EnvironmentOptions = Record<string, string | number | boolean>
