import { markup, type Markup } from '../markup.ts'
import { grouped, groupedCount } from '../numbers.ts'
import { extentOf, type Extent } from './extent.ts'
import { curveWidth, short } from './plot.ts'
import type { LogLatencyAxis } from './log-latency-axis.ts'
import type { LatencyCloud } from '../../vocabulary.ts'
type Density = NonNullable<LatencyCloud['density']>

const levels = 6

/**
 * How many responses there were in each cell of time and latency: the more, the stronger, by the square root, so that
 * single ones can still be seen.
 *
 * @returns for `curves`, a path for each strength
 */
export function densityPaths({ columns, rowsPerDecade, cells }: Density, { axis, colour }: { axis: LogLatencyAxis, colour: string }): Markup[] {
  const most = extentOf(cells.map(([, , count]) => count))?.max ?? 1
  const byLevel = Map.groupBy(cells, ([, , count]) => Math.ceil(levels * Math.sqrt(count / most)))
  const x = (column: number) => Math.round((column / columns) * curveWidth)
  const y = (row: number) => short(axis.y(10 ** ((row + 0.5) / rowsPerDecade)))
  return [...byLevel].sort(([a], [b]) => a - b).map(([level, of]) => {
    // A stroke as high as a row costs half of a filled path's bytes.
    const path = horizontalRuns(of).map(({ row, from, to }) => `M${x(from)} ${y(row)}h${x(to) - x(from)}`)
    return markup`<path d="${path.join('')}" stroke="${colour}" stroke-width="${short(axis.decadePx / rowsPerDecade)}" stroke-opacity="${short(level / levels)}" shape-rendering="crispEdges"><title>${countsOf(of)}</title></path>`
  })
}

/** @returns of its latencies, in ms */
export function densityExtent({ rowsPerDecade, cells }: Density): Extent | null {
  const rows = extentOf(cells.map(([, row]) => row))
  return rows && { min: 10 ** (rows.min / rowsPerDecade), max: 10 ** ((rows.max + 1) / rowsPerDecade) }
}

/** @returns neighbours in one; columns, `to` is the first beyond */
function horizontalRuns(cells: Density['cells']): { row: number, from: number, to: number }[] {
  const runs: { row: number, from: number, to: number }[] = []
  for (const [column, row] of cells.toSorted(([columnA, rowA], [columnB, rowB]) => rowA - rowB || columnA - columnB)) {
    const last = runs.at(-1)
    if (last?.row === row && last.to === column) last.to++
    else runs.push({ row, from: column, to: column + 1 })
  }
  return runs
}

/** @param cells at least one */
function countsOf(cells: Density['cells']) {
  const { min, max } = extentOf(cells.map(([, , count]) => count)) ?? { min: 0, max: 0 }
  return `${min === max ? '' : `${grouped(min)} to `}${groupedCount(max, 'response')} in a cell`
}
