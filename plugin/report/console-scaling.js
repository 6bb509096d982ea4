import { tableLines } from './console-table.js'
import { crossoverMessages, isAnyoneBehind, levelRows, sweepCells, sweepColumns, sweepRemarks } from './scaling-rows.js'
import { shortName } from './short-name.js'
/**
 * @import { Crossover, ScenarioResult, Sweep } from '../vocabulary.js'
 * @import { Cell, LevelCell } from './scaling-rows.js'
 */

/**
 * @param {Sweep} sweep
 * @param {string} scenario
 * @returns {string[]} lines: a row for each number of workers, then how many to take
 */
export function formatSweep(sweep, scenario) {
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
 * @param {Crossover} crossover
 * @param {readonly ScenarioResult[]} results those of its levels among them
 * @returns {string[]} lines: a row for each load, then from which load on it pays off
 */
export function formatCrossover(crossover, results) {
  const { scenario, candidates, levels: [{ variants }] } = crossover
  const levels = levelRows(crossover, results)
  const isCandidate = (/** @type {string} */ name) => candidates.some((one) => one.name === name)
  const heads = variants.flatMap(({ name }) => [shortName(name, longestName), ...(isCandidate(name) ? ['speedup'] : [])])
  const rows = levels.map((level) => [level.factor, level.offered, ...level.variants.flatMap((cell) => [latency(cell), ...(isCandidate(cell.name) ? [speedup(cell, candidates.length)] : [])])])
  return [
    `speedup  ${scenario}  at which load it pays off: p95 in ms, and the speedup at p95`,
    ...tableLines([['load', 'requests/s', ...heads], ...rows]),
    ...crossoverMessages(crossover),
    ...(isAnyoneBehind(crossover) ? ['  *: could not keep up with the users who came, so that its latency grows with the length of the test'] : [])
  ]
}

/** @param {LevelCell} cell */
function latency({ p95Ms, keepsUp }) {
  return `${p95Ms.value}${keepsUp ? '' : '*'}`
}

/**
 * @param {LevelCell} cell of a candidate
 * @param {number} candidates
 */
function speedup({ speedup: of, isCarried }, candidates) {
  if (of === null || !isCarried) return '-'
  return candidates > mostWithIntervals ? of.value : inOne(of)
}

/** @param {Cell} cell */
function inOne({ value, range }) {
  return range === null ? value : `${value} ${range}`
}

/** @param {string} title */
function lowerFirst(title) {
  return `${title[0].toLowerCase()}${title.slice(1)}`
}
