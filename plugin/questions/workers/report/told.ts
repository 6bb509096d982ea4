import { counted, joinParts, list } from '../../../concepts/wording.ts'
import { endsOf, ranged, times } from '../../../report/words/numbers.ts'
import type { ScenarioResult } from '../../../concepts/comparison.ts'
import type { Cell, Column } from '../../../report/tables/table.ts'
import type { AmountWords, TellsNumbers } from '../../../report/words/told.ts'
import type { Sweep, SweepPoint } from '../concepts.ts'

/** How many workers to take, for each variant that was run with several numbers of them. */
export const workersTold: TellsNumbers = {
  answer,
  told: ({ sweeps }, wordsOf) =>
    sweeps.map((sweep) => ({
      asked: 'How many workers',
      of: sweep.name,
      head: `How many workers, ${sweep.name}`,
      found: [sweep.recommendation],
      table: sweepTable(sweep, wordsOf(sweep.unit)),
      remarks: sweepRemarks(sweep)
    }))
}

/** That is the question where nothing but their number differs. */
function answer({ sweeps, decision, candidates }: ScenarioResult) {
  const [sweep] = sweeps
  if (sweeps.length !== 1 || decision === null || decision.action === 'unknown' || sweep.knee === null) return null
  const isAll = candidates.every(({ name }) => sweep.points.some(({ variant }) => variant === name))
  return isAll ? sweep.recommendation : null
}

/** A row for each number of workers. */
export function sweepTable(sweep: Sweep, words: AmountWords | null) {
  const { name, points, law, knee } = sweep
  const rows = points.map((point): Cell[] => {
    const remark = joinParts([point.workers === knee && 'knee', law !== null && !point.isFitted && 'not fitted'])
    return [{ name: String(point.workers), remark }, ...figuresOf(point, words)]
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

function figuresOf(point: SweepPoint, words: AmountWords | null): Cell[] {
  const { end, throughputPerSecond, speedup, p95Ms, appMegabytes, workerMegabytes } = point
  const [app, worker] = [appMegabytes, workerMegabytes].map((amount) => amount?.toFixed(0) ?? 'unknown')
  const factor = { text: times(speedup.value), ends: endsOf(speedup.interval) }
  return words === null || end === null
    ? [ranged(throughputPerSecond), factor, ranged(p95Ms), app, worker]
    : words.cells(point, { factor, app })
}

/** What the points of a sweep are where nothing was searched for. */
export const throughputWords = { what: 'Throughput', unit: 'responses/s', inFull: 'responses per second' }

/** Sentences beside the recommendation. */
export function sweepRemarks({ law, whyNoLaw, points, cores }: Sweep) {
  if (law === null) return whyNoLaw === null ? [] : [whyNoLaw]
  const left = points.filter(({ isFitted }) => !isFitted).map(({ workers }) => workers)
  if (left.length === 0) return []
  const beyond =
    cores !== null && Math.min(...left) > cores ? `, which are more than the ${counted(cores, 'core')}` : ''
  return [`The law was not fitted to ${list(left.map(String))} workers${beyond}.`]
}
