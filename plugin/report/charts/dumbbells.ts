import { markup, type Markup } from '../markup.ts'
import { milliseconds, times } from '../words/numbers.ts'
import { gridLine, halo, ink, mark, muted, type Look } from '../palette.ts'
import { across, plot, ticksAcross } from './plot.ts'
import type { Percentile } from '../../concepts/metrics.ts'
import type { LatencyScale } from './scales.ts'

export interface RoundOfLatencies {
  round: number
  values: { name: string, look: Look, latencyMs: number }[] // of the variants that were seen in it, the baseline first
  speedup: number | null // null: there are several, or none
  isOutlier: boolean
}

/** Above the first round is the axis. */
const axisHeight = 26
const rowHeight = 30

/** One percentile in every round: a row a round, a mark a variant, joined by a line. */
export function dumbbells(metric: Percentile, rounds: readonly RoundOfLatencies[], { part, ticks }: LatencyScale): Markup {
  const height = axisHeight + rowHeight * rounds.length
  const label = `${metric} of every round. ${rounds.map(summary).join('; ')}.`
  return plot({ height, label, className: 'dumbbells' }, [
    ...ticks.map((tick) => markup`<line x1="${across(tick.part)}" x2="${across(tick.part)}" y1="${axisHeight}" y2="${height}" stroke="${tick.latencyMs === 0 ? muted : gridLine}"/>`),
    ...ticksAcross(ticks, axisHeight, 'above'),
    ...rounds.flatMap((round, i) => row(round, { y: axisHeight + rowHeight * (i + 0.6), metric, part }))
  ])
}

function summary({ round, values }: RoundOfLatencies) {
  const each = values.map(({ name, latencyMs }) => `${name} ${milliseconds(latencyMs)} ms`)
  return `Round ${round}: ${each.length === 0 ? 'nothing' : each.join(', ')}`
}

/** @param place y of its marks, in px */
function row({ round, values, speedup, isOutlier }: RoundOfLatencies, { y, metric, part }: { y: number, metric: Percentile, part: LatencyScale['part'] }): Markup[] {
  const title = markup`<text x="-10" y="${y + 4}" text-anchor="end" font-weight="600" fill="${muted}">R${round}</text>`
  if (values.length === 0) return [title, markup`<text x="8" y="${y + 4}" fill="${muted}">no response that counts</text>`]
  const parts = values.map(({ latencyMs }) => part(latencyMs))
  const [left, right] = [Math.min(...parts), Math.max(...parts)]
  return [
    title,
    markup`<line x1="${across(left)}" x2="${across(right)}" y1="${y}" y2="${y}" stroke="${gridLine}" stroke-width="3"/>`,
    ...values.map(({ name, look, latencyMs }) => mark(look, { x: across(part(latencyMs)), y, title: `${name}, round ${round}, ${metric}: ${milliseconds(latencyMs)} ms` })),
    speedup === null ? markup`` : ratio(speedup, { x: (left + right) / 2, y: y - 8, isOutlier })
  ]
}

/** @param place x as a part of the plot */
function ratio(speedup: number, { x, y, isOutlier }: { x: number, y: number, isOutlier: boolean }) {
  const anchor = x < 0.15 ? 'start' : x > 0.85 ? 'end' : 'middle'
  return markup`<text x="${across(x)}" y="${y}" text-anchor="${anchor}" fill="${ink}" ${halo}>${times(speedup)}${isOutlier ? ' outlier' : ''}</text>`
}
