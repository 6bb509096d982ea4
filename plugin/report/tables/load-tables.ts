import { estimateOf, type ScenarioResult } from '../../concepts/comparison.ts'
import { counted, list, percent } from '../../concepts/wording.ts'
import { sweepWords } from '../../questions/report.ts'
import { endsOf, perSecond, ranged, speedupFigure, times } from '../words/numbers.ts'
import type { Ranged } from '../../concepts/metrics.ts'
import type { Crossover, LevelVariant, Sweep, SweepPoint } from '../../concepts/load-results.ts'
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

/** A row for each load of a crossover, by its factor, such as "0.5x". Its own results may be among others. */
export function crossoverTable({ of, levels, candidates }: Crossover, results: readonly ScenarioResult[]): Table {
  const names = [...new Set(levels.flatMap(({ variants }) => variants.map(({ name }) => name)))]
  const isCandidate = (name: string) => candidates.some((candidate) => candidate.name === name)
  const rows = levels.map(({ factor, scenario, offeredPerSecond, variants }): Cell[] => {
    const judged = results.find((result) => result.scenario === scenario)?.candidates
    const cells = names.flatMap((name): Cell[] => {
      const level = variants.find((variant) => variant.name === name)
      const latency = level === undefined ? null : latencyCell(level)
      if (!isCandidate(name)) return [latency]
      const estimate = estimateOf(
        judged?.find((candidate) => candidate.name === name),
        'p95'
      )
      const note = estimate?.reason === null ? null : 'no verdict'
      return [latency, estimate === undefined ? null : { ...speedupFigure(estimate), note }]
    })
    return [`${factor}x`, perSecond(offeredPerSecond), ...cells]
  })
  const columns = names.flatMap((name): Column[] => [
    { title: { name }, intervalRank: 4 },
    ...(isCandidate(name) ? [{ title: 'Speedup', isMain: true, rank: 1, intervalRank: 3 }] : [])
  ])
  const load = of === 'load' ? 'Load' : `Of ${of}`
  return { title: 'p95 by load', columns: [{ title: load }, { title: 'Requests/s', rank: 2 }, ...columns], rows }
}

function latencyCell({ p95Ms, keepsUp, answeredPerSecond, errorRate }: LevelVariant): Cell {
  return {
    // A p95 would mean nothing where too much failed.
    ...(p95Ms === null ? { text: `${perSecond(answeredPerSecond)}/s, ${percent(errorRate)} failed` } : ranged(p95Ms)),
    note: keepsUp ? null : 'could not keep up with the arriving users'
  }
}

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

/** Once what is true of all its candidates. */
export const crossoverMessages = ({ candidates }: Crossover): string[] => [
  ...new Set(candidates.map(({ message }) => message))
]

/** Whether any variant failed so much that its p95 means nothing. */
export const isAnyoneFailing = ({ levels }: Crossover): boolean =>
  levels.some(({ variants }) => variants.some(({ p95Ms }) => p95Ms === null))

/** Whether any variant could not keep up with the users who came. */
export const isAnyoneBehind = ({ levels }: Crossover): boolean =>
  levels.some(({ variants }) => variants.some(({ keepsUp }) => !keepsUp))

/**
 * The loads of no gain and of gain. Null: one of them is unknown, or there are several candidates, whose zones would
 * cover one another.
 */
export function turnOf({ candidates }: Crossover): { name: string; asGoodUpTo: number; betterFrom: number } | null {
  if (candidates.length !== 1) return null
  const [{ name, asGoodUpTo, betterFrom }] = candidates
  return asGoodUpTo === null || betterFrom === null ? null : { name, asGoodUpTo, betterFrom }
}
