import { SpeedupError } from '../errors.js'
import { mergeOverrides } from './merge-overrides.js'
/** @import { Generator } from '../vocabulary.js' */

/**
 * The flags of the outer `artillery run` that a child keeps. Those left out are set by us, or belong to the
 * whole comparison and not to one run: output, quiet, target, scenario-name, overrides, record, key, name, note, tags.
 */
const kept = {
  everywhere: { texts: ['config', 'environment', 'dotenv', 'variables'], switches: ['insecure'] },
  /** What Artillery's distributed platforms don't know, or don't pass on to where the load is made. */
  here: { texts: ['payload', 'count', 'platform'], switches: ['solo'] }
}

/**
 * @typedef {object} GeneratorOrder
 * @property {string} scriptFile
 * @property {Record<string, any>} flags of the outer `artillery run`, as parsed
 * @property {string} targetUrl
 * @property {string | null} only pattern for --scenario-name
 * @property {Record<string, unknown> | null} overrides on top of the user's own
 * @property {Metering | null} [metered] absent or null: a child `artillery run`, whose requests are recorded
 *
 * @typedef {{ generator: Generator, outputFile: string }} Metering how a load is made that is known by the metrics in the
 *   output file alone
 */

/**
 * @param {GeneratorOrder} order
 * @returns {string[]} the command line of a child, from its command on
 * @throws {SpeedupError} INVALID_SETTINGS
 */
export function generatorArguments({ scriptFile, flags, targetUrl, only, overrides, metered = null }) {
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

/**
 * @param {Record<string, any>} flags
 * @param {string} command
 */
function checkFlags(flags, command) {
  for (const [flag, advice] of [['payload', 'Name the file in config.payload.path.'], ['solo', 'Ask for one user by config.phases, with an arrivalCount of 1.']]) {
    if (!flags[flag]) continue
    throw new SpeedupError('INVALID_SETTINGS', `--${flag} was given, but plugins.speedup.generator.command is ${command}, which does not pass it on. ${advice}`)
  }
}

/**
 * @param {Record<string, any>} flags
 * @param {boolean} isHere
 */
function keptFlags(flags, isHere) {
  const groups = isHere ? [kept.everywhere, kept.here] : [kept.everywhere]
  const texts = groups.flatMap((group) => group.texts).filter((name) => flags[name] !== undefined)
  const switches = groups.flatMap((group) => group.switches).filter((name) => flags[name])
  const inputs = /** @type {string[]} */ (flags.input ?? []).flatMap((file) => ['--input', file])
  return [...texts.flatMap((name) => [`--${name}`, String(flags[name])]), ...switches.map((name) => `--${name}`), ...inputs]
}
