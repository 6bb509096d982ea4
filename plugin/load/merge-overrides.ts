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
