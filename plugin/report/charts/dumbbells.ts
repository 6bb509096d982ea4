import { milliseconds, times } from '../words/numbers.ts'
import { gridLine, halo, ink, mark, muted, type Look } from '../palette.ts'
import { across, anchorAt, draw, lineAcross, lineUp, plot, ticksAcross } from './plot.ts'
import { extentOf, type Axis } from './axes.ts'
import type { Percentile } from '../../concepts/metrics.ts'

/** values: of the variants that were seen in it, the baseline first; speedup: null: there are several, or none */
export type RoundOfLatencies = {
  round: number
  values: { name: string; look: Look; latencyMs: number }[]
  speedup: number | null
  isOutlier: boolean
}

const axisHeight = 26 // in px, above the first round
const rowHeight = 30

/** One percentile in every round: a row a round, a mark a variant, joined by a line. */
export function dumbbells(metric: Percentile, rounds: readonly RoundOfLatencies[], { part, ticks }: Axis) {
  const height = axisHeight + rowHeight * rounds.length
  const summaries = rounds.map(({ round, values }) => {
    const latencies = values.map(({ name, latencyMs }) => `${name} ${milliseconds(latencyMs)} ms`)
    return `Round ${round}: ${latencies.join(', ') || 'nothing'}`
  })
  return plot({ height, label: `${metric} of every round. ${summaries.join('; ')}.`, className: 'dumbbells' }, [
    ...ticks.map(({ value, part: at }) =>
      lineUp(across(at), axisHeight, height, { stroke: value === 0 ? muted : gridLine })
    ),
    ...ticksAcross(ticks, axisHeight, 'above'),
    ...rounds.flatMap(({ round, values, speedup, isOutlier }, i) => {
      const y = axisHeight + rowHeight * (i + 0.6)
      const title = draw(
        'text',
        { x: -10, y: y + 4, 'text-anchor': 'end', 'font-weight': 600, fill: muted },
        `R${round}`
      )
      const extent = extentOf(values.map(({ latencyMs }) => part(latencyMs)))
      if (extent === null) return [title, draw('text', { x: 8, y: y + 4, fill: muted }, 'no counted responses')]
      const { min, max } = extent
      const middle = (min + max) / 2
      const ratioPlace = { x: across(middle), y: y - 8, 'text-anchor': anchorAt(middle, 0.15), fill: ink, ...halo }
      return [
        title,
        lineAcross(y, { stroke: gridLine, 'stroke-width': 3 }, [min, max].map(across)),
        ...values.map(({ name, look, latencyMs }) =>
          mark(look, {
            x: across(part(latencyMs)),
            y,
            title: `${name}, round ${round}, ${metric}: ${milliseconds(latencyMs)} ms`
          })
        ),
        speedup !== null && draw('text', ratioPlace, `${times(speedup)}${isOutlier ? ' outlier' : ''}`)
      ]
    })
  ])
}
