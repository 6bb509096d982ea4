import { speedupAxis } from '../../plugin/report/charts/axes.ts'
import { draw, lineAcross, lineUp, short } from '../../plugin/report/charts/plot.ts'
import { gridLine, ink, mark, muted, numberedLook, type Look } from '../../plugin/report/palette.ts'
import { timesWithin } from '../../plugin/report/words/numbers.ts'
import { svgFile } from '../pictures/svg-file.ts'
import type { Markup } from '../../plugin/report/markup.ts'
import type { Found } from './ways.ts'

const metrics = [
  { metric: 'throughput', look: numberedLook(0) },
  { metric: 'p99', look: numberedLook(1) }
] as const

// In px.
const width = 520
const [left, right] = [108, 500]
const top = 76
const rowHeight = 46

/**
 * docs/claims/ways.svg: an interval of each metric of each way, on one logarithmic axis.
 *
 * @returns a file of its own, with its colours
 */
export function waysChart(found: Found[]): string {
  const axis = speedupAxis(found.flatMap(({ throughput, p99 }) => [...throughput.interval, ...p99.interval]))
  const x = (ratio: number) => short(left + (right - left) * axis.part(ratio))
  const bottom = top + found.length * rowHeight
  const label = found.map(
    (way) => `${way.candidate}: throughput ${timesWithin(way.throughput)}, p99 ${timesWithin(way.p99)}`
  )
  const legend = metrics.flatMap(({ metric, look }, i) => [
    mark(look, { x: left + 7 + i * 120, y: 16 }),
    draw('text', { x: left + 20 + i * 120, y: 21, fill: ink }, metric)
  ])
  const ticks = axis.ticks.flatMap(({ value, label: text }) => [
    lineUp(x(value), top - 8, bottom, { stroke: value === 1 ? ink : gridLine, 'stroke-width': value === 1 ? 1.5 : 1 }),
    draw('text', { x: x(value), y: top - 14, 'text-anchor': 'middle', fill: value === 1 ? ink : muted }, text)
  ])
  const sides = [
    draw('text', { x: x(1), dx: -8, y: 42, 'text-anchor': 'end', fill: muted }, '← worse'),
    draw('text', { x: x(1), dx: 8, y: 42, fill: muted }, 'better →')
  ]
  const rows = found.flatMap((way, i) => {
    const middle = top + (i + 0.5) * rowHeight
    return [
      draw('text', { x: left - 12, y: short(middle + 5), 'text-anchor': 'end', fill: ink }, way.candidate),
      ...metrics.flatMap(({ metric, look }, j) =>
        bar(way[metric].interval.map(x), { look, y: middle + (j - 0.5) * 16, at: x(way[metric].speedup) })
      )
    ]
  })
  return svgFile({ width, height: bottom + 12 }, `Ratios to a cluster of Node. ${label.join('. ')}.`, [
    ...legend,
    ...sides,
    ...ticks,
    ...rows
  ])
}

function bar([from, to]: string[], { look, y, at }: { look: Look; y: number; at: string }): Markup[] {
  const stroke = { stroke: look.colour }
  return [
    lineAcross(y, { ...stroke, 'stroke-width': 3 }, [from, to]),
    ...[from, to].map((end) => lineUp(end, short(y - 5), short(y + 5), { ...stroke, 'stroke-width': 2 })),
    mark(look, { x: at, y })
  ]
}
