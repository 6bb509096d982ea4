import { isolated } from '../../concepts/wording.ts'
import { speedupAxis } from '../charts/axes.ts'
import { speedupStrip, stripHeader } from '../charts/speedup-strip.ts'
import { markup, type Content, type Markup } from '../markup.ts'
import { interval, times } from '../words/numbers.ts'
import { leadersSentence, whatWouldTell } from '../words/scenario-sentences.ts'
import { placeOf } from '../words/sentences.ts'
import { section, swatch, variantName, type ScenarioView } from './section.ts'
import { columnHead, roomAroundOne } from './speedup-section.ts'

const cellNames = ['strip-cell', 'figure', 'range', 'result']

/** All variants against the fastest; null where two candidates could not be compared. */
export function leadersSection(view: ScenarioView): Markup | null {
  const leaders = view.result?.leaders ?? null
  if (view.result === null || leaders === null) return null
  const { metric, best, others } = leaders
  const axis = speedupAxis(others.flatMap(({ interval: range, ratios }) => [...range, ...ratios]), roomAroundOne)
  const lead = `Each variant against ${isolated(best)} ${placeOf(metric)}, paired within each round (small dots). ` +
    `The intervals of all pairs hold together at ${Math.round(100 * view.result.confidence)} %, so they are wider than those below.`
  const rows = others.map((rival) => {
    const { variant, ratio, interval: range, ratios, verdict } = rival
    const values = { metric, speedup: ratio, interval: range, ratios, outliers: [], required: null }
    const strip = speedupStrip(values, { name: `${variant} against ${best}`, look: view.lookOf(variant), axis })
    const advice = whatWouldTell(rival)
    const result = markup`${verdict}${advice && markup` so far <span class="remark">${advice}</span>`}`
    return row(view, variant, [strip, markup`<strong>${times(ratio)}</strong>`, interval(range), result])
  })
  const heads = ['Variant', stripHeader(axis), 'Ratio', 'Interval', 'Result'].map((head, i) => columnHead(['variant', ...cellNames][i], head))
  return section(view, { id: 'fastest', title: 'Which is fastest' }, markup`<p class="finding"><strong>${leadersSentence(leaders, view.result, true)}</strong></p>
<p class="lead">${lead}</p>
<table class="speedups fastest" role="table">
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">
${row(view, best, [null, markup`<strong>${times(1)}</strong>`, null, markup`<strong>fastest</strong>`])}${rows}</tbody></table>`)
}

const row = ({ lookOf, baseline }: ScenarioView, name: string, contents: Content[]) =>
  markup`<tr role="row"><th role="rowheader" scope="row" class="variant"><span>${swatch(lookOf(name))} ${variantName(name, baseline)}</span></th>\
${contents.map((content, i) => markup`<td role="cell" class="${cellNames[i]}">${content}</td>`)}</tr>\n`
