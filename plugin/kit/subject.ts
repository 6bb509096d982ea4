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
 * @param name may be left out where there is only one, as the scenario
 * @throws SpeedupError NO_COMPARISON
 */
export function findCandidate(comparison: Comparison, name?: string, scenario?: string): ComparedCandidate {
  const all = candidatesOf(comparison)
  const inScenario = all.filter((candidate) => scenario === undefined || candidate.scenario === scenario)
  const found = inScenario.filter((candidate) => name === undefined || candidate.name === name)
  if (found.length === 1) return found[0]
  const why = comparison.error === null ? '' : ` The comparison ended early: ${comparison.error.message}`
  const refuse = (problem: string) => noComparison(`${call(name, scenario)}: ${problem}${why}`)
  if (all.length === 0) return refuse('there are no candidates.')
  if (inScenario.length === 0) return refuse(`there is no such scenario${nearest(scenario, all.map((candidate) => candidate.scenario), 'Scenarios')}`)
  if (found.length > 1) return refuse(`there are ${severalOf(found, all)}`)
  const isBaseline = inScenario.some(({ baseline }) => baseline === name)
  const problem = isBaseline ? `${name} is the baseline, which the others are compared with` : 'there is no such candidate'
  return refuse(`${problem}${nearest(isBaseline ? null : name, inScenario.map((candidate) => candidate.name), 'Candidates')}`)
}

/** @throws SpeedupError NO_COMPARISON */
export function readSubject(given: unknown, assertion: string): Subject {
  const fields: Record<string, unknown> = Object(given)
  if (Array.isArray(fields.scenarios) && typeof fields.schemaVersion === 'number') {
    if (fields.schemaVersion !== schemaVersion) noComparison(`The comparison has schemaVersion ${fields.schemaVersion}, but this version of artillery-plugin-speedup knows ${schemaVersion} only.`)
    const comparison = given as Comparison & { page?: string | null }
    return { assertion, candidates: candidatesOf(comparison), error: comparison.error, page: comparison.page ?? null }
  }
  const isCandidate = typeof fields.scenario === 'string' && [fields.estimates, fields.limits, fields.warnings].every(Array.isArray)
  if (isCandidate) return { assertion, candidates: [given as ComparedCandidate], error: null, page: null }
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
  const shown = typeof value === 'string' ? JSON.stringify(value) : inspect(value, { depth: 0, breakLength: Infinity, maxArrayLength: 3 }).replace(/\s+/g, ' ')
  return shown.length <= 60 ? shown : `${shown.slice(0, 60)}…`
}

function candidatesOf({ scenarios }: Comparison): ComparedCandidate[] {
  return scenarios.flatMap(({ scenario, baseline, rounds, roundsAllowed, load, preliminary, warnings, candidates }) =>
    candidates.map((candidate) => {
      const own = warnings.filter(({ variant }) => [null, baseline, candidate.name].includes(variant))
      return { ...candidate, scenario, baseline, rounds, roundsAllowed, load, preliminary, warnings: own }
    })
  )
}

/**
 * @param candidates at least two
 * @param all of the comparison
 * @returns the end of a sentence with their names, and another sentence about how to choose
 */
function severalOf(candidates: ComparedCandidate[], all: ComparedCandidate[]) {
  const isOneScenario = new Set(all.map(({ scenario }) => scenario)).size === 1
  const names = candidates.map(({ name, scenario }) => (isOneScenario ? name : `${name} in ${scenario}`))
  const { name, scenario } = candidates[candidates.length - 1]
  return `${candidates.length} candidates: ${names.join(', ')}. Choose one, for example ${call(name, isOneScenario ? undefined : scenario)}.`
}

/** @returns the end of a sentence about an unknown name, and another sentence with the known ones */
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
