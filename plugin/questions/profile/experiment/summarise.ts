import { rounded, sumBy } from '../../../statistics/descriptive.ts'
import { addTo, callsBelow, callTree, type Call, type Sample, type Sampled } from './call-tree.ts'
import { codeOwners, type CodeOwner, type Profile, type ProfileNode, type RawProfile } from '../concepts.ts'

const leastSeen = 0.005 // of the busy time: what takes less is too narrow for an icicle chart
const leastOwn = 0.002 // of the busy time: functions with less of their own are kept for the tree only
const listed = 10 // functions that are kept in any case
const deepest = 60 // functions in a stack of the tree
const half = 0.5 // of a function's ticks: a line with less is not where it was

/** A function over all stacks. calls: one of each stack; callers: the app's functions that its own time came by */
type Total = ReturnType<typeof totalsOf>[number]
type Caller = { caller: Call; ms: number }

/**
 * What V8's profiles of a variant's processes say. A function's time is what passed while it ran, also where it waited
 * for a core. Reads scripts that the profiles name, and their source maps, and nothing else.
 *
 * @param told root: the app's folder, which paths are shown from
 */
export function summarise(
  raws: readonly RawProfile[],
  { root, ...told }: Pick<Profile, 'variant' | 'file' | 'missing' | 'seconds'> & { root: string }
): Profile {
  const sampled = callTree(raws, root)
  const busyMs = sampled.root.totalMs
  const all = callsBelow(sampled.root)
  const msOf = (owner: CodeOwner) => sumBy(all, ({ frame, selfMs }) => (frame?.owner === owner ? selfMs : 0))
  const idle = sampled.processes.flatMap(({ samples }) => samples.filter(({ call }) => call === null))
  const kept = totalsOf(all, sampled).filter(
    ({ selfMs, calls }, i) =>
      i < listed || selfMs >= leastOwn * busyMs || calls.some(({ totalMs }) => totalMs >= leastSeen * busyMs)
  )
  const indexes = new Map(kept.map(({ calls: [{ key }] }, i) => [key, i]))
  const nodeOf = ({ key, totalMs, children }: Call, depth = 0): ProfileNode => ({
    function: indexes.get(key) ?? -1,
    totalMs: toHundredths(totalMs),
    children: [...children.values()]
      .filter((child) => depth < deepest && child.totalMs > 0 && child.totalMs >= leastSeen * busyMs)
      .sort((a, b) => b.totalMs - a.totalMs)
      .map((child) => nodeOf(child, depth + 1))
  })
  return {
    ...told,
    processes: raws.length,
    responses: sumBy(raws, ({ responses }) => responses),
    busyMs: toHundredths(busyMs),
    idleMs: toHundredths(sumBy(idle, ({ ms }) => ms)),
    owners: Object.fromEntries(codeOwners.map((owner) => [owner, toHundredths(msOf(owner))])) as Profile['owners'],
    functions: kept.map((total) => functionOf(total, sampled)),
    tree: nodeOf(sampled.root),
    blocked: blockedStretches(sampled.processes)
  }
}

const toHundredths = (ms: number) => rounded(ms, 2)

/** @returns most time of its own first */
const totalsOf = (all: Call[], { processes, totals }: Sampled) =>
  [...Map.groupBy(all, ({ key }) => key)]
    .map(([key, calls]) => ({
      calls,
      selfMs: sumBy(calls, ({ selfMs }) => selfMs),
      totalMs: totals.get(key) ?? 0,
      callers: isCollector(calls[0])
        ? processes.flatMap(({ samples }) => beforeCollections(samples))
        : calls.flatMap(({ parent, selfMs }) => callerOf(parent, selfMs))
    }))
    .sort((a, b) => b.selfMs - a.selfMs)

const isCollector = (call: Call | null) => call?.frame?.owner === 'garbage collection'

/** V8 says of no garbage who left it: most of it is of what ran just before. */
const beforeCollections = (samples: readonly Sample[]) =>
  samples.flatMap(({ call, ms }, i) => {
    if (!isCollector(call)) return []
    const before = samples.slice(Math.max(0, i - 20), i).findLast((sample) => !isCollector(sample.call))
    return callerOf(before?.call ?? null, ms)
  })

/** @returns the nearest function of the app, from this call up */
function callerOf(call: Call | null, ms: number): Caller[] {
  if (call === null || call.frame === null) return []
  return call.frame.isOwn ? [{ caller: call, ms }] : callerOf(call.parent, ms)
}

function functionOf({ calls: [{ key, frame }], selfMs, totalMs, callers }: Total, { lines }: Sampled) {
  const { name, place, owner, isOwn } = frame!
  const byLine = [...(lines.get(key) ?? [])].sort(([, a], [, b]) => b - a)
  const [heaviest, ticks] = byLine[0] ?? [0, 0]
  const isMost = heaviest > 0 && ticks >= half * sumBy(byLine, ([, each]) => each)
  const line = isMost && !place!.endsWith(`:${heaviest}`) ? heaviest : null
  const msOf = (own: Caller[]) => sumBy(own, ({ ms }) => ms)
  const byFunction = [...Map.groupBy(callers, ({ caller }) => caller.key).values()]
  const [most] = byFunction.sort((a, b) => msOf(b) - msOf(a))
  const calledBy =
    isOwn || most === undefined ? null : { name: most[0].caller.frame!.name, place: most[0].caller.frame!.place! }
  return { name, place, owner, selfMs: toHundredths(selfMs), totalMs: toHundredths(totalMs), line, calledBy }
}

const mostStretches = 5 // that are told of
const enoughOfStretch = 0.5 // a stack goes on as long as one function had this much of it

/** In which functions event loops were while they could do nothing else: the longest stretches of all processes. */
function blockedStretches(processes: Sampled['processes']) {
  const all = processes.flatMap(({ raw, samples }) =>
    raw.blocked.flatMap((window) => stretchOf(raw.pid, window, samples) ?? [])
  )
  return all.sort((a, b) => b.ms - a.ms).slice(0, mostStretches)
}

/** @returns null: the profile has nothing of it */
function stretchOf(pid: string, { fromUs, toUs }: RawProfile['blocked'][number], samples: readonly Sample[]) {
  const totals = new Map<Call, number>()
  for (const { call, ms, atUs } of samples) {
    if (atUs <= fromUs || atUs > toUs) continue
    for (let above = call; above !== null; above = above.parent) addTo(totals, above, ms)
  }
  const [root, busyMs = 0] = [...totals].find(([{ parent }]) => parent === null) ?? []
  if (root === undefined) return null
  const path: Call[] = []
  for (let next = heaviest(root, totals); next !== undefined; next = heaviest(next, totals)) {
    if (path.length > 0 && totals.get(next)! < enoughOfStretch * busyMs) break
    path.push(next)
  }
  const last = path.at(-1)
  if (last === undefined) return null
  const ms = (toUs - fromUs) / 1000
  return {
    pid,
    ms: rounded(ms, 1),
    share: Math.min(1, totals.get(last)! / ms),
    stack: path.map(({ frame }) => ({ name: frame!.name, place: frame!.place, owner: frame!.owner }))
  }
}

const heaviest = ({ children }: Call, totals: ReadonlyMap<Call, number>): Call | undefined =>
  [...children.values()].filter((child) => totals.has(child)).sort((a, b) => totals.get(b)! - totals.get(a)!)[0]
