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
import type { ToldOfResults } from '../words/told.ts'

/** A table that scrolls, whose rows begin with what they are about; null: it has no rows. */
export function toldTable(view: ScenarioView, className: string, told: Table, caption: Content = null) {
  const { title, columns, rows } = withoutEmpty(told)
  if (rows.length === 0) return null
  const heads = columns.map(({ title: head }) =>
    typeof head === 'string' ? head : variantName(head.name, view.baseline)
  )
  const body = rows.map(([first, ...others]) => {
    const isVariant = isName(first) && first.isVariant
    const content = cells(others.map((cell, i) => cellOf(cell, columns[i + 1], view)))
    const head = markup`<th scope="row"${isVariant && markup` class="variant"`}>${cellOf(first, columns[0], view)}</th>`
    return markup`<tr>${head}${content}</tr>\n`
  })
  return scrolling(view, title, table(className, heads, body, caption))
}

/** Of several results. @param view of any of them; prefix: empty: nothing else is told of several */
export function sectionTogether(told: ToldOfResults, view: ScenarioView, prefix: string) {
  const frame = { ...view, prefix, level: 2 as const, scenario: told.of }
  const names = view.names.filter((name) => told.variants.includes(name))
  return section(
    frame,
    { id: told.id, title: `${prefix && `${shortName(told.of, 60)}: `}${told.title}` },
    markup`${howToRead(told.lead)}
${legend(view, names)}
${told.chart(names, view.lookOf)}
${toldTable(frame, 'levels', told.table, told.caption(nameOf(view.baseline)))}`
  )
}

function cellOf(cell: Cell, { isMain }: Column, view: ScenarioView): Content {
  if (cell === null) return '–'
  if (typeof cell === 'string') return cell
  if (isName(cell)) return withRange(cell.isVariant ? markedVariant(view, cell.name) : nameOf(cell.name), cell.remark)
  if (isOutcomes(cell)) return cell.length === 0 ? mutedText('no threshold') : cell.map(outcomeOf)
  const { text, ends, detail, note } = cell
  const value = withRange(isMain ? markup`<strong>${text}</strong>` : text, ends ? bracketed(ends) : null)
  return [withRange(value, detail), note && markup`<div class="behind">${note}</div>`]
}

function outcomeOf({ verdict, reason, isEarly, words = [] }: Outcome) {
  const label = isEarly ? statusLabel('none', resultWords.preliminary) : verdict && statusLabel(verdict)
  const why = reason && remark(`(${warningKinds[reason].noVerdict.inShort})`)
  return markup`<div>${withRange(label, words.join(', '))}${why}</div>`
}
