import { isShown } from '../../concepts/comparison.ts'
import { isTold, percentiles } from '../../concepts/metrics.ts'
import { paragraph, percent, roughMs } from '../../concepts/wording.ts'
import { clock, latencyScale, percentileAxis, percentileNames, speedupAxis } from '../charts/axes.ts'
import { densities, percentileCurves, quantilesOf, speedupsOver, valueAt } from '../charts/latencies.ts'
import { markup } from '../markup.ts'
import { grouped, milliseconds, times, timeSpan } from '../words/numbers.ts'
import { responseTimes } from '../words/names.ts'
import {
  cells,
  folded,
  foldedTable,
  howKnown,
  legend,
  nameOf,
  note,
  scrolling,
  section,
  subheading,
  table,
  tableRow,
  withRange,
  type ScenarioView
} from './section.ts'
import { findingOf } from './speedup-section.ts'
import { lowest } from '../../statistics/descriptive.ts'
import type { RunDetail } from '../../concepts/report-data.ts'

/** @returns null: no counted responses */
export function percentilesSection(view: ScenarioView) {
  const finding = view.result && findingOf(view.result, 'p95')
  const head = { id: 'percentiles', title: finding ?? 'Latency by percentile' }
  const details = comparedRuns(view)
  if (details.length === 0) {
    const runs = view.runs.map(({ run }) => run)
    const { unknown } = howKnown(runs)
    if (unknown === null || runs.every(({ latencyMs }) => latencyMs === null)) return null
    return section(view, head, note(unknown.latencies))
  }
  const axis = percentileAxis(details.map(({ counted }) => counted))
  const all = quantilesOf(view, details, axis.probabilities)
  const smallest = lowest(all, (quantiles) => valueAt(quantiles, 0.5) ?? NaN)
  const latency = latencyScale(endsOf(all), smallest)
  const lead = paragraph([
    'The axis is stretched towards the tail, so that p99 and p99.9 get as much room as the median.',
    'Lines are geometric means of the rounds, bands reach from the fastest to the slowest round,',
    `on a ${latency.isLog ? 'logarithmic' : 'linear'} scale.`,
    details.some(({ run }) => run.firstRequests.apart) && 'The first response on each connection is left out.',
    axis.thinFrom < 1 && 'Grey: fewer than 10 responses of a round lie beyond, so the values there are mostly chance.'
  ])
  // The very fastest responses are a matter of chance, and would take up the scale.
  const probabilities = axis.probabilities.filter((probability) => probability >= 0.1)
  const compared = quantilesOf(view, details, probabilities, speedupsOver(view.baseline, details))
  const title = `Speedup over ${view.baseline} by percentile`
  const names = all.map(({ name }) => name)
  return section(view, { ...head, lead }, [
    legend(view, names),
    percentileCurves(all, 'latency', { percentiles: axis, values: latency, title: 'Latency by percentile' }),
    compared.length > 0 && [
      subheading(view, markup`Speedup over ${nameOf(view.baseline)} at each percentile`),
      '\n',
      percentileCurves(compared, 'speedup', { percentiles: axis, values: speedupAxis(endsOf(compared)), title })
    ],
    numbers(view, details),
    timeOfResponses(view, names)
  ])
}

/** @returns null: no latencies are known */
export function latenciesSection(view: ScenarioView) {
  const known = comparedRuns(view)
  if (known.length === 0) return null
  const shown = view.names
    .map((name) => ({ name, look: view.lookOf(name), runs: known.filter(({ run }) => run.variant === name) }))
    .filter(({ runs }) => runs.length > 0)
  const lead = paragraph([
    'How often each latency came, over all rounds, on a logarithmic scale. The mark is p50.',
    'Two hills of one variant are two kinds of responses, such as those that had to wait and those that had not.'
  ])
  const names = shown.map(({ name }) => name)
  return section(view, { id: 'latencies', title: 'Latencies', lead }, [legend(view, names), densities(shown)])
}

/** @returns those that estimates are made of, with latencies: of whole rounds. Without any, all */
function comparedRuns({ runs, names }: ScenarioView) {
  const isWhole = (round: number) =>
    names.every((name) => runs.some(({ run }) => run.round === round && run.variant === name))
  const whole = runs.filter(({ run }) => isWhole(run.round))
  return (whole.length > 0 ? whole : runs).filter(({ quantiles }) => quantiles.length > 0)
}

const endsOf = (all: ReturnType<typeof quantilesOf>) =>
  all.flatMap(({ points }) => points.flatMap(({ least, most }) => [least, most]))

const columns = { ...percentileNames, max: 1 }

function numbers(view: ScenarioView, details: RunDetail[]) {
  // Of fewer responses, none is beyond p99.9: it would be the largest.
  const thin = new Set(details.filter(({ counted }) => counted < 1000).map(({ run }) => run.variant))
  const title = 'Latencies in ms, geometric means of the rounds'
  const rows = quantilesOf(view, details, Object.values(columns)).map(({ name, points }) => {
    const figures = points.map(({ probability, value }) =>
      thin.has(name) && probability === columns['p99.9']
        ? markup`<td title="fewer than 1,000 responses in a round">–</td>`
        : markup`<td>${milliseconds(value)}</td>`
    )
    return markup`<tr><th scope="row">${nameOf(name)}</th>${figures}</tr>\n`
  })
  const caption = `${title}${thin.size > 0 ? '. –: fewer than 1,000 responses in a round, too few for p99.9.' : ''}`
  return folded(
    'Numbers: latency by percentile',
    scrolling(view, title, table('latencies', ['Variant', ...Object.keys(columns)], rows, caption))
  )
}

/** @returns null: no variant reported enough */
function timeOfResponses(view: ScenarioView, names: readonly string[]) {
  const known = responseTimes(view.result?.variants ?? []).filter(({ name }) => names.includes(name))
  if (known.length === 0) return null
  const title = 'Where the time of a response goes'
  const words = [...new Set(known.flatMap(({ parts }) => parts.map((part) => part.words)))]
  const rows = known.map(({ name, latencyMs, parts }) => {
    const shares = words.map((word) => {
      const part = parts.find((each) => each.words === word)
      return part === undefined ? 'unknown' : withRange(part.ms, part.share)
    })
    return tableRow(nameOf(name), [`${roughMs(latencyMs)} ms`, ...shares])
  })
  const caption =
    'Means. A request waits for its turn on the wire, to be read, or while others are computed. ' +
    'It waits inside the app for timers, I/O and other services.'
  return foldedTable(view, title, 'latencies', ['Variant', 'Response', ...words], rows, caption)
}

/** Each run in numbers. */
export function runsSection(view: ScenarioView) {
  const { runs } = view
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
  const firstMs = lowest(runs, ({ beganMs }) => beganMs)
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
