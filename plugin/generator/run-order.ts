import type { ClientChoice } from '../concepts/generators.ts'
import type { ClientUse } from '../concepts/run.ts'
import type { Target } from '../concepts/settings.ts'

/** What a child `artillery run` is told by the outer process, in its environment. */
export interface RunOrder {
  artillery: string // the script that is the `artillery` command
  samplesFile: string // absolute path; exists, with its header line
  telemetryFile: string // absolute path; the load threads append to it what they say of themselves
  answersFile: string | null // absolute path; where it is given, answers are noted there, to be compared
  originMs: number // milliseconds since 1970 that `start_ms` counts from
  targets: LoadTarget[] // the first one is Artillery's; users are sent to them in turn; requests to elsewhere are not recorded
  pidHeader: string // lower case
  client: ClientChoice
}

export type LoadTarget = Pick<Target, 'hostname' | 'port' | 'url'>

/** What Artillery says when its last user has finished. */
export interface LoadOutcome {
  errors: Record<string, number> // what it counted as such, by its own names
  users: number // that came
  skippedUsers: number // that it left out, for maxVusers
  shortestSessionMs: number | null // of a user who got through
  beganMs: number // when the first phase began, milliseconds since 1970
  lastArrivalMs: number // when the last phase was over, milliseconds since 1970
}

/** What a child tells back, over IPC. cpuMs: CPU time of all its threads, since it began. */
export type GeneratorEvent = { event: 'loading', cpuMs: number } | { event: 'finished', cpuMs: number } & LoadOutcome

/**
 * What a load thread says of each scenario of the script, also of those that it does not run: a line of the telemetry file.
 * scenario: its name; null: it has none
 */
export type ClientReport = { source: 'client', scenario: string | null } & ClientUse

const variable = 'ARTILLERY_SPEEDUP_RUN'

/** First line of a samples file. */
export const samplesHeader = 'start_ms,latency_ms,status,worker_pid,first_on_connection\n'

/** @returns for the child's environment */
export function orderAsEnvironment(order: RunOrder): Record<string, string> {
  return { [variable]: JSON.stringify(order) }
}

/** @returns null: this is not a child of ours */
export function readOrder(env: NodeJS.ProcessEnv): RunOrder | null {
  const written = env[variable]
  return written === undefined ? null : JSON.parse(written)
}
