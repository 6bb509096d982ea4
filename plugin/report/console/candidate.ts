import { counted, percent } from '../../concepts/wording.ts'
import { clientLines, timeWords, withTimes } from '../words/names.ts'
import { beside, interval, times } from '../words/numbers.ts'
import { hidesOnlyIdle, inconclusiveSentence, marginSentence, verdictSentence } from '../words/sentences.ts'
import type { CandidateResult, Estimate, Limit, ScenarioResult } from '../../concepts/comparison.ts'

/** @returns lines */
export function formatCandidate(candidate: CandidateResult, result: ScenarioResult): string[] {
  const { estimates } = candidate
  return [
    `speedup  ${result.scenario}  ${withWorkers(candidate)} against ${result.baseline}, ${circumstances(result)}`,
    ...formatEstimates(estimates, estimates),
    ...formatWork(candidate, result),
    ...clientLines(result.client),
    verdictSentence(candidate, result),
    ...formatAdvice(candidate)
  ]
}

/**
 * @param candidate whose speedups stand in a table
 * @returns lines: what the table has no room for
 */
export function formatShortly(candidate: CandidateResult, result: ScenarioResult): string[] {
  const { estimates } = candidate
  const demanded = estimates.filter(({ required, earlier }) => required !== null || earlier !== null)
  return [verdictSentence(candidate, result), ...formatEstimates(demanded, estimates), ...formatWork(candidate, result), ...formatAdvice(candidate)]
}

export function circumstances({ rounds, confidence }: ScenarioResult) {
  return `${rounds} rounds, ${confidence * 100} % intervals`
}

export function withWorkers({ name, workers, limits }: CandidateResult) {
  // Of an app that nobody started here and that does not tell who answers, no more is known than that it is one at least.
  const isKnown = workers > 1 || limits.some(({ metric, value }) => metric === 'fairness' && value !== null)
  return isKnown ? `${name} (${counted(workers, 'worker')})` : name
}

function formatEstimates(shown: readonly Estimate[], all: readonly Estimate[]) {
  const hasEarlier = all.some(({ earlier }) => earlier !== null)
  return shown.map((estimate) => formatEstimate(estimate, hasEarlier))
}

function formatWork(candidate: CandidateResult, result: ScenarioResult) {
  const errors = candidate.limits.filter(({ metric, value, required }) => metric === 'errorRate' && (required !== null || Number(value) > 0))
  return [formatWorkers(candidate, result), ...errors.map(formatErrors), ...formatUse(candidate, result)]
}

function formatAdvice(candidate: CandidateResult) {
  const undecided = candidate.estimates.filter(({ verdict, reason }) => verdict === 'inconclusive' && reason === null)
  const margins = marginSentence(candidate)
  return [
    ...undecided.map((estimate) => `  ${inconclusiveSentence(estimate, candidate)}`),
    ...(margins === null ? [] : [`  ${margins}`]),
    `  why: ${candidate.diagnosis.message}`
  ]
}

/**
 * How busy everybody was, the baseline's value before the candidate's.
 *
 * @returns lines; none where it is unknown
 */
function formatUse({ name }: CandidateResult, { baseline, variants }: ScenarioResult): string[] {
  const [before, after] = [baseline, name].map((wanted) => variants.find((use) => use.name === wanted))
  if (before === undefined || after === undefined) return []
  const workers = change(before.utilization, after.utilization, ' busy')
  const lines = [`  event loop   ${workers}, load generator ${change(before.generatorUtilization, after.generatorUtilization)}`]
  if (before.machine !== null && after.machine !== null) {
    const [from, to] = [before.machine, after.machine]
    const cores = (a: number, b: number) => `${a.toFixed(2)} -> ${b.toFixed(2)}`
    lines.push(`  machine      app ${cores(from.app, to.app)} of ${counted(to.cores, 'core')}, load generator ${cores(from.generator, to.generator)}, others ${cores(from.others + from.stolen, to.others + to.stolen)}`)
  }
  const label = 'where the time goes'
  return [...lines, ...withTimes([before, after]).map((use, i) => `  ${i === 0 ? label : ' '.repeat(label.length)}  ${use.name}: ${timeWords(use.responseTime)}`)]
}

/**
 * @param before from 0 to 1
 * @param unit of what is known
 */
function change(before: number | null, after: number | null, unit: string = '') {
  const share = (value: number | null) => (value === null ? '?' : percent(value))
  return before === null && after === null ? 'unknown' : `${share(before)} -> ${share(after)}${unit}`
}

/** @param hasEarlier there is an earlier result to compare with, of this metric or of another */
function formatEstimate({ metric, speedup, interval: range, required, verdict, earlier, regression }: Estimate, hasEarlier: boolean) {
  const measured = `  ${metric.padEnd(10)}${times(speedup).padStart(8)}   ${interval(range)}`
  const before = earlier === null ? '' : `${regression ? 'fell from' : 'earlier  '}  ${times(earlier.speedup)} ${interval(earlier.interval)}`
  const demanded = required === null ? '' : `${`>= ${required}`.padEnd(7)}  ${verdict ?? ''}`
  return [measured.padEnd(36), ...(hasEarlier ? [before.padEnd(30)] : []), demanded].join('  ').trimEnd()
}

/** Beyond this, only the busiest and the idlest are told. */
const workersShown = 4

function formatWorkers(candidate: CandidateResult, result: ScenarioResult) {
  const { shares, limits, workers } = candidate
  const fairness = limits.find(({ metric }) => metric === 'fairness') as Limit
  if (fairness.value === null && hidesOnlyIdle(candidate, result)) return `  workers      ${counted(workers, 'worker')} answered; idle ones can't be seen`
  if (fairness.value === null) return '  workers      unknown: too many responses carried no PID header'
  const shown = workers <= workersShown ? shares.map(percent) : [percent(shares[0]), '...', percent(shares[shares.length - 1])]
  const measured = `  workers      ${shown.map((share) => share.padEnd(8)).join('')}`
  const value = `fairness ${fairness.required === null ? fairness.value.toFixed(2) : beside(fairness.value, fairness.required)}`
  return `${measured.padEnd(38)}${fairness.required === null ? value : `${value} >= ${fairness.required}  ${fairness.verdict ?? ''}`.trimEnd()}`
}

function formatErrors({ value, required, verdict }: Limit) {
  const measured = `  errors      ${percent(Number(value)).padStart(6)}`
  return required === null ? measured : `${measured.padEnd(38)}${`<= ${required}`.padEnd(9)}${verdict ?? ''}`.trimEnd()
}
