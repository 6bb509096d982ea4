import { inspect, types } from 'node:util'
import { SpeedupError } from '../concepts/errors.ts'
import { schemaVersion } from '../record/parse-comparison.ts'
import { suggest } from '../settings/shapes.ts'
import type { CandidateResult, Comparison, ScenarioResult } from '../concepts/comparison.ts'

/** A candidate with what is known of its scenario. */

/** its warnings are those of the scenario that speak of it, of the baseline or of several */
export type ComparedCandidate = CandidateResult & Pick<ScenarioResult, 'scenario' | 'baseline' | 'rounds' | 'roundsAllowed' | 'load'
  | 'preliminary' | 'warnings'>

/** what an assertion is about */
export interface Subject {
  /** its name */
  assertion: string
  candidates: ComparedCandidate[]
  error: Comparison['error']
  /** of the whole comparison; null: there is none, or this is about one candidate */
  page: string | null
}

/** @param candidate one of its candidates */
export function comparedCandidate({ scenario, baseline, rounds, roundsAllowed, load, preliminary, warnings: all }: ScenarioResult, candidate: CandidateResult): ComparedCandidate {
  const warnings = all.filter(({ variant }) => variant === null || variant === baseline || variant === candidate.name)
  return { ...candidate, scenario, baseline, rounds, roundsAllowed, load, preliminary, warnings }
}

/**
 * @param name may be left out where there is only one
 * @param scenario may be left out where there is only one
 * @throws SpeedupError NO_COMPARISON
 */
export function findCandidate(comparison: Comparison, name?: string, scenario?: string): ComparedCandidate {
  const { error } = comparison
  const asked = call(name, scenario)
  const refuse = (problem: string) => {
    const why = error === null ? '' : ` The comparison ended early: ${error.message}`
    throw new SpeedupError('NO_COMPARISON', `${asked}: ${problem}${why}`)
  }
  const all = candidatesOf(comparison)
  const there = all.filter((one) => scenario === undefined || one.scenario === scenario)
  const found = there.filter((one) => name === undefined || one.name === name)
  if (found.length === 1) return found[0]
  if (all.length === 0) return refuse('there are no candidates.')
  if (there.length === 0) return refuse(`there is no such scenario${nearest(scenario, all.map((one) => one.scenario), 'Scenarios')}`)
  if (found.length > 1) return refuse(`there are ${severalOf(found, all)}`)
  const isBaseline = there.some(({ baseline }) => baseline === name)
  const problem = isBaseline ? `${name} is the baseline, which the others are compared with` : 'there is no such candidate'
  return refuse(`${problem}${nearest(isBaseline ? null : name, there.map((one) => one.name), 'Candidates')}`)
}

/**
 * @param given what somebody asserts something of
 * @throws SpeedupError NO_COMPARISON
 */
export function readSubject(given: unknown, assertion: string): Subject {
  if (isComparison(given)) {
    const { error, page } = given as Comparison & { page?: string | null }
    return { assertion, candidates: candidatesOf(given), error, page: page ?? null }
  }
  if (isCandidate(given)) return { assertion, candidates: [given], error: null, page: null }
  const advice = types.isPromise(given) ? ' Put await before it.' : ''
  throw new SpeedupError(
    'NO_COMPARISON',
    `${assertion} was given ${brief(given)}. It needs the comparison that compare, compareBeforeAll or readComparison gives, or one of its candidates, such as ${call('clustered')}.${advice}`
  )
}

/**
 * @returns the only one
 * @throws SpeedupError NO_COMPARISON
 */
export function onlyCandidate({ assertion, candidates }: Subject): ComparedCandidate {
  if (candidates.length === 1) return candidates[0]
  const found = candidates.length === 0 ? 'no candidates.' : severalOf(candidates, candidates)
  throw new SpeedupError('NO_COMPARISON', `${assertion} is about one candidate, but this comparison has ${found}`)
}

/** @returns on one line, not long */
export function brief(value: unknown): string {
  if (types.isPromise(value)) return 'a promise'
  const shown = typeof value === 'string' ? JSON.stringify(value) : inspect(value, { depth: 0, breakLength: Infinity, maxArrayLength: 3 }).replace(/\s+/g, ' ')
  return shown.length <= 60 ? shown : `${shown.slice(0, 60)}…`
}

function isComparison(given: unknown): given is Comparison {
  const { scenarios, schemaVersion: version } = fieldsOf(given)
  if (!Array.isArray(scenarios) || typeof version !== 'number') return false
  if (version === schemaVersion) return true
  throw new SpeedupError('NO_COMPARISON', `The comparison has schemaVersion ${version}, but this version of artillery-plugin-speedup knows ${schemaVersion} only.`)
}

function isCandidate(given: unknown): given is ComparedCandidate {
  const { scenario, baseline, estimates, limits, warnings, load } = fieldsOf(given)
  return [scenario, baseline].every((one) => typeof one === 'string') && [estimates, limits, warnings].every(Array.isArray) && typeof load === 'object'
}

function fieldsOf(given: unknown): Record<string, unknown> {
  return typeof given === 'object' && given !== null ? given as Record<string, unknown> : {}
}

function candidatesOf({ scenarios }: Comparison) {
  return scenarios.flatMap((result) => result.candidates.map((candidate) => comparedCandidate(result, candidate)))
}

/**
 * @param candidates at least two
 * @param all of the comparison
 * @returns their number, their names and how to choose, the end of a sentence and another one
 */
function severalOf(candidates: ComparedCandidate[], all: ComparedCandidate[]): string {
  const isOneScenario = new Set(all.map(({ scenario }) => scenario)).size === 1
  const names = candidates.map(({ name, scenario }) => (isOneScenario ? name : `${name} in ${scenario}`))
  const { name, scenario } = candidates[candidates.length - 1]
  return `${candidates.length} candidates: ${names.join(', ')}. Choose one, for example ${call(name, isOneScenario ? undefined : scenario)}.`
}

/**
 * @param given what is none of them
 * @param what they are
 * @returns the end of a sentence, and another one
 */
function nearest(given: unknown, known: string[], what: string): string {
  return `${suggest(given, known)}. ${what}: ${[...new Set(known)].join(', ')}.`
}

function call(name?: unknown, scenario?: unknown) {
  const words = scenario !== undefined ? [name, scenario] : name !== undefined ? [name] : []
  return `comparison.candidate(${words.map((word) => inspect(word)).join(', ')})`
}
