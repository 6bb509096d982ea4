import { markup, type Markup } from '../markup.ts'
import { interval, times } from '../words/numbers.ts'
import { failZone, gridLine, ink, mark, muted, page, pass, passZone, type Look } from '../palette.ts'
import { across, isAtEdge, ticksAcross } from './plot.ts'
import type { Estimate } from '../../concepts/comparison.ts'
import type { SpeedupAxis } from './axes.ts'

/** Height of a strip in px, where no stylesheet lets it fill its row. */
const height = 44
const headerHeight = 34

/**
 * One speedup on an axis that it shares with the strips above and below: the interval as a bar with the variant's
 * mark, a dot for each round, and what is required as a zone. Whatever its height, it fills it.
 *
 * @param shown name of the candidate
 */
export function speedupStrip(estimate: Estimate, { name, look, axis }: { name: string, look: Look, axis: SpeedupAxis }): Markup {
  return markup`<svg class="strip" role="img" aria-label="${labelOf(estimate, name)}" width="100%" height="${height}" font-size="11" font-family="system-ui, sans-serif">${[
    ...zones(estimate, axis),
    markup`<svg y="50%" overflow="visible">${[requirement(estimate, axis), ...whisker(estimate, look, axis), ...rounds(estimate, look, axis)]}</svg>`
  ]}</svg>`
}

/** The axis of the strips, for the head of their column. */
export function stripHeader({ part, ticks }: SpeedupAxis): Markup {
  const one = across(part(1))
  const [first, last] = [ticks[0], ticks[ticks.length - 1]]
  return markup`<svg class="strip" role="img" aria-label="Logarithmic axis of speedups from ${first.label} to ${last.label}, slower left of 1x, faster right of it" width="100%" height="${headerHeight}" overflow="visible" font-size="11" font-weight="normal" font-family="system-ui, sans-serif">${[
    markup`<text x="${one}" dx="-7" y="10" text-anchor="end" fill="${muted}">← slower</text><text x="${one}" dx="7" y="10" fill="${muted}">faster →</text>`,
    ...ticksAcross(ticks.filter((tick, i) => tick.speedup !== 1 && hasRoom(tick, [ticks[i - 1], ticks[i + 1]])), headerHeight, 'above'),
    markup`<text x="${one}" y="${headerHeight - 8}" text-anchor="middle" font-weight="bold" fill="${ink}">1x</text>`
  ]}</svg>`
}

/** Between a label at an edge and the next tick, as a part of the axis. */
const roomAtEdge = 0.2

function hasRoom({ part }: SpeedupAxis['ticks'][number], beside: (SpeedupAxis['ticks'][number] | undefined)[]) {
  return !isAtEdge(part) || beside.every((other) => other === undefined || Math.abs(other.part - part) > roomAtEdge)
}

function labelOf({ metric, speedup, interval: range, ratios, required }: Estimate, name: string) {
  const rounds = ratios.length === 1 ? `one round` : `${ratios.length} rounds from ${times(Math.min(...ratios))} to ${times(Math.max(...ratios))}`
  return `${name}, ${metric}: speedup ${times(speedup)}, interval ${interval(range)}, ${rounds}${required === null ? '' : `, required at least ${required}x`}.`
}

/** @returns slower than the baseline, as required, and lines at the ticks */
function zones({ required }: Estimate, { part, ticks }: SpeedupAxis): Markup[] {
  const slower = part(Math.min(1, required ?? 1))
  return [
    markup`<rect width="${across(slower)}" height="100%" fill="${failZone}"/>`,
    ...(required === null ? [] : [markup`<rect x="${across(part(required))}" width="${across(1 - part(required))}" height="100%" fill="${passZone}"/>`]),
    ...ticks.map((tick) => markup`<line x1="${across(tick.part)}" x2="${across(tick.part)}" y2="100%" stroke="${tick.speedup === 1 ? ink : gridLine}"${tick.speedup === 1 ? markup` stroke-width="1.5"` : null}/>`),
    ...(required === null ? [] : [markup`<line x1="${across(part(required))}" x2="${across(part(required))}" y2="100%" stroke="${pass}" stroke-width="2" stroke-dasharray="4 3"/>`])
  ]
}

function requirement({ required }: Estimate, { part }: SpeedupAxis) {
  if (required === null) return null
  // On the side where there is more room, above the bar.
  const [anchor, dx] = part(required) > 0.5 ? ['end', -5] : ['start', 5]
  return markup`<text x="${across(part(required))}" dx="${dx}" y="-10" text-anchor="${anchor}" fill="${ink}">≥ ${required}x</text>`
}

function whisker({ speedup, interval: range }: Estimate, look: Look, { part }: SpeedupAxis) {
  const [low, high] = range.map((end) => across(part(end)))
  const caps = [low, high].map((x) => markup`<line x1="${x}" x2="${x}" y1="-4" y2="6" stroke="${look.colour}" stroke-width="2"/>`)
  return [
    markup`<line x1="${low}" x2="${high}" y1="1" y2="1" stroke="${look.colour}" stroke-width="3"/>`,
    ...caps,
    mark(look, { x: across(part(speedup)), y: 1, title: `Speedup ${times(speedup)}, interval ${interval(range)}` })
  ]
}

function rounds({ ratios, outliers }: Estimate, { colour }: Look, { part }: SpeedupAxis) {
  return ratios.map((ratio, i) => {
    const outlier = outliers.find(({ round }) => round === i + 1)
    const paint = outlier === undefined ? markup`fill="${colour}" fill-opacity="0.7"` : markup`fill="${page}" stroke="${colour}"`
    const remark = outlier === undefined ? '' : `, an outlier, pulled to ${times(outlier.pulledTo)}`
    return markup`<circle cx="${across(part(ratio))}" cy="14" r="2.5" ${paint}><title>Round ${i + 1}: ${times(ratio)}${remark}</title></circle>`
  })
}
