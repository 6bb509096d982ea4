/**
 * @param {readonly Record<string, number>[]} byKind
 * @returns {Record<string, number>} kind -> sum
 */
export function addCounts(byKind) {
  /** @type {Record<string, number>} */
  const sums = {}
  for (const [kind, count] of byKind.flatMap(Object.entries)) sums[kind] = (sums[kind] ?? 0) + count
  return sums
}
