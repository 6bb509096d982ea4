import type { CpuProfile, CpuProfileNode } from './raw.ts'

/**
 * One profile of several: the same stacks are merged, and the samples of one process follow those of the one before.
 *
 * @param profiles at least one, as they were cut
 */
export function merge(profiles: CpuProfile[]): CpuProfile {
  const [{ startTime }] = profiles
  const tree = new Tree()
  const [samples, timeDeltas]: number[][] = [[], []]
  let beganUs = startTime // this process
  let lastUs = startTime // the last sample
  for (const profile of profiles) {
    const idOf = tree.add(profile.nodes)
    let atUs = beganUs
    for (const [i, id] of profile.samples.entries()) {
      atUs += profile.timeDeltas[i]
      samples.push(idOf.get(id) ?? NaN)
      timeDeltas.push(atUs - lastUs)
      lastUs = atUs
    }
    beganUs += profile.endTime - profile.startTime
  }
  return { nodes: tree.nodes, startTime, endTime: beganUs, samples, timeDeltas }
}

/** Nodes of the stacks of several profiles. */
class Tree {
  readonly nodes: CpuProfileNode[] = []
  #known = new Map<string, CpuProfileNode>() // by the parent's id and the function

  /** @returns ids in this tree, by those of the nodes, whose first is the root */
  add(nodes: CpuProfileNode[]): Map<number, number> {
    const byId = new Map(nodes.map((node) => [node.id, node]))
    const ids = new Map<number, number>()
    const waiting: [node: CpuProfileNode, parent: CpuProfileNode | null][] = [[nodes[0], null]]
    for (const [node, parent] of waiting) {
      const own = this.#find(node, parent)
      ids.set(node.id, own.id)
      own.hitCount = (own.hitCount ?? 0) + (node.hitCount ?? 0)
      addTicks(own, node)
      for (const child of node.children ?? []) waiting.push([byId.get(child) as CpuProfileNode, own])
    }
    return ids
  }

  #find({ callFrame }: CpuProfileNode, parent: CpuProfileNode | null): CpuProfileNode {
    // A script has another id in each process.
    const { functionName, url, lineNumber, columnNumber } = callFrame
    const key = JSON.stringify([parent?.id, functionName, url, lineNumber, columnNumber])
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const node: CpuProfileNode = { id: this.nodes.length + 1, callFrame }
    this.nodes.push(node)
    this.#known.set(key, node)
    if (parent !== null) (parent.children ??= []).push(node.id)
    return node
  }
}

function addTicks(node: CpuProfileNode, { positionTicks = [] }: CpuProfileNode) {
  for (const { line, ticks } of positionTicks) {
    const own = (node.positionTicks ??= [])
    const known = own.find((each) => each.line === line)
    if (known === undefined) own.push({ line, ticks })
    else known.ticks += ticks
  }
}
