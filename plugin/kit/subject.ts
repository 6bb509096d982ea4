import { inspect, types } from 'node:util'
import { reachOf, type Reach } from '../comparison/bound.ts'
import { SpeedupError } from '../concepts/errors.ts'
import { metricFacts, metrics, type Metric } from '../concepts/metrics.ts'
import { warningKinds } from '../concepts/warnings.ts'
import { comparisonProperties, schemaVersion } from '../record/parse-comparison.ts'
import { ownOf, type QuestionCandidate } from '../questions/concepts.ts'
import { toldInstead, whyMissing } from '../questions/report.ts'
import { suggest } from '../settings/shapes.ts'
import type { Concluded } from '../artillery/call.ts'
import type { CandidateResult, Comparison, Estimate, ScenarioResult, VariantLimit } from '../concepts/comparison.ts'

/**
 * A candidate with what is known of its scenario. Of the warnings, those about itself, the baseline or several
 * variants; variantLimits: its own absolute limits; reach: what the machine allows it to show.
 */
export type CandidateData = CandidateResult &
  QuestionCandidate &
  Pick<ScenarioResult, 'scenario' | 'baseline' | 'rounds' | 'roundsAllowed' | 'load' | 'preliminary' | 'warnings'> & {
    variantLimits: VariantLimit[]
    reach: Reach
  }

/** A candidate that can be asked for its speedup. */
export type ComparedCandidate = CandidateData & {
  /**
   * its estimate of that metric: `speedup`, `interval`, `verdict` and more; throws NO_COMPARISON for a metric that is
   * unknown, or was not measured
   */
  speedup: (metric: Metric) => Estimate
}

/** A finished comparison: all that stands in its comparison.json, where it is kept, and its candidates by name. */
export interface KeptComparison extends Comparison {
  /** absolute path of what is kept */
  folder: string
  /** absolute path; null: there is none */
  page: string | null
  /** the name, or the scenario, may be left out where there is only one; throws NO_COMPARISON for an unknown name */
  candidate: (name?: string, scenario?: string) => ComparedCandidate
}

export const keptComparison = ({ comparison, folder, page }: Concluded): KeptComparison => ({
  ...comparison,
  folder,
  page,
  candidate: (name, scenario) => withSpeedup(findCandidate(comparison, name, scenario))
})

export const throughputOf = (compared: KeptComparison, name: string) => compared.candidate(name).speedup('throughput')

/** @returns what stands against a verdict; null: nothing but the noise */
export const problemOf = ({ scenarios: [{ warnings }] }: KeptComparison, { reason }: Estimate) =>
  warnings.find(({ code }) => code === reason)?.message ?? null

/** @returns that it fails too much to be judged, and how; null: it does not */
export const failureOf = (compared: KeptComparison, estimate: Estimate) =>
  estimate.reason !== null && warningKinds[estimate.reason].title === 'Errors'
    ? (problemOf(compared, estimate) ?? estimate.reason)
    : null

/** Not enumerable: a candidate is printed, compared and written as JSON as the data that it is. */
const withSpeedup = (candidate: CandidateData) =>
  Object.defineProperty(candidate, 'speedup', {
    value: (metric: unknown) => speedupOf(candidate, metric)
  }) as ComparedCandidate

function speedupOf(candidate: CandidateData, metric: unknown) {
  const known = metrics.find((name) => name === metric)
  if (known !== undefined) return measured(candidate, known)
  const [shown, problem] =
    metric === undefined ? ['', 'the metric is missing'] : [brief(metric), `unknown metric${suggest(metric, metrics)}`]
  return noComparison(`candidate.speedup(${shown}): ${problem}. Metrics: ${metrics.join(', ')}.`)
}

/** @throws SpeedupError NO_COMPARISON: its runs had too few responses */
export function measured(candidate: CandidateData, metric: Metric) {
  const { name, estimates } = candidate
  const found = estimates.find((estimate) => estimate.metric === metric)
  if (found !== undefined) return found
  const instead = toldInstead(candidate)
  if (instead !== null) return noComparison(`The speedup of ${name} is unknown, as it ${instead.was}. ${instead.ask}`)
  const { place, fewestLatencies } = metricFacts[metric]
  const why =
    whyMissing(candidate, metric) ??
    `each run needs ${fewestLatencies} responses for it. Use a longer load, or another metric.`
  return noComparison(`The speedup of ${name} ${place} is unknown: ${why}`)
}

/** A comparison that has yet to run: a test file names it where it describes its tests, and uses it inside them. */
export function laterComparison(scenarioFile: string) {
  let made: KeptComparison | null = null
  let problem = 'has not run yet. Use what compareBeforeAll returns only inside `it` or a later hook.'
  const get = (property: keyof KeptComparison) =>
    made === null ? noComparison(`The comparison of ${scenarioFile} ${problem}`) : made[property]
  const comparison = {} as KeptComparison
  for (const property of [...comparisonProperties, 'folder', 'page', 'candidate'] as const)
    Object.defineProperty(comparison, property, { enumerable: true, get: () => get(property) })
  return {
    comparison,
    settle: (comparison: KeptComparison) => void (made = comparison),
    fail: ({ message }: Error) => void (problem = `failed: ${message}`)
  }
}

/** what an assertion is about */
export interface Subject {
  assertion: string // its name
  candidates: CandidateData[]
  limits: Pick<ScenarioResult, 'scenario' | 'limits'>[] // of all variants, or of the candidate
  error: Comparison['error']
  page: string | null // of the whole comparison; null: there is none, or this is about one candidate
}

/** Name and scenario may be left out where there is only one. Throws SpeedupError NO_COMPARISON. */
export function findCandidate(comparison: Comparison, name?: string, scenario?: string) {
  const all = candidatesOf(comparison)
  const inScenario = all.filter((candidate) => scenario === undefined || candidate.scenario === scenario)
  const found = inScenario.filter((candidate) => name === undefined || candidate.name === name)
  if (found.length === 1) return found[0]
  const why = comparison.error === null ? '' : ` The comparison stopped early: ${comparison.error.message}`
  const refuse = (problem: string) => noComparison(`${call(name, scenario)}: ${problem}${why}`)
  if (all.length === 0) return refuse('there are no candidates.')
  if (inScenario.length === 0)
    return refuse(
      `unknown scenario${nearest(
        scenario,
        all.map((candidate) => candidate.scenario),
        'Scenarios'
      )}`
    )
  if (found.length > 1) return refuse(`there are ${severalOf(found, all)}`)
  const isBaseline = inScenario.some(({ baseline }) => baseline === name)
  const problem = isBaseline ? `${name} is the baseline, not a candidate` : 'unknown candidate'
  return refuse(
    `${problem}${nearest(
      isBaseline ? null : name,
      inScenario.map((candidate) => candidate.name),
      'Candidates'
    )}`
  )
}

/** @throws SpeedupError NO_COMPARISON */
export function readSubject(value: unknown, assertion: string): Subject {
  const {
    scenarios,
    schemaVersion: version,
    scenario,
    estimates,
    limits,
    warnings
  }: Record<string, unknown> = Object(value)
  if (Array.isArray(scenarios) && typeof version === 'number') {
    if (version !== schemaVersion)
      noComparison(
        `The comparison has schemaVersion ${version}, but this version of artillery-plugin-speedup knows ` +
          `${schemaVersion} only. Update the package, or compare again.`
      )
    const comparison = value as Comparison & { page?: string | null }
    return {
      assertion,
      candidates: candidatesOf(comparison),
      limits: comparison.scenarios,
      error: comparison.error,
      page: comparison.page ?? null
    }
  }
  if (typeof scenario === 'string' && [estimates, limits, warnings].every(Array.isArray)) {
    const candidate = value as CandidateData
    return {
      assertion,
      candidates: [candidate],
      limits: [{ scenario, limits: candidate.variantLimits }],
      error: null,
      page: null
    }
  }
  return noComparison(
    `${assertion} was given ${brief(value)}. It needs what compare, compareBeforeAll or readComparison returns, ` +
      `or one of its candidates, such as ${call('clustered')}.${types.isPromise(value) ? ' Put await before it.' : ''}`
  )
}

/**
 * @throws SpeedupError NO_COMPARISON: there is none, or more than one; or a question was asked in place of its speed
 */
export function onlyCandidate(subject: Subject) {
  const candidate = anyCandidate(subject)
  const instead = toldInstead(candidate)
  if (instead === null) return candidate
  return noComparison(
    `${subject.assertion} needs a speedup or shares of the work, which are unknown, as ${candidate.name} ${instead.was}. ${instead.assert}`
  )
}

/** @returns as if users had sent nothing but that request. @throws SpeedupError NO_COMPARISON: it is unknown */
export function ofRequest(subject: Subject, request: string): Subject {
  const candidate = onlyCandidate(subject)
  const requests = candidate.flow?.requests ?? []
  const found = requests.find(({ name }) => name === request)
  if (found === undefined) {
    const names = requests.map(({ name }) => name)
    return noComparison(`${subject.assertion}: unknown request${nearest(request, names, 'Requests')}`)
  }
  const name = `${candidate.name}, ${request}`
  return { ...subject, candidates: [{ ...candidate, name, flow: null, estimates: found.estimates }] }
}

/** @throws SpeedupError NO_COMPARISON: there is none, or more than one */
export function anyCandidate({ assertion, candidates }: Subject) {
  if (candidates.length === 1) return candidates[0]
  const found = candidates.length === 0 ? 'no candidates.' : severalOf(candidates, candidates)
  return noComparison(`${assertion} needs one candidate, but this comparison has ${found}`)
}

/** @returns on one line, not long */
export function brief(value: unknown) {
  if (types.isPromise(value)) return 'a promise'
  const shown =
    typeof value === 'string'
      ? JSON.stringify(value)
      : inspect(value, { depth: 0, breakLength: Infinity, maxArrayLength: 3 }).replace(/\s+/g, ' ')
  return shown.length <= 60 ? shown : `${shown.slice(0, 60)}…`
}

const candidatesOf = ({ scenarios }: Comparison): CandidateData[] =>
  scenarios.flatMap((result) => {
    const { scenario, baseline, rounds, roundsAllowed, load, preliminary, warnings, limits } = result
    return result.candidates.map((candidate) => {
      const own = warnings.filter(({ variant }) => [null, baseline, candidate.name].includes(variant))
      const variantLimits = limits.filter(({ variant }) => variant === candidate.name)
      return {
        ...candidate,
        scenario,
        baseline,
        rounds,
        roundsAllowed,
        load,
        preliminary,
        warnings: own,
        reach: reachOf(result, candidate),
        ...ownOf(result, candidate.name),
        variantLimits
      }
    })
  })

/**
 * @returns the end of a sentence with the names of several candidates, and another sentence about how to choose one of
 * all
 */
function severalOf(candidates: CandidateData[], all: CandidateData[]) {
  const isOneScenario = new Set(all.map(({ scenario }) => scenario)).size === 1
  const names = candidates.map(({ name, scenario }) => (isOneScenario ? name : `${name} in ${scenario}`))
  const { name, scenario } = candidates[candidates.length - 1]
  return `${candidates.length} candidates: ${names.join(', ')}. Choose one, for example ${call(name, isOneScenario ? undefined : scenario)}.`
}

/** @returns the end of a sentence about an unknown name, and another sentence with the known ones */
const nearest = (name: unknown, known: string[], kind: string) =>
  `${suggest(name, known)}. ${kind}: ${[...new Set(known)].join(', ')}.`

function call(name?: unknown, scenario?: unknown) {
  const words = scenario !== undefined ? [name, scenario] : name !== undefined ? [name] : []
  return `comparison.candidate(${words.map((word) => inspect(word)).join(', ')})`
}

export function noComparison(message: string): never {
  throw new SpeedupError('NO_COMPARISON', message)
}
