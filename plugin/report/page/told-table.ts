import { resultWords } from '../../concepts/verdicts.ts'
import { warningKinds } from '../../concepts/warnings.ts'
import { markup, type Content } from '../markup.ts'
import { isName, isOutcomes, withoutEmpty, type Cell, type Column, type Outcome, type Table } from '../tables/table.ts'
import { shortName } from '../words/names.ts'
import { bracketed } from '../words/numbers.ts'
import {
  cells,
  howToRead,
  legend,
  markedVariant,
  mutedText,
  nameOf,
  remark,
  scrolling,
  section,
  statusLabel,
  table,
  variantName,
  withRange,
  type ScenarioView
} from './section.ts'
import type { ToldTogether } from '../words/told.ts'

/** A table that scrolls, whose rows begin with what they are about; null: it has no rows. */
export function toldTable(view: ScenarioView, className: string, told: Table, caption: Content = null) {
  const { title, columns, rows } = withoutEmpty(told)
  if (rows.length === 0) return null
  const heads = columns.map((column) =>
    typeof column.title === 'string' ? column.title : variantName(column.title.name, view.baseline)
  )
  const body = rows.map(([first, ...others]) => {
    const isVariant = isName(first) && first.isVariant
    const content = cells(others.map((cell, i) => cellOf(cell, columns[i + 1], view)))
    const head = markup`<th scope="row"${isVariant && markup` class="variant"`}>${cellOf(first, columns[0], view)}</th>`
    return markup`<tr>${head}${content}</tr>\n`
  })
  return scrolling(view, title, table(className, heads, body, caption))
}

/** Of several results. @param view of any of them; number: null: nothing else is told of several */
export function sectionTogether(
  { scenario, section: part, table: told }: ToldTogether,
  view: ScenarioView,
  number: number | null
) {
  const frame = { ...view, prefix: number === null ? '' : `load-${number}-`, level: 2 as const, scenario }
  const names = view.names.filter((name) => part.variants.includes(name))
  const title = `${number === null ? '' : `${shortName(scenario, 60)}: `}${part.title}`
  return section(
    frame,
    { id: part.id, title },
    markup`${howToRead(part.lead)}
${legend(view, names)}
${part.chart(names, view.lookOf)}
${toldTable(frame, 'levels', told, part.caption(nameOf(view.baseline)))}`
  )
}

function cellOf(cell: Cell, { isMain }: Column, view: ScenarioView): Content {
  if (cell === null) return '–'
  if (typeof cell === 'string') return cell
  if (isName(cell)) return withRange(cell.isVariant ? markedVariant(view, cell.name) : nameOf(cell.name), cell.remark)
  if (isOutcomes(cell)) return cell.length === 0 ? mutedText('no threshold') : markup`${cell.map(outcomeOf)}`
  const { text, ends, detail, note } = cell
  const value = withRange(isMain ? markup`<strong>${text}</strong>` : text, ends ? bracketed(ends) : null)
  return markup`${withRange(value, detail)}${note && markup`<div class="behind">${note}</div>`}`
}

function outcomeOf({ verdict, reason, isEarly, words }: Outcome) {
  const label = isEarly ? statusLabel('none', resultWords.preliminary) : verdict && statusLabel(verdict)
  const why = reason && remark(`(${warningKinds[reason].noVerdict.inShort})`)
  return markup`<div>${withRange(label, words.join(', '))}${why}</div>`
}
