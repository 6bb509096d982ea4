import { blockedStretches } from './blocked.ts'
import { callsBelow, callTree, type Call, type Sampled } from './call-tree.ts'
import type { CodeOwner, Profile, ProfiledFunction, ProfileNode } from '../concepts/profile.ts'
import type { RawProfile } from './raw.ts'

const leastSeen = 0.005 // of the busy time: what takes less is too narrow for an icicle chart
const leastOwn = 0.002 // of the busy time: functions with less of their own are kept for the tree only
const listed = 10 // functions that are kept in any case
const deepest = 60 // functions in a stack of the tree
const half = 0.5 // of a function's ticks: a line with less is not where it was

/** A function over all stacks. calls: one of each stack; callers: the app's functions that its own time came by */
interface Total {
  calls: Call[]
  selfMs: number
  totalMs: number
  callers: Map<Call, number>
}

/**
 * What V8's profiles of a variant's processes say. A function's time is what passed while it ran, also where it waited
 * for a core. Reads scripts that the profiles name, and their source maps, and nothing else.
 *
 * @param known root: the app's folder, which paths are shown from
 */
export function summarise(
  raws: readonly RawProfile[],
  known: Pick<Profile, 'variant' | 'file' | 'missing' | 'seconds'> & { root: string }
): Profile {
  const { root, ...told } = known
  const sampled = callTree(raws, root)
  const busyMs = sampled.root.totalMs
  const owners: Record<CodeOwner, number> = { app: 0, dependency: 0, node: 0, native: 0, 'garbage collection': 0 }
  for (const { frame, selfMs } of callsBelow(sampled.root)) if (frame !== null) owners[frame.owner] += selfMs
  const idleMs = sampled.processes
    .flatMap(({ samples }) => samples)
    .reduce((sum, { call, ms }) => sum + (call === null ? ms : 0), 0)
  const kept = totalsOf(sampled).filter(
    ({ selfMs, calls }, i) =>
      i < listed || selfMs >= leastOwn * busyMs || calls.some(({ totalMs }) => totalMs >= leastSeen * busyMs)
  )
  const indexes = new Map(kept.map(({ calls: [{ key }] }, i) => [key, i]))
  return {
    ...told,
    processes: raws.length,
    responses: raws.reduce((sum, { responses }) => sum + responses, 0),
    ...{ busyMs: rounded(busyMs), idleMs: rounded(idleMs) },
    owners: { ...owners, ...Object.fromEntries(Object.entries(owners).map(([owner, ms]) => [owner, rounded(ms)])) },
    functions: kept.map((total) => functionOf(total, sampled)),
    tree: nodeOf(sampled.root, { indexes, leastMs: leastSeen * busyMs, depth: 0 }),
    blocked: blockedStretches(sampled.processes)
  }
}

const rounded = (ms: number) => Math.round(100 * ms) / 100

/** @returns most time of its own first */
function totalsOf({ root, processes, totals: withCalled }: Sampled): Total[] {
  const byKey = Map.groupBy(callsBelow(root), ({ key }) => key)
  const totals = [...byKey].map(([key, calls]): Total => {
    const callers = new Map<Call, number>()
    for (const call of calls) count(callers, appCaller(call.parent), call.selfMs)
    return {
      calls,
      selfMs: calls.reduce((sum, { selfMs }) => sum + selfMs, 0),
      totalMs: withCalled.get(key) ?? 0,
      callers
    }
  })
  const collector = totals.find(({ calls }) => calls[0].frame?.owner === 'garbage collection')
  // V8 says of no garbage who left it: most of it is of what ran just before.
  for (const { samples } of collector === undefined ? [] : processes) {
    samples.forEach(({ call, ms }, i) => {
      if (call?.frame?.owner === 'garbage collection')
        count(
          collector!.callers,
          appCaller(
            samples
              .slice(Math.max(0, i - 20), i)
              .findLast((before) => before.call?.frame?.owner !== 'garbage collection')?.call ?? null
          ),
          ms
        )
    })
  }
  return totals.sort((a, b) => b.selfMs - a.selfMs)
}

function count(callers: Map<Call, number>, caller: Call | null, ms: number) {
  if (caller !== null) callers.set(caller, (callers.get(caller) ?? 0) + ms)
}

/** @returns the nearest function of the app, from this call up */
function appCaller(call: Call | null): Call | null {
  if (call === null || call.frame === null) return null
  return call.frame.isOwn ? call : appCaller(call.parent)
}

function functionOf(
  { calls: [{ key, frame }], selfMs, totalMs, callers }: Total,
  { lines }: Sampled
): ProfiledFunction {
  const { name, place, owner, isOwn } = frame!
  const byLine = [...(lines.get(key) ?? [])].sort(([, a], [, b]) => b - a)
  const [heaviest, ticks] = byLine[0] ?? [0, 0]
  const isMost = heaviest > 0 && ticks >= half * byLine.reduce((sum, [, each]) => sum + each, 0)
  const line = isMost && !place!.endsWith(`:${heaviest}`) ? heaviest : null
  const byFunction = new Map<string, { caller: Call; ms: number }>()
  for (const [caller, ms] of callers)
    byFunction.set(caller.key, { caller, ms: ms + (byFunction.get(caller.key)?.ms ?? 0) })
  const [most] = [...byFunction.values()].sort((a, b) => b.ms - a.ms)
  const calledBy =
    isOwn || most === undefined ? null : { name: most.caller.frame!.name, place: most.caller.frame!.place! }
  return { name, place, owner, selfMs: rounded(selfMs), totalMs: rounded(totalMs), line, calledBy }
}

function nodeOf(
  { key, totalMs, children }: Call,
  within: { indexes: Map<string, number>; leastMs: number; depth: number }
): ProfileNode {
  const below =
    within.depth >= deepest
      ? []
      : [...children.values()].filter((child) => child.totalMs > 0 && child.totalMs >= within.leastMs)
  return {
    function: within.indexes.get(key) ?? -1,
    totalMs: rounded(totalMs),
    children: below
      .sort((a, b) => b.totalMs - a.totalMs)
      .map((child) => nodeOf(child, { ...within, depth: within.depth + 1 }))
  }
}
