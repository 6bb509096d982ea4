import { counted } from '../../concepts/wording.ts'
import { mean } from '../../statistics/descriptive.ts'
import { boldInk, inconclusive, ink, muted, page, shade, type Look } from '../palette.ts'
import { grouped, groupedCount, milliseconds, timeSpan, total } from '../words/numbers.ts'
import { extentOf, timeAxis, type Extent } from './axes.ts'
import {
  across,
  axisHeight,
  curves,
  draw,
  labelLeft,
  lineUp,
  plot,
  rowsPath,
  short,
  ticksAcross,
  tooltip
} from './plot.ts'
import { isLeftAlone } from '../../questions/concepts.ts'
import type { RunDetail } from '../../concepts/report-data.ts'
import type { WorkerShare } from '../../concepts/run.ts'

export type WorkerShares = ReturnType<typeof workerShares>
export type WorkerSum = WorkerShares['workers'][number]

const quantile99 = 2.576 // of the normal distribution, which is near to the binomial one

/**
 * What each worker of a variant did in all rounds. Workers are known by their number in the order of start, because the
 * PIDs change with every round. Those beyond the wanted ones were forked anew. Shares are from 0 to 1.
 */
export function workerShares(runs: readonly RunDetail[], wanted: number) {
  const sumsOf = (workers: readonly WorkerShare[]) => ({
    requests: total(workers, 'requests'),
    connections: total(workers, 'connections')
  })
  const { requests, connections } = sumsOf(runs.flatMap((run) => run.workers))
  const roundsTold = runs.filter((run) => run.workers.length > 0).length
  // Those that were there for a part of a run can't have had their share.
  const areWhole = runs.every(({ run }) => isLeftAlone(run))
  const fair = 1 / wanted
  const reach = quantile99 * Math.sqrt((fair * (1 - fair)) / connections)
  /** Chance leaves a worker's share of the connections in it 99 times out of 100. */
  const [low, high] = connections === 0 ? [0, 1] : [Math.max(0, fair - reach), Math.min(1, fair + reach)]
  const workers = Array.from({ length: Math.max(wanted, ...runs.map((run) => run.workers.length)) }, (_, i) => {
    const own = runs.flatMap((run) => run.workers[i] ?? [])
    const usages = own.flatMap(({ usage }) => usage ?? [])
    /** Of the rounds; null: unknown. */
    const meanOf = (key: 'cpu' | 'rssMegabytes' | 'utilization') =>
      usages.length === 0 ? null : mean(usages.map((usage) => usage[key]))
    const sums = sumsOf(own)
    const connectionShare = sums.connections / (connections || 1)
    const beyond = connectionShare > high ? ('more' as const) : connectionShare < low ? ('less' as const) : null
    return {
      number: i + 1,
      pids: own.map(({ pid }) => pid), // of the rounds
      ...sums,
      share: sums.requests / (requests || 1),
      connectionShare,
      // connections than chance allows; null: neither, or it was not in every round, or not in a whole one
      beyond: own.length === roundsTold && areWhole ? beyond : null,
      cpu: meanOf('cpu'), // cores
      megabytes: meanOf('rssMegabytes'), // of resident memory, at most in a round
      utilization: meanOf('utilization') // of the event loop, from 0 to 1
    }
  })
  return { wanted, workers, areWhole, requests, connections, fair, zone: [low, high] }
}

/** Always with a digit, as shares are there to be compared. */
export const shareText = (share: number) => `${(100 * share).toFixed(1)} %`

/** The end of a sentence about the shares of all workers. */
export function fairWords({ workers, fair }: WorkerShares) {
  const beyond = workers.filter((worker) => worker.beyond !== null).length || 'none'
  return `fair share ${shareText(fair)}, ${beyond} with connections beyond what chance allows`
}

const barsPart = 0.75 // the rest of the width is for the numbers

/** Colour is never alone. */
export const beyondMark = { more: '▲', less: '▼' }

/** How high a worker's row and its bar are, in px: many workers stand close together. */
const rowOf = (workers: number) => (workers <= 8 ? { rowPx: 22, barPx: 14 } : { rowPx: 13, barPx: 10 })

/**
 * A bar for each worker's share of the requests beside a line at the fair share; a tick for that of the connections,
 * and a zone of chance.
 */
export function shareBars(shares: WorkerShares, { name, look }: { name: string; look: Look }) {
  const { workers, connections, requests, fair } = shares
  const [low, high] = shares.zone
  const { rowPx, barPx } = rowOf(workers.length)
  const bottom = workers.length * rowPx
  const most = Math.max(
    fair,
    ...workers.flatMap(({ share, connectionShare }) => [share, connectionShare]),
    connections > 0 ? high : 0
  )
  const x = (share: number) => across((barsPart * share) / most)
  const sorted = workers.toSorted((a, b) => b.share - a.share)
  const [busiest, idlest] = [sorted[0], sorted[sorted.length - 1]].map(
    ({ share, number }) => `${shareText(share)} (worker ${number})`
  )
  const among = `${grouped(requests)} requests among ${counted(workers.length, 'worker')} of ${name}`
  const label = `Shares of ${among}: from ${idlest} to ${busiest}, ${fairWords(shares)}.`
  const bars = workers.map((worker) => {
    const { number, share, connectionShare, beyond } = worker
    const top = (number - 1) * rowPx
    const tick = (stroke: string, width: number) =>
      connections > 0 &&
      lineUp(x(connectionShare), short(top + 1), short(top + rowPx - 1), { stroke, 'stroke-width': width })
    const end = { y: short(top + rowPx / 2 + 4), 'text-anchor': 'end' }
    const fill = beyond === null ? look.colour : inconclusive
    const rect = { width: x(share), y: short(top + (rowPx - barPx) / 2), height: barPx, fill, 'fill-opacity': 0.85 }
    const served = `${groupedCount(worker.requests, 'request')} on ${groupedCount(worker.connections, 'connection')}`
    const remark = beyond === null ? '' : `, ${beyond} than chance allows`
    const title = `Worker ${number}: ${shareText(share)}, ${served} (${shareText(connectionShare)}${remark})`
    return [
      labelLeft(top + rowPx / 2, number),
      draw('rect', rect, tooltip(title)),
      tick(page, 5),
      tick(ink, 2),
      draw('text', { x: '100%', dx: -14, ...end, fill: ink }, shareText(share)),
      beyond && draw('text', { x: '100%', ...end, fill: inconclusive }, beyondMark[beyond])
    ]
  })
  return plot({ height: bottom + axisHeight, label, className: 'shares' }, [
    connections > 0 && draw('rect', { x: x(low), width: x(high - low), height: bottom, fill: shade }),
    bars,
    lineUp(x(fair), 0, bottom + 4, boldInk),
    draw('text', { x: x(fair), y: bottom + 16, 'text-anchor': 'middle', fill: muted }, `fair share ${shareText(fair)}`)
  ])
}

const levels = 6
const leastRatio = 2 // a smaller difference between the fastest and the slowest is not blown up to all strengths
const mostWithTitles = 8 // of more workers, cells have no titles of their own, so that the page stays small

/**
 * The p95 of each worker over the time of a run: the stronger, the slower; blank where it gave no response.
 *
 * @param detail in which a worker gave one
 */
export function workerHeat(detail: RunDetail, { colour }: Look) {
  const { run, seconds, workerP95Ms: rows } = detail
  const extent = heatExtent(detail)!
  const { rowPx, barPx } = rowOf(rows.length)
  const bottom = rows.length * rowPx
  const path = (cells: HeatCell[], title: string) =>
    draw('path', { d: rowsPath(cells, (row) => short((row + 0.5) * rowPx)) }, tooltip(title))
  const pathsOf = (cells: HeatCell[]) =>
    rows.length > mostWithTitles
      ? path(cells, between(...cells.map(({ p95 }) => p95)))
      : cells.map((cell) =>
          path([cell], `Worker ${cell.row + 1} at ${timeSpan(cell.from * seconds)}: ${milliseconds(cell.p95)} ms`)
        )
  const workers = `${counted(rows.length, 'worker')} over ${timeSpan(seconds)} of ${run.variant}, round ${run.round}`
  const slowest = 1 + rows.findIndex((row) => row.includes(extent.max))
  const label = `p95 of ${workers}: from ${between(extent.min, extent.max)} (worker ${slowest}).`
  const byLevel = [...Map.groupBy(cellsOf(rows, extent), ({ level }) => level)].sort(([a], [b]) => a - b)
  const groups = byLevel.map(([level, cells]) => {
    const stroke = {
      stroke: colour,
      'stroke-opacity': short(0.12 + (0.8 * (level - 1)) / (levels - 1)),
      'stroke-width': barPx + 2,
      'shape-rendering': 'crispEdges'
    }
    return draw('g', stroke, pathsOf(cells))
  })
  return plot({ height: bottom + axisHeight, label, className: 'heat' }, [
    rows.map((_, i) => labelLeft((i + 0.5) * rowPx, i + 1)),
    curves(bottom, groups),
    ticksAcross(timeAxis(seconds).ticks, bottom)
  ])
}

/** Of the p95 of all its workers, in ms; null: there is none. */
export const heatExtent = ({ workerP95Ms }: RunDetail) => extentOf(workerP95Ms.flat().filter((p95) => p95 !== null))

type HeatCell = ReturnType<typeof cellsOf>[number]

/** Steps of the workers' time; level: strength, from 1; p95 in ms. */
function cellsOf(rows: readonly (readonly (number | null)[])[], { min, max }: Extent) {
  const ratio = Math.log(Math.max(leastRatio, max / min))
  return rows.flatMap((row, i) =>
    row.flatMap((p95, step) => {
      if (p95 === null) return []
      const level = Math.min(levels, 1 + Math.floor((levels * Math.log(p95 / min)) / ratio))
      return [{ row: i, from: step / row.length, to: (step + 1) / row.length, level, p95 }]
    })
  )
}

const between = (...p95: number[]) => `${milliseconds(Math.min(...p95))} ms to ${milliseconds(Math.max(...p95))} ms`
