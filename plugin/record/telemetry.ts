import { appendFileSync, readFileSync } from 'node:fs'
import type { ClientUse, Lateness, LoopDelay } from '../concepts/run.ts'
import type { UsageReport } from '../messages/app.ts'
import type { Lack } from '../messages/load.ts'

/**
 * A line of the telemetry file, from each load thread for each scenario, even one that it does not run; scenario: null
 * without a name.
 */
export type ClientReport = {
  source: 'client'
  scenario: string | null
  requests?: Record<number, string> // of the script: their names; empty, or left out: unknown
} & ClientUse

/** A line of the telemetry file, from a load thread whose lean client can't go on. */
type LackReport = { source: 'lack' } & Lack

/** A line of the telemetry file, from a load thread in which a hook or a plugin has said how Artillery is to exit. */
type ExitReport = { source: 'exit'; code: number }

/** A line of the telemetry file, from each load thread several times a second. */
export interface ThreadReport {
  source: 'load-thread'
  thread: number
  atMs: number // by machine/clock.ts
  activeMs: number // of the event loop, since it began
  idleMs: number // of the event loop, since it began
  loopDelayMs: LoopDelay | null // since the thread started
  lateMs?: Lateness | null // of all users so far; null: none came; left out: nothing is due
  sessions?: [cameMs: number, ms: number][] // of users who left since the line before; cameMs: by machine/clock.ts
  forConnectionMs?: number // that its users waited in all for one of the connections that they share
  open?: { count: number; last: string } // responses that have begun, but not ended; last: the request of one
  elsewhere?: Record<string, number> // requests so far that went to no target, by host
  // so far; gets: that answered GET; requests: of the script
  redirects?: { to: string; count: number; followed: number; gets: number; requests: number[] }[]
}

export type ThreadLine = ThreadReport | ClientReport | LackReport | ExitReport
/** The telemetry of one run: the load threads' own lines, then those of the app's processes. */
type TelemetryLine = ({ source: 'worker' } & UsageReport) | ThreadLine

export const appendWorkers = (file: string, reports: readonly UsageReport[]) =>
  appendFileSync(
    file,
    reports
      .map(
        (report) => `${JSON.stringify({ source: 'worker', ...report, steps: undefined })}
`
      )
      .join('')
  )

/** @returns without lines that were cut off while they were written */
export const readTelemetry = (file: string): TelemetryLine[] =>
  parseLines(readFileSync(file, 'utf8')).filter((line) => line !== undefined)

/** @returns each whole line; undefined: it is not JSON */
export const parseLines = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      try {
        return JSON.parse(line)
      } catch {
        return undefined
      }
    })
