/**
 * Merges as Artillery merges `--overrides` into a script: maps key by key, all else is replaced.
 *
 * @param {readonly (Record<string, unknown> | null)[]} overrides the last ones on top
 * @returns {Record<string, unknown> | null} null: there are none
 */
export function mergeOverrides(overrides) {
  const given = overrides.filter((one) => one !== null)
  return given.length === 0 ? null : given.reduce(merge)
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
