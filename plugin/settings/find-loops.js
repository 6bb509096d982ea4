/**
 * @param {unknown} flow of a scenario, or a part of it
 * @returns {Record<string, unknown>[]} its steps that are loops, nested ones and those inside other steps too
 */
export function loopsIn(flow) {
  if (typeof flow !== 'object' || flow === null) return []
  const own = 'loop' in flow ? [/** @type {Record<string, unknown>} */ (flow)] : []
  return [...own, ...Object.values(flow).flatMap(loopsIn)]
}
