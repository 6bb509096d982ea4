import { crossoverMessages, isAnyoneBehind, levelRows, sweepCells, sweepColumns, sweepRemarks, type Cell, type LevelCell } from '../scaling-rows.ts'
import { shortName } from '../words/names.ts'
import type { Crossover, Sweep } from '../../concepts/load-results.ts'
import type { ScenarioResult } from '../../concepts/comparison.ts'

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
export function tableLines(rows: readonly string[][], left: number = 1): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const aligned = (cell: string, i: number) => (i < left ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))
  return rows.map((row) => `  ${row.map(aligned).join('  ')}`.trimEnd())
}
