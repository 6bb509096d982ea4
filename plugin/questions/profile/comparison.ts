import { isolated, percent, roughMs } from '../../concepts/wording.ts'
import { sum } from '../../statistics/descriptive.ts'
import { warning } from '../../comparison/warnings/warning-of.ts'
import {
  codeOwners,
  moreSpentIn,
  type CodeOwner,
  type Profile,
  type ProfileDifference,
  type ProfiledFunction
} from './concepts.ts'
import type { FindsBeside } from '../../comparison/question.ts'
import type { ScenarioResult } from '../../concepts/comparison.ts'

const leastMs = 50 // that were sampled: of less, nothing is said
const leastShare = 0.1 // of the busy time: below it, no function stands out

/** What an owner's code is, in a sentence. */
const codeOf: Record<CodeOwner, string> = {
  app: 'the app’s own code',
  dependency: 'code of dependencies',
  node: 'Node’s own code',
  native: 'native code and the system',
  'garbage collection': 'garbage collection'
}

/** What is found by profiles of the variants. */
export const profileFound: FindsBeside = {
  besides: ({ profiled = [] }, _, result) => ({
    part: withProfiles(
      result,
      profiled.flatMap(({ profile }) => profile ?? [])
    ),
    limits: [],
    warnings: profiled.flatMap(({ variant, problem }) =>
      problem === null ? [] : [warning('profile-missing', variant, `${variant} has no profile: ${problem}`)]
    )
  })
}

/** @param profiles of its variants, in any order */
export function withProfiles(result: ScenarioResult, profiles: readonly Profile[]): ScenarioResult {
  const sorted = result.variants.flatMap(({ name }) => profiles.filter(({ variant }) => variant === name))
  const baseline = sorted.find(({ variant }) => variant === result.baseline)
  if (baseline === undefined) return { ...result, profiles: sorted }
  const sentence = spentOn(baseline)
  const isVersion = (variant: string) =>
    result.candidates.some(({ name, diagnosis }) => name === variant && diagnosis.code === 'version')
  const differences = sorted.flatMap((profile) =>
    profile === baseline ? [] : (profileDifference(baseline, profile, isVersion(profile.variant)) ?? [])
  )
  // In which function a version spends more than the one before it.
  const more = (name: string) => {
    const worst = isVersion(name) ? moreSpentIn(differences, name) : null
    return worst && `${isolated(name)} spends ${roughMs(worst.ms)} ms more on each response in ${worst.where}.`
  }
  return {
    ...result,
    profiles: sorted,
    profileDifferences: differences,
    candidates: result.candidates.map((candidate) => ({
      ...candidate,
      diagnosis: { ...candidate.diagnosis, spentOn: more(candidate.name) ?? sentence }
    }))
  }
}

/**
 * @param profile of the baseline
 * @returns what its time was spent on, such as "72 % of single’s busy time is isPrime (sieves/trial-division.js:12).";
 * null: too little was sampled
 */
export function spentOn({ variant, busyMs, functions, owners }: Profile): string | null {
  if (busyMs < leastMs) return null
  const of = `of ${isolated(variant)}’s busy time`
  const [longest] = functions
  if (longest !== undefined && longest.selfMs >= leastShare * busyMs)
    return `${percent(longest.selfMs / busyMs)} ${of} is ${named(longest)}.`
  const [owner, ms] = Object.entries(owners).sort(([, a], [, b]) => b - a)[0] as [CodeOwner, number]
  return `No single function accounts for ${percent(leastShare)} ${of}: ${percent(ms / busyMs)} is ${codeOf[owner]}.`
}

function named({ name, place, owner, line, calledBy }: ProfiledFunction) {
  const caller = calledBy === null ? '' : `${isolated(calledBy.name)} (${calledBy.place})`
  if (owner === 'garbage collection') return `${codeOf[owner]}${caller && `, mostly right after ${caller}`}`
  if (name === '(program)') return `${codeOf.native}, outside of any function`
  const where = place === null ? '' : ` (${place})`
  const parts = [
    `${isolated(name)}${where}`,
    line !== null && owner === 'app' && `mostly line ${line}`,
    caller && `called by ${caller}`
  ]
  return parts.filter(Boolean).join(', ')
}

const leastSampledMs = 20 // that were sampled, one sample each
const leastPart = 0.02 // of a response's busy time
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
  const leastChange = leastPart * Math.max(busy.baselineMs, busy.candidateMs)
  const told = <T>(rows: { what: T; sides: Sides }[]) =>
    rows
      .map((row) => ({ ...row, change: changeOf(row.sides), beyond: Math.abs(changeBeyond(row.sides, factor)) }))
      .filter(
        (row) =>
          row.beyond >= leastChange &&
          row.beyond > noiseOf(row.sides, factor) &&
          Math.max(...row.sides.map(({ ms }) => ms)) >= leastSampledMs
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
    .filter((sides) => sides.every(({ ms }) => ms >= leastSampledMs))
    .map((sides) => {
      const { baselineMs, candidateMs } = changeOf(sides)
      return { ratio: candidateMs / baselineMs, weight: baselineMs }
    })
    .sort((a, b) => a.ratio - b.ratio)
  const half = sum(known.map(({ weight }) => weight)) / 2
  let reached = 0
  return known.find(({ weight }) => (reached += weight) >= half)?.ratio ?? 1
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
