/** @returns kind -> sum */
export function addCounts(byKind: readonly Record<string, number>[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [kind, count] of byKind.flatMap(Object.entries)) sums[kind] = (sums[kind] ?? 0) + count
  return sums
}
