import { sound } from '../../concepts/foreign-text.ts'
import {
  isFigure,
  isName,
  isOutcomes,
  withoutEmpty,
  type Cell,
  type Column,
  type Name,
  type Outcome,
  type Table
} from '../tables/table.ts'
import { joinParts } from '../../concepts/wording.ts'
import { bracketed } from '../words/numbers.ts'

// How text and tables are written in GitHub-flavoured Markdown.

export const symbols = { pass: '✅', fail: '❌', inconclusive: '❓', 'not measured': '⛔', none: 'ℹ️' }

/**
 * @returns a user's text as Markdown without markup, in one line, wherever a line has already begun: in a cell, a
 * heading, a sentence
 */
export function plain(text: string) {
  return sound(text)
    .replace(structural, (characters) => [...characters].map((character) => `&#${character.codePointAt(0)};`).join(''))
    .replace(/[*_`~<>[\]]/g, '\\$&')
    .replace(beginnings, '$&<!-- -->')
}

/** @returns plain, but a place such as "(server.js:12)" is code, which can be copied as it is */
export const withPlaces = (sentence: string) =>
  sentence
    .split(/ \(([^()`|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+:\d+)\)/u)
    .map((part, i) => (i % 2 === 0 ? plain(part) : ` (\`${part}\`)`))
    .join('')

/** What is more than a character to Markdown even after a backslash, and spaces at either end, which it drops. */
const structural = /^\s+|\s+$|[\\|&\n\r\t]|(?<=www)\./gi

/** What GitHub makes links, mentions, emoji and formulas of: also of character references, but not across a comment. */
const beginnings = /@|(?<!&)#|\$|:(?=\S)|(?<=\bGH)-/gi

/** @returns its lines as they are, in a block of their own */
export function fenced(text: string) {
  const fence = '`'.repeat(1 + Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length)))
  return `${fence}text\n${text.toWellFormed()}\n${fence}`
}

/** @param rows Markdown in each cell, the head first. @param sides on which each column begins, or ends */
export const markdownTable = (
  [head, ...rows]: readonly string[][],
  sides: readonly string[] = head.map((_, i) => (i === 0 ? '---' : '--:'))
) => [head, sides, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** @param most rows. @returns null: it has none */
export function tableMarkdown(told: Table, most = Infinity) {
  const { columns, rows } = withoutEmpty(told)
  if (rows.length === 0) return null
  const parts = columns.flatMap((column, i) => {
    const { title, isLeft, interval } = column
    const own = {
      side: isLeft ? '---' : '--:',
      cells: [typeof title === 'string' ? title : nameText(title), ...rows.map((row) => cellText(row[i], column))]
    }
    const ends = rows.map((row) => (isFigure(row[i]) && row[i].ends ? bracketed(row[i].ends) : ''))
    return interval === undefined || !ends.some(Boolean) ? [own] : [own, { side: '--:', cells: [interval, ...ends] }]
  })
  const lines = ['', ...rows].slice(0, most + 1).map((_, row) => parts.map(({ cells }) => cells[row]))
  return markdownTable(
    lines,
    parts.map(({ side }) => side)
  )
}

function cellText(cell: Cell, { isMain, interval }: Column) {
  if (cell === null) return '–'
  if (typeof cell === 'string') return plain(cell)
  if (isName(cell)) return nameText(cell)
  if (isOutcomes(cell)) return cell.map(outcomeText).join('; ')
  const { text, ends, note } = cell
  const value = isMain ? `**${plain(text)}**` : plain(text)
  return joinParts([ends && interval === undefined ? `${value} ${bracketed(ends)}` : value, note])
}

const nameText = ({ name, remark }: Name) => plain(remark ? `${name} (${remark})` : name)

const outcomeText = ({ verdict, reason, isEarly, fell, words = [] }: Outcome) =>
  joinParts([
    verdict && `${symbols[verdict]} ${verdict}`,
    isEarly && 'preliminary',
    fell && `${symbols.fail} regression`,
    reason && `\`${reason}\``,
    ...words
  ])
