import { inspect, types } from 'node:util'
import { SpeedupError } from '../concepts/errors.ts'
import { schemaVersion } from '../record/parse-comparison.ts'
import { suggest } from '../settings/shapes.ts'
import type { CandidateResult, Comparison, ScenarioResult } from '../concepts/comparison.ts'

/** A candidate with what is known of its scenario. Of the warnings, those about itself, the baseline or several variants. */
export type ComparedCandidate = CandidateResult & Pick<ScenarioResult, 'scenario' | 'baseline' | 'rounds' | 'roundsAllowed' | 'load'
  | 'preliminary' | 'warnings'>

/** what an assertion is about */
export interface Subject {
  assertion: string // its name
  candidates: ComparedCandidate[]
  error: Comparison['error']
  page: string | null // of the whole comparison; null: there is none, or this is about one candidate
}

/**
 * @param name may be left out where there is only one
 * @param scenario may be left out where there is only one
 * @throws SpeedupError NO_COMPARISON
 */
export function findCandidate(comparison: Comparison, name?: string, scenario?: string): ComparedCandidate {
  const all = candidatesOf(comparison)
  const ofScenario = all.filter((candidate) => scenario === undefined || candidate.scenario === scenario)
  const found = ofScenario.filter((candidate) => name === undefined || candidate.name === name)
  if (found.length === 1) return found[0]
  const refuse = (problem: string) => {
    const why = comparison.error === null ? '' : ` The comparison ended early: ${comparison.error.message}`
    return noComparison(`${call(name, scenario)}: ${problem}${why}`)
  }
  if (all.length === 0) return refuse('there are no candidates.')
  if (ofScenario.length === 0) return refuse(`there is no such scenario${nearest(scenario, all.map((candidate) => candidate.scenario), 'Scenarios')}`)
  if (found.length > 1) return refuse(`there are ${severalOf(found, all)}`)
  const isBaseline = ofScenario.some(({ baseline }) => baseline === name)
  const problem = isBaseline ? `${name} is the baseline, which the others are compared with` : 'there is no such candidate'
  return refuse(`${problem}${nearest(isBaseline ? null : name, ofScenario.map((candidate) => candidate.name), 'Candidates')}`)
}

/**
 * @param given what somebody asserts something of
 * @throws SpeedupError NO_COMPARISON
 */
export function readSubject(given: unknown, assertion: string): Subject {
  if (isComparison(given)) return { assertion, candidates: candidatesOf(given), error: given.error, page: given.page ?? null }
  if (isCandidate(given)) return { assertion, candidates: [given], error: null, page: null }
  const needs = `It needs the comparison that compare, compareBeforeAll or readComparison gives, or one of its candidates, such as ${call('clustered')}.`
  return noComparison(`${assertion} was given ${brief(given)}. ${needs}${types.isPromise(given) ? ' Put await before it.' : ''}`)
}

/** @throws SpeedupError NO_COMPARISON: there is none, or more than one */
export function onlyCandidate({ assertion, candidates }: Subject): ComparedCandidate {
  if (candidates.length === 1) return candidates[0]
  const found = candidates.length === 0 ? 'no candidates.' : severalOf(candidates, candidates)
  return noComparison(`${assertion} is about one candidate, but this comparison has ${found}`)
}

/** @returns on one line, not long */
export function brief(value: unknown): string {
  if (types.isPromise(value)) return 'a promise'
  const inspected = () => inspect(value, { depth: 0, breakLength: Infinity, maxArrayLength: 3 }).replace(/\s+/g, ' ')
  const shown = typeof value === 'string' ? JSON.stringify(value) : inspected()
  return shown.length <= 60 ? shown : `${shown.slice(0, 60)}…`
}

function isComparison(given: unknown): given is Comparison & { page?: string | null } {
  const { scenarios, schemaVersion: version } = fieldsOf(given)
  if (!Array.isArray(scenarios) || typeof version !== 'number') return false
  if (version === schemaVersion) return true
  return noComparison(`The comparison has schemaVersion ${version}, but this version of artillery-plugin-speedup knows ${schemaVersion} only.`)
}

function isCandidate(given: unknown): given is ComparedCandidate {
  const { scenario, baseline, estimates, limits, warnings, load } = fieldsOf(given)
  return [scenario, baseline].every((name) => typeof name === 'string') && [estimates, limits, warnings].every(Array.isArray) && typeof load === 'object'
}

function fieldsOf(given: unknown) {
  return (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>
}

function candidatesOf({ scenarios }: Comparison): ComparedCandidate[] {
  return scenarios.flatMap(({ scenario, baseline, rounds, roundsAllowed, load, preliminary, warnings, candidates }) =>
    candidates.map((candidate) => ({
      ...candidate,
      scenario,
      baseline,
      rounds,
      roundsAllowed,
      load,
      preliminary,
      warnings: warnings.filter(({ variant }) => variant === null || variant === baseline || variant === candidate.name)
    }))
  )
}

/**
 * @param candidates at least two
 * @param all of the comparison
 * @returns how many, their names and how to choose: the end of a sentence and another one
 */
function severalOf(candidates: ComparedCandidate[], all: ComparedCandidate[]) {
  const isOneScenario = new Set(all.map(({ scenario }) => scenario)).size === 1
  const names = candidates.map(({ name, scenario }) => (isOneScenario ? name : `${name} in ${scenario}`))
  const { name, scenario } = candidates[candidates.length - 1]
  return `${candidates.length} candidates: ${names.join(', ')}. Choose one, for example ${call(name, isOneScenario ? undefined : scenario)}.`
}

/** @returns the end of a sentence and another one, about a name that is not known */
function nearest(given: unknown, known: string[], kind: string) {
  return `${suggest(given, known)}. ${kind}: ${[...new Set(known)].join(', ')}.`
}

function call(name?: unknown, scenario?: unknown) {
  const words = scenario !== undefined ? [name, scenario] : name !== undefined ? [name] : []
  return `comparison.candidate(${words.map((word) => inspect(word)).join(', ')})`
}

function noComparison(message: string): never {
  throw new SpeedupError('NO_COMPARISON', message)
}
