/**
 * @param flow of a scenario, or a part of it
 * @returns its steps that are loops, nested ones and those inside other steps too
 */
export function loopsIn(flow: unknown): Record<string, unknown>[] {
  if (typeof flow !== 'object' || flow === null) return []
  const own = 'loop' in flow ? [flow as Record<string, unknown>] : []
  return [...own, ...Object.values(flow).flatMap(loopsIn)]
}
