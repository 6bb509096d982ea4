import { counted, list } from '../../concepts/wording.ts'
import { sweepWords } from '../../questions/report.ts'
import { endsOf, ranged, times } from '../words/numbers.ts'
import type { Ranged } from '../../concepts/metrics.ts'
import type { Sweep, SweepPoint } from '../../concepts/load-results.ts'
import type { Cell, Column, Table } from './table.ts'

/** A row for each number of workers. */
export function sweepTable(sweep: Sweep): Table {
  const { name, points, law, knee } = sweep
  const words = sweepWords(sweep)
  const rows = points.map((point): Cell[] => {
    const remarks = [point.workers === knee && 'knee', law !== null && !point.isFitted && 'not fitted'].filter(Boolean)
    return [{ name: String(point.workers), remark: remarks.join(', ') }, ...figuresOf(point, words)]
  })
  const columns: Column[] = words?.columns ?? [
    { title: 'Responses/s', intervalRank: 5 },
    { title: 'Speedup', isMain: true, intervalRank: 1 },
    { title: 'p95 (ms)', rank: 2, intervalRank: 5 },
    { title: 'App (MB)', rank: 3 },
    { title: 'A worker (MB)', rank: 4 }
  ]
  return { title: `${name}: numbers of workers`, columns: [{ title: 'Workers' }, ...columns], rows }
}

function figuresOf(point: SweepPoint, words: ReturnType<typeof sweepWords>): Cell[] {
  const { end, throughputPerSecond, speedup, p95Ms, appMegabytes, workerMegabytes } = point
  const [app, worker] = [appMegabytes, workerMegabytes].map((amount) => amount?.toFixed(0) ?? 'unknown')
  const factor = timesOf(speedup)
  return words === null || end === null
    ? [ranged(throughputPerSecond), factor, ranged(p95Ms), app, worker]
    : words.cells(point, { factor, app })
}

const timesOf = ({ value, interval }: Ranged) => ({ text: times(value), ends: endsOf(interval) })

/** What the points of a sweep are, and their unit, also in full. */
export const sweptWords = (sweep: Sweep): { what: string; unit: string; inFull: string } =>
  sweepWords(sweep) ?? { what: 'Throughput', unit: 'responses/s', inFull: 'responses per second' }

/** Sentences beside the recommendation. */
export function sweepRemarks({ law, whyNoLaw, points, cores }: Sweep): string[] {
  if (law === null) return whyNoLaw === null ? [] : [whyNoLaw]
  const left = points.filter(({ isFitted }) => !isFitted).map(({ workers }) => workers)
  if (left.length === 0) return []
  const beyond =
    cores !== null && Math.min(...left) > cores ? `, which are more than the ${counted(cores, 'core')}` : ''
  return [`The law was not fitted to ${list(left.map(String))} workers${beyond}.`]
}
