import { line } from 'd3-shape'
import { estimateOf, type ScenarioResult } from '../../../concepts/comparison.ts'
import { paragraph, percent } from '../../../concepts/wording.ts'
import { extentOf, loadAxis, logLatencyAxis, within, type Axis } from '../../../report/charts/axes.ts'
import {
  across,
  curve,
  curves,
  curveWidth,
  draw,
  lineEnds,
  plotOfLines,
  rangedMark,
  short,
  ticksAcross,
  ticksDown,
  tooltip,
  upwards
} from '../../../report/charts/plot.ts'
import { markup } from '../../../report/markup.ts'
import { halo, ink, shade, type LookOf } from '../../../report/palette.ts'
import { perSecond, ranged, rangedText, speedupFigure } from '../../../report/words/numbers.ts'
import type { Ranged } from '../../../concepts/metrics.ts'
import type { Cell, Column } from '../../../report/tables/table.ts'
import type { ToldOfResults } from '../../../report/words/told.ts'
import type { Crossover, CrossoverAdds, LevelVariant } from '../concepts.ts'

/** From which load on a candidate is better: all levels of a scenario side by side. */
export const crossoversTold = ({
  crossovers,
  scenarios
}: CrossoverAdds['comparison'] & { scenarios: readonly ScenarioResult[] }): ToldOfResults[] =>
  crossovers.map((crossover) => {
    const { scenario, levels } = crossover
    const seen = levels.flatMap(({ variants }) => variants)
    const isAnyoneFailing = seen.some(({ p95Ms }) => p95Ms === null)
    const turn = turnOf(crossover)
    return {
      asked: 'At which load it pays off',
      of: scenario,
      head: `${scenario} at several loads`,
      found: messagesOf(crossover),
      table: crossoverTable(crossover, scenarios),
      remarks: ['p95 in ms, and the speedup at p95'],
      aside: isAnyoneFailing ? '; where too much failed, the responses per second and the share that failed' : '',
      id: 'crossover',
      title: whereItPays(crossover),
      lead: paragraph([
        'p95 over the requests sent per second, on a logarithmic scale.',
        'A mark is the geometric mean of the rounds. Its bar is the confidence interval.',
        turn &&
          `The grey zone is where it turns: left of it ${turn.name} gains nothing measurable, to its right, it does.`,
        seen.some(({ keepsUp }) => !keepsUp) &&
          'An arrow upwards: the variant could not keep up with the arriving users, so its latency grows with the length of the test.',
        isAnyoneFailing && 'An arrow without a mark: too many of its requests failed for a latency to mean anything.'
      ]),
      variants: seen.map(({ name }) => name),
      chart: (names, lookOf) => loadLatency(crossover, { names, lookOf }),
      caption: (baseline) => markup`p95 in ms, and the speedup over ${baseline} at p95, both with their intervals.`
    }
  })

/** @returns a heading: what was found, in short; the answers have all of it */
function whereItPays({ candidates }: Crossover) {
  const paying = candidates.filter(({ betterFrom }) => betterFrom !== null)
  if (candidates.length > 1) return `${paying.length} of ${candidates.length} candidates pay off from some load on`
  const [{ name, betterFrom }] = candidates
  return betterFrom === null
    ? `No load is known from which ${name} pays off`
    : `${name} pays off from ${perSecond(betterFrom)} requests/s on`
}

/** Once what is true of all its candidates. */
const messagesOf = ({ candidates }: Crossover) => [...new Set(candidates.map(({ message }) => message))]

/**
 * The loads of no gain and of gain. Null: one of them is unknown, or there are several candidates, whose zones would
 * cover one another.
 */
function turnOf({ candidates }: Crossover) {
  if (candidates.length !== 1) return null
  const [{ name, asGoodUpTo, betterFrom }] = candidates
  return asGoodUpTo === null || betterFrom === null ? null : { name, asGoodUpTo, betterFrom }
}

/** A row for each load of a crossover, by its factor, such as "0.5x". Its own results may be among others. */
function crossoverTable({ of, levels, candidates }: Crossover, results: readonly ScenarioResult[]) {
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

function latencyCell({ p95Ms, keepsUp, answeredPerSecond, errorRate }: LevelVariant) {
  return {
    // A p95 would mean nothing where too much failed.
    ...(p95Ms === null ? { text: `${perSecond(answeredPerSecond)}/s, ${percent(errorRate)} failed` } : ranged(p95Ms)),
    note: keepsUp ? null : 'could not keep up with the arriving users'
  }
}

const loadEdges = { top: 30, bottom: 290 } // in px; above the plot there is room for a label
const roomForP95 = 1.3 // how far beyond all latencies an interval may stretch the axis, a ratio

type Load = { offered: number } & LevelVariant

/** p95 over the offered load on a logarithmic scale: a line a variant, an arrow upwards where it could not keep up. */
export function loadLatency(crossover: Crossover, { names, lookOf }: { names: readonly string[]; lookOf: LookOf }) {
  const { scenario, levels } = crossover
  const { bottom } = loadEdges
  const loads = loadAxis(levels.map(({ offeredPerSecond }) => offeredPerSecond))
  const seen = levels.flatMap(({ offeredPerSecond, variants }) =>
    variants.map((variant): Load => ({ ...variant, offered: offeredPerSecond }))
  )
  const known = ({ offered, p95Ms }: Load) => (p95Ms === null ? [] : [{ offered, p95Ms }])
  const series = names
    .map((name) => {
      const all = seen.filter((load) => load.name === name)
      return { name, look: lookOf(name), all, points: all.flatMap(known) }
    })
    .filter(({ points }) => points.length > 0)
  const latencies = series.flatMap(({ points }) => points.map(({ p95Ms }) => p95Ms))
  const values = latencies.map(({ value }) => value)
  const least = Math.min(...values) / roomForP95
  const most = Math.max(...values) * roomForP95
  const ends = latencies.flatMap((latency) => latency.interval.map((end) => within(end, least, most)))
  const axis = logLatencyAxis(extentOf(ends), bottom - loadEdges.top)
  const y = upwards(axis, loadEdges)
  const way = line<{ offered: number; p95Ms: Ranged }>(
    ({ offered }) => curveWidth * loads.part(offered),
    ({ p95Ms }) => y(p95Ms.value)
  ).digits(1)
  const tell = ({ offered, p95Ms, keepsUp }: Load) => {
    const found = p95Ms === null ? 'too many errors' : `${ranged(p95Ms).text} ms`
    return `${found} at ${perSecond(offered)}/s${keepsUp ? '' : ' (could not keep up)'}`
  }
  const told = series.map(({ name, all }) => `${name}: ${all.map(tell).join(', ')}`)
  const label = `p95 of ${scenario} over the offered load. ${told.join('; ')}. ${messagesOf(crossover).join(' ')}`
  // The first variant is drawn last, on top.
  const reversed = series.toReversed()
  return plotOfLines({ bottom, label, className: 'percentiles loads' }, [
    ...turn(crossover, loads),
    ...ticksDown(axis.ticks, y),
    ...ticksAcross(loads.ticks, bottom),
    curves(
      bottom,
      reversed.map(
        ({ look, points }) =>
          points.length > 1 &&
          curve(way(points), { stroke: look.colour, 'stroke-width': 2, 'stroke-dasharray': look.dash })
      )
    ),
    ...reversed.flatMap(({ name, look, all }) =>
      all.flatMap(({ offered, p95Ms, keepsUp }) => {
        const x = across(loads.part(offered))
        const found = p95Ms === null ? 'too many errors' : `p95 ${rangedText(p95Ms)} ms`
        const title = `${name} at ${perSecond(offered)} requests/s: ${found}${keepsUp ? '' : ', could not keep up'}`
        // Its latency has no upper end.
        const path = draw(
          'path',
          { d: 'M11 7v-13m-4 4l4-4l4 4', fill: 'none', stroke: look.colour, 'stroke-width': 2 },
          p95Ms === null && tooltip(title)
        )
        const arrow = (top: number) => draw('svg', { x, y: short(top), overflow: 'visible' }, path)
        if (p95Ms === null) return [arrow(loadEdges.top)]
        return [...rangedMark(look, p95Ms, { x, y, edges: loadEdges, title }), !keepsUp && arrow(y(p95Ms.value))]
      })
    ),
    lineEnds(
      series.map(({ name, look, points }) => ({ name, look, y: y(points[points.length - 1].p95Ms.value) })),
      bottom
    )
  ])
}

/** The zone between the loads of no gain and of gain; nothing where these are unknown. */
function turn(crossover: Crossover, { part }: Axis) {
  const zone = turnOf(crossover)
  if (zone === null) return []
  const { name, asGoodUpTo, betterFrom } = zone
  const from = part(asGoodUpTo)
  const to = part(betterFrom)
  const width = across(Math.max(0, to - from))
  const rect = { x: across(from), width, y: 20, height: loadEdges.bottom - 20, fill: shade }
  const title = `${name} gains little up to ${perSecond(asGoodUpTo)} requests/s, and pays off from ${perSecond(betterFrom)} requests/s on`
  return [
    draw('rect', rect, tooltip(title)),
    draw('text', { x: across(from), 'text-anchor': 'end', y: 14, fill: ink, ...halo }, 'little gain →|'),
    draw('text', { x: across(to), y: 14, fill: ink, ...halo }, '|→ it pays off')
  ]
}
