import { SpeedupError } from '../errors.ts'
import { mergeOverrides } from './merge-overrides.ts'
import type { Generator } from '../vocabulary.ts'

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

/**
 * @returns the command line of a child, from its command on
 * @throws SpeedupError INVALID_SETTINGS
 */
export function generatorArguments({ scriptFile, flags, targetUrl, only, overrides, metered = null }: GeneratorOrder): string[] {
  const { command, args } = metered?.generator ?? { command: 'run', args: [] }
  if (command !== 'run') checkFlags(flags, command)
  // Lambda and ACI don't pass --insecure on; overrides go everywhere.
  const unverified = metered !== null && flags.insecure ? { config: { tls: { rejectUnauthorized: false } } } : null
  const written = flags.overrides === undefined ? null : JSON.parse(flags.overrides)
  const merged = mergeOverrides([written, unverified, overrides])
  return [
    command,
    scriptFile,
    ...keptFlags(flags, command === 'run'),
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
