import { isShown } from '../../concepts/comparison.ts'
import { isTold, percentiles } from '../../concepts/metrics.ts'
import { percent } from '../../concepts/wording.ts'
import { clock } from '../charts/axes.ts'
import { markup } from '../markup.ts'
import { grouped, milliseconds, times, timeSpan } from '../words/numbers.ts'
import { cells, foldedTable, nameOf, section, tableRow, type ScenarioView } from './section.ts'

/** @returns null: there was no run */
export function runsSection(view: ScenarioView) {
  const { runs } = view
  if (runs.length === 0) return null
  const all = runs.map(({ run }) => run)
  const told = percentiles.filter((percentile) => isTold(percentile, all))
  const columns = [
    'Round',
    'Variant',
    'Began at',
    'Took',
    'Requests',
    'Failed',
    ...told.map((percentile) => `${percentile} (ms)`),
    'Responses/s',
    'Busiest worker',
    'Load generator'
  ]
  const firstMs = Math.min(...runs.map(({ beganMs }) => beganMs))
  const rows = runs.map(({ run, beganMs, seconds, workers }) => {
    const busiest = workers.flatMap(({ usage }) => usage?.utilization ?? [])
    const figures = cells([
      clock(Math.round((beganMs - firstMs) / 1000)),
      timeSpan(seconds),
      grouped(run.requests),
      grouped(run.failures),
      ...told.map((percentile) => (run.latencyMs === null ? 'none' : milliseconds(run.latencyMs[percentile]))),
      run.throughputPerSecond.toFixed(1),
      busiest.length === 0 ? 'unknown' : percent(Math.max(...busiest)),
      run.generator.utilization === null ? 'unknown' : percent(run.generator.utilization)
    ])
    const round = run.round === 0 ? 'search' : run.round
    return markup`<tr><td>${round}</td><th scope="row">${nameOf(run.variant)}</th>${figures}</tr>\n`
  })
  const lead = 'Each run in numbers: when its load began, how long it took, rests included, and what came of it.'
  return section(view, { id: 'runs', title: 'All runs', lead }, [
    ratiosTable(view),
    foldedTable(view, 'Numbers: all runs in their order', 'numbers', columns, rows)
  ])
}

/** Whether a difference comes again, and in which rounds something disturbed it; null: nothing was compared */
function ratiosTable(view: ScenarioView) {
  const all = (view.result?.candidates ?? []).flatMap(({ name, estimates }) =>
    estimates.filter(isShown).map((estimate) => ({ name, ...estimate }))
  )
  if (all.length === 0) return null
  const rows = all.map(({ name, metric, ratios, outliers }) => {
    const isOutlier = (i: number) => outliers.some(({ round }) => round === i + 1)
    const shown = ratios.map((ratio, i) => `${times(ratio)}${isOutlier(i) ? ' outlier' : ''}`)
    return tableRow(markup`${nameOf(name)}, ${metric}`, shown)
  })
  const columns = ['Variant', ...all[0].ratios.map((_, i) => `Round ${i + 1}`)]
  return foldedTable(view, 'Numbers: the speedup in each round', 'numbers', columns, rows)
}
