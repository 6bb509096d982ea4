import { sum } from '../statistics/descriptive.ts'
import { codeOwners, type Profile, type ProfileDifference, type ProfiledFunction } from '../concepts/profile.ts'

const leastMs = 20 // that were sampled, one sample each
const leastShare = 0.02 // of a response's busy time
const deviations = 3 // by which a sum of samples must differ: sums of random samples vary by their square root
const most = 10 // functions that are told of

type Sides = [before: Spent, after: Spent]
interface Spent {
  ms: number
  responses: number
}

/**
 * What takes a worker more or less time for a response than before: accepting, passing connections on, another amount
 * of garbage. A process that has to share its core takes longer for everything: this factor is told once, and taken out
 * of all else.
 *
 * @param areVersions of the same app, whose code may differ
 * @returns null: one of them answered nothing
 */
export function profileDifference(
  baseline: Profile,
  candidate: Profile,
  areVersions = false
): ProfileDifference | null {
  if (baseline.responses === 0 || candidate.responses === 0) return null
  const sides = (before: number, after: number): Sides => [
    { ms: before, responses: baseline.responses },
    { ms: after, responses: candidate.responses }
  ]
  const [before, after] = [baseline, candidate].map((profile) => byFunction(profile, areVersions))
  const functions = [...new Map([...before, ...after])].map(([key, [{ name, place, owner }]]) => ({
    what: { name, place, owner },
    sides: sides(ownMs(before.get(key)), ownMs(after.get(key)))
  }))
  const factor = commonFactor(functions.map((each) => each.sides))
  const busy = changeOf(sides(baseline.busyMs, candidate.busyMs))
  const leastChange = leastShare * Math.max(busy.baselineMs, busy.candidateMs)
  const told = <T>(rows: { what: T; sides: Sides }[]) =>
    rows
      .map((row) => ({ ...row, change: changeOf(row.sides), beyond: Math.abs(changeBeyond(row.sides, factor)) }))
      .filter(
        (row) =>
          row.beyond >= leastChange &&
          row.beyond > noiseOf(row.sides, factor) &&
          Math.max(...row.sides.map(({ ms }) => ms)) >= leastMs
      )
      .sort((a, b) => b.beyond - a.beyond)
      .map(({ what, change }) => ({ ...what, ...change }))
  const owners = codeOwners.map((owner) => ({
    what: { owner },
    sides: sides(baseline.owners[owner], candidate.owners[owner])
  }))
  return { variant: candidate.variant, busy, factor, owners: told(owners), functions: told(functions).slice(0, most) }
}

/** @returns the median of the ratios, by time: what most of the code takes longer, or less long */
function commonFactor(functions: readonly Sides[]) {
  const known = functions
    .filter((sides) => sides.every(({ ms }) => ms >= leastMs))
    .map((sides) => {
      const { baselineMs, candidateMs } = changeOf(sides)
      return { ratio: candidateMs / baselineMs, weight: baselineMs }
    })
    .sort((a, b) => a.ratio - b.ratio)
  const half = known.reduce((sum, { weight }) => sum + weight, 0) / 2
  let sum = 0
  return known.find(({ weight }) => (sum += weight) >= half)?.ratio ?? 1
}

/**
 * Those without a place are told apart by which of the app's functions called them, but not garbage collection: who
 * left most of it is partly chance.
 */
const byFunction = ({ functions }: Profile, areVersions: boolean) =>
  Map.groupBy(functions, ({ name, place, owner, calledBy }) =>
    // Between two versions, lines move.
    [
      name,
      areVersions ? place?.replace(/:\d+$/, '') : place,
      place === null && owner !== 'garbage collection' && calledBy?.place
    ].join('\n')
  )

const ownMs = (functions: readonly ProfiledFunction[] = []) => sum(functions.map(({ selfMs }) => selfMs))

const changeOf = ([before, after]: Sides) => ({
  baselineMs: before.ms / before.responses,
  candidateMs: after.ms / after.responses
})

const changeBeyond = (sides: Sides, factor: number) => {
  const { baselineMs, candidateMs } = changeOf(sides)
  return candidateMs - factor * baselineMs
}

/** With a sample each ms, a time in ms is a count. */
const noiseOf = ([before, after]: Sides, factor: number) =>
  deviations * Math.sqrt(after.ms / after.responses ** 2 + (factor ** 2 * before.ms) / before.responses ** 2)
