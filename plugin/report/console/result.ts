import { clientLines, formatCandidate, formatShortly, titleOf, withWorkers } from './candidate.ts'
import { formatCrossover, formatSweep, tableLines } from './scaling.ts'
import { timesWithin } from '../words/numbers.ts'
import { earlierSentence, errorSentence } from '../words/sentences.ts'
import type { Comparison, ScenarioResult } from '../../concepts/comparison.ts'

/**
 * Everything that is said at the very end.
 *
 * @param report page: its file, as the user may type it; link: for a terminal, which makes it one to click on; null:
 *   there is none
 */
export function formatComparison(comparison: Comparison, report: { page: string, link: string | null } | null): string {
  const { scenarios, crossovers, error, settings: { compareWith } } = comparison
  const blocks = [
    ...scenarios.map(formatScenario),
    ...crossovers.map((crossover) => formatCrossover(crossover, scenarios).join('\n')),
    ...(error === null ? [] : [errorSentence(error)])
  ]
  const earlier = compareWith === null ? [] : [earlierSentence(compareWith)]
  const where = report === null ? [] : [`Report: ${report.page}${report.link === null ? '' : `  ${report.link}`}`]
  return ['', blocks.join('\n\n'), ...earlier, ...where].join('\n')
}

/** More than so many candidates begin with a table, as their parts are too far from one another to be compared. */
const mostApart = 2

export function formatScenario(result: ScenarioResult): string {
  const { scenario, candidates, sweeps } = result
  const warnings = result.warnings.map(({ severity, message, code }) => `  ${severity}: ${message} [${code}]`)
  const isMany = candidates.length > mostApart
  const each = candidates.map((candidate) => (isMany ? formatShortly : formatCandidate)(candidate, result))
  const parts = [...(isMany ? [formatCandidates(result)] : []), ...each, ...sweeps.map((sweep) => formatSweep(sweep, scenario)), warnings]
  const isLong = isMany || sweeps.length > 0
  return parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n')).join(isLong ? '\n\n' : '\n')
}

/** @returns lines: one for each candidate, and one for the load */
function formatCandidates(result: ScenarioResult): string[] {
  const { candidates } = result
  const rows = candidates.map((candidate) => [withWorkers(candidate), ...candidate.estimates.map(timesWithin), candidate.verdict ?? ''])
  const head = ['candidate', ...candidates[0].estimates.map(({ metric }) => metric), '']
  return [titleOf(`${candidates.length} candidates`, result), ...tableLines([head, ...rows]), ...clientLines(result)]
}
