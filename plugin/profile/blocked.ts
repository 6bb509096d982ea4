import type { BlockedStretch } from '../concepts/profile.ts'
import type { Call, Sample, Sampled } from './call-tree.ts'
import { addTo, type RawProfile } from './raw.ts'

const most = 5 // stretches that are told of
const enough = 0.5 // of a stretch: a stack goes on as long as one function had this much of it

/** In which functions event loops were while they could do nothing else: the longest stretches of all processes. */
export function blockedStretches(processes: Sampled['processes']): BlockedStretch[] {
  const all = processes.flatMap(({ raw, samples }) =>
    raw.blocked.flatMap((window) => stretchOf(raw.pid, window, samples) ?? [])
  )
  return all.sort((a, b) => b.ms - a.ms).slice(0, most)
}

/** @returns null: the profile has nothing of it */
function stretchOf(
  pid: string,
  { fromUs, toUs }: RawProfile['blocked'][number],
  samples: readonly Sample[]
): BlockedStretch | null {
  const totals = new Map<Call, number>()
  for (const { call, ms, atUs } of samples) {
    if (atUs <= fromUs || atUs > toUs) continue
    for (let above = call; above !== null; above = above.parent) addTo(totals, above, ms)
  }
  const [root, busyMs = 0] = [...totals].find(([{ parent }]) => parent === null) ?? []
  if (root === undefined) return null
  const path: Call[] = []
  for (let next = heaviest(root, totals); next !== undefined; next = heaviest(next, totals)) {
    if (path.length > 0 && totals.get(next)! < enough * busyMs) break
    path.push(next)
  }
  const last = path.at(-1)
  if (last === undefined) return null
  const ms = (toUs - fromUs) / 1000
  return {
    pid,
    ms: Math.round(10 * ms) / 10,
    share: Math.min(1, totals.get(last)! / ms),
    stack: path.map(({ frame }) => ({ name: frame!.name, place: frame!.place, owner: frame!.owner }))
  }
}

const heaviest = ({ children }: Call, totals: ReadonlyMap<Call, number>): Call | undefined =>
  [...children.values()].filter((child) => totals.has(child)).sort((a, b) => totals.get(b)! - totals.get(a)!)[0]
