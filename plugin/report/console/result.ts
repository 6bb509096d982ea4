import { clientLines } from '../words/names.ts'
import { circumstances, formatCandidate, formatShortly, withWorkers } from './candidate.ts'
import { formatCrossover, formatSweep, tableLines } from './scaling.ts'
import { interval, times } from '../words/numbers.ts'
import { earlierSentence, errorSentence } from '../words/sentences.ts'
import type { Comparison, ScenarioResult } from '../../concepts/comparison.ts'

/**
 * Everything that is said at the very end.
 *
 * @param report page: its file, as the user may type it; link: for a terminal, which makes it one to click on; null:
 *   there is none
 */
export function formatComparison({ scenarios, crossovers, error, settings }: Comparison, report: { page: string, link: string | null } | null): string {
  const blocks = [...scenarios.map(formatScenario), ...crossovers.map((one) => formatCrossover(one, scenarios).join('\n'))]
  if (error !== null) blocks.push(errorSentence(error))
  const earlier = settings.compareWith === null ? [] : [earlierSentence(settings.compareWith)]
  const where = report === null ? [] : [`Report: ${report.page}${report.link === null ? '' : `  ${report.link}`}`]
  return ['', blocks.join('\n\n'), ...earlier, ...where].join('\n')
}

/** More than so many candidates begin with a table, as their parts are too far from one another to be compared. */
const mostApart = 2

export function formatScenario(result: ScenarioResult): string {
  const { scenario, candidates, sweeps } = result
  const warnings = result.warnings.map(({ severity, message, code }) => `  ${severity}: ${message} [${code}]`)
  const isMany = candidates.length > mostApart
  const each = candidates.map((candidate) => (isMany ? formatShortly(candidate, result) : formatCandidate(candidate, result)))
  const parts = [...(isMany ? [formatCandidates(result)] : []), ...each, ...sweeps.map((sweep) => formatSweep(sweep, scenario)), warnings]
  const isLong = isMany || sweeps.length > 0
  return parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n')).join(isLong ? '\n\n' : '\n')
}

/**
 * @param result of many candidates
 * @returns lines: one for each, and one for the load
 */
function formatCandidates(result: ScenarioResult): string[] {
  const { scenario, candidates, baseline, client } = result
  const rows = candidates.map((candidate) => [withWorkers(candidate), ...candidate.estimates.map(({ speedup, interval: range }) => `${times(speedup)} ${interval(range)}`), candidate.verdict ?? ''])
  const head = ['candidate', ...candidates[0].estimates.map(({ metric }) => metric), '']
  return [`speedup  ${scenario}  ${candidates.length} candidates against ${baseline}, ${circumstances(result)}`, ...tableLines([head, ...rows]), ...clientLines(client)]
}
