import { isolated, joinParts, percent, roughMs } from '../../concepts/wording.ts'
import { sumBy } from '../../statistics/descriptive.ts'
import { warning } from '../../comparison/warnings/warning-of.ts'
import {
  codeOwners,
  moreSpentIn,
  type CodeOwner,
  type Profile,
  type ProfileDifference,
  type ProfiledFunction,
  type TimeChange
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
export function spentOn({ variant, busyMs, functions, owners }: Profile) {
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
  return joinParts([
    `${isolated(name)}${where}`,
    line !== null && owner === 'app' && `mostly line ${line}`,
    caller && `called by ${caller}`
  ])
}

const leastSampledMs = 20 // that were sampled, one sample each
const leastPart = 0.02 // of a response's busy time
const deviations = 3 // by which a sum of samples must differ: sums of random samples vary by their square root
const most = 10 // functions that are told of

/** ms of a kind of work, in each of the two. */
interface Spent {
  before: number
  after: number
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
  const changeOf = ({ before, after }: Spent) => ({
    baselineMs: before / baseline.responses,
    candidateMs: after / candidate.responses
  })
  const [ofBaseline, ofCandidate] = [baseline, candidate].map((profile) => byFunction(profile, areVersions))
  const functions = [...new Map([...ofBaseline, ...ofCandidate])].map(([key, [{ name, place, owner }]]) => ({
    name,
    place,
    owner,
    before: ownMs(ofBaseline.get(key)),
    after: ownMs(ofCandidate.get(key))
  }))
  const factor = commonFactor(
    functions.filter((spent) => Math.min(spent.before, spent.after) >= leastSampledMs).map(changeOf)
  )
  const busy = changeOf({ before: baseline.busyMs, after: candidate.busyMs })
  const leastChange = leastPart * Math.max(busy.baselineMs, busy.candidateMs)
  const told = <Row extends Spent>(rows: Row[]) =>
    rows
      .filter(({ before, after }) => Math.max(before, after) >= leastSampledMs)
      .map(({ before, after, ...what }) => {
        const change = changeOf({ before, after })
        const { baselineMs, candidateMs } = change
        // With a sample each ms, a time in ms is a count.
        const variance = candidateMs / candidate.responses + (factor ** 2 * baselineMs) / baseline.responses
        const beyond = Math.abs(candidateMs - factor * baselineMs)
        return { told: { ...what, ...change }, beyond, noise: deviations * Math.sqrt(variance) }
      })
      .filter(({ beyond, noise }) => beyond >= leastChange && beyond > noise)
      .sort((a, b) => b.beyond - a.beyond)
      .map((row) => row.told)
  const owners = codeOwners.map((owner) => ({ owner, before: baseline.owners[owner], after: candidate.owners[owner] }))
  return { variant: candidate.variant, busy, factor, owners: told(owners), functions: told(functions).slice(0, most) }
}

/** @returns the median of the ratios, by time: what most of the code takes longer, or less long */
function commonFactor(changes: TimeChange[]) {
  const known = changes
    .map(({ baselineMs, candidateMs }) => ({ ratio: candidateMs / baselineMs, weight: baselineMs }))
    .sort((a, b) => a.ratio - b.ratio)
  const half = sumBy(known, ({ weight }) => weight) / 2
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

const ownMs = (functions: readonly ProfiledFunction[] = []) => sumBy(functions, ({ selfMs }) => selfMs)
