import { lineOfScenario } from './scenario-line.ts'
import { unmetSentence } from './scenario-sentences.ts'
import { apart, errorSentence, verdictSentence } from './sentences.ts'
import type { CandidateResult, Comparison, ScenarioResult, Severity } from '../vocabulary.ts'

interface Annotation {
  level: 'error' | 'warning'
  title: string
  line: number
  message: string
}

/** GitHub shows no more of a step, of each level. */
const shown = 10

/**
 * What GitHub Actions shall show beside the scenario file: a line of text for each, to be printed as it is.
 *
 * @param file the scenario file: its path from the workspace, and what it says
 * @returns workflow commands: errors, then warnings, the gravest first
 */
export function annotations({ scenarios, error }: Comparison, { path, text }: { path: string, text: string }): string[] {
  const found = [
    ...(error === null ? [] : [unmeasured(error, text)]),
    ...scenarios.flatMap((result) => result.candidates.flatMap((candidate) => missed(candidate, result, text))),
    ...(['problem', 'warning'] as const).flatMap((severity) => scenarios.flatMap((result) => told(severity, result, text)))
  ]
  const levels = (['error', 'warning'] as const).map((level) => found.filter((one) => one.level === level))
  return levels.flatMap(limited).map((one) => command(one, path))
}

function unmeasured(error: NonNullable<Comparison['error']>, text: string): Annotation {
  const [title, message] = apart(errorSentence(error))
  return { level: 'error', title, line: lineOfScenario(text, null), message }
}

function missed(candidate: CandidateResult, result: ScenarioResult, text: string): Annotation[] {
  const { verdict } = candidate
  if (verdict !== 'fail' && verdict !== 'inconclusive') return []
  const [capitals, sentence] = apart(verdictSentence(candidate, result))
  const unmet = [...candidate.estimates, ...candidate.limits].filter((one) => one.verdict === verdict)
  const word = candidate.againstEarlier === 'fail' && unmet.length === 0 ? 'REGRESSION' : capitals
  const message = [sentence, ...unmet.map((one) => unmetSentence(candidate, one)), candidate.diagnosis.message].join('\n')
  return [{ level: verdict === 'fail' ? 'error' : 'warning', title: `${word}: ${result.scenario}`, line: lineOf(result, text), message }]
}

function told(severity: Severity, result: ScenarioResult, text: string): Annotation[] {
  const { scenario, warnings, preliminary } = result
  // Why it was ended is all that counts then.
  if (preliminary) return []
  const line = lineOf(result, text)
  return warnings.filter((one) => one.severity === severity).map(({ message }) => ({ level: 'warning', title: `${severity}: ${scenario}`, line, message }))
}

function lineOf({ scenario, level }: ScenarioResult, text: string) {
  // Under several loads, each result has a name that nobody wrote.
  return lineOfScenario(text, level?.of ?? scenario)
}

/** @param found of one level */
function limited(found: Annotation[]): Annotation[] {
  const rest = found.slice(shown - 1)
  if (rest.length < 2) return found
  const [{ level, line }] = rest
  return [...found.slice(0, shown - 1), { level, line, title: `${rest.length} more`, message: rest.map(({ title, message }) => `${title}: ${message}`).join('\n') }]
}

/** @returns as `@actions/core` writes it */
function command({ level, title, line, message }: Annotation, path: string): string {
  return `::${level} title=${property(title)},file=${property(path)},line=${line}::${data(message)}`
}

function data(text: string) {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string) {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
