import { warningKinds } from '../../concepts/warnings.ts'
import { markup, type Markup } from '../markup.ts'
import { limitCells } from '../words/limit-sentences.ts'
import {
  cells,
  scrolling,
  section,
  statusLabel,
  swatch,
  table,
  variantName,
  withRange,
  type ScenarioView
} from './section.ts'
import type { VariantLimit } from '../../concepts/comparison.ts'

const columns = ['Variant', 'Metric', 'Measured', 'Limit', 'Result']

/** What each variant was to keep in itself, whatever the others do; null: nothing. */
export function limitsSection(view: ScenarioView): Markup | null {
  const { result, lookOf, baseline } = view
  if (result === null || result.limits.length === 0) return null
  const lead = `A limit is met where the whole ${Math.round(100 * result.confidence)} % interval of a variant’s own value lies on its right side.`
  const rows = result.limits.map((found) => {
    const [name, value, range, limit] = limitCells(found)
    return markup`<tr><th scope="row" class="variant">${swatch(lookOf(found.variant))} ${variantName(found.variant, baseline)}</th>\
${cells([name, withRange(markup`<strong>${value}</strong>`, range || null), limit.replace('<=', '≤').replace('>=', '≥'), outcome(found)])}</tr>\n`
  })
  return section(
    view,
    { id: 'limits', title: 'Limits', lead },
    scrolling(view, 'Limits of the variants', table('overview limits', columns, rows))
  )
}

function outcome({ verdict, reason }: VariantLimit): Markup {
  if (verdict === null) return markup`<span class="muted">preliminary</span>`
  return markup`${statusLabel(verdict)}${reason !== null && markup` <span class="remark">(${warningKinds[reason].noVerdict.inShort})</span>`}`
}
