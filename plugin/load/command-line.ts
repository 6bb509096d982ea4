import { SpeedupError } from '../concepts/errors.ts'
import { checkOverrides, commands } from '../concepts/generators.ts'
import type { Metered } from '../measure/read-metrics.ts'

/**
 * Flags of the outer `artillery run` that a child keeps. All others are set by us, or belong to the whole comparison,
 * not to one run.
 */
const keptEverywhere = ['config', 'environment', 'dotenv', 'variables', 'insecure']
/** Artillery's distributed platforms don't know these, or don't pass them on to where the load is made. */
const keptHere = [...keptEverywhere, 'payload', 'count', 'platform', 'solo']

/** The way out where a flag that a user needs is lost. */
const advice: Record<string, string> = {
  payload: 'Name the file in config.payload.path.',
  solo: 'Set one user in config.phases, with an arrivalCount of 1.'
}

export interface GeneratorOrder {
  scriptFile: string
  flags: Record<string, any> // of the outer `artillery run`, as parsed
  targetUrl: string
  only: string | null // pattern for --scenario-name
  overrides: Record<string, unknown> | null // on top of the user's own
  metered: Metered | null // known by its metrics alone; null: our `artillery run`, recorded
}

/** The command line of a child, from its command on. Throws INVALID_SETTINGS where a flag would be lost. */
export function generatorArguments({
  scriptFile,
  flags,
  targetUrl,
  only,
  overrides,
  metered
}: GeneratorOrder): string[] {
  const { command, args } = metered?.generator ?? { command: 'run', args: [] }
  const isHere = commands[command].place === null
  const [lost] = isHere ? [] : Object.keys(advice).filter((flag) => flags[flag])
  if (lost !== undefined) {
    const problem = `--${lost} was given, but plugins.speedup.generator.command is ${command}, which does not pass it on.`
    throw new SpeedupError('INVALID_SETTINGS', `${problem} ${advice[lost]}`)
  }
  const kept = (isHere ? keptHere : keptEverywhere).filter((name) => flags[name] !== undefined && flags[name] !== false)
  // Lambda and ACI don't pass --insecure on; overrides go everywhere.
  const unverified = metered !== null && flags.insecure ? { config: { tls: { rejectUnauthorized: false } } } : null
  const merged = [flags.overrides === undefined ? null : JSON.parse(flags.overrides), unverified, overrides].filter(
    (each) => each !== null
  )
  const script = merged.length === 0 ? null : JSON.stringify(merged.reduce(mergeOverrides))
  if (script !== null) checkOverrides(script, 'what each run needs')
  return [
    command,
    scriptFile,
    ...kept.flatMap((name) => (flags[name] === true ? [`--${name}`] : [`--${name}`, String(flags[name])])),
    ...(flags.input ?? []).flatMap((file: string) => ['--input', file]),
    // Of a flag that is given twice, the last value counts: ours.
    ...args,
    '--quiet',
    '--target',
    targetUrl,
    ...(metered === null ? [] : ['--output', metered.outputFile]),
    ...(only === null ? [] : ['--scenario-name', only]),
    ...(script === null ? [] : ['--overrides', script])
  ]
}

/** Merges as Artillery merges `--overrides` into a script: maps key by key, all else is replaced. */
export function mergeOverrides(base: any, added: any): any {
  if (!isMap(base) || !isMap(added)) return added
  return {
    ...base,
    ...Object.fromEntries(Object.entries(added).map(([key, value]) => [key, mergeOverrides(base[key], value)]))
  }
}

const isMap = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
