import { addTo, parentsOf, type CpuProfile, type CpuProfileNode, type RawProfile, type WrittenProfile } from './raw.ts'

/**
 * The load that counts alone: without the start of the app, its warm-up, and the stacks that were seen only there. V8
 * notes some samples late; here time never goes back.
 */
export function cut({ fromUs, toUs, profile: { nodes, startTime, ...whole }, ...rest }: WrittenProfile): RawProfile {
  const [samples, timeDeltas]: number[][] = [[], []]
  const hits = new Map<number, number>()
  const isHit = hitsAmong(nodes, whole.samples)
  let atUs = startTime
  let lastUs = fromUs
  for (const [i, id] of whole.samples.entries()) {
    atUs += whole.timeDeltas[i]
    if (!isHit(id) || atUs < fromUs || atUs > toUs) continue
    samples.push(id)
    const us = Math.max(lastUs, atUs)
    timeDeltas.push(us - lastUs)
    lastUs = us
    addTo(hits, id, 1)
  }
  return { ...rest, profile: { nodes: hitNodes(nodes, hits), startTime: fromUs, endTime: toUs, samples, timeDeltas } }
}

/**
 * Beside its clock's, V8 adds a sample where it gives up optimized code, which some handlers have it do at each
 * request, and counts no hit. They would look like time of that function.
 *
 * @returns tells of each sample in turn whether to keep it: of each node as many as it has hits, evenly
 */
function hitsAmong(nodes: CpuProfile['nodes'], samples: number[]): (id: number) => boolean {
  const all = new Map<number, number>()
  const seen = new Map<number, number>()
  for (const id of samples) addTo(all, id, 1)
  const hits = new Map(nodes.map(({ id, hitCount = 0 }) => [id, hitCount]))
  return (id) => {
    const hitsUntil = (nth: number) => Math.floor((nth * (hits.get(id) ?? NaN)) / (all.get(id) ?? NaN))
    const nth = addTo(seen, id, 1)
    return hitsUntil(nth) > hitsUntil(nth - 1)
  }
}

/** @returns those that were hit, and what called them */
function hitNodes(nodes: CpuProfile['nodes'], hits: Map<number, number>): CpuProfileNode[] {
  const parents = parentsOf(nodes)
  const kept = new Set([nodes[0].id])
  for (const hit of hits.keys()) {
    for (let id: number | undefined = hit; id !== undefined && !kept.has(id); id = parents.get(id)) kept.add(id)
  }
  return nodes
    .filter(({ id }) => kept.has(id))
    .map(({ children = [], positionTicks = [], ...node }) => {
      const hitCount = hits.get(node.id) ?? 0
      const left = children.filter((id) => kept.has(id))
      // Of lines it is known how often they were hit in all.
      const scale = hitCount / (node.hitCount || 1)
      const ticks = positionTicks
        .map(({ line, ticks: all }) => ({ line, ticks: Math.round(all * scale) }))
        .filter((each) => each.ticks > 0)
      return {
        ...node,
        hitCount,
        ...(left.length > 0 && { children: left }),
        ...(ticks.length > 0 && { positionTicks: ticks })
      }
    })
}
