import { startOwned, type OwnedProcess } from '../processes/owned-process.ts'
import type { Guard } from '../processes/guard.ts'
import { SpeedupError } from '../concepts/errors.ts'
import { commands } from '../concepts/generators.ts'
import type { Generator } from '../concepts/settings.ts'

const environment = {
  // One comparison is one use of Artillery, not twenty.
  ARTILLERY_DISABLE_TELEMETRY: 'true',
  // The bundle of a TypeScript processor is the outer process's, which removes it at the end.
  ARTILLERY_TS_KEEP_BUNDLE: 'true',
  // How the outer process was coloured is no matter of a log file.
  FORCE_COLOR: '0'
}

/**
 * Each request leaves some kilobytes behind. In the 1 MB in which V8 begins, that is collected so often that much of it is taken
 * for lasting; in 16 MB, the generator takes a sixth less CPU at 300 requests/s, and a fifth less at 9,000.
 */
export const nodeFlags = ['--min-semi-space-size=16']

/**
 * @param what.artillery the script that is the `artillery` command
 * @param what.argv its arguments
 * @param what.env what it is told beyond the environment of this process
 */
export function startGenerator({ artillery, argv, env, logFile }: { artillery: string, argv: string[], env?: Record<string, string>, logFile: string }, guard: Guard): OwnedProcess {
  return startOwned(
    {
      argv: [...process.execArgv, ...nodeFlags, artillery, ...argv],
      env: { ...process.env, ...environment, ...env },
      cwd: process.cwd(),
      logFile
    },
    guard
  )
}

/**
 * The flags of the outer `artillery run` that a child keeps. Those left out are set by us, or belong to the
 * whole comparison and not to one run: output, quiet, target, scenario-name, overrides, record, key, name, note, tags.
 */
const kept = {
  everywhere: { texts: ['config', 'environment', 'dotenv', 'variables'], switches: ['insecure'] },
  /** What Artillery's distributed platforms don't know, or don't pass on to where the load is made. */
  here: { texts: ['payload', 'count', 'platform'], switches: ['solo'] }
}

export interface GeneratorOrder {
  scriptFile: string
  flags: Record<string, any> // of the outer `artillery run`, as parsed
  targetUrl: string
  only: string | null // pattern for --scenario-name
  overrides: Record<string, unknown> | null // on top of the user's own
  metered?: Metering | null // absent or null: a child `artillery run`, whose requests are recorded
}

/** how a load is made that is known by the metrics in the output file alone */
export type Metering = { generator: Generator, outputFile: string }

/** A child whose requests are recorded. */
const ownGenerator: Generator = { command: 'run', args: [] }

/**
 * @returns the command line of a child, from its command on
 * @throws SpeedupError INVALID_SETTINGS
 */
export function generatorArguments({ scriptFile, flags, targetUrl, only, overrides, metered = null }: GeneratorOrder): string[] {
  const { command, args } = metered?.generator ?? ownGenerator
  const isHere = commands[command].place === null
  if (!isHere) checkFlags(flags, command)
  // Lambda and ACI don't pass --insecure on; overrides go everywhere.
  const unverified = metered !== null && flags.insecure ? { config: { tls: { rejectUnauthorized: false } } } : null
  const written = flags.overrides === undefined ? null : JSON.parse(flags.overrides)
  const merged = mergeOverrides([written, unverified, overrides])
  return [
    command,
    scriptFile,
    ...keptFlags(flags, isHere),
    // A flag that is given twice has its last value: ours.
    ...args,
    '--quiet',
    '--target',
    targetUrl,
    ...(metered === null ? [] : ['--output', metered.outputFile]),
    ...(only === null ? [] : ['--scenario-name', only]),
    ...(merged === null ? [] : ['--overrides', JSON.stringify(merged)])
  ]
}

function checkFlags(flags: Record<string, any>, command: string) {
  for (const [flag, advice] of [['payload', 'Name the file in config.payload.path.'], ['solo', 'Ask for one user by config.phases, with an arrivalCount of 1.']]) {
    if (!flags[flag]) continue
    throw new SpeedupError('INVALID_SETTINGS', `--${flag} was given, but plugins.speedup.generator.command is ${command}, which does not pass it on. ${advice}`)
  }
}

function keptFlags(flags: Record<string, any>, isHere: boolean) {
  const groups = isHere ? [kept.everywhere, kept.here] : [kept.everywhere]
  const texts = groups.flatMap((group) => group.texts).filter((name) => flags[name] !== undefined)
  const switches = groups.flatMap((group) => group.switches).filter((name) => flags[name])
  const inputs = ((flags.input ?? []) as string[]).flatMap((file) => ['--input', file])
  return [...texts.flatMap((name) => [`--${name}`, String(flags[name])]), ...switches.map((name) => `--${name}`), ...inputs]
}

/**
 * Merges as Artillery merges `--overrides` into a script: maps key by key, all else is replaced.
 *
 * @param overrides the last ones on top
 * @returns null: there are none
 */
export function mergeOverrides(overrides: readonly (Record<string, unknown> | null)[]): Record<string, unknown> | null {
  const given = overrides.filter((one) => one !== null)
  return given.length === 0 ? null : given.reduce(merge)
}

function merge(base: any, added: any): any {
  if (!isMap(base) || !isMap(added)) return added
  const merged = { ...base }
  for (const [key, value] of Object.entries(added)) merged[key] = merge(base[key], value)
  return merged
}

function isMap(value: unknown) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
