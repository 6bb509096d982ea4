import { describer, type Frame } from './frames.ts'
import type { CpuProfile, CpuProfileNode, RawProfile } from '../concepts.ts'

/**
 * A stack, merged over all processes. A function that calls itself, directly or through others, is once in it: so no
 * time counts twice, and no recursion is too deep.
 */
export interface Call {
  key: string // the same for the same function
  frame: Frame | null // null: the root
  parent: Call | null
  children: Map<string, Call>
  selfMs: number
  totalMs: number // with all below it in this tree
}

/** A sample of one process. atUs: on the profile's clock; call: null: idle */
export interface Sample {
  atUs: number
  ms: number
  call: Call | null
}

/** @returns all calls below one */
export const callsBelow = (call: Call): Call[] =>
  [...call.children.values()].flatMap((child) => [child, ...callsBelow(child)])

/**
 * What each process did, sample by sample, and all of it as one tree. Of each function by its key: the ms with all that
 * it called, and V8's ticks in each line of its file; 0: in an unknown one
 */
export interface Sampled {
  root: Call
  processes: { raw: RawProfile; samples: Sample[] }[]
  totals: Map<string, number>
  lines: Map<string, Map<number, number>>
}

/** @param root the app's folder */
export function callTree(raws: readonly RawProfile[], root: string): Sampled {
  const describe = describer(root)
  const top: Call = { key: '', frame: null, parent: null, children: new Map(), selfMs: 0, totalMs: 0 }
  const [totals, lines]: [Sampled['totals'], Sampled['lines']] = [new Map(), new Map()]
  const processes = raws.map((raw) => {
    const calls = callsOf(raw, top, describe)
    const samples = samplesOf(raw, calls)
    countTotals(raw, calls, totals)
    countLines(raw, calls, lines)
    return { raw, samples }
  })
  return { root: top, processes, totals, lines }
}

/** By the ids of V8's nodes; null: nothing ran. */
type Calls = Map<number, Call | null>

/**
 * @returns of each node of V8's tree. What our own preload did, and had Node do, is left out; what the app did through
 * it is not.
 */
function callsOf({ profile: { nodes } }: RawProfile, top: Call, describe: ReturnType<typeof describer>) {
  const left = new Map(nodes.map((node) => [node.id, node]))
  const calls: Calls = new Map([[nodes[0].id, top]])
  const open = childrenOf(nodes[0], top, false)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const node = left.get(next.id)
    if (node === undefined || node === nodes[0]) continue
    left.delete(node.id)
    const { parent } = next
    const described = describe(node.callFrame, parent.frame)
    const isNodes = described === 'within' || (typeof described === 'object' && described.owner === 'node')
    const isOurs = described === 'left out' || (next.isOurs && isNodes && !isOfUsers(parent))
    const call = typeof described === 'object' && !isOurs ? enter(parent, described) : parent
    if (!isOurs) calls.set(node.id, described === 'idle' ? null : call)
    open.push(...childrenOf(node, call, isOurs))
  }
  return calls
}

const childrenOf = ({ children = [] }: { children?: number[] }, parent: Call, isOurs: boolean) =>
  children.map((id) => ({ id, parent, isOurs }))

/** @returns whether it was called by the app, or a package of it */
const isOfUsers = ({ frame, parent }: Call): boolean =>
  parent !== null && (frame?.owner === 'app' || frame?.owner === 'dependency' || isOfUsers(parent))

/**
 * Functions are the same where they have the same name and place; such without a file, where they also have the same
 * caller.
 */
function enter(parent: Call, frame: Frame): Call {
  const { name, place, owner } = frame
  const key = `${name}\n${place}\n${owner}${place === null ? `\n${parent.key}` : ''}`
  for (let call: Call | null = parent; call !== null; call = call.parent) {
    if (call.key === key) return call
  }
  const call = parent.children.get(key) ?? { key, frame, parent, children: new Map(), selfMs: 0, totalMs: 0 }
  parent.children.set(key, call)
  return call
}

/** Each sample stands for the time since the one before. */
function samplesOf({ profile: { samples, timeDeltas, startTime } }: RawProfile, calls: Calls) {
  let atUs = startTime
  return samples.flatMap((id, i) => {
    const ms = timeDeltas[i] / 1000
    atUs += timeDeltas[i]
    const call = calls.get(id)
    if (call === undefined) return []
    if (call !== null) call.selfMs += ms
    for (let above = call; above !== null; above = above.parent) above.totalMs += ms
    return { atUs, ms, call }
  })
}

/** A function that is in a stack twice has its time once. */
function countTotals({ profile: { nodes, samples, timeDeltas } }: RawProfile, calls: Calls, totals: Sampled['totals']) {
  const parents = parentsOf(nodes)
  const own = new Map<number, number>()
  samples.forEach((id, i) => addTo(own, id, timeDeltas[i] / 1000))
  for (const [leaf, ms] of own) {
    if (!calls.get(leaf)) continue
    const keys = new Set<string>()
    for (let id: number | undefined = leaf; id !== undefined; id = parents.get(id)) {
      const call = calls.get(id)
      if (call) keys.add(call.key)
    }
    for (const key of keys) addTo(totals, key, ms)
  }
}

/** V8 counts in which lines a function was, not when: also while nothing counted. */
function countLines({ profile }: RawProfile, calls: Calls, lines: Sampled['lines']) {
  for (const { id, positionTicks = [] } of profile.nodes) {
    const call = calls.get(id)
    if (call?.frame?.place == null) continue
    const own = lines.get(call.key) ?? new Map<number, number>()
    for (const { line, ticks } of positionTicks) addTo(own, call.frame.lineOf(line) ?? 0, ticks)
    lines.set(call.key, own)
  }
}

/** @returns the id of each node's parent, by its own id; the root has none */
export const parentsOf = (nodes: readonly CpuProfileNode[]) =>
  new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))

/** @returns the sum that now stands there */
export function addTo<Key>(sums: Map<Key, number>, key: Key, amount: number) {
  const sum = (sums.get(key) ?? 0) + amount
  sums.set(key, sum)
  return sum
}

/**
 * One profile of several: the same stacks are merged, and the samples of one process follow those of the one before.
 *
 * @param profiles at least one, as they were cut
 */
export function merge(profiles: CpuProfile[]): CpuProfile {
  const [{ startTime }] = profiles
  const { nodes, ids } = mergeNodes(profiles)
  const [samples, timeDeltas]: number[][] = [[], []]
  let beganUs = startTime // this process
  let lastUs = startTime // the last sample
  for (const [of, profile] of profiles.entries()) {
    let atUs = beganUs
    for (const [i, id] of profile.samples.entries()) {
      atUs += profile.timeDeltas[i]
      samples.push(ids[of].get(id) ?? NaN)
      timeDeltas.push(atUs - lastUs)
      lastUs = atUs
    }
    beganUs += profile.endTime - profile.startTime
  }
  return { nodes, startTime, endTime: beganUs, samples, timeDeltas }
}

/** @returns nodes of the stacks of all, and of each profile the ids among them, by those that it had */
function mergeNodes(profiles: CpuProfile[]) {
  const nodes: CpuProfileNode[] = []
  const known = new Map<string, CpuProfileNode>() // by the parent's id and the function
  const enter = ({ callFrame, hitCount = 0, positionTicks = [] }: CpuProfileNode, parent: CpuProfileNode | null) => {
    // A script has another id in each process.
    const key = JSON.stringify([parent?.id, { ...callFrame, scriptId: '' }])
    const node = known.get(key) ?? { id: nodes.length + 1, callFrame, hitCount: 0 }
    if (!known.has(key)) {
      nodes.push(node)
      known.set(key, node)
      if (parent !== null) (parent.children ??= []).push(node.id)
    }
    node.hitCount = (node.hitCount ?? 0) + hitCount
    for (const { line, ticks } of positionTicks) {
      const own = (node.positionTicks ??= [])
      const there = own.find((each) => each.line === line)
      if (there === undefined) own.push({ line, ticks })
      else there.ticks += ticks
    }
    return node
  }
  const ids = profiles.map((profile) => {
    const byId = new Map(profile.nodes.map((node) => [node.id, node]))
    const found = new Map<number, number>()
    const waiting: [node: CpuProfileNode, parent: CpuProfileNode | null][] = [[profile.nodes[0], null]]
    for (const [node, parent] of waiting) {
      const own = enter(node, parent)
      found.set(node.id, own.id)
      for (const child of node.children ?? []) waiting.push([byId.get(child) as CpuProfileNode, own])
    }
    return found
  })
  return { nodes, ids }
}
