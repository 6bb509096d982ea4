import { tableLines } from './console-table.ts'
import { crossoverMessages, isAnyoneBehind, levelRows, sweepCells, sweepColumns, sweepRemarks, type Cell, type LevelCell } from './scaling-rows.ts'
import { shortName } from './short-name.ts'
import type { Crossover, ScenarioResult, Sweep } from '../vocabulary.ts'

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

/** Of more candidates, intervals would make lines that no terminal holds. */
const mostWithIntervals = 2
const longestName = 18

/**
 * @param results those of its levels among them
 * @returns lines: a row for each load, then from which load on it pays off
 */
export function formatCrossover(crossover: Crossover, results: readonly ScenarioResult[]): string[] {
  const { scenario, candidates, levels: [{ variants }] } = crossover
  const levels = levelRows(crossover, results)
  const isCandidate = (name: string) => candidates.some((one) => one.name === name)
  const heads = variants.flatMap(({ name }) => [shortName(name, longestName), ...(isCandidate(name) ? ['speedup'] : [])])
  const rows = levels.map((level) => [level.factor, level.offered, ...level.variants.flatMap((cell) => [latency(cell), ...(isCandidate(cell.name) ? [speedup(cell, candidates.length)] : [])])])
  return [
    `speedup  ${scenario}  at which load it pays off: p95 in ms, and the speedup at p95`,
    ...tableLines([['load', 'requests/s', ...heads], ...rows]),
    ...crossoverMessages(crossover),
    ...(isAnyoneBehind(crossover) ? ['  *: could not keep up with the users who came, so that its latency grows with the length of the test'] : [])
  ]
}

function latency({ p95Ms, keepsUp }: LevelCell) {
  return `${p95Ms.value}${keepsUp ? '' : '*'}`
}

/** @param cell of a candidate */
function speedup({ speedup: of, isCarried }: LevelCell, candidates: number) {
  if (of === null || !isCarried) return '-'
  return candidates > mostWithIntervals ? of.value : inOne(of)
}

function inOne({ value, range }: Cell) {
  return range === null ? value : `${value} ${range}`
}

function lowerFirst(title: string) {
  return `${title[0].toLowerCase()}${title.slice(1)}`
}
