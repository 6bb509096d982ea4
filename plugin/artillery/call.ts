// A test suite that starts `artillery run` for a comparison talks to the plugin in it: by options in the environment,
// and events over IPC.
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { refuse, type CallErrorCode, type ErrorCode } from '../concepts/errors.ts'
import { contentOf, send } from '../messages/load.ts'
import { shortestSeconds } from '../concepts/run.ts'
import { callBeside, isSearch, ownLoad, type QuestionCall } from '../questions/concepts.ts'
import { arrivalSeconds } from '../settings/phases.ts'
import type { Comparison } from '../concepts/comparison.ts'
import type { Options } from '../concepts/options.ts'
import type { Settings, Script } from '../concepts/settings.ts'

/** A comparison without a scenario file: Artillery runs a file of the caller's, in a folder that is ours to remove. */
export interface CodeSource {
  file: string // absolute path by which the comparison is known; nothing is there
  options?: string[] // names of all that was given; left out: of no interest beside the command
  command?: string // which compares the same again; left out: it is code
  isLost?: boolean // nothing will be there, and nothing is kept of it
}

/**
 * options: each takes the place of the file's; columns: of the caller's terminal; left out: its lines don't move;
 * isTyped: it is as `artillery run` would be, but for events that tell its end
 */
type Call = { options: Options; code?: CodeSource; columns?: number; isTyped?: boolean }

/** what will be run, as far as is known before */
export interface CallPlan extends QuestionCall {
  scenarios: number
  variants: number
  rounds: { min: number; max: number }
  loadSeconds: number // of a run, at least; of a search, of a load
  readyTimeoutSeconds: number
  stopTimeoutSeconds: number
}

export interface CallProgress {
  scenario: number // the number of the one that runs, from 1
  // of this scenario: if the first possible look decides, without profiles, and if only the last one does, with them
  secondsLeft: [number, number]
}

/** A run that has ended. */
interface CallRun {
  scenario: string
  variant: string
  round: number // from 1; 0: of a search, before its rounds
  level: number | null // of a search: users per second, or users; null: the load is as the script says
  requests: number // answered or failed
  failures: number // of these
}

export interface Concluded {
  comparison: Comparison
  folder: string // absolute path of what is kept
  page: string | null // absolute path; null: it could not be written
}

export type CallEvent =
  | { event: 'planned'; plan: CallPlan }
  | { event: 'line'; line: string }
  | { event: 'moving'; line: string } // drawn in the place of the last one; empty: nothing
  | { event: 'run'; run: CallRun; progress: CallProgress }
  | ({ event: 'concluded' } & Concluded)
  | { event: 'refused'; code: ErrorCode | CallErrorCode; message: string }

const variable = 'ARTILLERY_SPEEDUP_CALL'

/**
 * Artillery refuses flags that it does not know. Where it has one of these values, the plan is told, and nothing is
 * started.
 */
const dryRunVariable = 'ARTILLERY_SPEEDUP_DRY_RUN'
const dryRuns: Record<string, string> = { true: `${dryRunVariable} is true`, flag: '--dry-run was given' }
export const dryRunByFlag = { [dryRunVariable]: 'flag' }

/** @returns what asked for it, in words; undefined: nothing did */
export const dryRunAsked = (env: NodeJS.ProcessEnv): string | undefined => dryRuns[env[dryRunVariable] ?? '']

export const callAsEnvironment = (call: Call) => ({ [variable]: JSON.stringify(call) })

export const asCallEvent = contentOf<CallEvent>

/** @returns the test suite that wants this comparison; null: there is none, `artillery run` was typed */
export function findCaller() {
  const call = process.env[variable]
  // The processes that we start have no caller.
  delete process.env[variable]
  if (call === undefined) return null
  // After its caller, who reads our output, was killed, a comparison ends as after a signal: it keeps what it has
  // measured.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const end = () => process.kill(process.pid, 'SIGTERM')
  if (process.connected) process.once('disconnect', end)
  else end()
  const own: Call = JSON.parse(call)
  return {
    ...own,
    /** Resolves when it has been sent, or can't be. */
    tell: (event: CallEvent) => new Promise<void>((resolve) => send(event, resolve)),
    /** Removes the file that Artillery ran, where it is ours: the caller may have been killed. */
    release: (scriptFile: string) => own.code && rmSync(dirname(scriptFile), { recursive: true, force: true })
  }
}

/**
 * The script, whose options may be empty (see kit/run-artillery.ts), with these. Throws INVALID_SETTINGS where none
 * names an app.
 */
export function withOptions(script: Script, options: Options, scriptFile: string): Script {
  const { plugins } = script.config
  // Variants can do without an app, where it runs already.
  if (Object.keys(plugins.speedup).length === 0 && options.app === undefined && options.variants === undefined)
    refuse(
      `${scriptFile} has nothing under config.plugins.speedup, so there is no app to compare. ` +
        'Add `plugins: { speedup: { app: ../server.js } }` to its config, or give compare the option app.'
    )
  const { time: _time, rounds: _rounds, ...rest } = plugins.speedup
  // Either says when it ends: one takes the place of the other.
  const own = options.time === undefined && options.rounds === undefined ? plugins.speedup : rest
  return { ...script, config: { ...script.config, plugins: { ...plugins, speedup: { ...own, ...options } } } }
}

export function planFor(settings: Settings, script: Script): CallPlan {
  const { scenarios, variants, rounds, app } = settings
  const { readyTimeoutSeconds, stopTimeoutSeconds } = app
  const loads = scenarios.map((plan) => {
    // The loads before the rounds are short, whatever the rounds' are.
    if (isSearch(plan)) return shortestSeconds
    const own = ownLoad(plan)
    return own === null ? arrivalSeconds(plan.phases ?? script.config.phases) : (own.seconds ?? shortestSeconds)
  })
  return {
    scenarios: scenarios.length,
    variants: variants.length,
    rounds,
    loadSeconds: Math.min(...loads),
    readyTimeoutSeconds,
    stopTimeoutSeconds,
    ...callBeside(settings)
  }
}
