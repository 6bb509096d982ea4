import { warningKinds } from '../../concepts/warnings.ts'
import { percent } from '../../concepts/wording.ts'
import { markup } from '../markup.ts'
import { limitCells } from '../words/limit-sentences.ts'
import {
  mutedText,
  remark,
  scrolling,
  section,
  statusLabel,
  table,
  variantRow,
  withRange,
  type ScenarioView
} from './section.ts'
import type { VariantLimit } from '../../concepts/comparison.ts'

const columns = ['Variant', 'Metric', 'Measured', 'Limit', 'Result']

/** What each variant was to keep in itself, whatever the others do; null: nothing. */
export function limitsSection(view: ScenarioView) {
  const { result } = view
  if (result === null || result.limits.length === 0) return null
  const lead = `A limit is met where the whole ${percent(result.confidence)} interval of a variant’s own value lies on its right side.`
  const rows = result.limits.map((found) => {
    const [name, value, range, limit] = limitCells(found)
    const measured = withRange(markup`<strong>${value}</strong>`, range || null)
    return variantRow(view, found.variant, [
      name,
      measured,
      limit.replace('<=', '≤').replace('>=', '≥'),
      outcome(found)
    ])
  })
  return section(
    view,
    { id: 'limits', title: 'Limits', lead },
    scrolling(view, 'Limits of the variants', table('overview limits', columns, rows))
  )
}

function outcome({ verdict, reason }: VariantLimit) {
  if (verdict === null) return mutedText('preliminary')
  const why = reason !== null && remark(`(${warningKinds[reason].noVerdict.inShort})`)
  return markup`${statusLabel(verdict)}${why}`
}
