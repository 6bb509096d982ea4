import { codeOwners, type Profile, type ProfileDifference, type ProfiledFunction } from '../concepts/profile.ts'

const leastMs = 20 // that were sampled, one sample each
const leastShare = 0.02 // of a response's busy time
const deviations = 3 // by which a sum of samples must differ: sums of random samples vary by their square root
const most = 10 // functions that are told of

interface Spent { ms: number, responses: number }

/**
 * What takes a worker more or less time for a response than before: accepting, passing connections on, another amount of garbage.
 *
 * @returns null: one of them answered nothing
 */
export function profileDifference(baseline: Profile, candidate: Profile): ProfileDifference | null {
  if (baseline.responses === 0 || candidate.responses === 0) return null
  const sides = (before: number, after: number): [Spent, Spent] => [{ ms: before, responses: baseline.responses }, { ms: after, responses: candidate.responses }]
  const busy = changeOf(sides(baseline.busyMs, candidate.busyMs))
  const leastChange = leastShare * Math.max(busy.baselineMs, busy.candidateMs)
  const told = <T>(rows: { what: T, spent: [Spent, Spent] }[]) => rows
    .map(({ what, spent }) => ({ what, spent, change: changeOf(spent) }))
    .filter(({ spent, change }) => Math.abs(changeBy(change)) >= leastChange && isBeyondNoise(spent))
    .sort((a, b) => Math.abs(changeBy(b.change)) - Math.abs(changeBy(a.change)))
    .map(({ what, change }) => ({ ...what, ...change }))
  const [before, after] = [byFunction(baseline), byFunction(candidate)]
  const all = new Map([...before, ...after])
  return {
    variant: candidate.variant,
    busy,
    owners: told(codeOwners.map((owner) => ({ what: { owner }, spent: sides(baseline.owners[owner], candidate.owners[owner]) }))),
    functions: told([...all].map(([key, { name, place, owner }]) =>
      ({ what: { name, place, owner }, spent: sides(before.get(key)?.selfMs ?? 0, after.get(key)?.selfMs ?? 0) }))).slice(0, most)
  }
}

/** Those without a place are told apart by who called them. */
const byFunction = ({ functions }: Profile): Map<string, ProfiledFunction> =>
  new Map(functions.map((each) => [`${each.name}\n${each.place}${each.place === null ? `\n${each.calledBy?.place}` : ''}`, each]))

const changeOf = ([before, after]: [Spent, Spent]) => ({ baselineMs: before.ms / before.responses, candidateMs: after.ms / after.responses })

const changeBy = ({ baselineMs, candidateMs }: { baselineMs: number, candidateMs: number }) => candidateMs - baselineMs

/** With a sample each ms, a time in ms is a count. */
function isBeyondNoise(spent: [Spent, Spent]): boolean {
  const variance = spent.reduce((sum, { ms, responses }) => sum + ms / responses ** 2, 0)
  return Math.max(...spent.map(({ ms }) => ms)) >= leastMs && Math.abs(changeBy(changeOf(spent))) > deviations * Math.sqrt(variance)
}
