import { isolated, percent, roughMs } from '../concepts/wording.ts'
import { profileDifference } from './profile-difference.ts'
import type { ScenarioResult } from '../concepts/comparison.ts'
import { moreSpentIn, type CodeOwner, type Profile, type ProfiledFunction } from '../concepts/profile.ts'

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
    const worst = isVersion(name) ? moreSpentIn(differences.find(({ variant }) => variant === name)) : null
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
