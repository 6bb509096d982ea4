/**
 * The flags of the outer `artillery run` that a child keeps. Those left out are set by us, or belong to the
 * whole comparison and not to one run: output, quiet, target, scenario-name, overrides, record, key, name, note, tags.
 */
const keptTexts = ['config', 'environment', 'dotenv', 'variables', 'payload', 'count', 'platform']
const keptSwitches = ['insecure', 'solo']

/**
 * @typedef {object} GeneratorOrder
 * @property {string} scriptFile
 * @property {Record<string, any>} flags of the outer `artillery run`, as parsed
 * @property {string} targetUrl
 * @property {string | null} only pattern for --scenario-name
 * @property {Record<string, unknown> | null} overrides on top of the user's own
 */

/**
 * @param {GeneratorOrder} order
 * @returns {string[]} the command line of a child, from `run` on
 */
export function generatorArguments({ scriptFile, flags, targetUrl, only, overrides }) {
  const kept = keptTexts.flatMap((name) => (flags[name] === undefined ? [] : [`--${name}`, String(flags[name])]))
  const switches = keptSwitches.flatMap((name) => (flags[name] ? [`--${name}`] : []))
  const inputs = /** @type {string[]} */ (flags.input ?? []).flatMap((file) => ['--input', file])
  const merged = mergeOverrides(flags.overrides, overrides)
  return [
    'run',
    scriptFile,
    ...kept,
    ...switches,
    ...inputs,
    '--quiet',
    '--target',
    targetUrl,
    ...(only === null ? [] : ['--scenario-name', only]),
    ...(merged === null ? [] : ['--overrides', JSON.stringify(merged)])
  ]
}

/**
 * @param {string | undefined} written the user's own, JSON that Artillery has parsed before
 * @param {Record<string, any> | null} added
 * @returns {Record<string, any> | null}
 */
function mergeOverrides(written, added) {
  if (written === undefined) return added
  return added === null ? JSON.parse(written) : merge(JSON.parse(written), added)
}

/** @type {(base: any, added: any) => any} */
function merge(base, added) {
  if (!isMap(base) || !isMap(added)) return added
  const merged = { ...base }
  for (const [key, value] of Object.entries(added)) merged[key] = merge(base[key], value)
  return merged
}

/** @param {unknown} value */
function isMap(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
