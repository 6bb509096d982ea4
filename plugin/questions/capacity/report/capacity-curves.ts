import { area, line } from 'd3-shape'
import { paragraph } from '../../../concepts/wording.ts'
import { halo, ink, mark, muted, page, type Look, type LookOf } from '../../../report/palette.ts'
import { capacityFigures, curveOf, levelText, levelWords, loadsOf, standsFor, type LevelPoint } from './levels.ts'
import { roundWords } from '../../../report/words/names.ts'
import { figureText, milliseconds } from '../../../report/words/numbers.ts'
import { extentOf, levelAxis, logLatencyAxis, within, type Axis } from '../../../report/charts/axes.ts'
import {
  across,
  axisHeight,
  bandOf,
  curves,
  curveWidth,
  draw,
  lineAcross,
  lineOf,
  lineUp,
  plot,
  short,
  ticksAcross,
  ticksDown,
  tooltip,
  upwards,
  type Height
} from '../../../report/charts/plot.ts'
import {
  serviceLevelWords,
  type CapacityResult,
  type CapacityUnit,
  type VariantCapacity
} from '../concepts/capacity.ts'
import type { Percentile } from '../../../concepts/metrics.ts'

const edges = { top: 26, bottom: 236 } // in px; above the plot and below its axis there is room for what they show
const titleHeight = 18
const farthest = 1.5 // how far beyond all loads an interval may stretch the axis, a ratio

type Series = { variant: VariantCapacity; look: Look; points: LevelPoint[] }
type Plot = { percentile: Percentile; limitMs: number; unit: CapacityUnit; x: Axis['part']; y: Height }

/**
 * A percentile of latency over the load, both on logarithmic scales: a line and its band for each variant, a dot for
 * each load, and where each meets the limit.
 */
export function capacityCurves(
  { limits, unit, variants }: CapacityResult,
  percentile: Percentile,
  { lookOf, scenario }: { lookOf: LookOf; scenario: string }
) {
  const limitMs = limits[percentile] ?? NaN
  const series = variants.map((variant) => ({
    variant,
    look: lookOf(variant.variant),
    points: curveOf(variant, percentile, limits)
  }))
  const seen = variants.flatMap((variant) => loadsOf(variant, percentile))
  const levels = axisOfLevels(variants, unit)
  const latencies = logLatencyAxis(
    extentOf([limitMs, ...seen.map(({ latencyMs }) => latencyMs)]),
    edges.bottom - edges.top
  )
  const all: Plot = { percentile, limitMs, unit, x: levels.part, y: upwards(latencies, edges) }
  const limitY = all.y(limitMs)
  const told = variants.map((variant) => tell(variant, percentile, unit))
  const label = paragraph([
    `${percentile} of ${scenario} over the ${levelWords[unit].came}.`,
    `Service level: ${serviceLevelWords({ limits })}.`,
    `${told.join('; ')}.`
  ])
  const titled = { fill: muted, 'font-weight': 600 }
  return plot({ height: edges.bottom + axisHeight + titleHeight, label, className: 'scaling capacity' }, [
    draw('text', { x: 0, y: 12, ...titled }, `${percentile} latency`),
    draw(
      'text',
      { x: '100%', y: edges.bottom + axisHeight + 12, 'text-anchor': 'end', ...titled },
      levelWords[unit].title
    ),
    ...ticksDown(latencies.ticks, all.y),
    ...ticksAcross(levels.ticks, edges.bottom),
    // The first variant is drawn last, on top.
    curves(
      edges.bottom,
      series.toReversed().flatMap((each) => wayOf(each, all))
    ),
    lineAcross(limitY, { stroke: ink, 'stroke-width': 1.5, 'stroke-dasharray': '6 4' }, [null, '100%']),
    draw(
      'text',
      { x: 0, dx: 6, y: short(limitY - 6), fill: ink, 'font-weight': 600, ...halo },
      `${percentile} ≤ ${limitMs} ms`
    ),
    ...series.flatMap((each) => dotsOf(each, all)),
    ...series.toReversed().flatMap((each) => limitMark(each, all))
  ])
}

function axisOfLevels(variants: readonly VariantCapacity[], unit: CapacityUnit) {
  const offered = variants.flatMap(({ steps }) => steps.map((step) => step.offered)).filter((level) => level > 0)
  const found = variants.filter(({ end }) => end === 'found').flatMap(({ capacity: { interval } }) => interval)
  const { min, max } = extentOf(offered) ?? { min: 1, max: 1 }
  const ends = found.map((level) => within(level, min / farthest, max * farthest))
  return levelAxis([min, max, ...ends, ...variants.map(({ capacity: { value } }) => value)], (level) =>
    unit === '/s' ? `${level}/s` : String(level)
  )
}

/** The line through its loads. The band is that line as far to either side as the capacity may lie. */
function wayOf({ variant: { end, capacity }, look, points }: Series, { x, y }: Plot) {
  if (points.length < 2) return []
  const [low, high] = capacity.interval.map((level) => level / capacity.value)
  const at = (level: number) => curveWidth * within(x(level))
  const band = area<LevelPoint>()
    .y(({ latencyMs }) => y(latencyMs))
    .x0(({ level }) => at(level * low))
    .x1(({ level }) => at(level * high))
    .digits(1)
  const way = line<LevelPoint>(
    ({ level }) => at(level),
    ({ latencyMs }) => y(latencyMs)
  ).digits(1)
  return [end === 'found' && bandOf(band(points), look.colour), lineOf(way(points), look)]
}

/** A dot for each load; hollow: it says nothing. */
const dotsOf = ({ variant, look: { colour } }: Series, { percentile, unit, x, y }: Plot) =>
  loadsOf(variant, percentile).map(({ step, offered, latencyMs }) => {
    const paint =
      step.void !== null
        ? { r: 3.5, fill: page, stroke: colour, 'stroke-width': 1.5 }
        : { r: 3, fill: colour, 'fill-opacity': 0.75 }
    const found = `${percentile} ${milliseconds(latencyMs)} ms at ${levelText(offered, unit)}`
    const title = `${variant.variant}, ${roundWords(step.round)}: ${found}, ${standsFor(step)}`
    return draw('circle', { cx: across(x(offered)), cy: short(y(latencyMs)), ...paint }, tooltip(title))
  })

/**
 * On the limit: the capacity with the bar of its interval; or, where it is known from one side, an arrow to the other.
 */
function limitMark({ variant, look }: Series, { limitMs, unit, x: part, y }: Plot) {
  const { end, capacity } = variant
  const at = across(part(capacity.value))
  const height = y(limitMs)
  const ends = capacity.interval.map((level) => across(within(part(level))))
  const stroke = { stroke: look.colour }
  const d = end === 'not reached' ? 'M-7 0h-16m5-4l-5 4l5 4' : 'M7 0h16m-5-4l5 4l-5 4'
  const arrow = draw(
    'svg',
    { x: at, y: short(height), overflow: 'visible' },
    draw('path', { d, fill: 'none', ...stroke, 'stroke-width': 2 })
  )
  const bar = [
    lineAcross(height, { ...stroke, 'stroke-width': 4 }, ends),
    ...ends.map((side) => lineUp(side, short(height - 6), short(height + 6), { ...stroke, 'stroke-width': 2 })),
    lineUp(at, short(height), edges.bottom, { ...stroke, 'stroke-dasharray': '2 3' })
  ]
  return [
    ...(end === 'found' ? bar : [arrow]),
    mark(look, { x: at, y: short(height), title: nameAndCapacity(variant, unit) })
  ]
}

const nameAndCapacity = (found: VariantCapacity, unit: CapacityUnit) =>
  `${found.variant}: capacity ${figureText(capacityFigures(found, unit))}`

/** For those who can't see it. */
function tell(found: VariantCapacity, percentile: Percentile, unit: CapacityUnit) {
  const loads = loadsOf(found, percentile).sort((a, b) => a.offered - b.offered)
  const ends = loads
    .filter((_, i) => i === 0 || i === loads.length - 1)
    .map(({ latencyMs, offered }) => `${milliseconds(latencyMs)} ms at ${levelText(offered, unit)}`)
  return `${nameAndCapacity(found, unit)}${ends.length === 0 ? '' : `; ${percentile} ${ends.join(' to ')}`}`
}
