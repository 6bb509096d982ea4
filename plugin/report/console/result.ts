import { columnsOf } from '../../concepts/metrics.ts'
import { counted, percent } from '../../concepts/wording.ts'
import { clientWords, shortName, timeWords, withTimes } from '../words/names.ts'
import { bumpOf, byDisturbance, disturbanceWords, inSoMany, kindsOf, limitName, lossVerdictSentence, lostOf, recoveryOf, whyTogether } from '../words/loss-sentences.ts'
import { limitCells, limitsSentence } from '../words/limit-sentences.ts'
import { leadersSentence } from '../words/scenario-sentences.ts'
import { timesWithin, beside, interval, times, timeSpan } from '../words/numbers.ts'
import { earlierSentence, errorSentence, estimateOf, hidesOnlyIdle, marginSentence, undecidedSentences, verdictSentence } from '../words/sentences.ts'
import { crossoverMessages, isAnyoneBehind, levelRows, sweepCells, sweepColumns, sweepRemarks, type Cell, type LevelCell } from '../scaling-rows.ts'
import type { Comparison, ScenarioResult, CandidateResult, Estimate, Limit } from '../../concepts/comparison.ts'
import type { Crossover, Sweep } from '../../concepts/load-results.ts'

/** All that is printed at the very end. page: the file of the report, as the user may type it; link: for a terminal, which makes it clickable. */
export function formatComparison(comparison: Comparison, report: { page: string, link: string | null } | null): string {
  const { scenarios, crossovers, error, settings: { compareWith } } = comparison
  const ofLoads = crossovers.map((crossover) => formatCrossover(crossover, scenarios).join('\n'))
  const results = [...scenarios.map(formatScenario), ...ofLoads, error && errorSentence(error)].filter((block) => block !== null)
  const where = report && `Report: ${report.page}${report.link === null ? '' : `  ${report.link}`}`
  return ['', results.join('\n\n'), compareWith && earlierSentence(compareWith), where].filter((line) => line !== null).join('\n')
}

const mostApart = 2 // more candidates begin with a table, because their parts are too far from one another to be compared

export function formatScenario(result: ScenarioResult): string {
  const { scenario, candidates, leaders, sweeps, losses } = result
  if (losses !== null) return formatLosses(result, losses).join('\n')
  const fastest = leaders === null ? [] : [leadersSentence(leaders, result)]
  const warnings = result.warnings.map(({ severity, message, code }) => `  ${severity}: ${message} [${code}]`)
  const isMany = candidates.length > mostApart
  const each = candidates.map((candidate) => formatCandidate(candidate, result, isMany))
  const parts = [...(isMany ? [formatCandidates(result)] : []), ...each, formatLimits(result), fastest, ...sweeps.map((sweep) => formatSweep(sweep, scenario)), warnings]
  const isLong = isMany || sweeps.length > 0
  return parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n')).join(isLong ? '\n\n' : '\n')
}

/** @returns lines: one for each candidate, and one for the load */
function formatCandidates(result: ScenarioResult): string[] {
  const { candidates } = result
  const columns = columnsOf(candidates.flatMap(({ estimates }) => estimates))
  const rows = candidates.map((candidate) => {
    const estimates = columns.map((metric) => estimateOf(candidate, metric))
    return [withWorkers(candidate), ...estimates.map((estimate) => estimate === undefined ? '' : timesWithin(estimate)), candidate.verdict ?? '']
  })
  return [titleOf(`${candidates.length} candidates`, result), ...tableLines([['candidate', ...columns, ''], ...rows]), ...clientLines(result)]
}

/** @param isInTable its speedups stand in a table, so that only what the table has no room for is printed */
function formatCandidate(candidate: CandidateResult, result: ScenarioResult, isInTable: boolean): string[] {
  const { estimates, limits, diagnosis } = candidate
  const shown = estimates.filter(({ required, earlier }) => !isInTable || required !== null || earlier !== null)
  const hasEarlier = estimates.some(({ earlier }) => earlier !== null)
  const errors = limits.filter(({ metric, value, required }) => metric === 'errorRate' && (required !== null || Number(value) > 0))
  const verdict = verdictSentence(candidate, result)
  const advice = [...undecidedSentences(candidate), marginSentence(candidate), `why: ${diagnosis.message}`]
  return [
    isInTable ? verdict : titleOf(withWorkers(candidate), result),
    ...shown.map((estimate) => formatEstimate(estimate, hasEarlier)),
    formatWorkers(candidate, result),
    ...errors.map(formatErrors),
    ...formatUse(candidate, result),
    ...(isInTable ? [] : [...clientLines(result), verdict]),
    ...advice.filter((sentence) => sentence !== null).map((sentence) => `  ${sentence}`)
  ]
}

/** @returns lines: a row for each limit, then what came of them */
function formatLimits({ limits }: ScenarioResult): string[] {
  const rows = limits.map((limit) => [limit.variant, ...limitCells(limit), limit.verdict ?? ''])
  return rows.length === 0 ? [] : [...tableLines([['limits', '', '', '', '', ''], ...rows], 2), limitsSentence(limits) ?? '']
}

const titleOf = (candidates: string, { scenario, baseline, rounds, confidence }: ScenarioResult) =>
  `speedup  ${scenario}  ${candidates} against ${baseline}, ${rounds} rounds, ${confidence * 100} % intervals`

function withWorkers({ name, workers, limits }: CandidateResult) {
  // Of an app that was not started here and does not tell who answers, it is only known that it has at least one worker.
  const isKnown = workers > 1 || limits.some(({ metric, value }) => metric === 'fairness' && value !== null)
  return isKnown ? `${name} (${counted(workers, 'worker')})` : name
}

const clientLines = ({ client }: ScenarioResult): string[] => client === null ? [] : [`  loaded by    ${clientWords(client)}`]

/** @param hasEarlier there is an earlier value of some metric, so that the lines have a column for it */
function formatEstimate({ metric, speedup, interval: range, required, verdict, earlier, regression }: Estimate, hasEarlier: boolean) {
  const measured = `  ${metric.padEnd(10)}${times(speedup).padStart(8)}   ${interval(range)}`
  const before = earlier === null ? '' : `${regression ? 'fell from' : 'earlier  '}  ${timesWithin(earlier)}`
  const demanded = required === null ? '' : `${`>= ${required}`.padEnd(7)}  ${verdict ?? ''}`
  return [measured.padEnd(36), ...(hasEarlier ? [before.padEnd(30)] : []), demanded].join('  ').trimEnd()
}

const workersShown = 4 // of more, only the busiest and the idlest

function formatWorkers(candidate: CandidateResult, result: ScenarioResult) {
  const { shares, limits, workers } = candidate
  const { value, required, verdict } = limits.find(({ metric }) => metric === 'fairness') as Limit
  if (value === null) {
    const answered = `${counted(workers, 'worker')} answered; idle ones can't be seen`
    return `  workers      ${hidesOnlyIdle(candidate, result) ? answered : 'unknown: too many responses carried no PID header'}`
  }
  const shown = workers <= workersShown ? shares.map(percent) : [percent(shares[0]), '...', percent(shares[shares.length - 1])]
  const measured = `  workers      ${shown.map((share) => share.padEnd(8)).join('')}`.padEnd(38)
  if (required === null) return `${measured}fairness ${value.toFixed(2)}`
  return `${measured}fairness ${beside(value, required)} >= ${required}  ${verdict ?? ''}`.trimEnd()
}

function formatErrors({ value, required, verdict }: Limit) {
  const measured = `  errors      ${percent(Number(value)).padStart(6)}`
  return required === null ? measured : `${measured.padEnd(38)}${`<= ${required}`.padEnd(9)}${verdict ?? ''}`.trimEnd()
}

/** @returns how busy everybody was, the baseline's value before the candidate's; no lines where it is unknown */
function formatUse({ name }: CandidateResult, { baseline, variants }: ScenarioResult): string[] {
  const [before, after] = [baseline, name].map((wanted) => variants.find((use) => use.name === wanted))
  if (before === undefined || after === undefined) return []
  const generator = shareChange(before.generatorUtilization, after.generatorUtilization)
  const lines = [`  event loop   ${shareChange(before.utilization, after.utilization, ' busy')}, load generator ${generator}`]
  const [from, to] = [before.machine, after.machine]
  if (from !== null && to !== null) {
    const cores = (a: number, b: number) => `${a.toFixed(2)} -> ${b.toFixed(2)}`
    const others = cores(from.others + from.stolen, to.others + to.stolen)
    const app = `${cores(from.app, to.app)} of ${counted(to.cores, 'core')}`
    lines.push(`  machine      app ${app}, load generator ${cores(from.generator, to.generator)}, others ${others}`)
  }
  const label = 'where the time goes'
  const times = withTimes([before, after]).map((use) => `${use.name}: ${timeWords(use.responseTime)}`)
  return [...lines, ...times.map((text, i) => `  ${i === 0 ? label : ' '.repeat(label.length)}  ${text}`)]
}

/** @param unit of what is known */
function shareChange(before: number | null, after: number | null, unit: string = '') {
  const share = (value: number | null) => (value === null ? '?' : percent(value))
  return before === null && after === null ? 'unknown' : `${share(before)} -> ${share(after)}${unit}`
}

/** @returns lines: a row for each number of workers, then how many to take */
export function formatSweep(sweep: Sweep, scenario: string): string[] {
  const { name, points, recommendation } = sweep
  const rows = points.map((point) => [String(point.workers), ...sweepCells(point).map(inOne)])
  return [
    `speedup  ${scenario}  how many workers: ${name}`,
    ...tableLines([['workers', ...sweepColumns.map(lowerFirst)], ...rows], 0),
    recommendation,
    ...sweepRemarks(sweep).map((remark) => `  ${remark}`)
  ]
}

const mostWithIntervals = 2 // with more candidates, intervals would make the lines longer than a terminal is wide
const longestName = 18

/** @returns lines: a row for each load, then from which load on it pays off */
export function formatCrossover(crossover: Crossover, results: readonly ScenarioResult[]): string[] {
  const { scenario, candidates, levels: [{ variants }] } = crossover
  const isCandidate = ({ name }: { name: string }) => candidates.some((candidate) => candidate.name === name)
  const speedup = ({ speedup: found, isCarried }: LevelCell) => {
    if (found === null || !isCarried) return '-'
    return candidates.length > mostWithIntervals ? found.value : inOne(found)
  }
  const cells = (cell: LevelCell) => [`${cell.p95Ms.value}${cell.keepsUp ? '' : '*'}`, ...(isCandidate(cell) ? [speedup(cell)] : [])]
  const heads = variants.flatMap((variant) => [shortName(variant.name, longestName), ...(isCandidate(variant) ? ['speedup'] : [])])
  const rows = levelRows(crossover, results).map((level) => [level.factor, level.offered, ...level.variants.flatMap(cells)])
  const behind = '  *: could not keep up with the users who came, so that its latency grows with the length of the test'
  return [
    `speedup  ${scenario}  at which load it pays off: p95 in ms, and the speedup at p95`,
    ...tableLines([['load', 'requests/s', ...heads], ...rows]),
    ...crossoverMessages(crossover),
    ...(isAnyoneBehind(crossover) ? [behind] : [])
  ]
}

const inOne = ({ value, range }: Cell) => range === null ? value : `${value} ${range}`

const lowerFirst = (title: string) => `${title[0].toLowerCase()}${title.slice(1)}`

/** Lines of cells that stand below one another, indented by two; the head first. So many columns begin at the left, all others end at the right. */
function tableLines(rows: readonly string[][], left: number = 1): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const aligned = (cell: string, i: number) => (i < left ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))
  return rows.map((row) => `  ${row.map(aligned).join('  ')}`.trimEnd())
}

/** @returns lines: for each disturbance a table of what each variant lost, and whether that was allowed; then why; then the verdict */
function formatLosses(result: ScenarioResult, losses: NonNullable<ScenarioResult['losses']>): string[] {
  const each = byDisturbance(losses).flatMap((all) => {
    const rows = all.map((own) => [own.variant, lostOf(own), inSoMany(own.lost.interval[1]), kindsOf(own) || '-', own.outageSeconds === null || own.outageSeconds < 0.01 ? '-' : timeSpan(own.outageSeconds), recoveryOf(own), bumpOf(own), percent(own.dip),
      own.limits.map((limit) => `${limitName(limit)}: ${limit.verdict ?? '-'}`).join(', ')])
    const head = ['', 'lost', 'at most', 'how', 'nobody listened', 'back to normal in', 'p95 up to', 'throughput down to', '']
    const problems = all.flatMap((own) => own.problems.map((problem) => `  problem: ${own.variant}: ${problem}`))
    return ['', disturbanceWords(all[0].disturbance), ...tableLines([head, ...rows]), ...problems, ...whyTogether(all).map((line) => `  why: ${line}`)]
  })
  return [titleOf('losses', result), ...each, '', lossVerdictSentence(result)]
}
