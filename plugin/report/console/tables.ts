import { percent } from '../../concepts/wording.ts'
import {
  byDisturbance,
  bumpOf,
  disturbanceWords,
  inSoMany,
  kindsOf,
  limitName,
  lossVerdictSentence,
  lostOf,
  neverOr,
  whyTogether
} from '../../questions/losses/report/loss-sentences.ts'
import { sizeTable } from '../capacity-rows.ts'
import { capacityFigures } from '../words/capacity-words.ts'
import { milliseconds, spanOf, timeSpan } from '../words/numbers.ts'
import {
  crossoverMessages,
  isAnyoneFailing,
  levelRows,
  loadTitle,
  sweepCells,
  sweepColumns,
  sweepRemarks,
  type Cell,
  type LevelCell
} from '../scaling-rows.ts'
import { cut, tableLines, widestThatFits, wrap, type Layout } from './layout.ts'
import type { CapacityResult } from '../../concepts/capacity.ts'
import type { ScenarioResult } from '../../concepts/comparison.ts'
import type { Crossover, Sweep } from '../../concepts/load-results.ts'

// How many workers to take, at which load it pays off, and what was lost.

const inOne = ({ value, range }: Cell) => (range === null ? value : `${value} ${range}`)

const lowerFirst = (title: string) => (title === 'GiB' ? title : `${title[0].toLowerCase()}${title.slice(1)}`)

/** @returns lines: how many workers to take, then a row for each number of them */
export function formatSweep(sweep: Sweep, layout: Layout): string[] {
  const { name, points, recommendation } = sweep
  const rows = points.map((point) => [String(point.workers), ...sweepCells(point, sweep).map(inOne)])
  return [
    wrap(layout.paint('name', `How many workers, ${name}: ${recommendation}`), layout.columns, 2),
    ...tableLines([['workers', ...sweepColumns(sweep).map(lowerFirst)], ...rows], layout, 0),
    ...sweepRemarks(sweep).map((remark) => wrap(`  ${remark}`, layout.columns))
  ]
}

/** @returns lines: what each variant carries, and how long its quickest response took */
export function formatCapacity(capacity: CapacityResult, { confidence }: ScenarioResult, layout: Layout): string[] {
  const { unit, variants } = capacity
  const rows = variants.map((found) => {
    const { value, range } = capacityFigures(found, unit)
    return [
      cut(found.variant, longestName),
      value,
      range === null ? '' : spanOf(range),
      found.aloneMs === null ? '' : `${milliseconds(found.aloneMs)} ms`
    ]
  })
  const sizes = sizeTable(capacity)
  const cutName = ([name, ...cells]: string[]) => [cut(name, longestName), ...cells]
  return [
    ...tableLines([['', 'carries', `${percent(confidence)} interval`, 'quickest'], ...rows], layout),
    ...(sizes === null ? [] : tableLines([['', ...sizes.columns.map(lowerFirst)], ...sizes.rows.map(cutName)], layout))
  ]
}

const mostWithIntervals = 2 // with more candidates, intervals would make the lines longer than a terminal is wide
const longestName = 18

/** @returns lines: from which load on it pays off, then a row for each load */
export function formatCrossover(crossover: Crossover, results: readonly ScenarioResult[], layout: Layout): string[] {
  const {
    scenario,
    candidates,
    levels: [{ variants }]
  } = crossover
  const isCandidate = ({ name }: { name: string }) => candidates.some((candidate) => candidate.name === name)
  const speedup = ({ speedup: found, isCarried }: LevelCell) => {
    if (found === null || !isCarried) return '-'
    return candidates.length > mostWithIntervals ? found.value : inOne(found)
  }
  const cells = (cell: LevelCell) => [
    cell.p95Ms === null ? cell.answered : `${cell.p95Ms.value}${cell.keepsUp ? '' : '*'}`,
    ...(isCandidate(cell) ? [speedup(cell)] : [])
  ]
  const heads = variants.flatMap((variant) => [
    cut(variant.name, longestName),
    ...(isCandidate(variant) ? ['speedup'] : [])
  ])
  const rows = levelRows(crossover, results).map((level) => [
    level.factor,
    level.offered,
    ...level.variants.flatMap(cells)
  ])
  const [first, ...others] = crossoverMessages(crossover)
  return [
    wrap(layout.paint('name', `${scenario} at several loads: ${first}`), layout.columns, 2),
    ...others.map((message) => wrap(message, layout.columns, 2)),
    ...tableLines([[lowerFirst(loadTitle(crossover)), 'requests/s', ...heads], ...rows], layout),
    wrap(
      `  p95 in ms, and the speedup at p95${isAnyoneFailing(crossover) ? '; where too much failed, the responses per second and the share that failed' : ''}`,
      layout.columns
    ),
    ...(rows.flat().some((text) => text.endsWith('*'))
      ? [
          wrap(
            '  * could not keep up with the arriving users, so its latency grows with the length of the test',
            layout.columns
          )
        ]
      : [])
  ]
}

/** @returns without what the reasons tell, too, where there is no room for it */
const asWideAsFits = (rows: string[][], layout: Layout) =>
  widestThatFits(
    [[], ['no listener for'], ['no listener for', 'how']].map((left) =>
      rows.map((row) => row.filter((_, i) => !left.includes(rows[0][i])))
    ),
    layout
  )

/** head: makes the first line; labelled: one below a table */
type Parts = { head: (sentence: string) => string; labelled: (label: string, text: string) => string; layout: Layout }

/**
 * @returns lines: the verdict; for each disturbance a table of what each variant lost, and whether that was allowed;
 * then why
 */
export function formatLosses(
  result: ScenarioResult,
  losses: NonNullable<ScenarioResult['losses']>,
  { head, labelled, layout }: Parts
): string[] {
  const each = byDisturbance(losses).flatMap((all) => {
    const rows = all.map((own) => [
      cut(own.variant, longestName),
      lostOf(own),
      inSoMany(own.lost.interval[1]),
      kindsOf(own) || '-',
      own.outageSeconds === null || own.outageSeconds < 0.01 ? '-' : timeSpan(own.outageSeconds),
      neverOr(own),
      bumpOf(own)
    ])
    const limits = all.flatMap((own) =>
      own.limits.map((limit) => `${own.variant}: ${limitName(limit)}: ${limit.verdict ?? '-'}`)
    )
    return [
      '',
      layout.paint('name', disturbanceWords(all[0].disturbance)),
      ...tableLines(
        asWideAsFits(
          [['', 'lost', 'at most', 'how', 'no listener for', 'back to normal', 'p95 up to'], ...rows],
          layout
        ),
        layout
      ),
      ...limits.map((text) => labelled('limit', text)),
      ...all.flatMap((own) => own.problems.map((problem) => labelled('problem', `${own.variant}: ${problem}`))),
      ...whyTogether(all).map((line) => labelled('why', line))
    ]
  })
  return [head(lossVerdictSentence(result)), ...each]
}
