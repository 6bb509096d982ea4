import { startOwned, type OwnedProcess } from '../processes/owned-process.ts'
import { SpeedupError } from '../concepts/errors.ts'
import { commands } from '../concepts/generators.ts'
import type { Generator } from '../concepts/settings.ts'
import type { Generation } from './generators.ts'

const environment = {
  // One comparison is one use of Artillery, not twenty.
  ARTILLERY_DISABLE_TELEMETRY: 'true',
  // The bundle of a TypeScript processor is the outer process's, which removes it at the end.
  ARTILLERY_TS_KEEP_BUNDLE: 'true',
  // A log file has no colours, even if the outer process was asked for some.
  FORCE_COLOR: '0'
}

/**
 * Each request leaves some kilobytes behind. In the 1 MB in which V8 begins, that is collected so often that much of it is taken
 * for lasting; in 16 MB, the generator takes a sixth less CPU at 300 requests/s, and a fifth less at 9,000.
 */
export const nodeFlags = ['--min-semi-space-size=16']

interface Child {
  argv: string[] // from Artillery's command on
  env?: Record<string, string> // beyond the environment of this process
  end?: (generator: OwnedProcess) => unknown // when it is given up; it is killed when left out
}

/**
 * Starts a child of Artillery, follows it to its end, and leaves nothing of it behind.
 *
 * @param signal ends it, and its reason is thrown
 */
export async function withGenerator<T>(
  { order, logFile, guard }: Generation,
  { argv, env, end = ({ kill }) => kill() }: Child,
  signal: AbortSignal,
  follow: (generator: OwnedProcess) => Promise<T>
): Promise<T> {
  const generator = startOwned(
    {
      argv: [...process.execArgv, ...nodeFlags, order.artillery, ...argv],
      env: { ...process.env, ...environment, ...env },
      cwd: process.cwd(),
      logFile
    },
    guard
  )
  const giveUp = () => void end(generator)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    const result = await follow(generator)
    signal.throwIfAborted()
    return result
  } finally {
    signal.removeEventListener('abort', giveUp)
    await generator.kill()
  }
}

/** @param said its last lines, or what else label says; may be empty */
export function generatorFailed(words: string, how: string, said: string, label: string = 'Its last lines'): SpeedupError {
  return new SpeedupError('GENERATOR_FAILED', `The load generator (${words}) ${how}.${said === '' ? '' : ` ${label}:\n${said}`}`)
}

/**
 * The flags of the outer `artillery run` that a child keeps. Those left out are set by us, or belong to the
 * whole comparison and not to one run: output, quiet, target, scenario-name, overrides, record, key, name, note, tags.
 */
const keptEverywhere = ['config', 'environment', 'dotenv', 'variables', 'insecure']
/** Artillery's distributed platforms don't know the others, or don't pass them on to where the load is made. */
const keptHere = [...keptEverywhere, 'payload', 'count', 'platform', 'solo']

/** What to do instead of flags that are lost elsewhere, and that a user can't do without. */
const instead = {
  payload: 'Name the file in config.payload.path.',
  solo: 'Ask for one user by config.phases, with an arrivalCount of 1.'
}

export interface GeneratorOrder {
  scriptFile: string
  flags: Record<string, any> // of the outer `artillery run`, as parsed
  targetUrl: string
  only: string | null // pattern for --scenario-name
  overrides: Record<string, unknown> | null // on top of the user's own
  metered?: Metering | null // absent or null: a child `artillery run`, whose requests are recorded
}

/** How a load is made that is known by the metrics in the output file alone. */
export type Metering = { generator: Generator, outputFile: string }

/**
 * @returns the command line of a child, from its command on
 * @throws SpeedupError INVALID_SETTINGS
 */
export function generatorArguments({ scriptFile, flags, targetUrl, only, overrides, metered = null }: GeneratorOrder): string[] {
  const { command, args }: Generator = metered?.generator ?? { command: 'run', args: [] }
  const isHere = commands[command].place === null
  if (!isHere) checkFlags(flags, command)
  // Lambda and ACI don't pass --insecure on; overrides go everywhere.
  const unverified = metered !== null && flags.insecure ? { config: { tls: { rejectUnauthorized: false } } } : null
  const written = flags.overrides === undefined ? null : JSON.parse(flags.overrides)
  const merged = mergeOverrides([written, unverified, overrides])
  return [
    command,
    scriptFile,
    ...keptFlags(flags, isHere ? keptHere : keptEverywhere),
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
  for (const [flag, advice] of Object.entries(instead)) {
    if (!flags[flag]) continue
    const problem = `--${flag} was given, but plugins.speedup.generator.command is ${command}, which does not pass it on.`
    throw new SpeedupError('INVALID_SETTINGS', `${problem} ${advice}`)
  }
}

function keptFlags(flags: Record<string, any>, kept: string[]) {
  const given = kept.filter((name) => flags[name] !== undefined && flags[name] !== false)
  const inputs = ((flags.input ?? []) as string[]).flatMap((file) => ['--input', file])
  return [...given.flatMap((name) => (flags[name] === true ? [`--${name}`] : [`--${name}`, String(flags[name])])), ...inputs]
}

/**
 * Merges as Artillery merges `--overrides` into a script: maps key by key, all else is replaced.
 *
 * @param overrides the last ones on top
 * @returns null: there are none
 */
export function mergeOverrides(overrides: readonly (Record<string, unknown> | null)[]): Record<string, unknown> | null {
  return overrides.reduce((base, added) => (base === null || added === null ? (added ?? base) : merge(base, added)), null)
}

function merge(base: any, added: any): any {
  if (!isMap(base) || !isMap(added)) return added
  return { ...base, ...Object.fromEntries(Object.entries(added).map(([key, value]) => [key, merge(base[key], value)])) }
}

function isMap(value: unknown) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
