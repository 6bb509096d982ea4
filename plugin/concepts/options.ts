import type { Added } from '../questions/concepts.ts'
import type { Metric, Percentile } from './metrics.ts'
import type { Mode, ModeOptions, Scalar } from './modes.ts'
import type { ClientChoice, GeneratorCommand } from './generators.ts'
import type { LatencyTo } from './requests.ts'

/** Such as '10s', '200ms' or '5m'. */
export type Duration = string
/** Such as '1%'. */
export type Percentage = string
/** Such as '300/s'. */
export type Rate = string

/** The minimum speedup of each metric. `null` takes back what a wider level set. */
export type Speedups = Partial<Record<Metric, number | null>>

/**
 * The minimum speedups of a request by its name, or of any by '*'. A number: it may not be shown to be slower than
 * that, at p95, or at the median where it has few responses
 */
export type RequestSpeedups = Record<string, number | Partial<Record<Percentile, number | null>> | null>

/** The longest times of a request, and its largest share of failures, by its name, or of any by '*'. */
export type RequestLimits<Time = Duration, Share = Percentage> = Record<
  string,
  (Partial<Record<Percentile, Time | null>> & { errorRate?: Share | null }) | null
>

/** The minimum speedups of candidates, of all requests together and of single ones. */
interface SpeedupsOption extends Speedups {
  requests?: RequestSpeedups
}

/** What a candidate must reach, in the units in which it is judged. */
export interface Thresholds extends SpeedupsOption, Added<'thresholds'> {
  fairness?: number | null
}

/** What a variant must keep, the baseline included. `null` takes back what a wider level set. */
interface LimitsOption extends Partial<Record<Percentile, Duration | null>>, Added<'limits'> {
  /** minimum responses per second */
  throughput?: Rate | null
  /** largest share of failed requests */
  errorRate?: Percentage | null
  /** of candidates: minimum, from 0 to 1 */
  fairness?: number | null
  requests?: RequestLimits
}

export interface Options extends Added<'options'> {
  /**
   * the file that starts the app, or how to start it; not needed if all variants are commands, URLs, or apps of an
   * ecosystem file
   */
  app?: string | AppOptions
  /** number of users, who all arrive within a second and repeat the flow; replaces `config.phases` */
  users?: number
  /** how long `users` go on in each run, such as '8s'; as long as is best when left out */
  duration?: Duration
  /** at which users arrive, for the time of `duration`, such as '50/s'; replaces `config.phases` */
  rate?: Rate
  /** by name, at least two; `single` and `clustered` when left out */
  variants?: Record<string, VariantOptions>
  /** the variant that the others are compared with; the first when left out */
  baseline?: string
  /** a number: that many, from 3 to 30; { min: 3, max: 10 } when left out */
  rounds?: number | RoundsOptions
  /** how long the comparison may take; instead of `rounds` */
  time?: Duration
  /** time at the start of each run that does not count; 1.5 s, at most a third of the load, when left out */
  warmUp?: Duration
  /**
   * how variants alternate within a round; left out: in turns (`slices`), where loads can pause, else one by one
   * (`runs`)
   */
  alternate?: 'runs' | 'slices'
  /** confidence level of the intervals; 0.95 when left out */
  confidence?: 0.9 | 0.95 | 0.99
  /** for all candidates */
  thresholds?: SpeedupsOption
  /** for all variants, such as { p95: '200ms' } */
  limits?: LimitsOption
  /** directory for reports, relative to the working directory; `reports` when left out */
  report?: string
  /** whether inconclusive results fail; `fail` when left out */
  onInconclusive?: 'fail' | 'pass'
  /** compare the weighted mix of all scenarios as one: each pass of a user draws one; false when left out */
  mix?: boolean
  /** whether all variants must give the same answers; true when left out */
  compareAnswers?: boolean
  /** where the time of a response ends; left out: at the last byte, where bodies take more than a tenth of it */
  latencyTo?: LatencyTo
  /** an earlier comparison.json, or its folder, or one of several */
  compareWith?: string
  /** what generates the load */
  generator?: GeneratorOptions
  /** Artillery's own: the prefix of the plugin's package name, before `speedup` */
  scope?: string
  /** Artillery's own: omit the plugin's metrics from Artillery's summary */
  suppressOutput?: boolean
}

/** How to start the app. */
interface AppOptions extends Added<'appOptions'> {
  /** the file that starts it */
  script?: string
  /** for the app */
  args?: Scalar[]
  /** on top of the environment of this process */
  env?: Record<string, Scalar>
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
  /** the response header that names the worker; `x-worker-pid` when left out */
  pidHeader?: string
}

/** One way to run the app. */
export interface VariantOptions extends ModeOptions {
  /**
   * when left out: the variant's name, if it is a mode; else what the key `command`, `url`, `ecosystem`, `instances`,
   * `cpus` or `memory` implies; else `cluster` with `workers` or `scheduling`, and `single` without
   */
  mode?: Mode
  /** for this candidate alone */
  thresholds?: SpeedupsOption
  /** for this variant alone */
  limits?: LimitsOption
}

/** Each from 3 to 30. */
interface RoundsOptions {
  /** before the first look; 3 when left out */
  min?: number
  /** 10 when left out, or min */
  max?: number
}

interface GeneratorOptions {
  /** the command of Artillery that generates the load of each run; a child `artillery run` here when left out */
  command?: GeneratorCommand
  args?: Scalar[]
  /** another machine that makes the load, by its name for ssh, or several that share it; this one when left out */
  ssh?: string | string[]
  /** what sends the requests; `auto`, the lean client where it can run the scenario, when left out */
  client?: ClientChoice
}
